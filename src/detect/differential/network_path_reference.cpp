// `//host/path`: a reference that looks like a path. `//package:target` and comments are none.
#include "detect/semantic-attack/common.hpp"

namespace urilint::detect {

void detect_network_path_reference(const Subject& subject, Sink& sink) noexcept {
  const UriParts& parts = subject.parts;
  if (parts.has(Component::scheme) || !parts.has(Component::authority)) return;
  if (parts.has(Signal::port_bad) || subject.has_hole(Component::authority)) return;
  const UriSpan host = subject.span(Component::host);
  const HostLook look = look_at_host(subject.view(host), host.begin);
  if (look.shape == HostShape::none || look.head.begin != host.begin) return;
  // A path that was doubled by mistake has a file's name or a folder's here.
  if (look.shape == HostShape::unknown || look.shape == HostShape::word) {
    if (parts.labels < 3 && !look.www) return;
  }
  sink.emit({.component = Component::authority, .primary = {0, parts.path_begin}, .args = {host}});
}

}  // namespace urilint::detect
