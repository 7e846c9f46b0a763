// Charsets that a document names (`charset=koi8-r`, encoded words): read through ICU, as mail
// clients read them, with a map. ICU opens a charset when its name first comes.
#pragma once

#include <cstddef>
#include <string_view>

#include "document/decoder.hpp"
#include "document/document.hpp"

namespace urilint {

/// What `where` says in the charset named. Bytes that are UTF-8 already (UTF-8, ASCII, and every
/// charset for bytes that ASCII spells in it) are not copied: the span returned is then `where`,
/// without a byte order mark; otherwise it is the whole of a new text of Layer::charset, mapped
/// character by character. What is no character becomes U+FFFD; only text named UTF-8 keeps its
/// wrong bytes.
///
/// The name is taken in any case, with blanks or quotes around it, with a language (`*en`, RFC
/// 2231) behind it and as mail misspells it (`utf8`, `iso8859-1`). Latin-1 and ASCII are read as
/// windows-1252, as clients do. Bytes in a charset that nobody knows, or in ASCII, are UTF-8 if
/// they can be, else windows-1252. UTF-16 without a mark is what its bytes look like, else little
/// endian. Linear; never fails. The map has at most about 2 million exact runs, then it is coarse
/// (see reading::Decoder).
[[nodiscard]] TextSpan decode_charset(Document& document, TextSpan where, std::string_view charset);

/// True if the bytes need no decoding: what `decode_charset` would return is `where`, or all of it
/// but a mark.
[[nodiscard]] bool is_utf8_in(std::string_view bytes, std::string_view charset);

/// Decodes the bytes from `begin` to `end` of `text`, which is the source of `out`.
void decode_charset(std::string_view text, std::size_t begin, std::size_t end,
                    std::string_view charset, reading::Decoder& out);

}  // namespace urilint
