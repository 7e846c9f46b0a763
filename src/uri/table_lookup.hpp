// Looks a name up in a generated table (tools/tablec): open addressing by `slot_of` its
// `hash_lower`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "uri/hash.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// True if `text` with ASCII letters lowered is `lower`.
[[nodiscard]] constexpr bool equals_lower(std::string_view text, std::string_view lower) noexcept {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (to_lower(text[i]) != lower[i]) return false;
  }
  return true;
}

/// The row whose first column equals `key` but for ASCII letter case, or null. `key_of(row)` gives
/// the first column; `hash` is `hash_lower(key)`.
template <typename Row, std::size_t kRows, std::size_t kSlots, typename KeyOf>
[[nodiscard]] constexpr const Row* find_row(const Row (&rows)[kRows],
                                            const std::uint16_t (&index)[kSlots],
                                            std::uint32_t hash, std::string_view key,
                                            KeyOf key_of) noexcept {
  for (std::size_t slot = slot_of(hash, kSlots); index[slot] != 0;
       slot = (slot + 1) & (kSlots - 1)) {
    const Row& row = rows[index[slot] - 1];
    if (equals_lower(key, key_of(row))) return &row;
  }
  return nullptr;
}

}  // namespace urilint
