// A number with `0x` before it in an address; which one is said where there are several.
#include "detect/rare-ip/common.hpp"

namespace urilint::detect {

void detect_ipv4_hex(const Subject& subject, Sink& sink) noexcept {
  const Ipv4Reading* reading = address_spelt(subject, Ipv4Spelling::hex);
  if (reading == nullptr) return;
  // With octal parts as well, the odd part may be one of those.
  const bool sure = !reading->spelt(Ipv4Spelling::octal);
  const Mark part{odd_part(subject), Role::secondary, "hexadecimal"};
  const Address address = Address::v4(reading->address);
  sink.emit({.component = Component::host,
             .primary = subject.span(Component::host),
             .args = {address, class_of(address)},
             .address = address,
             .more = std::span(&part, sure && !part.span.empty() ? 1U : 0U)});
}

}  // namespace urilint::detect
