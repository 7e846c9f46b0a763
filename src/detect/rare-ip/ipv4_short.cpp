// Two or three numbers where a host stands.
#include "detect/rare-ip/common.hpp"

namespace urilint::detect {

void detect_ipv4_short(const Subject& subject, Sink& sink) noexcept {
  const Ipv4Reading* reading = address_spelt(subject, Ipv4Spelling::short_form);
  if (reading == nullptr) return;
  sink.emit({.component = Component::host,
             .primary = subject.span(Component::host),
             .args = {Address::v4(reading->address), subject.host().address_class,
                      std::int64_t{reading->parts}}});
}

}  // namespace urilint::detect
