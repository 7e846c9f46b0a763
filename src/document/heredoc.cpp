// Goes from line to line; a body that is found is read by the caller and not searched again.
#include "document/heredoc.hpp"

#include <algorithm>

#include "document/chars.hpp"

namespace urilint::reading {
namespace {

constexpr std::size_t kLongestName = 64;

}  // namespace

std::optional<HeredocMark> heredoc_mark(std::string_view text, std::size_t i) noexcept {
  if (text.substr(i, 2) != "<<" || at(text, i + 2) == '<') return std::nullopt;
  HeredocMark mark;
  i += 2;
  mark.indented = at(text, i) == '-';
  if (mark.indented) ++i;
  const std::size_t blanks = std::min(text.size(), i + 8);
  while (i < blanks && is_blank(text[i])) ++i;
  const char quote = at(text, i);
  const bool quoted = quote == '"' || quote == '\'';
  if (quoted || quote == '\\') ++i;
  const std::size_t begin = i;
  if (!is_alpha(at(text, i)) && at(text, i) != '_') return std::nullopt;
  const std::size_t limit = std::min(text.size(), begin + kLongestName);
  while (i < limit && (is_alnum(text[i]) || text[i] == '_' || text[i] == '-' || text[i] == '.'))
    ++i;
  mark.name = text.substr(begin, i - begin);
  if (quoted && at(text, i) != quote) return std::nullopt;
  mark.next = quoted ? i + 1 : i;
  // `<<https://…` is no mark.
  const char behind = at(text, mark.next);
  const bool ends = mark.next >= text.size() || is_space(behind) ||
                    std::string_view(";|&<>()").find(behind) != std::string_view::npos;
  if (!ends) return std::nullopt;
  return mark;
}

std::optional<HeredocBody> HeredocSearch::body(std::size_t begin, const HeredocMark& mark) {
  if (begin > text_.size() || text_.size() - begin > budget_) return std::nullopt;
  for (std::size_t line = begin; line < text_.size();) {
    const std::size_t end = line_end(text_, line);
    std::size_t name = line;
    while (mark.indented && name < end && is_blank(text_[name])) ++name;
    if (text_.substr(name, end - name) == mark.name) return HeredocBody{line, end};
    line = behind_line_end(text_, end);
  }
  budget_ -= text_.size() - begin;
  return std::nullopt;
}

}  // namespace urilint::reading
