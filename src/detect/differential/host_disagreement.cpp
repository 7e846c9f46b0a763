// Computed, not recognised: the host of RFC 3986 and that of browsers, compared as names to look
// up. Rules that know why they differ silence this one.
#include <algorithm>

#include "detect/common/browser_host.hpp"
#include "detect/differential/readings.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace host_disagreement {

std::string_view variant_of(HostVerdict verdict) noexcept {
  if (verdict == HostVerdict::two_hosts) return "two-hosts";
  return verdict == HostVerdict::browsers_only ? "browsers-only" : "browsers-refuse";
}

// Encoded ASCII is what host-pct-encoded warns of, whatever browsers make of it.
bool has_encoded_ascii(std::string_view host) noexcept {
  for (std::size_t at = host.find('%'); at < host.size(); at = host.find('%', at + 1)) {
    const int octet = bytes::pct_byte(host.data() + at, host.size() - at);
    if (octet >= 0 && octet < 0x80) return true;
  }
  return false;
}

}  // namespace host_disagreement

void detect_host_disagreement(const Subject& subject, Sink& sink) noexcept {
  const HostVerdict verdict = compare_readings(subject).host;
  if (verdict == HostVerdict::same) return;
  const UriSpan host = subject.span(Component::host);
  if (host_disagreement::has_encoded_ascii(subject.view(host))) return;
  const UriSpan browsers = browser_host(subject);
  const Off end = std::max(subject.span(Component::authority).end, browsers.end);
  const bool has_host = !host.empty() && verdict != HostVerdict::browsers_only;
  const Mark readings[] = {
      {has_host ? host : browsers, Role::reading,
       has_host ? "RFC 3986 and most libraries" : "browsers"},
      {browsers, Role::reading, "browsers"},
  };
  const std::size_t count = verdict == HostVerdict::two_hosts ? 2 : 1;
  sink.emit(
      {.component = subject.parts.has(Component::authority) ? Component::authority : Component::uri,
       .primary = {0, end},
       .args = {host, browsers},
       .variant = host_disagreement::variant_of(verdict),
       .more = std::span(readings, count)});
}

}  // namespace urilint::detect
