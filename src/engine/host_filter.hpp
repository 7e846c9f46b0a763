// The filter in front of all tables of hosts: one bit for the last bytes of each name. Shared by
// tools/tablec, which fills it, and the engine, which asks it.
#pragma once

#include <array>
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

/// How many bytes of the tail tell a name; one that is shorter, with its dot, than the first is
/// told by fewer, so that what stands before it does not matter.
inline constexpr std::array<std::size_t, 3> kTailBytes = {8, 5, 3};

[[nodiscard]] constexpr std::uint64_t shorten(std::uint64_t tail, std::size_t count) noexcept {
  return tail >> 8 * (8 - count);
}

/// What stands for a listed name in the filter. A name of two letters and its dot are the shortest.
[[nodiscard]] constexpr std::uint64_t filter_key(std::string_view name) noexcept {
  for (const std::size_t count : kTailBytes) {
    if (name.size() + 1 >= count) return shorten(host_tail(name), count);
  }
  return shorten(host_tail(name), kTailBytes.back());
}

/// The bit of a key in a filter of `1 << bits` bits.
[[nodiscard]] constexpr std::uint32_t filter_slot(std::uint64_t key, unsigned bits) noexcept {
  return static_cast<std::uint32_t>(key * 0x9e3779b97f4a7c15U >> (64 - bits));
}

}  // namespace urilint
