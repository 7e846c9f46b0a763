// Characters without a shape, and those that turn the order of others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "tables/default-ignorable.hpp"

namespace urilint::detect {

/// Marks, embeddings, overrides and isolates of the Unicode Bidirectional Algorithm.
[[nodiscard]] constexpr bool is_bidi_control(std::uint32_t code) noexcept {
  return code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

/// `data/default-ignorable.tsv`.
[[nodiscard]] inline bool is_default_ignorable(std::uint32_t code) noexcept {
  const auto* const after = std::upper_bound(
      std::begin(tables::kDefaultIgnorable), std::end(tables::kDefaultIgnorable), code,
      [](std::uint32_t value, const auto& run) { return value < run.first; });
  if (after == std::begin(tables::kDefaultIgnorable)) return false;
  return code - std::prev(after)->first < std::prev(after)->count;
}

}  // namespace urilint::detect
