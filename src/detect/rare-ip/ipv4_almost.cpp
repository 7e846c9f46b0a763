// A host whose last label is a number though the whole is no address: what browsers refuse.
#include "detect/rare-ip/common.hpp"

namespace urilint::detect {

void detect_ipv4_almost(const Subject& subject, Sink& sink) noexcept {
  // Behind a bare `//` such a text is a version or a date.
  if (!subject.parts.has(Component::scheme) || !has_network_host(subject)) return;
  if (subject.host().ipv4.status != Ipv4Status::almost) return;
  sink.emit({.component = Component::host, .primary = subject.span(Component::host)});
}

}  // namespace urilint::detect
