// One step of a UTF-8 decoder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urilint {

inline constexpr char32_t kReplacement = 0xfffd;
inline constexpr std::string_view kReplacementUtf8 = "\xef\xbf\xbd";

/// A character, or a maximal subpart of an ill-formed sequence (then `valid` is false, `point` is
/// U+FFFD). `size` is in bytes, at least 1.
struct Decoded {
  char32_t point = kReplacement;
  std::uint8_t size = 1;
  bool valid = false;
};

/// Decodes at `offset`, which must be inside `text`, as the WHATWG Encoding Standard does.
[[nodiscard]] Decoded decode_utf8(std::string_view text, std::size_t offset) noexcept;

/// True for a byte that continues a character.
[[nodiscard]] constexpr bool is_continuation(char byte) noexcept {
  return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

}  // namespace urilint
