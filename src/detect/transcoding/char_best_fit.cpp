// Reads the text decoded once, character by character. A look-alike counts only beside a dot, a
// backslash or another look-alike of one: prices and titles have it alone.
#include <algorithm>
#include <iterator>

#include "detect/common/code_points.hpp"
#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"
#include "tables/best-fit-delimiters.hpp"

namespace urilint::detect {
namespace char_best_fit {

const tables::BestFitDelimitersRow* row_of(std::uint32_t point) noexcept {
  if (point < 0x80) return nullptr;
  const auto* const end = std::end(tables::kBestFitDelimiters);
  const auto* const row = std::lower_bound(
      std::begin(tables::kBestFitDelimiters), end, point,
      [](const tables::BestFitDelimitersRow& r, std::uint32_t value) { return r.point < value; });
  return row != end && row->point == point ? row : nullptr;
}

struct Finder {
  const Subject& subject;
  MarkList marks{subject};
  std::string_view becomes{};                            // what the first mark turns into
  const tables::BestFitDelimitersRow* before = nullptr;  // of the character before
  UriSpan before_span{};
  bool before_told = false;
  bool before_is_path = false;  // it is a dot or a slash, or becomes one; a raw `/` stands anywhere

  void mark(const tables::BestFitDelimitersRow& row, UriSpan span) noexcept {
    if (marks.empty()) becomes = row.becomes;
    marks.add(span);
  }

  void character(const DecodedPoint& point, UriSpan span) noexcept {
    const auto* const row = point.valid ? row_of(point.value) : nullptr;
    const bool is_path =
        row != nullptr ? row->kind == "path" : point.value == '.' || point.value == '\\';
    if (before != nullptr && !before_told && is_path) mark(*before, before_span);
    before_told = row != nullptr && before_is_path;
    if (before_told) mark(*row, span);
    before = row;
    before_span = span;
    before_is_path = is_path;
  }
};

}  // namespace char_best_fit

void detect_char_best_fit(const Subject& subject, Sink& sink) noexcept {
  if (shares_outer_bytes(subject) || has_body(subject)) return;
  char_best_fit::Finder finder{subject};
  const std::string_view text = subject.text;
  for (Off at = subject.parts.path_begin; at < text.size();) {
    const DecodedPoint point = point_at(text, at, 1);
    finder.character(point, {at, point.end});
    at = point.end;
  }
  finder.marks.emit(sink, {}, {finder.becomes});
}

}  // namespace urilint::detect
