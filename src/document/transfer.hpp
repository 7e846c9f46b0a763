// The transfer encodings of mail (RFC 2045 section 6), undone as tolerantly as mail clients do it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "document/decoder.hpp"
#include "document/document.hpp"

namespace urilint {

enum class TransferEncoding : std::uint8_t { identity, quoted_printable, base64, uuencode };

/// The encoding that the value of a Content-Transfer-Encoding field names, in any case, with
/// blanks, quotes, comments and `;` around it. `7bit`, `8bit`, `binary` and what nobody knows are
/// identity.
[[nodiscard]] TransferEncoding transfer_encoding_named(std::string_view name) noexcept;

/// Adds what `where` decodes to, as a text of Layer::transfer whose map leads to the very
/// characters that spell a byte (in base64 and uuencode: to the group of four). Linear; never
/// fails, what does not belong to the encoding is left out or stays:
/// - quoted-printable: a `=` that begins no escape stays, blanks before a line end go (rule 3);
/// - base64: strange characters are skipped, padding ends a group but not the text, none is needed;
/// - uuencode: what stands from a `begin` line to an `end` line, all of it if there is no `begin`;
///   other lines, also between those, stay as they are;
/// - identity: the same bytes; nothing is copied, the text views that of `where`.
/// The map has at most about 2 million exact runs, then it is coarse (see reading::Decoder).
TextId decode_transfer(Document& document, TextSpan where, TransferEncoding encoding);

namespace reading {

/// How many runs a map may have that must stand in one piece.
inline constexpr std::size_t kMostWholeRuns = std::size_t{1} << 21;

/// The bytes from `begin` to `end` of `text`, which is the source of `out`.
void decode_quoted_printable(std::string_view text, std::size_t begin, std::size_t end,
                             Decoder& out);
void decode_base64(std::string_view text, std::size_t begin, std::size_t end, Decoder& out);
void decode_uuencode(std::string_view text, std::size_t begin, std::size_t end, Decoder& out);

}  // namespace reading
}  // namespace urilint
