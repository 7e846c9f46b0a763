// A host as code points that remember where they stand, and A-labels as what they decode to.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "urilint/uri.hpp"

namespace urilint {

/// A code point of a host, percent-decoded, and its bytes in the host as written.
struct NameChar {
  char32_t code = 0;
  UriSpan span;
};

/// Code points of `host`, percent-decoded once. Bytes that are no UTF-8 become U+FFFD, each alone.
void read_name_chars(std::string_view host, std::vector<NameChar>& out);

/// True for `.` and the full stops that IDNA maps to it.
[[nodiscard]] constexpr bool is_name_dot(char32_t code) noexcept {
  return code == U'.' || code == 0x3002 || code == 0xff0e || code == 0xff61;
}

/// True if the label begins with `xn--`.
[[nodiscard]] bool is_a_label(std::span<const NameChar> label) noexcept;

/// Longest label, in code points, that is looked into: DNS allows 63 bytes.
inline constexpr std::size_t kLabelCharsMax = 255;

/// Decodes what follows `xn--` (RFC 3492). False if it is no Punycode; `out` then holds its
/// beginning.
[[nodiscard]] bool decode_punycode(std::span<const NameChar> encoded, std::vector<char32_t>& out);

}  // namespace urilint
