// The IPv4 address inside an IPv6 address is what a packet reaches in the end, so its class counts.
#include "detect/rare-ip/common.hpp"

namespace urilint::detect {
namespace {

std::string_view words_for(Ipv4Inside inside) noexcept {
  switch (inside) {
    case Ipv4Inside::mapped:
      return "IPv4-mapped";
    case Ipv4Inside::compatible:
      return "IPv4-compatible";
    case Ipv4Inside::nat64:
    case Ipv4Inside::nat64_local:
      return "NAT64";
    case Ipv4Inside::sixto4:
      return "6to4";
    case Ipv4Inside::teredo:
      return "Teredo";
    case Ipv4Inside::none:
      break;
  }
  return "";
}

// Networks without IPv4 of their own reach public hosts through such addresses every day.
bool is_transition(const Ipv6Reading& reading) noexcept {
  return reading.inside != Ipv4Inside::mapped && reading.inside != Ipv4Inside::compatible &&
         is_global(Address::v4(reading.ipv4));
}

}  // namespace

void detect_ipv6_embeds_ipv4(const Subject& subject, Sink& sink) noexcept {
  const Ipv6Reading& reading = subject.host().ipv6;
  if (!reading.valid || reading.inside == Ipv4Inside::none) return;
  const Address inner = Address::v4(reading.ipv4);
  sink.emit({.component = Component::host,
             .primary = address_as_written(subject),
             .args = {inner, class_of(inner), words_for(reading.inside)},
             .variant = is_transition(reading) ? "transition" : "hidden",
             .address = inner});
}

}  // namespace urilint::detect
