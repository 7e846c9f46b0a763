// One number where a host stands.
#include "detect/rare-ip/common.hpp"

namespace urilint::detect {

void detect_ipv4_dotless(const Subject& subject, Sink& sink) noexcept {
  const Ipv4Reading* reading = address_spelt(subject, Ipv4Spelling::dotless);
  if (reading == nullptr) return;
  const Address address = Address::v4(reading->address);
  sink.emit({.component = Component::host,
             .primary = subject.span(Component::host),
             .args = {address, class_of(address)},
             .address = address});
}

}  // namespace urilint::detect
