// Decodes once and reads what triplets stand for as UTF-8. Raw bytes outside ASCII have rules of
// their own, but may complete a character that a triplet began.
#include "detect/common/code_points.hpp"
#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"

namespace urilint::detect {

void detect_utf8_invalid(const Subject& subject, Sink& sink) noexcept {
  // The body of `data:` is bytes, its charset a parameter.
  if (shares_outer_bytes(subject) || has_body(subject)) return;
  MarkList marks(subject);
  const std::string_view text = subject.text;
  std::size_t at = text.find('%');
  while (at != std::string_view::npos) {
    const DecodedPoint point = point_at(text, static_cast<Off>(at), 1);
    if (!point.valid) marks.add({static_cast<Off>(at), point.end});
    at = text.find('%', point.end);
  }
  marks.emit(sink, {});
}

}  // namespace urilint::detect
