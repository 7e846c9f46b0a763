// Facts about one URI, computed at first use and kept in the scratch of the thread.
#include "engine/subject.hpp"

#include <algorithm>

namespace urilint {
namespace {

std::string_view inside_brackets(std::string_view host) noexcept {
  const std::size_t open = host.find('[');
  const std::size_t close = host.rfind(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  return host.substr(open + 1, close - open - 1);
}

HostFacts compute_host(const Subject& subject) noexcept {
  HostFacts facts;
  if (!subject.parts.has(Component::host) || subject.has_hole(Component::host)) return facts;
  const std::string_view host = subject.view(Component::host);
  if (host.size() > kMostHostBytes) return facts;
  if (subject.parts.has(Signal::host_brackets)) {
    facts.ipv6 = read_ipv6(inside_brackets(host));
    facts.has_address = facts.ipv6.valid;
    facts.address = facts.ipv6.address;
  } else {
    facts.ipv4 = read_ipv4(host);
    facts.has_address = facts.ipv4.status == Ipv4Status::address;
    if (facts.has_address) facts.address = Address::v4(facts.ipv4.address);
    if (!facts.has_address && subject.parts.has(Signal::host_odd) &&
        subject.parts.host_kind == HostKind::malformed) {
      // An IPv6 address without its brackets: what the writer meant, port or not.
      const UriSpan authority = subject.span(Component::authority);
      const UriSpan bare{subject.span(Component::host).begin, authority.end};
      facts.ipv6 = read_ipv6(subject.view(bare));
      facts.has_address = facts.ipv6.valid;
      facts.address = facts.ipv6.address;
    }
  }
  if (facts.has_address) {
    facts.address_class = class_of(facts.address);
    facts.metadata = metadata_service(facts.address);
    if (facts.metadata == nullptr && facts.ipv6.valid && facts.ipv6.inside != Ipv4Inside::none) {
      facts.metadata = metadata_service(Address::v4(facts.ipv6.ipv4));
    }
  } else if (facts.ipv4.status == Ipv4Status::name) {
    facts.metadata = metadata_service(host);
  }
  return facts;
}

}  // namespace

const HostFacts& Subject::host() const noexcept {
  if (!cache->host_known) {
    cache->host = compute_host(*this);
    cache->used = cache->host_known = true;
  }
  return cache->host;
}

std::span<const NameIssue> Subject::name_issues() const noexcept {
  NameFacts& name = cache->name;
  if (!cache->name_known) {
    cache->used = cache->name_known = true;
    name.issues.clear();
    // Letters of ASCII that spell no A-label have no issue.
    constexpr std::uint64_t kBeyond =
        bit(Signal::host_non_ascii) | bit(Signal::host_pct) | bit(Signal::host_xn);
    const bool beyond = (static_cast<std::uint64_t>(parts.signals) & kBeyond) != 0;
    const bool is_name = beyond && !parts.has(Signal::host_brackets);
    // Disguised addresses have rules of their own.
    const bool fits = view(Component::host).size() <= kMostHostBytes;
    if (is_name && fits && !has_hole(Component::host) && host().ipv4.status == Ipv4Status::name) {
      examine_name(view(Component::host), name);
    }
    const Off begin = urilint::span_of(parts, Component::host).begin;
    for (NameIssue& issue : name.issues) {
      issue.span = {issue.span.begin + begin, issue.span.end + begin};
      issue.label = {issue.label.begin + begin, issue.label.end + begin};
    }
  }
  return name.issues;
}

std::span<const Violation> Subject::violations() const noexcept {
  if (!cache->violations_known) {
    cache->violations_total = urilint::violations(parts, cache->violations, holes);
    cache->used = cache->violations_known = true;
  }
  const std::size_t count = std::min(cache->violations_total, cache->violations.size());
  return std::span<const Violation>(cache->violations).first(count);
}

std::span<const Subject::Inner> Subject::inner() const noexcept { return cache->inner; }

std::span<const SecretFact> Subject::secrets() const noexcept { return cache->secrets; }

bool Subject::touches_hole(UriSpan span) const noexcept {
  for (const UriSpan hole : holes) {
    if (hole.overlaps(span)) return true;
  }
  return false;
}

}  // namespace urilint
