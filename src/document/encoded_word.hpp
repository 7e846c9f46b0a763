// Values of header fields: folding (RFC 5322 section 2.2.3), encoded words (RFC 2047) and
// parameters (RFC 2045 section 5.1, RFC 2231).
#pragma once

#include <optional>
#include <string_view>

#include "document/document.hpp"

namespace urilint {

/// The value of a field as a reader of mail sees it; `where` is what stands behind the colon.
/// Line ends before a blank vanish; encoded words are decoded, wherever they stand, and the blanks
/// between two of them vanish; neighbours of one charset and encoding are decoded as one, since
/// writers tear characters; bytes beyond ASCII are UTF-8 if they can be, else windows-1252.
/// Tolerated: blanks in a word, a language (RFC 2231 section 5). Returns `where` if nothing is to
/// decode, otherwise the whole of a new text: Layer::transfer (bytes of the charsets), and a text
/// of Layer::charset above it where those are not UTF-8. Linear; never fails.
[[nodiscard]] TextSpan decode_header(Document& document, TextSpan where);

/// The value of the parameter of that name (in lower case: `filename`, `boundary`) in the value of
/// a Content-Type or Content-Disposition field, or nothing if it has none. Quotes and backslashes
/// are undone; `name*0=`, `name*1*=` are joined in their order up to the first that is missing;
/// `name*=` is percent-decoded and read in its charset. RFC 2231 wins over the plain form, and of
/// several the first wins. Encoded words in a plain value, which no RFC allows, are decoded. The
/// span may be empty; it is a place of `where`'s text if nothing is to decode.
[[nodiscard]] std::optional<TextSpan> decode_parameter(Document& document, TextSpan where,
                                                       std::string_view name);

}  // namespace urilint
