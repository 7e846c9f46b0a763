// Byte classes that the parts of the finder share.
#pragma once

#include <cstddef>
#include <string_view>

#include "document/chars.hpp"

namespace urilint::find {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_alpha(char c) noexcept { return is_upper(c) || is_lower(c); }
[[nodiscard]] constexpr bool is_alnum(char c) noexcept { return is_alpha(c) || is_digit(c); }
[[nodiscard]] constexpr bool is_word(char c) noexcept { return is_alnum(c) || c == '_'; }
[[nodiscard]] constexpr bool is_hex(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
[[nodiscard]] constexpr unsigned hex_value(char c) noexcept {
  return static_cast<unsigned>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
}
/// A space or any other C0 control.
[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f;
}
[[nodiscard]] constexpr bool is_quote(char c) noexcept { return c == '"' || c == '\'' || c == '`'; }
using reading::ByteSet;

inline constexpr ByteSet kSchemeChars{
    [](char c) { return is_alnum(c) || c == '+' || c == '-' || c == '.'; }};
/// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
[[nodiscard]] constexpr bool is_scheme_char(char c) noexcept { return kSchemeChars.has(c); }
/// The byte at `i`, or NUL behind the end.
[[nodiscard]] constexpr char at(std::string_view text, std::size_t i) noexcept {
  return i < text.size() ? text[i] : '\0';
}

}  // namespace urilint::find
