// Reads the canonical address texts of data/ while compiling, so that the tables can be written as
// people write addresses and cost nothing at run time. A bad row does not compile.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urilint::host_tables {

/// 128 bits in order of significance. IPv4 addresses stand in the low 32.
struct Key {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend constexpr auto operator<=>(const Key&, const Key&) noexcept = default;
};

[[nodiscard]] constexpr Key operator&(Key a, Key b) noexcept {
  return {a.high & b.high, a.low & b.low};
}
[[nodiscard]] constexpr Key operator|(Key a, Key b) noexcept {
  return {a.high | b.high, a.low | b.low};
}
[[nodiscard]] constexpr Key operator~(Key a) noexcept { return {~a.high, ~a.low}; }

/// Called where a table row is wrong; not constexpr, so that compilation stops there.
inline void bad_table_row() noexcept {}

struct TableText {
  std::string_view rest;

  [[nodiscard]] constexpr bool take(std::string_view what) noexcept {
    if (rest.substr(0, what.size()) != what) return false;
    rest.remove_prefix(what.size());
    return true;
  }

  [[nodiscard]] constexpr std::uint32_t number(std::uint32_t base, std::uint32_t max) noexcept {
    std::uint32_t value = 0;
    std::size_t digits = 0;
    for (; digits < rest.size() && digits < 5; ++digits) {
      const char c = rest[digits];
      const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
      if (static_cast<std::uint32_t>(digit) >= base) break;
      value = value * base + static_cast<std::uint32_t>(digit);
    }
    if (digits == 0 || value > max) bad_table_row();
    rest.remove_prefix(digits);
    return value;
  }
};

[[nodiscard]] constexpr Key take_ipv4(TableText& text) noexcept {
  Key key;
  for (int i = 0; i < 4; ++i) {
    if (i != 0 && !text.take(".")) bad_table_row();
    key.low = key.low << 8 | text.number(10, 255);
  }
  return key;
}

[[nodiscard]] constexpr Key take_ipv6(TableText& text) noexcept {
  std::array<std::uint64_t, 8> groups{};
  std::size_t count = 0;
  std::size_t gap = 9;
  if (text.take("::")) gap = 0;
  while (!text.rest.empty() && text.rest[0] != '/') {
    if (count == 8) bad_table_row();
    groups[count++] = text.number(16, 0xffff);
    if (text.take("::")) {
      gap = count;
    } else if (!text.take(":")) {
      break;
    }
  }
  if (gap == 9 ? count != 8 : count > 7) bad_table_row();
  Key key;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = i < gap ? i : i + 8 - count;
    (at < 4 ? key.high : key.low) |= groups[i] << (48 - 16 * (at % 4));
  }
  return key;
}

[[nodiscard]] constexpr bool is_v6_text(std::string_view text) noexcept {
  return text.find(':') != std::string_view::npos;
}

/// True if a row's first column is an address rather than a name: it holds a colon, or nothing but
/// digits and dots.
[[nodiscard]] constexpr bool is_address_text(std::string_view text) noexcept {
  if (is_v6_text(text)) return true;
  return text.find_first_not_of("0123456789.") == std::string_view::npos;
}

[[nodiscard]] constexpr Key take_address(TableText& text) noexcept {
  return is_v6_text(text.rest) ? take_ipv6(text) : take_ipv4(text);
}

/// A whole cell as an address.
[[nodiscard]] constexpr Key table_address(std::string_view cell) noexcept {
  TableText text{cell};
  const Key key = take_address(text);
  if (!text.rest.empty()) bad_table_row();
  return key;
}

/// The first and the last address of a prefix.
struct Prefix {
  Key first;
  Key last;
  std::uint32_t length = 0;
};

/// The lowest `count` bits.
[[nodiscard]] constexpr Key low_bits(std::uint32_t count) noexcept {
  const std::uint64_t all = ~std::uint64_t{0};
  if (count >= 128) return {all, all};
  if (count > 64) return {(std::uint64_t{1} << (count - 64)) - 1, all};
  if (count == 64) return {0, all};
  return {0, (std::uint64_t{1} << count) - 1};
}

/// A whole cell as address and length.
[[nodiscard]] constexpr Prefix table_prefix(std::string_view cell) noexcept {
  TableText text{cell};
  const std::uint32_t width = is_v6_text(cell) ? 128 : 32;
  const Key first = take_address(text);
  if (!text.take("/")) bad_table_row();
  const std::uint32_t length = text.number(10, width);
  const Key host_bits = low_bits(width - length);
  if (!text.rest.empty() || (first & host_bits) != Key{}) bad_table_row();
  return {first, first | host_bits, length};
}

}  // namespace urilint::host_tables
