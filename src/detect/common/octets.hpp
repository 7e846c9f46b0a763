// Percent-decoding byte by byte, leniently and without a copy: what a server reads that decodes
// once, or twice, and takes a malformed triplet as it stands.
#pragma once

#include <string_view>

#include "uri/bytes.hpp"
#include "urilint/uri.hpp"

namespace urilint::detect {

/// A byte after decoding, and where the bytes that stand for it end.
struct Octet {
  unsigned char byte = 0;
  Off end = 0;
};

/// The byte that stands at `at` (less than the size of `text`) after `times` decodings, 0 to 2.
[[nodiscard]] constexpr Octet octet_at(std::string_view text, Off at, int times) noexcept {
  if (times == 0 || text[at] != '%') return {static_cast<unsigned char>(text[at]), at + 1};
  // A `%` before what is no digit, and does not decode to one, stands for itself.
  const std::string_view next = text.substr(at + 1, 2);
  const bool may_be_digit =
      !next.empty() &&
      (next[0] == '%' ? next.size() > 1 && bytes::is_hex(next[1]) : bytes::is_hex(next[0]));
  if (!may_be_digit) return {'%', at + 1};
  const Octet first = octet_at(text, at, times - 1);
  if (first.byte != '%' || first.end >= text.size()) return first;
  const Octet high = octet_at(text, first.end, times - 1);
  if (!bytes::is_hex(static_cast<char>(high.byte)) || high.end >= text.size()) return first;
  const Octet low = octet_at(text, high.end, times - 1);
  if (!bytes::is_hex(static_cast<char>(low.byte))) return first;
  const unsigned value = bytes::hex_value(static_cast<char>(high.byte)) << 4 |
                         bytes::hex_value(static_cast<char>(low.byte));
  return {static_cast<unsigned char>(value), low.end};
}

/// False if a second decoding changes nothing: it takes a `%25`, or a `%` without its digits beside
/// a triplet that is a digit.
[[nodiscard]] inline bool may_decode_twice(const UriParts& parts) noexcept {
  return parts.has(Signal::pct_of_pct) ||
         (parts.has(Signal::pct_bad) && parts.has(Signal::pct_unreserved));
}

}  // namespace urilint::detect
