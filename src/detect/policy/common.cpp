// The readings are computed only where the signals say that they may differ.
#include "detect/policy/common.hpp"

#include "detect/common/browser_host.hpp"
#include "detect/rare-ip/common.hpp"
#include "interpret/agreement.hpp"

namespace urilint::detect {
namespace policy_common {

// A reference without scheme stands on some page; its host must not be taken for the reference's.
constexpr std::string_view kPage = "http://page.invalid/";
constexpr std::string_view kPageHost = "page.invalid";

// `/\d+` is an expression to people, and a host to browsers.
bool is_plausible_name(std::string_view host) noexcept {
  return host.find('.') != std::string_view::npos || host.find('[') != std::string_view::npos;
}

bool has_hole_before_path(const Subject& subject) noexcept {
  return subject.has_hole(Component::scheme) || subject.has_hole(Component::userinfo) ||
         subject.has_hole(Component::host) || subject.has_hole(Component::port) ||
         subject.has_hole(Component::authority);
}

std::optional<Address> judged_address(const Ipv6Reading& reading) noexcept {
  if (!reading.valid) return std::nullopt;
  return reading.inside == Ipv4Inside::mapped ? Address::v4(reading.ipv4) : reading.address;
}

}  // namespace policy_common

bool is_beyond_policy(const Subject& subject) noexcept {
  for (const Subject* at = &subject; at != nullptr; at = at->outer) {
    if (at->identifier) return true;
  }
  return subject.parts.has(Component::scheme) && !has_network_host(subject);
}

bool may_have_authority(const UriParts& parts) noexcept {
  return parts.has(Signal::authority_present) || parts.has(Signal::scheme_only) ||
         parts.has(Signal::authority_backslash);
}

std::optional<WhatwgUrl> browsers_reading(const Subject& subject) {
  using namespace policy_common;
  const UriParts& parts = subject.parts;
  if (!readings_may_differ(parts) || has_hole_before_path(subject)) return std::nullopt;
  if (subject.span(Component::host).size() > kMostHostBytes &&
      browser_host(subject).size() > kMostHostBytes) {
    return std::nullopt;
  }
  std::optional<WhatwgUrl> url;
  if (parts.has(Component::scheme)) {
    url = parse_whatwg(subject.text).url;
  } else {
    const std::optional<WhatwgUrl> page = parse_whatwg(kPage).url;
    url = parse_whatwg(subject.text, page ? &*page : nullptr).url;
    if (url && url->host && *url->host == kPageHost) return std::nullopt;
    const bool plausible = url && url->host && is_plausible_name(*url->host);
    if (!parts.has(Component::authority) && !plausible) return std::nullopt;
  }
  return url && url->host && !url->host->empty() ? url : std::nullopt;
}

bool hole_ends_authority(const Subject& subject) noexcept {
  const Off end = subject.span(Component::authority).end;
  for (const UriSpan hole : subject.holes) {
    if (hole.begin < end && hole.end >= end) return true;
  }
  return false;
}

OwnedHost::OwnedHost(std::string canonical) : name_(std::move(canonical)) {
  if (name_.starts_with('[')) {
    const Ipv6Reading reading = read_ipv6(std::string_view(name_).substr(1, name_.size() - 2));
    address_ = policy_common::judged_address(reading);
    const bool other =
        reading.valid && reading.inside != Ipv4Inside::none && reading.inside != Ipv4Inside::mapped;
    if (other) inside_ = Address::v4(reading.ipv4);
    return;
  }
  const Ipv4Reading reading = read_ipv4(name_);
  if (reading.status == Ipv4Status::address) address_ = Address::v4(reading.address);
}

OwnedHost::OwnedHost(const Address& address) noexcept : address_(address) {}

PolicyHost OwnedHost::view() const noexcept {
  if (address_) return {{}, address_, inside_};
  return {name_};
}

}  // namespace urilint::detect
