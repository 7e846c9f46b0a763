// A segment that is `.` or `..`, encoded or not, up to a semicolon: servlet containers cut the
// parameter off after the proxy in front has matched the path.
#include "detect/common/mark_list.hpp"
#include "detect/common/octets.hpp"
#include "detect/common/scope.hpp"

namespace urilint::detect {
namespace dot_segment_parameter {

bool is_dots_and_parameter(std::string_view text, UriSpan segment) noexcept {
  int dots = 0;
  for (Off at = segment.begin; at < segment.end;) {
    if (text[at] == ';') return dots == 1 || dots == 2;
    const Octet octet = octet_at(text, at, 1);
    if (octet.byte != '.' || ++dots > 2) return false;
    at = octet.end;
  }
  return false;
}

}  // namespace dot_segment_parameter

void detect_dot_segment_parameter(const Subject& subject, Sink& sink) noexcept {
  if (shares_outer_bytes(subject) || !has_segments(subject)) return;
  MarkList marks(subject);
  for_each_segment(subject, [&](UriSpan segment) {
    const std::string_view text = subject.text.substr(0, segment.end);
    if (dot_segment_parameter::is_dots_and_parameter(text, segment)) marks.add(segment);
  });
  marks.emit(sink, {});
}

}  // namespace urilint::detect
