// The hash of names that tables and parts share.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace urilint {

namespace detail {
/// `count` bytes from `at` on as a number, the first one lowest; `count` is 4 or 8.
template <std::size_t kCount>
[[nodiscard]] constexpr std::uint64_t load_little(const char* at) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    if (!std::is_constant_evaluated()) {
      std::conditional_t<kCount == 8, std::uint64_t, std::uint32_t> word{};
      static_assert(sizeof word == kCount);
      std::memcpy(&word, at, kCount);
      return word;
    }
  }
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    word |= std::uint64_t{static_cast<unsigned char>(at[i])} << 8 * i;
  }
  return word;
}
}  // namespace detail

/// The hash that tables of names use; ASCII letters count alike in both cases. It says nothing to
/// an attacker's harm: a hit is always compared. Reads whole words, never outside `text`.
[[nodiscard]] constexpr std::uint32_t hash_lower(std::string_view text) noexcept {
  constexpr std::uint64_t kLower = 0x2020202020202020U;  // joins some punctuation, too
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15U;
  const auto mix = [](std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ (word | kLower)) * kFactor;
    return hash ^ hash >> 32;
  };
  const std::size_t size = text.size();
  const char* at = text.data();
  std::uint64_t hash = size;
  if (size >= 8) {
    const char* const last = at + (size - 8);
    for (; at < last; at += 8) hash = mix(hash, detail::load_little<8>(at));
    return static_cast<std::uint32_t>(mix(hash, detail::load_little<8>(last)));
  }
  std::uint64_t word = 0;
  if (size >= 4) {
    word = detail::load_little<4>(at) | detail::load_little<4>(at + size - 4) << 32;
  } else if (size != 0) {
    const auto byte = [at](std::size_t i) {
      return std::uint64_t{static_cast<unsigned char>(at[i])};
    };
    word = byte(0) | byte(size / 2) << 8 | byte(size - 1) << 16;
  }
  return static_cast<std::uint32_t>(mix(hash, word));
}

/// Where a name of this hash is looked for first in a table of `slots`, a power of two from 2 on:
/// the high bits, since the low ones know nothing of the last bytes (`example.de`, `example.fr`).
[[nodiscard]] constexpr std::uint32_t slot_of(std::uint32_t hash, std::size_t slots) noexcept {
  return hash >> (32 - std::countr_zero(slots));
}

}  // namespace urilint
