// The zone behind an IPv6 address that is right but for it: the host is `[`, address, zone, `]`.
#include "detect/rare-ip/common.hpp"

namespace urilint::detect {

void detect_ipv6_zone_id(const Subject& subject, Sink& sink) noexcept {
  if (!subject.parts.has(Signal::host_brackets)) return;
  const Ipv6Reading& reading = subject.host().ipv6;
  const UriSpan host = subject.span(Component::host);
  const std::string_view text = subject.view(host);
  if (!reading.valid || reading.zone.empty() || text.front() != '[' ||
      text.find(']') != text.size() - 1) {
    return;
  }
  const UriSpan zone{host.begin + 1 + reading.zone.begin, host.begin + 1 + reading.zone.end};
  const UriSpan address{host.begin + 1, zone.begin};
  sink.emit({.component = Component::host,
             .primary = zone,
             .related = {{address, Role::secondary, "the address"}},
             .args = {address},
             .address = reading.address});
}

}  // namespace urilint::detect
