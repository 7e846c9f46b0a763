// A link that stays on the service's own site is none of its business; what is inside is judged as
// a URI inside this one.
#include "engine/detector.hpp"
#include "engine/link_text.hpp"
#include "engine/wrappers.hpp"
#include "urilint/names.hpp"

namespace urilint::detect {
namespace link_redirector {

std::string site(const Subject& subject) {
  const auto name = canonical_host(subject.view(Component::host));
  return name ? site_of(*name) : std::string();
}

bool leads_elsewhere(const Subject& subject, const WrappedLink& link) {
  for (const Subject::Inner& inner : subject.inner()) {
    if (inner.slice == link.span) return site(*inner.subject) != site(subject);
  }
  return false;
}

}  // namespace link_redirector

void detect_link_redirector(const Subject& subject, Sink& sink) noexcept {
  const std::optional<WrappedLink> link = wrapped_link(subject.parts);
  if (!link || link->by != WrappedBy::redirector) return;
  const UriSpan host = subject.span(Component::host);
  if (link->opaque) {
    return sink.emit({.component = Component::host,
                      .primary = host,
                      .args = {link->service},
                      .variant = "opaque"});
  }
  if (!link_redirector::leads_elsewhere(subject, *link)) return;
  sink.emit({.component = Component::host,
             .primary = host,
             .related = {Mark{link->span, Role::nested, "where it leads"}},
             .args = {link->service},
             .variant = "readable"});
}

}  // namespace urilint::detect
