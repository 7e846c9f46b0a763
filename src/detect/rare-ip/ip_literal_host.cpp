// An address in its usual form; odd spellings and odd targets have rules of their own.
#include "detect/rare-ip/common.hpp"

namespace urilint::detect {

void detect_ip_literal_host(const Subject& subject, Sink& sink) noexcept {
  if (!subject.parts.has(Signal::host_numeric) && !subject.parts.has(Signal::host_brackets)) return;
  const HostFacts& facts = subject.host();
  if (!facts.has_address || !has_plausible_address(subject)) return;
  sink.emit({.component = Component::host,
             .primary = subject.span(Component::host),
             .args = {facts.address, facts.address_class},
             .address = facts.address});
}

}  // namespace urilint::detect
