// Byte classes and small scans that readers share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urilint::reading {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_alpha(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr bool is_alnum(char c) noexcept { return is_digit(c) || is_alpha(c); }
/// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
[[nodiscard]] constexpr bool is_scheme_char(char c) noexcept {
  return is_alnum(c) || c == '+' || c == '-' || c == '.';
}
[[nodiscard]] constexpr bool is_hex(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
[[nodiscard]] constexpr std::uint32_t hex_value(char c) noexcept {
  return static_cast<std::uint32_t>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
}
/// Space or tab.
[[nodiscard]] constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
[[nodiscard]] constexpr bool is_line_end(char c) noexcept { return c == '\n' || c == '\r'; }
[[nodiscard]] constexpr bool is_space(char c) noexcept {
  return is_blank(c) || is_line_end(c) || c == '\f' || c == '\v';
}
[[nodiscard]] constexpr bool is_ascii(char c) noexcept {
  return static_cast<unsigned char>(c) < 0x80;
}

/// Bytes that end a scan; a look into a table for each byte. In a function, `static`: else each
/// call makes the table anew.
class ByteSet {
 public:
  constexpr explicit ByteSet(std::string_view bytes) noexcept {
    for (const char c : bytes) has_[static_cast<unsigned char>(c)] = true;
  }
  constexpr explicit ByteSet(bool (*test)(char)) noexcept {
    for (std::size_t i = 0; i < has_.size(); ++i) has_[i] = test(static_cast<char>(i));
  }
  [[nodiscard]] constexpr bool has(char c) const noexcept {
    return has_[static_cast<unsigned char>(c)];
  }
  /// The first of them from `i` on, or the end of the text.
  [[nodiscard]] constexpr std::size_t find(std::string_view text, std::size_t i) const noexcept {
    while (i < text.size() && !has(text[i])) ++i;
    return i;
  }

 private:
  std::array<bool, 256> has_{};
};

/// The byte at `i`, or NUL behind the end.
[[nodiscard]] constexpr char at(std::string_view text, std::size_t i) noexcept {
  return i < text.size() ? text[i] : '\0';
}

/// The end of the line that holds `i`: at its LF, at its CR, or at the end of the text.
[[nodiscard]] inline std::size_t line_end(std::string_view text, std::size_t i) noexcept {
  const std::size_t end = text.find_first_of("\r\n", i);
  return end == std::string_view::npos ? text.size() : end;
}

/// Behind the line ending at `i` (LF, CRLF or CR); `i` if there is none.
[[nodiscard]] constexpr std::size_t behind_line_end(std::string_view text, std::size_t i) noexcept {
  if (at(text, i) == '\r') return at(text, i + 1) == '\n' ? i + 2 : i + 1;
  return at(text, i) == '\n' ? i + 1 : i;
}

/// The value of `digits` hexadecimal digits at `i`, or -1.
[[nodiscard]] constexpr std::int64_t hex_at(std::string_view text, std::size_t i,
                                            std::size_t digits) noexcept {
  if (i > text.size() || text.size() - i < digits) return -1;
  std::int64_t value = 0;
  for (std::size_t k = 0; k < digits; ++k) {
    if (!is_hex(text[i + k])) return -1;
    value = value << 4 | hex_value(text[i + k]);
  }
  return value;
}

}  // namespace urilint::reading
