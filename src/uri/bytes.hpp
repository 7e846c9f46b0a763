// What each byte is to the parser: one word of class bits a byte, made at compile time.
#pragma once

#include <array>
#include <cstdint>

namespace urilint::bytes {

enum : std::uint32_t {
  kColon = 1U << 0,
  kSlash = 1U << 1,
  kQuestion = 1U << 2,
  kHash = 1U << 3,
  kAt = 1U << 4,
  kBracket = 1U << 5,
  kPct = 1U << 6,
  kBackslash = 1U << 7,
  kNonAscii = 1U << 8,
  kControl = 1U << 9,  // C0 other than TAB, CR, LF; DEL
  kTabNewline = 1U << 10,
  kSpace = 1U << 11,
  kExcluded = 1U << 12,  // " < > ^ ` { | }
  kUpper = 1U << 13,
  kDot = 1U << 14,
  kDigit = 1U << 15,
  kSemicolon = 1U << 16,
  kEquals = 1U << 17,
  kNotScheme = 1U << 18,  // outside ALPHA DIGIT + - .
  kNotLdh = 1U << 19,     // outside letters, digits, `-`, `.`
  kAlpha = 1U << 20,
  kHex = 1U << 21,
  kNotDigit = 1U << 22,
  kHyphen = 1U << 23,
};

/// Bytes that no component may hold raw (brackets and delimiters aside).
inline constexpr std::uint32_t kNever =
    kBackslash | kNonAscii | kControl | kTabNewline | kSpace | kExcluded;

consteval std::array<std::uint32_t, 256> make_classes() {
  std::array<std::uint32_t, 256> table{};
  for (unsigned c = 0; c < 256; ++c) {
    std::uint32_t bits = 0;
    const bool upper = c >= 'A' && c <= 'Z';
    const bool lower = c >= 'a' && c <= 'z';
    const bool digit = c >= '0' && c <= '9';
    if (c == ':') bits |= kColon;
    if (c == '/') bits |= kSlash;
    if (c == '?') bits |= kQuestion;
    if (c == '#') bits |= kHash;
    if (c == '@') bits |= kAt;
    if (c == '[' || c == ']') bits |= kBracket;
    if (c == '%') bits |= kPct;
    if (c == '\\') bits |= kBackslash;
    if (c >= 0x80) bits |= kNonAscii;
    if (c == 0x09 || c == 0x0a || c == 0x0d) {
      bits |= kTabNewline;
    } else if (c < 0x20 || c == 0x7f) {
      bits |= kControl;
    }
    if (c == ' ') bits |= kSpace;
    if (c == '"' || c == '<' || c == '>' || c == '^' || c == '`' || c == '{' || c == '|' ||
        c == '}') {
      bits |= kExcluded;
    }
    if (upper) bits |= kUpper;
    if (upper || lower) bits |= kAlpha;
    if (c == '.') bits |= kDot;
    if (digit) bits |= kDigit;
    if (!digit) bits |= kNotDigit;
    if (c == '-') bits |= kHyphen;
    if (c == ';') bits |= kSemicolon;
    if (c == '=') bits |= kEquals;
    if (!(upper || lower || digit || c == '+' || c == '-' || c == '.')) bits |= kNotScheme;
    if (!(upper || lower || digit || c == '-' || c == '.')) bits |= kNotLdh;
    if (digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) bits |= kHex;
    table[c] = bits;
  }
  return table;
}
inline constexpr std::array<std::uint32_t, 256> kClass = make_classes();

[[nodiscard]] constexpr std::uint32_t class_of(char c) noexcept {
  return kClass[static_cast<unsigned char>(c)];
}
[[nodiscard]] constexpr bool is_hex(char c) noexcept { return (class_of(c) & kHex) != 0; }
/// The value of a hexadecimal digit; meaningful if `is_hex(c)`.
[[nodiscard]] constexpr unsigned hex_value(char c) noexcept {
  if (c <= '9') return static_cast<unsigned>(c - '0');
  return static_cast<unsigned>((c | 0x20) - 'a' + 10);
}
/// The byte that `%HH` at the start of `text` stands for, or -1.
[[nodiscard]] constexpr int pct_byte(const char* text, std::size_t left) noexcept {
  if (left < 3 || text[0] != '%' || !is_hex(text[1]) || !is_hex(text[2])) return -1;
  return static_cast<int>(hex_value(text[1]) << 4 | hex_value(text[2]));
}

}  // namespace urilint::bytes
