// Raw `.` and `..` in the path of a URI that has a scheme or an authority. Of a path that leaves
// its root a stronger rule speaks, whichever of its dots lead there.
#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"

namespace urilint::detect {

void detect_dot_segment_present(const Subject& subject, Sink& sink) noexcept {
  const UriParts& parts = subject.parts;
  if (shares_outer_bytes(subject) || !has_segments(subject)) return;
  if (!parts.has(Component::scheme) && !parts.has(Component::authority)) return;
  // `sqlite:///./a.db`: behind an empty host of its own scheme the path may be a relative one.
  if (parts.has(Signal::host_empty) && !parts.has(Signal::scheme_special)) return;
  MarkList parent(subject);
  MarkList current(subject);
  if (subject.has_hole(Component::path)) return;  // it may hold segments, or none
  std::int64_t depth = -1;  // the empty segment before the first slash is none
  bool above_root = false;
  for_each_segment(subject, [&](UriSpan segment) {
    const std::string_view text = subject.view(segment);
    if (text == "..") {
      above_root = above_root || depth == 0;
      --depth;
      parent.add(segment);
    } else if (text == ".") {
      current.add(segment);
    } else {
      ++depth;
    }
  });
  if (above_root) return;
  if (!parent.empty()) return parent.emit(sink, "parent");
  current.emit(sink, "current");
}

}  // namespace urilint::detect
