// Where a URI ends (RFC 3986 appendix C): delimiters, brackets in balance, punctuation of prose.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "find/chars.hpp"
#include "find/holes.hpp"
#include "urilint/uri.hpp"

namespace urilint::find {

/// How the text around a URI is to be read.
struct Surroundings {
  bool literals = true;  ///< the text may hold string literals: `\n`, `\"` and the like are escapes
  bool whole_value = false;  ///< the end of the text is a delimiter
  bool blanks = false;       ///< a URI at the beginning of the text goes on behind a blank
};

struct Extent {
  std::size_t end = 0;
  bool escaped = false;  ///< in a string literal, and holds escapes that must be decoded first
};

/// The end of the URI that begins at `begin` and whose scheme ends before `body`. Holes found on
/// the way are appended to `found` (offsets from `begin`) if `holes` is given.
[[nodiscard]] Extent uri_extent(std::string_view text, std::size_t begin, std::size_t body,
                                Surroundings around, HoleScanner* holes,
                                std::vector<UriSpan>& found);

/// The end of a script or data URI that stands directly in quotes: the closing quote. 0 if it does
/// not stand in quotes that close on the same line.
[[nodiscard]] std::size_t quoted_end(std::string_view text, std::size_t begin) noexcept;

/// True if a quote of this kind seems to be open at `begin` on its line.
[[nodiscard]] bool is_inside(std::string_view text, std::size_t begin, char quote) noexcept;

/// What `is_placeholder` asks where the first byte may begin one.
[[nodiscard]] bool is_placeholder_by_shape(std::string_view rest) noexcept;

/// True if only dots or an ellipsis, or a regular expression, stands where the host should be.
[[nodiscard]] inline bool is_placeholder(std::string_view rest) noexcept {
  static constexpr ByteSet kFirst{".\xe2[(\\"};
  return !rest.empty() && kFirst.has(rest[0]) && is_placeholder_by_shape(rest);
}

}  // namespace urilint::find
