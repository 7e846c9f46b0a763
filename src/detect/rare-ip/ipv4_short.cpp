// Two or three numbers where a host stands.
#include "detect/rare-ip/common.hpp"

namespace urilint::detect {

void detect_ipv4_short(const Subject& subject, Sink& sink) noexcept {
  const Ipv4Reading* reading = address_spelt(subject, Ipv4Spelling::short_form);
  if (reading == nullptr) return;
  const Address address = Address::v4(reading->address);
  sink.emit({.component = Component::host,
             .primary = subject.span(Component::host),
             .args = {address, class_of(address), std::int64_t{reading->parts}},
             .address = address});
}

}  // namespace urilint::detect
