// A number is an address only where a host stands. Behind a bare `//` it may be a version or an
// id, so there it must be large and lead to a place that is not public.
#include "detect/rare-ip/common.hpp"

#include "tables/no-host-schemes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

// Every address from here on has a first byte, so no small number and no `0.1.2` is one.
constexpr std::uint32_t kFirstByteSet = 0x01000000;

}  // namespace

bool is_plausible(const Subject& subject, const Ipv4Reading& reading) noexcept {
  if (subject.parts.has(Component::scheme)) return has_network_host(subject);
  if (reading.parts == 4) return true;
  return reading.address >= kFirstByteSet && !is_global(Address::v4(reading.address));
}

bool has_network_host(const Subject& subject) noexcept {
  const std::string_view scheme = subject.view(Component::scheme);
  return find_row(tables::kNoHostSchemes, tables::kNoHostSchemesIndex, hash_lower(scheme), scheme,
                  [](const tables::NoHostSchemesRow& row) { return row.scheme; }) == nullptr;
}

const Ipv4Reading* address_spelt(const Subject& subject, Ipv4Spelling how) noexcept {
  const Ipv4Reading& reading = subject.host().ipv4;
  if (reading.status != Ipv4Status::address || !reading.spelt(how)) return nullptr;
  return is_plausible(subject, reading) ? &reading : nullptr;
}

bool has_plausible_address(const Subject& subject) noexcept {
  const HostFacts& facts = subject.host();
  if (!facts.has_address) return false;
  if (facts.ipv4.status == Ipv4Status::address) return is_plausible(subject, facts.ipv4);
  return has_network_host(subject);
}

UriSpan address_as_written(const Subject& subject) noexcept {
  UriSpan span = subject.span(Component::host);
  if (subject.host().ipv6.valid && !subject.parts.has(Signal::host_brackets)) {
    span.end = subject.span(Component::authority).end;
  }
  return span;
}

UriSpan odd_part(const Subject& subject) noexcept {
  const Ipv4Reading& reading = subject.host().ipv4;
  const Off host = subject.span(Component::host).begin;
  if (reading.parts < 2) return {};
  return {host + reading.odd.begin, host + reading.odd.end};
}

}  // namespace urilint::detect
