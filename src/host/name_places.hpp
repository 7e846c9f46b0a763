// Signs that are right or wrong by what stands beside them: kana, strokes, combining marks.
#pragma once

#include <span>
#include <string_view>

#include "host/name_chars.hpp"

namespace urilint {

enum class Place : std::uint8_t {
  right,
  misplaced,  ///< among letters of a script that it does not belong to
  delimiter,  ///< there it passes for a delimiter
  hidden,     ///< a mark that hides in a letter without its dot
};

/// How the character at `at` stands in its label.
[[nodiscard]] Place place_of(std::span<const NameChar> label, std::size_t at) noexcept;

}  // namespace urilint
