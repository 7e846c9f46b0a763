// URIs inside string escapes: `https:\/\/example.com\/a\u0026b`, `https\://example.com`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "document/document.hpp"

namespace urilint::find {

/// A decoded stretch of a text; `end` is where the stretch ends there.
struct Unescaped {
  std::string bytes;
  SourceMap map;
  std::size_t end = 0;
  Layer layer = Layer::json;
};

/// Where an escaped `//` stands behind `colon` (`\/\/`, `\/` `/`, `\u002f`): its end, or 0.
[[nodiscard]] std::size_t escaped_slashes(std::string_view text, std::size_t colon) noexcept;

/// Decodes string escapes from `begin` (whose byte before, if any, is taken along, so that the
/// finder sees the quote) through the delimiter that ends the literal. A space before `through` is
/// none.
[[nodiscard]] Unescaped unescape_literal(std::string_view text, std::size_t begin,
                                         std::size_t through = 0);

/// Decodes backslashes before punctuation (shell words, keys of properties files).
[[nodiscard]] Unescaped unescape_word(std::string_view text, std::size_t begin);

}  // namespace urilint::find
