// A protected name, or a label such as `com` with a name before it, left of what the public suffix
// list says was registered. Content networks and the like are left out by name.
#include <algorithm>

#include "detect/common/host_labels.hpp"
#include "engine/host_depth.hpp"
#include "tables/customer-hosts.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

// Endings that stand for a whole name to most readers. The second kind is also the name of a
// department or a government's second level below a country.
constexpr std::string_view kWellKnown[] = {"com", "net", "org"};
constexpr std::string_view kWellKnownGeneric[] = {"gov", "edu"};

template <std::size_t kCount>
bool is_one_of(std::string_view label, const std::string_view (&words)[kCount]) noexcept {
  return std::any_of(std::begin(words), std::end(words),
                     [label](std::string_view word) { return equals_lower(label, word); });
}

bool is_customer_host(std::string_view domain) noexcept {
  return find_row(tables::kCustomerHosts, tables::kCustomerHostsIndex, hash_lower(domain), domain,
                  [](const tables::CustomerHostsRow& row) { return row.domain; }) != nullptr;
}

// The label that ends a name to the eye, or nothing.
std::optional<std::size_t> decoy_ending(const Subject& subject, const HostLabels& labels) noexcept {
  const bool country = labels.view().back().size() == 2;
  for (std::size_t i = labels.count - 2; i > 0; --i) {
    const std::string_view label = subject.view(labels.spans[i]);
    const std::string_view before = subject.view(labels.spans[i - 1]);
    const bool known =
        is_one_of(label, kWellKnown) || (!country && is_one_of(label, kWellKnownGeneric));
    if (!known || before.size() <= 1 || equals_lower(before, "www")) continue;
    // No domain is registered behind the last label but one: `example.com.au` asks nobody, and
    // `example.com.example.com.au` is asked about its first `com`.
    if (i + 2 < labels.count) return i;
  }
  return std::nullopt;
}

void emit_ending(const Subject& subject, Sink& sink) {
  if (!has_ending_inside(subject.view(Component::host), subject.parts.labels)) return;
  const HostLabels labels = host_labels(subject);
  const auto ending = decoy_ending(subject, labels);
  if (!ending) return;
  const std::optional<UriSpan> domain = registrable_span(subject);
  const UriSpan decoy{labels.spans[0].begin, labels.spans[*ending].end};
  if (!domain || domain->begin <= decoy.end || is_customer_host(subject.view(*domain))) return;
  sink.emit({.component = Component::host,
             .primary = decoy,
             .related = {{*domain, Role::secondary, "the domain"}},
             .args = {*domain},
             .variant = "ending"});
}

bool emit_protected(const Subject& subject, Sink& sink) {
  if (subject.protected_names == nullptr) return false;
  const UriSpan host = subject.span(Component::host);
  const auto found = subject.protected_names->find_inside(subject.view(host));
  const std::optional<UriSpan> domain = found ? registrable_span(subject) : std::nullopt;
  if (!domain) return false;
  const UriSpan decoy{found->span.begin + host.begin, found->span.end + host.begin};
  if (domain->begin <= decoy.end || is_customer_host(subject.view(*domain))) return false;
  sink.emit({.component = Component::host,
             .primary = decoy,
             .related = {{*domain, Role::secondary, "the domain"}},
             .args = {*domain},
             .variant = "protected"});
  return true;
}

}  // namespace

void detect_host_deceptive_subdomain(const Subject& subject, Sink& sink) noexcept {
  if (!is_plain_name(subject)) return;
  if (!emit_protected(subject, sink)) emit_ending(subject, sink);
}

}  // namespace urilint::detect
