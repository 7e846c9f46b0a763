// The filter in front of all tables of hosts: one bit for the last bytes of each name. Shared by
// tools/tablec, which fills it, and the engine, which asks it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "uri/hash.hpp"

namespace urilint {

/// Of a name in a table of hosts, in bytes and in labels.
inline constexpr std::size_t kLongestListedHost = 253;
inline constexpr std::size_t kMostListedLabels = 8;

/// The last eight bytes of a host with a dot before it, the last one highest, letters lowered.
[[nodiscard]] constexpr std::uint64_t host_tail(std::string_view host) noexcept {
  constexpr std::uint64_t kLower = 0x2020202020202020U;
  if (host.size() >= 8) return detail::load_little<8>(host.data() + host.size() - 8) | kLower;
  std::array<char, 8> padded{'.', '.', '.', '.', '.', '.', '.', '.'};
  for (std::size_t i = 0; i < host.size(); ++i) padded[8 - host.size() + i] = host[i];
  return detail::load_little<8>(padded.data()) | kLower;
}

/// What stands for a listed name in the filter: its last eight bytes. Of a shorter one that covers
/// what is below it, all of it and the dot before it.
[[nodiscard]] constexpr std::uint64_t filter_key(std::string_view name, bool covers) noexcept {
  const bool with_dot = covers && name.size() < 7;
  return host_tail(name) >> (with_dot ? 8 * (7 - name.size()) : 0);
}

/// Where the last two bytes of names below seven bytes stand in a filter of 1,024 bits.
[[nodiscard]] constexpr std::uint32_t ending_slot(std::uint64_t tail) noexcept {
  return static_cast<std::uint32_t>((tail >> 48) * 0x9e3779b1U) >> 22;
}

/// True if `test` is true of a key that a name at the end of a host with this tail may have; the
/// tail alone tells a name of seven bytes or more. A name of two bytes is the shortest.
template <typename Test>
[[nodiscard]] constexpr bool any_short_key(std::uint64_t tail, Test test) noexcept {
  constexpr std::uint64_t kEach = 0x0101010101010101U;
  constexpr std::uint64_t kLow = 0x7f * kEach;
  constexpr std::uint64_t kPlaces = 0x0000808080808000U;  // of a dot before 6, 5, 4, 3 or 2 bytes
  const std::uint64_t differs = tail ^ (kEach * '.');
  std::uint64_t dots = ~(((differs & kLow) + kLow) | differs | kLow) & kPlaces;
  for (; dots != 0; dots &= dots - 1) {
    if (test(tail >> (std::countr_zero(dots) - 7))) return true;
  }
  return false;
}

/// The bit of a key in a filter of `1 << bits` bits.
[[nodiscard]] constexpr std::uint32_t filter_slot(std::uint64_t key, unsigned bits) noexcept {
  return static_cast<std::uint32_t>(key * 0x9e3779b97f4a7c15U >> (64 - bits));
}

}  // namespace urilint
