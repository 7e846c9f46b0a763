// The shown part of the line is escaped once, with places; marks become columns by the display
// width of the escaped text before them. Labels follow the marks, the last one on their line.
#include "report/marked_line.hpp"

#include <algorithm>

#include "report/escape.hpp"
#include "report/utf8.hpp"

namespace urilint {
namespace {

constexpr std::string_view kEllipsis = "\xe2\x80\xa6";
constexpr std::size_t kLeastShown = 40;  // bytes, however narrow the terminal is

struct Placed {
  std::size_t column = 0;
  std::size_t width = 1;
  bool primary = false;
  std::string label;
};

PrintedSpan clamp(PrintedSpan span, std::size_t size) noexcept {
  const auto end = std::min<std::uint64_t>(span.end, size);
  return {std::min<std::uint64_t>(span.begin, end), end};
}

PrintedSpan hull_of(const std::vector<Snippet::Range>& marks, std::size_t size) noexcept {
  PrintedSpan hull = clamp(marks.front().span, size);
  for (const auto& mark : marks) {
    const PrintedSpan span = clamp(mark.span, size);
    hull = {std::min(hull.begin, span.begin), std::max(hull.end, span.end)};
  }
  return hull;
}

std::size_t to_begin(std::string_view text, std::size_t offset) noexcept {
  while (offset > 0 && offset < text.size() && is_continuation(text[offset])) --offset;
  return offset;
}

std::string gutter(const MarkedLine& line, const DrawStyle& style, std::string_view number) {
  std::string out(gutter_of(line) - number.size(), ' ');
  return style.paint(Ink::frame, out.append(number).append(" |"));
}

/// True if `mark` is a part of the primary mark and not the whole of it.
bool is_part(const Placed& mark, const Placed& primary) noexcept {
  return !mark.primary && mark.width < primary.width && mark.column >= primary.column &&
         mark.column + mark.width <= primary.column + primary.width;
}

void fill(std::string& row, const Placed& mark, char c) {
  row.resize(std::max(row.size(), mark.column + mark.width), ' ');
  std::fill_n(row.begin() + static_cast<std::ptrdiff_t>(mark.column), mark.width, c);
}

/// `----` for marks outside of the primary one, which covers them; `^^^^` for the primary one or,
/// where marks are parts of it, `~~^^~`.
std::string row_of_marks(const std::vector<Placed>& placed) {
  const Placed& primary = placed.front();
  const auto part = [&primary](const Placed& mark) { return is_part(mark, primary); };
  const bool parts = std::any_of(placed.begin(), placed.end(), part);
  std::string row;
  for (const Placed& mark : placed) fill(row, mark, '-');
  fill(row, primary, parts ? '~' : '^');
  for (const Placed& mark : placed) {
    if (part(mark)) fill(row, mark, '^');
  }
  return row;
}

void draw_marks(const std::vector<Placed>& placed, const DrawStyle& style, std::string& out) {
  const std::string row = row_of_marks(placed);
  for (std::size_t i = 0; i < row.size();) {
    const std::size_t end = std::min(row.find_first_not_of(row[i], i), row.size());
    const Ink ink = row[i] == ' ' ? Ink::plain : row[i] == '-' ? Ink::frame : style.primary;
    out += style.paint(ink, std::string_view(row).substr(i, end - i));
    i = end;
  }
}

Ink ink_of_label(const Placed& mark, const DrawStyle& style) noexcept {
  return mark.primary ? style.primary : Ink::frame;
}

/// Labels below the marks, the rightmost first, each hanging from a bar.
void draw_labels(const std::vector<const Placed*>& labels, std::string_view margin,
                 const DrawStyle& style, std::string& out) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    std::string row;
    for (std::size_t k = labels.size() - 1; k > i; --k) {
      if (labels[k]->column >= labels[i]->column) continue;
      row.resize(std::max(row.size(), labels[k]->column), ' ');
      if (row.size() == labels[k]->column) row += '|';
    }
    row.resize(std::max(row.size(), labels[i]->column), ' ');
    out.append(margin).append(style.paint(Ink::frame, row));
    out.append(style.paint(ink_of_label(*labels[i], style), labels[i]->label)) += '\n';
  }
}

std::vector<const Placed*> labelled(const std::vector<Placed>& placed) {
  std::vector<const Placed*> labels;
  for (const Placed& mark : placed) {
    if (!mark.label.empty()) labels.push_back(&mark);
  }
  std::stable_sort(labels.begin(), labels.end(),
                   [](const Placed* a, const Placed* b) { return a->column > b->column; });
  return labels;
}

/// True if nothing is marked to the right of where the label would begin.
bool fits_beside(const Placed& label, const std::vector<Placed>& placed) noexcept {
  return std::all_of(placed.begin(), placed.end(), [&label](const Placed& mark) {
    return mark.column + mark.width <= label.column + label.width;
  });
}

std::size_t limit_of(const MarkedLine& line, const DrawStyle& style) noexcept {
  const std::size_t frame = gutter_of(line) + 5;  // The bar, blanks, an ellipsis on each side.
  return std::max(style.width, kLeastShown + frame) - frame;
}

/// The shown part of a line, escaped, and where its bytes are printed.
class Escaped {
 public:
  Escaped(const MarkedLine& line, const DrawStyle& style) : limit_(limit_of(line, style)) {
    const bool marked = !line.marks.empty();
    shown_ = shown_part(line.text, marked ? line.marks.front().span : PrintedSpan{},
                        marked ? hull_of(line.marks, line.text.size()) : PrintedSpan{}, limit_);
    escaped_ = escape_with_places(line.text.substr(shown_.begin, shown_.end - shown_.begin));
    cut_before_ = line.cut_before || shown_.begin > 0;
    cut_after_ = line.cut_after || shown_.end < line.text.size();
  }

  [[nodiscard]] std::string text() const {
    std::string out(cut_before_ ? kEllipsis : "");
    return out.append(escaped_.text).append(cut_after_ ? kEllipsis : "");
  }
  /// The column of a byte of the line; of the nearest shown one if it is left out.
  [[nodiscard]] std::size_t column_of(std::uint64_t offset) const {
    const std::size_t inside =
        std::clamp(static_cast<std::size_t>(offset), shown_.begin, shown_.end) - shown_.begin;
    const auto before = std::string_view(escaped_.text).substr(0, escaped_.at[inside]);
    return display_width(before) + (cut_before_ ? 1U : 0U);
  }
  [[nodiscard]] bool shows(PrintedSpan span) const noexcept {
    return span.end >= shown_.begin && span.begin <= shown_.end;
  }
  [[nodiscard]] std::size_t limit() const noexcept { return limit_; }

 private:
  std::size_t limit_;
  Shown shown_;
  EscapedText escaped_;
  bool cut_before_ = false;
  bool cut_after_ = false;
};

/// The marks that are shown; the first is the primary one and always is.
std::vector<Placed> place(const MarkedLine& line, const Escaped& escaped) {
  std::vector<Placed> placed;
  for (const Snippet::Range& mark : line.marks) {
    const PrintedSpan span = clamp(mark.span, line.text.size());
    if (!placed.empty() && !escaped.shows(span)) continue;
    const std::size_t begin = escaped.column_of(span.begin);
    placed.push_back({.column = begin,
                      .width = std::max<std::size_t>(escaped.column_of(span.end) - begin, 1),
                      .primary = placed.empty(),
                      .label = escape_for_log(mark.label, Edge::closed)});
  }
  return placed;
}

/// Labels whose marks are in the part that was left out.
void tell_outside(const MarkedLine& line, const Escaped& escaped, const DrawStyle& style,
                  std::string& out) {
  for (std::size_t i = 1; i < line.marks.size(); ++i) {
    const Snippet::Range& mark = line.marks[i];
    const PrintedSpan span = clamp(mark.span, line.text.size());
    if (mark.label.empty() || escaped.shows(span)) continue;
    const auto text = line.text.substr(static_cast<std::size_t>(span.begin),
                                       static_cast<std::size_t>(span.end - span.begin));
    out.append(gutter_of(line) + 1, ' ').append(style.paint(Ink::frame, "= "));
    out.append(style.paint(Ink::strong, "note")).append(": ");
    out.append(escape_for_log(mark.label)).append(" is `");
    out.append(excerpt(text, {}, escaped.limit())).append("`\n");
  }
}

}  // namespace

std::size_t gutter_of(const MarkedLine& line) noexcept {
  return line.number ? std::to_string(*line.number).size() : 1;
}

Shown shown_part(std::string_view text, PrintedSpan focus, PrintedSpan hull,
                 std::size_t limit) noexcept {
  if (text.size() <= limit) return {0, text.size()};
  focus = clamp(focus, text.size());
  hull = clamp(hull, text.size());
  const PrintedSpan kept = hull.end - hull.begin <= limit ? hull : focus;
  const std::size_t size = static_cast<std::size_t>(kept.end - kept.begin);
  const std::size_t before = size < limit ? (limit - size) / 2 : std::size_t{0};
  std::size_t begin = static_cast<std::size_t>(kept.begin);
  begin -= std::min(begin, before);
  begin = std::min(begin, text.size() - limit);
  const std::size_t end = to_begin(text, begin + limit);
  while (begin < end && is_continuation(text[begin])) ++begin;
  return {begin, end};
}

std::string excerpt(std::string_view text, PrintedSpan span, std::size_t limit) {
  const Shown shown = shown_part(text, span, span, limit);
  std::string out(shown.begin > 0 ? kEllipsis : "");
  out += escape_for_log(text.substr(shown.begin, shown.end - shown.begin), Edge::closed);
  if (shown.end < text.size()) out += kEllipsis;
  return out;
}

void draw(const MarkedLine& line, const DrawStyle& style, std::string& out) {
  const Escaped escaped(line, style);
  const std::string margin = gutter(line, style, "") + " ";
  out.append(gutter(line, style, "")) += '\n';
  out += gutter(line, style, line.number ? std::to_string(*line.number) : "");
  out.append(" ").append(escaped.text()) += '\n';
  if (line.marks.empty()) return;

  const std::vector<Placed> placed = place(line, escaped);
  std::vector<const Placed*> labels = labelled(placed);
  out += margin;
  draw_marks(placed, style, out);
  if (!labels.empty() && fits_beside(*labels.front(), placed)) {
    out += " " + style.paint(ink_of_label(*labels.front(), style), labels.front()->label);
    labels.erase(labels.begin());
  }
  out += '\n';
  draw_labels(labels, margin, style, out);
  tell_outside(line, escaped, style, out);
}

}  // namespace urilint
