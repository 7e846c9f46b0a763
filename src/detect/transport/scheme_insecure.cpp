// One look-up of the scheme; names that only look like links, and machines that talk to themselves,
// are left out.
#include "detect/transport/common.hpp"
#include "tables/namespace-hosts.hpp"

namespace urilint::detect {
namespace {

// `http://www.w3.org/2000/svg` is a name.
bool is_namespace(const Subject& subject) noexcept {
  const auto* row = find_row(tables::kNamespaceHosts, tables::kNamespaceHostsIndex,
                             subject.parts.host_hash, subject.view(Component::host),
                             [](const tables::NamespaceHostsRow& r) { return r.host; });
  return row != nullptr && subject.view(Component::path).starts_with(row->path);
}

// Onion services are encrypted by their network, and have no certificates.
bool is_onion(std::string_view host) noexcept {
  constexpr std::string_view kOnion = ".onion";
  return host.size() > kOnion.size() &&
         equals_lower(host.substr(host.size() - kOnion.size()), kOnion);
}

}  // namespace

void detect_scheme_insecure(const Subject& subject, Sink& sink) noexcept {
  if (subject.identifier) return;  // `xmlns:a="http://…"`
  if (subject.parts.has(Signal::host_empty) || !subject.parts.has(Component::authority)) return;
  const auto* row = cleartext_row(subject);
  if (row == nullptr || subject.has_hole(Component::scheme)) return;
  if (subject.touches_hole(subject.span(Component::host))) return;
  if (is_loopback(subject) || is_namespace(subject) || is_onion(subject.view(Component::host))) {
    return;
  }
  sink.emit({.component = Component::scheme,
             .primary = subject.span(Component::scheme),
             .args = {row->instead}});
}

}  // namespace urilint::detect
