// While compiling, the nested prefixes of the registries are cut into a sorted list of disjoint
// ranges, each with the row of its longest prefix. A lookup is a binary search among those that
// share the top byte.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "host/address_key.hpp"
#include "tables/ipv4-special-purpose.hpp"
#include "tables/ipv6-special-purpose.hpp"
#include "urilint/host.hpp"

namespace urilint {
namespace {

using host_tables::Key;
using host_tables::Prefix;

/// Disjoint ranges in ascending order: from `first[i]` to before `first[i + 1]`, `row[i]` decides.
template <typename Number, std::size_t kMax>
struct Ranges {
  std::array<Number, kMax> first{};
  std::array<std::uint8_t, kMax> row{};
  std::size_t count = 0;
  /// How many ranges begin before the first address with that top byte. Most top bytes leave
  /// nothing to search.
  std::array<std::uint8_t, 257> before{};
};

constexpr Key key_after(Key key) noexcept {
  return key.low + 1 == 0 ? Key{key.high + 1, 0} : Key{key.high, key.low + 1};
}

constexpr std::size_t top_byte(const Key& key) noexcept { return key.high >> 56; }
constexpr std::size_t top_byte(std::uint32_t number) noexcept { return number >> 24; }

constexpr void narrow(Key key, Key& out) noexcept { out = key; }
constexpr void narrow(Key key, std::uint32_t& out) noexcept {
  out = static_cast<std::uint32_t>(key.low);
}

/// The row of the longest prefix that holds `key`, or `kRows`.
template <std::size_t kRows>
constexpr std::size_t row_for(const std::array<Prefix, kRows>& prefixes, Key key) noexcept {
  std::size_t best = kRows;
  for (std::size_t i = 0; i < kRows; ++i) {
    const Prefix& prefix = prefixes[i];
    if (key < prefix.first || prefix.last < key) continue;
    if (best == kRows || prefix.length > prefixes[best].length) best = i;
  }
  return best;
}

template <typename Number, std::size_t kMax>
constexpr void index_top_bytes(Ranges<Number, kMax>& ranges) noexcept {
  static_assert(kMax < 256);
  for (std::size_t i = 0; i < ranges.count; ++i) {
    for (std::size_t top = top_byte(ranges.first[i]) + 1; top < 257; ++top) ++ranges.before[top];
  }
}

/// The prefixes of a table as ranges.
template <typename Number, typename Row, std::size_t kRows>
consteval auto cut(const Row (&rows)[kRows]) noexcept {
  static_assert(kRows < 256);
  std::array<Prefix, kRows> prefixes{};
  std::array<Key, 2 * kRows> edges{};
  for (std::size_t i = 0; i < kRows; ++i) {
    prefixes[i] = host_tables::table_prefix(rows[i].prefix);
    edges[2 * i] = prefixes[i].first;
    edges[2 * i + 1] = key_after(prefixes[i].last);
  }
  std::sort(edges.begin(), edges.end());
  Ranges<Number, 2 * kRows> ranges;
  for (const Key edge : edges) {
    const std::size_t row = row_for(prefixes, edge);
    if (row == kRows) continue;  // behind the last address
    if (ranges.count != 0 && ranges.row[ranges.count - 1] == row) continue;
    narrow(edge, ranges.first[ranges.count]);
    ranges.row[ranges.count++] = static_cast<std::uint8_t>(row);
  }
  index_top_bytes(ranges);
  return ranges;
}

constexpr auto kV4Ranges = cut<std::uint32_t>(tables::kIpv4SpecialPurpose);
constexpr auto kV6Ranges = cut<Key>(tables::kIpv6SpecialPurpose);
static_assert(kV4Ranges.first[0] == 0 && kV6Ranges.first[0] == Key{}, "no gap at the start");

/// The last range that begins at or before `number`: it has the same top byte, or is the last of
/// those before that byte.
template <typename Number, std::size_t kMax>
std::size_t find_row(const Ranges<Number, kMax>& ranges, const Number& number) noexcept {
  const std::size_t top = top_byte(number);
  const Number* const begin = ranges.first.data() + ranges.before[top];
  const Number* const end = ranges.first.data() + ranges.before[top + 1];
  const Number* const after = std::upper_bound(begin, end, number);
  return ranges.row[static_cast<std::size_t>(after - ranges.first.data()) - 1];
}

const tables::Ipv4SpecialPurposeRow& v4_row(const Address& address) noexcept {
  return tables::kIpv4SpecialPurpose[find_row(kV4Ranges, address.v4_value())];
}

const tables::Ipv6SpecialPurposeRow& v6_row(const Address& address) noexcept {
  return tables::kIpv6SpecialPurpose[find_row(kV6Ranges, host_tables::key_of(address))];
}

}  // namespace

std::string_view class_of(const Address& address) noexcept {
  return address.is_v6 ? v6_row(address).name : v4_row(address).name;
}

bool is_global(const Address& address) noexcept {
  return address.is_v6 ? v6_row(address).global : v4_row(address).global;
}

}  // namespace urilint
