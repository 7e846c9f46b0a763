// The lead byte says how many bytes follow and how far the first of them may go; that excludes
// overlong forms, surrogates and what lies beyond U+10FFFF without decoding first.
#include "report/utf8.hpp"

namespace urilint {
namespace {

struct Lead {
  std::uint8_t following = 0;  // 0: no lead byte
  unsigned char low = 0x80;    // bounds of the second byte
  unsigned char high = 0xbf;
};

constexpr Lead lead_of(unsigned char byte) noexcept {
  if (byte < 0xc2 || byte > 0xf4) return {};
  if (byte < 0xe0) return {.following = 1};
  if (byte < 0xf0) {
    return {.following = 2,
            .low = static_cast<unsigned char>(byte == 0xe0 ? 0xa0 : 0x80),
            .high = static_cast<unsigned char>(byte == 0xed ? 0x9f : 0xbf)};
  }
  return {.following = 3,
          .low = static_cast<unsigned char>(byte == 0xf0 ? 0x90 : 0x80),
          .high = static_cast<unsigned char>(byte == 0xf4 ? 0x8f : 0xbf)};
}

}  // namespace

Decoded decode_utf8(std::string_view text, std::size_t offset) noexcept {
  const auto first = static_cast<unsigned char>(text[offset]);
  if (first < 0x80) return {.point = first, .size = 1, .valid = true};
  const Lead lead = lead_of(first);
  if (lead.following == 0) return {};
  char32_t point = first & (0x3fU >> lead.following);
  for (std::uint8_t i = 1; i <= lead.following; ++i) {
    if (offset + i >= text.size()) return {.size = i};
    const auto byte = static_cast<unsigned char>(text[offset + i]);
    const bool fits = i == 1 ? byte >= lead.low && byte <= lead.high : (byte & 0xc0U) == 0x80U;
    if (!fits) return {.size = i};
    point = point << 6 | (byte & 0x3fU);
  }
  return {.point = point, .size = static_cast<std::uint8_t>(lead.following + 1), .valid = true};
}

}  // namespace urilint
