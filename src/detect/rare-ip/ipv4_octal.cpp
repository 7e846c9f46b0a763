// Leading zeros in an address: both readings are said where they differ.
#include "detect/rare-ip/common.hpp"

namespace urilint::detect {

void detect_ipv4_octal(const Subject& subject, Sink& sink) noexcept {
  const Ipv4Reading* reading = address_spelt(subject, Ipv4Spelling::octal);
  if (reading == nullptr) return;
  // With hexadecimal parts as well, the odd part may be one of those.
  const bool sure = !reading->spelt(Ipv4Spelling::hex);
  const Mark part{odd_part(subject), Role::secondary, "leading zero"};
  const Address octal = Address::v4(reading->address);
  const Address decimal = Address::v4(reading->decimal.value_or(reading->address));
  sink.emit({.component = Component::host,
             .primary = subject.span(Component::host),
             .args = {octal, class_of(octal), decimal, class_of(decimal)},
             .variant = reading->decimal ? "two-addresses" : "one-address",
             .address = octal,
             .more = std::span(&part, sure && !part.span.empty() ? 1U : 0U)});
}

}  // namespace urilint::detect
