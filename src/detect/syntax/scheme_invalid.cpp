// Text before a colon is a broken scheme only if it was meant as one: an authority follows, or what
// remains without the wrong characters is a known scheme. Else it is a segment that holds a colon.
#include <algorithm>
#include <array>

#include "detect/common/mark_list.hpp"
#include "detect/syntax/common.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace scheme_invalid {

// True if the scheme without the characters that no scheme holds is one of data/schemes.tsv.
bool is_known_when_cleaned(std::string_view scheme) noexcept {
  std::array<char, 24> clean;
  std::size_t size = 0;
  for (const char c : scheme) {
    const bool dropped = (bytes::class_of(c) & bytes::kNotScheme) != 0 ||
                         (size == 0 && (bytes::class_of(c) & bytes::kAlpha) == 0);
    if (dropped) continue;
    if (size == clean.size()) return false;
    clean[size++] = c;
  }
  return size > 0 && scheme_row(std::string_view(clean.data(), size)) != nullptr;
}

// `http[s]`, `http(s)`: how people write two schemes in one.
bool is_notation(std::string_view scheme) noexcept {
  return (bytes::class_of(scheme[0]) & bytes::kAlpha) != 0 &&
         std::all_of(scheme.begin(), scheme.end(),
                     [](char c) {
                       return (bytes::class_of(c) & bytes::kNotScheme) == 0 || c == '[' ||
                              c == ']' || c == '(' || c == ')';
                     }) &&
         is_known_when_cleaned(scheme);
}

void judge_empty(const Subject& subject, Sink& sink) noexcept {
  MarkList marks(subject);
  marks.add({0, 1});
  marks.emit(sink, subject.text.starts_with("://") ? "empty" : "segment");
}

}  // namespace scheme_invalid

void detect_scheme_invalid(const Subject& subject, Sink& sink) noexcept {
  using namespace scheme_invalid;
  if (!subject.parts.has(Component::scheme)) {
    if (subject.text.starts_with(":")) judge_empty(subject, sink);
    return;
  }
  MarkList grammar(subject);
  MarkList any(subject);
  bool first = false;
  for (const Violation& violation : subject.violations()) {
    if (violation.component != Component::scheme) break;
    switch (violation.code) {
      case ViolationCode::scheme_first_char:
        if (any.empty()) first = true;
        [[fallthrough]];
      case ViolationCode::scheme_char:
        grammar.add(violation.span);
        any.add(violation.span);
        break;
      case ViolationCode::char_space:
      case ViolationCode::char_control:
        any.add(violation.span);
        break;
      default:
        break;
    }
  }
  const bool is_meant = !subject.has_hole(Component::scheme) &&
                        (subject.parts.has(Component::authority) ||
                         is_known_when_cleaned(subject.view(Component::scheme)));
  if (is_meant) {
    const bool is_short = !first && is_notation(subject.view(Component::scheme));
    any.emit(sink, first ? "first" : is_short ? "notation" : "character");
  } else {
    grammar.emit(sink, "segment");
  }
}

}  // namespace urilint::detect
