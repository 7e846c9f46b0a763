// One pass over the groups. The nine alternatives of IPv6address come to this: eight groups, or at
// most seven and one `::`; an IPv4address counts as two groups and is the last.
#include "uri/ip_literal.hpp"

#include <algorithm>
#include <cstddef>

namespace urilint {
namespace {

constexpr std::size_t kGroups = 8;
constexpr std::size_t kNoGap = kGroups + 1;

/// The longest IPv6address: six full groups and a full IPv4address.
constexpr std::size_t kLongest = 45;

constexpr int hex_value(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Reads a dec-octet at `at`: 0 to 255 without leading zeros.
bool read_dec_octet(std::string_view text, std::size_t& at, std::uint8_t& out) noexcept {
  const std::size_t begin = at;
  unsigned value = 0;
  while (at < text.size() && at - begin < 3 && text[at] >= '0' && text[at] <= '9') {
    value = value * 10 + static_cast<unsigned>(text[at] - '0');
    ++at;
  }
  const std::size_t digits = at - begin;
  if (digits == 0 || value > 255 || (digits > 1 && text[begin] == '0')) return false;
  out = static_cast<std::uint8_t>(value);
  return true;
}

/// Reads IPv4address, which must be all of `text`, into two groups.
bool read_ipv4_groups(std::string_view text, std::uint16_t* groups) noexcept {
  std::array<std::uint8_t, 4> octets{};
  std::size_t at = 0;
  for (std::size_t i = 0; i < octets.size(); ++i) {
    if (i != 0) {
      if (at == text.size() || text[at] != '.') return false;
      ++at;
    }
    if (!read_dec_octet(text, at, octets[i])) return false;
  }
  groups[0] = static_cast<std::uint16_t>(octets[0] << 8 | octets[1]);
  groups[1] = static_cast<std::uint16_t>(octets[2] << 8 | octets[3]);
  return at == text.size();
}

/// Reads one to four hexadecimal digits at `at`.
bool read_h16(std::string_view text, std::size_t& at, std::uint16_t& out) noexcept {
  const std::size_t begin = at;
  unsigned value = 0;
  while (at < text.size() && at - begin < 4) {
    const int digit = hex_value(text[at]);
    if (digit < 0) break;
    value = value << 4 | static_cast<unsigned>(digit);
    ++at;
  }
  out = static_cast<std::uint16_t>(value);
  return at != begin;
}

struct Groups {
  std::array<std::uint16_t, kGroups> values{};
  std::size_t count = 0;
  std::size_t gap = kNoGap;  ///< how many groups stand before the `::`
};

/// Steps over the `:` or `::` behind a group. False if neither is allowed there.
bool step_over_colon(std::string_view text, std::size_t& at, Groups& groups) noexcept {
  if (text[at] != ':') return false;
  ++at;
  if (at == text.size()) return false;
  if (text[at] != ':') return true;
  if (groups.gap != kNoGap) return false;
  groups.gap = groups.count;
  ++at;
  return true;
}

bool read_groups(std::string_view text, Groups& groups) noexcept {
  std::size_t at = 0;
  if (text.substr(0, 2) == "::") {
    groups.gap = 0;
    at = 2;
  }
  while (at < text.size()) {
    if (groups.count == kGroups) return false;
    const std::size_t begin = at;
    if (!read_h16(text, at, groups.values[groups.count])) return false;
    if (at < text.size() && text[at] == '.') {
      if (groups.count + 2 > kGroups) return false;
      if (!read_ipv4_groups(text.substr(begin), &groups.values[groups.count])) return false;
      groups.count += 2;
      break;
    }
    ++groups.count;
    if (at < text.size() && !step_over_colon(text, at, groups)) return false;
  }
  return groups.gap == kNoGap ? groups.count == kGroups : groups.count < kGroups;
}

constexpr bool is_future_char(char c) noexcept {
  if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return true;
  return c != '\0' && std::string_view("-._~!$&'()*+,;=:").find(c) != std::string_view::npos;
}

}  // namespace

bool parse_ipv6_address(std::string_view text, std::array<std::uint8_t, 16>& bytes) noexcept {
  Groups groups;
  if (text.size() > kLongest || !read_groups(text, groups)) return false;
  const std::size_t head = std::min(groups.gap, groups.count);
  const std::size_t missing = kGroups - groups.count;
  bytes.fill(0);
  for (std::size_t i = 0; i < groups.count; ++i) {
    const std::size_t at = 2 * (i < head ? i : i + missing);
    bytes[at] = static_cast<std::uint8_t>(groups.values[i] >> 8);
    bytes[at + 1] = static_cast<std::uint8_t>(groups.values[i] & 0xff);
  }
  return true;
}

bool is_ipv6_address(std::string_view text) noexcept {
  Groups groups;
  return text.size() <= kLongest && read_groups(text, groups);
}

bool is_ipv4_address(std::string_view text) noexcept {
  std::uint16_t groups[2];
  return read_ipv4_groups(text, groups);
}

bool is_ipvfuture(std::string_view text) noexcept {
  if (text.empty() || (text[0] != 'v' && text[0] != 'V')) return false;
  std::size_t at = 1;
  while (at < text.size() && hex_value(text[at]) >= 0) ++at;
  if (at == 1 || at == text.size() || text[at] != '.') return false;
  const std::string_view address = text.substr(at + 1);
  return !address.empty() && std::all_of(address.begin(), address.end(), is_future_char);
}

}  // namespace urilint
