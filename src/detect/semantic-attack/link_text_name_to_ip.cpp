// A name in the text, an address in any spelling in the target. Devices of the own network are
// reached by both.
#include <algorithm>

#include "detect/semantic-attack/link_text.hpp"
#include "urilint/host.hpp"

namespace urilint::detect {
namespace {

constexpr std::string_view kNear[] = {
    "private-use",          "loopback",   "link-local", "unique-local",
    "shared-address-space", "site-local", "this-host"};

Address address_of(const std::string& canonical) noexcept {
  if (canonical.front() != '[') return Address::v4(read_ipv4(canonical).address);
  return read_ipv6(std::string_view(canonical).substr(1, canonical.size() - 2)).address;
}

}  // namespace

void detect_link_text_name_to_ip(const Subject& subject, Sink& sink) noexcept {
  if (subject.shown == nullptr) return;
  const NamedHost* const named = named_host(*subject.shown);
  const std::optional<LinkTarget> target = link_target(subject);
  if (named == nullptr || !target || !target->is_address) return;
  const Address address = address_of(target->name);
  // A text that shows any address says so itself.
  for (const NamedHost& host : subject.shown->hosts) {
    if (host.name.front() == '[' || read_ipv4(host.name).status == Ipv4Status::address) return;
  }
  if (agreement(subject, *target) == Agreement::same) return;
  const std::string_view kind = class_of(address);
  const bool near = std::find(std::begin(kNear), std::end(kNear), kind) != std::end(kNear);
  sink.emit({.component = Component::link_text,
             .primary = target->host,
             .related = {{named->host, Role::link_text, "the text of the link"}},
             .args = {ShownSpan{named->host}, address},
             .variant = near ? "near" : "public",
             .address = address});
}

}  // namespace urilint::detect
