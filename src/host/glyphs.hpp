// What IDNA processing makes of the code points that an address may be disguised with.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace urilint {

/// Up to three ASCII characters: digits, hexadecimal letters, `x` or `.`.
struct Glyph {
  std::array<char, 3> ascii{};
  std::uint8_t size = 0;  ///< 0: the code point is deleted
  [[nodiscard]] std::string_view view() const noexcept { return {ascii.data(), size}; }
};

/// What stands for a code point beyond ASCII (`data/ipv4-glyphs.tsv`), or nothing.
[[nodiscard]] std::optional<Glyph> glyph_of(char32_t code) noexcept;

}  // namespace urilint
