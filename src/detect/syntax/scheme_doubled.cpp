// The host is the name of a scheme and what follows is what follows a scheme.
#include "detect/common/mark_list.hpp"
#include "detect/syntax/common.hpp"

namespace urilint::detect {

void detect_scheme_doubled(const Subject& subject, Sink& sink) noexcept {
  if (!is_scheme_doubled(subject)) return;
  MarkList marks(subject);
  // The colon belongs to the second scheme.
  const Off colon = subject.parts.has(Component::port) ? 1 : 0;
  marks.add({subject.span(Component::host).begin, subject.parts.host_end + colon});
  marks.emit(sink, {});
}

}  // namespace urilint::detect
