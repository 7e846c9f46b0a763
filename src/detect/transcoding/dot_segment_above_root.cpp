// Counts as RFC 3986 5.2.4 does: each segment puts one on the output, each `..` takes one away. A
// `..` that finds the output empty reaches above the root. Only raw dots; the rest has own rules.
#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"

namespace urilint::detect {

void detect_dot_segment_above_root(const Subject& subject, Sink& sink) noexcept {
  const PathKind kind = subject.parts.path_kind;
  if (kind != PathKind::abempty && kind != PathKind::absolute) return;
  // `sqlite:///../a.db`: behind an empty host of its own scheme the path may be a relative one.
  if (subject.parts.has(Signal::host_empty) && !subject.parts.has(Signal::scheme_special)) return;
  // `${BASE}` may bring segments of its own, wherever it stands.
  if (subject.has_hole(Component::authority) || subject.has_hole(Component::path)) return;
  MarkList marks(subject);
  std::size_t depth = 0;
  bool first = true;  // what stands before the first slash is no segment
  Off above_end = 0;
  for_each_segment(subject, [&](UriSpan segment) {
    const std::string_view text = subject.view(segment);
    if (first) {
      first = false;
    } else if (text == "..") {
      if (depth > 0) {
        --depth;
        return;
      }
      const bool follows = !marks.empty() && above_end + 1 == segment.begin;
      marks.add({follows ? above_end : segment.begin, segment.end});
      above_end = segment.end;
    } else if (text != ".") {
      ++depth;
    }
  });
  const bool has_base =
      subject.parts.has(Component::authority) || subject.parts.has(Component::scheme);
  marks.emit(sink, has_base ? "absolute" : "relative");
}

}  // namespace urilint::detect
