// Reads the violations of the parser, and the places where a reader left such bytes out. The body
// of `data:` and `javascript:` may be wrapped; in a nested URI only a tab in the authority is a
// fact that nobody else tells.
#include <algorithm>

#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"

namespace urilint::detect {
namespace char_tab_newline {

bool is_new_in_nested(const Subject& subject, const Violation& violation) noexcept {
  const std::string_view text = subject.view(violation.span);
  return violation.component <= Component::port &&
         std::all_of(text.begin(), text.end(), [](char c) { return c == '\t'; });
}

// The bytes on both sides of what was left out, which are those that it parted. In path and query a
// document may just have wrapped its line.
void judge_left_out(const Subject& subject, Sink& sink) noexcept {
  const Off name_end = subject.parts.path_begin;
  MarkList before_path(subject);
  MarkList behind(subject);
  for (const Off place : subject.left_out) {
    (place < name_end ? before_path : behind).add({place - 1, place + 1});
  }
  before_path.emit(sink, "left-out");
  if (before_path.empty() && !has_body(subject)) behind.emit(sink, "wrapped");
}

}  // namespace char_tab_newline

void detect_char_tab_newline(const Subject& subject, Sink& sink) noexcept {
  using namespace char_tab_newline;
  if (shares_outer_bytes(subject)) return;
  if (!subject.left_out.empty()) return judge_left_out(subject, sink);
  MarkList marks(subject);
  for (const Violation& violation : subject.violations()) {
    if (violation.code != ViolationCode::char_tab_newline) continue;
    if (subject.depth > 0 && !is_new_in_nested(subject, violation)) continue;
    marks.add(violation.span);
  }
  marks.emit(sink, has_body(subject) ? "body" : "inside");
}

}  // namespace urilint::detect
