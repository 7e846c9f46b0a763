// IPvFuture as the grammar has it; brackets that hold something else are for ip-literal-malformed.
#include "detect/rare-ip/common.hpp"

namespace urilint::detect {

void detect_ipvfuture_literal(const Subject& subject, Sink& sink) noexcept {
  if (subject.parts.host_kind != HostKind::ipvfuture || subject.has_hole(Component::host)) return;
  sink.emit({.component = Component::host, .primary = subject.span(Component::host)});
}

}  // namespace urilint::detect
