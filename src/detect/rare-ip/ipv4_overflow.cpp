// Numbers that do not fit into an address, and the address that is left of them if every number
// loses the bits that do not fit.
#include <algorithm>

#include "detect/rare-ip/common.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace {

// The number modulo 2^32: multiplication and addition keep it, so no length is too much.
std::uint32_t wrapped_number(std::string_view part) noexcept {
  const bool zero = part.size() > 1 && part[0] == '0';
  const bool hex = zero && to_lower(part[1]) == 'x';
  const std::uint32_t base = hex ? 16 : zero ? 8 : 10;
  std::uint32_t value = 0;
  for (const char c : part.substr(hex ? 2 : 0)) value = value * base + bytes::hex_value(c);
  return value;
}

std::uint32_t wrapped_address(std::string_view host, std::uint8_t parts) noexcept {
  std::uint32_t address = 0;
  for (unsigned i = 0; i < parts; ++i) {
    const std::size_t dot = std::min(host.find('.'), host.size());
    const std::uint32_t value = wrapped_number(host.substr(0, dot));
    const bool last = i + 1U == parts;
    address |= last ? value & (0xffffffffU >> (8 * i)) : (value & 0xffU) << (24 - 8 * i);
    host.remove_prefix(std::min(dot + 1, host.size()));
  }
  return address;
}

}  // namespace

void detect_ipv4_overflow(const Subject& subject, Sink& sink) noexcept {
  const Ipv4Reading& reading = subject.host().ipv4;
  if (reading.status != Ipv4Status::overflow || !has_network_host(subject)) return;
  // Behind a bare `//` a long number is an id or a date.
  if (reading.parts < 4 && !subject.parts.has(Component::scheme)) return;
  const bool plain =
      !reading.spelt(Ipv4Spelling::pct_encoded) && !reading.spelt(Ipv4Spelling::unicode_digits);
  const UriSpan host = subject.span(Component::host);
  if (!plain) {
    sink.emit({.component = Component::host, .primary = host, .variant = "too-large"});
    return;
  }
  const Address left = Address::v4(wrapped_address(subject.view(host), reading.parts));
  sink.emit({.component = Component::host,
             .primary = host,
             .args = {left, class_of(left)},
             .variant = "wraps"});
}

}  // namespace urilint::detect
