// The host is the name of a scheme and what follows is what follows a scheme.
#include "detect/common/mark_list.hpp"
#include "detect/syntax/common.hpp"

namespace urilint::detect {

void detect_scheme_doubled(const Subject& subject, Sink& sink) noexcept {
  if (!is_scheme_doubled(subject)) return;
  MarkList marks(subject);
  marks.add(subject.span(Component::host));
  marks.emit(sink, {});
}

}  // namespace urilint::detect
