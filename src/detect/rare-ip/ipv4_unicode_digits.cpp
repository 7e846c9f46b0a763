// Digits, letters or full stops beyond ASCII in an address; the first stretch of them is marked.
#include <algorithm>

#include "detect/rare-ip/common.hpp"

namespace urilint::detect {
namespace {

constexpr bool is_ascii(char c) noexcept { return static_cast<unsigned char>(c) < 0x80; }

// Empty where percent-encoding hides them as well.
UriSpan first_beyond_ascii(const Subject& subject) noexcept {
  const UriSpan host = subject.span(Component::host);
  const std::string_view text = subject.view(host);
  const auto begin = std::find_if_not(text.begin(), text.end(), is_ascii);
  const auto end = std::find_if(begin, text.end(), is_ascii);
  return {host.begin + static_cast<Off>(begin - text.begin()),
          host.begin + static_cast<Off>(end - text.begin())};
}

}  // namespace

void detect_ipv4_unicode_digits(const Subject& subject, Sink& sink) noexcept {
  const Ipv4Reading* reading = address_spelt(subject, Ipv4Spelling::unicode_digits);
  if (reading == nullptr) return;
  const Address address = Address::v4(reading->address);
  const Mark part{first_beyond_ascii(subject), Role::secondary, "beyond ASCII"};
  sink.emit({.component = Component::host,
             .primary = subject.span(Component::host),
             .args = {address, class_of(address)},
             .address = address,
             .more = std::span(&part, part.span.empty() ? 0U : 1U)});
}

}  // namespace urilint::detect
