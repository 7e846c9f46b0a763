// Characters of UTF-8 text, and the classes of RFC 3987.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urilint {

/// A code point and how many bytes it has; size 0 if the bytes there are no well-formed UTF-8.
struct CodePoint {
  std::uint32_t value = 0;
  std::size_t size = 0;
};

/// The character at the beginning of `text` (RFC 3629; table 3-7 of Unicode).
[[nodiscard]] constexpr CodePoint first_code_point(std::string_view text) noexcept {
  if (text.empty()) return {};
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xc2 || lead > 0xf4) return {};
  const std::size_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (text.size() < size) return {};
  std::uint32_t value = lead & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0U) != 0x80) return {};
    value = value << 6 | (byte & 0x3fU);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < kSmallest[size] || surrogate || value > 0x10ffff) return {};
  return {value, size};
}

/// RFC 3987 2.2: ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / … /
/// %xE1000-EFFFD
[[nodiscard]] constexpr bool is_ucschar(std::uint32_t code) noexcept {
  if (code < 0x10000) {
    return (code >= 0xa0 && code <= 0xd7ff) || (code >= 0xf900 && code <= 0xfdcf) ||
           (code >= 0xfdf0 && code <= 0xffef);
  }
  return code <= 0xefffd && (code & 0xffff) <= 0xfffd && (code < 0xe0000 || code >= 0xe1000);
}

/// RFC 3987 2.2: iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
[[nodiscard]] constexpr bool is_iprivate(std::uint32_t code) noexcept {
  if (code < 0x10000) return code >= 0xe000 && code <= 0xf8ff;
  return code >= 0xf0000 && code <= 0x10fffd && (code & 0xffff) <= 0xfffd;
}

/// RFC 3987 4.1: what must not stand in an IRI because it changes the direction of the text around
/// it; with the controls that Unicode has added since.
[[nodiscard]] constexpr bool is_bidi_control(std::uint32_t code) noexcept {
  return code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

/// True if the whole text is well-formed UTF-8.
[[nodiscard]] constexpr bool is_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const CodePoint code = first_code_point(text);
    if (code.size == 0) return false;
    text.remove_prefix(code.size);
  }
  return true;
}

}  // namespace urilint
