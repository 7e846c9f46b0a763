// A line of source with its number, marks under it and labels under the marks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/paint.hpp"
#include "report/record.hpp"

namespace urilint {

/// Views a valid UTF-8 text. Marks are bytes into it; the first is the primary one.
struct MarkedLine {
  std::string_view text;
  std::optional<std::uint64_t> number;
  bool cut_before = false;
  bool cut_after = false;
  std::vector<Snippet::Range> marks;
};

/// What surrounds the drawing.
struct DrawStyle {
  Painter paint;
  Ink primary = Ink::error;
  std::size_t width = 100;  ///< columns; a longer line is trimmed around its marks
};

/// The width of the gutter that `line` needs, without the bar.
[[nodiscard]] std::size_t gutter_of(const MarkedLine& line) noexcept;

/// Appends the drawing, one or more whole lines. Everything in it is escaped. `^^^^` stands under
/// the primary mark, `----` under others; where others are parts of the primary one, it is `~~^^~~`
/// with `^` under the parts.
void draw(const MarkedLine& line, const DrawStyle& style, std::string& out);

/// Half-open byte range of a text that is shown.
struct Shown {
  std::size_t begin = 0;
  std::size_t end = 0;
};
/// At most `limit` bytes of `text`, on character boundaries: `hull` with as much around it as fits
/// or, if it does not fit, the beginning of `focus`.
[[nodiscard]] Shown shown_part(std::string_view text, PrintedSpan focus, PrintedSpan hull,
                               std::size_t limit) noexcept;
/// That part for `span`, escaped (a closed edge must follow), with `…` where something is left out.
[[nodiscard]] std::string excerpt(std::string_view text, PrintedSpan span, std::size_t limit);

}  // namespace urilint
