// The ways to split. All of them give the same parts for the same text.
#pragma once

#include "urilint/uri.hpp"

namespace urilint {

/// Byte by byte, on every machine.
[[nodiscard]] UriParts split_bytes(std::string_view text) noexcept;

/// Texts shorter than this are split byte by byte.
inline constexpr std::size_t kMasksFrom = 8;
/// Whether the processor has what `split_masks` needs (AVX2, BMI, POPCNT).
[[nodiscard]] bool has_masks() noexcept;
/// By bit masks of 64 bytes each; `has_masks()` and at least `kMasksFrom` bytes are required. Reads
/// no byte outside `text`.
[[nodiscard]] UriParts split_masks(std::string_view text) noexcept;

}  // namespace urilint
