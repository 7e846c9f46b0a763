// A reference that looks like a path. `//package:target` and `//package/part` are labels of build
// systems: their first part has no dot.
#include "detect/semantic-attack/common.hpp"

namespace urilint::detect {

void detect_network_path_reference(const Subject& subject, Sink& sink) noexcept {
  const UriParts& parts = subject.parts;
  if (parts.has(Component::scheme) || !parts.has(Component::authority)) return;
  if (parts.has(Signal::port_bad) || subject.has_hole(Component::authority)) return;
  const UriSpan host = subject.span(Component::host);
  const HostLook look = look_at_host(subject.view(host), host.begin);
  if (look.shape == HostShape::none || look.head.begin != host.begin) return;
  sink.emit({.component = Component::authority, .primary = {0, parts.path_begin}, .args = {host}});
}

}  // namespace urilint::detect
