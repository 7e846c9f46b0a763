// Strings of JSON and its kin: where they end, what they spell.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "document/decoder.hpp"

namespace urilint::reading {

struct StringExtent {
  std::size_t end = 0;   ///< at the closing quote, or where the text or the line ends without one
  std::size_t next = 0;  ///< behind it
  bool closed = false;
  bool escapes = false;
};

/// The string whose first byte behind its quote is at `begin`. A string ends with its line; quotes
/// inside a template expression do not end it.
[[nodiscard]] StringExtent json_string_extent(std::string_view text, std::size_t begin, char quote);

/// Decodes the escape at `i` (a backslash before `end`) and returns what is behind it. Escapes that
/// JSON does not know are read as JSON5 does, but those of a letter stay as they stand.
std::size_t decode_json_escape(std::string_view text, std::size_t i, std::size_t end,
                               Decoder& decoder);

/// `text` inside such a string: the quote and backslashes behind a backslash, control characters as
/// `\u00XX` with the hexadecimal digits given. TOML and HCL spell it so, too.
[[nodiscard]] std::string escape_string(std::string_view text, char quote, std::string_view digits);

}  // namespace urilint::reading
