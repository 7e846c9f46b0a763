// Characters behind percent-encoding: UTF-8 read from decoded octets, raw and encoded ones alike.
#pragma once

#include <array>
#include <string_view>

#include "detect/common/octets.hpp"
#include "uri/ucs.hpp"

namespace urilint::detect {

/// A character after decoding. `end` is where the bytes that stand for it end; if they are no
/// well-formed UTF-8, `valid` is false and `end` is behind the first octet.
struct DecodedPoint {
  std::uint32_t value = 0;
  Off end = 0;
  bool valid = false;
};

/// The character that stands at `at` (less than the size of `text`) after `times` decodings.
[[nodiscard]] constexpr DecodedPoint point_at(std::string_view text, Off at, int times) noexcept {
  const Octet lead = octet_at(text, at, times);
  if (lead.byte < 0x80) return {lead.byte, lead.end, true};
  std::array<char, 4> units{static_cast<char>(lead.byte)};
  std::array<Off, 4> ends{lead.end};
  std::size_t count = 1;
  while (count < units.size() && ends[count - 1] < text.size()) {
    const Octet next = octet_at(text, ends[count - 1], times);
    if ((next.byte & 0xc0U) != 0x80) break;
    units[count] = static_cast<char>(next.byte);
    ends[count++] = next.end;
  }
  const CodePoint point = first_code_point(std::string_view(units.data(), count));
  if (point.size == 0) return {lead.byte, lead.end, false};
  return {point.value, ends[point.size - 1], true};
}

}  // namespace urilint::detect
