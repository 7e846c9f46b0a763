// `https` in the text, `http` in the target, the same site.
#include <algorithm>

#include "detect/semantic-attack/link_text.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {

void detect_link_text_scheme_downgrade(const Subject& subject, Sink& sink) noexcept {
  if (subject.shown == nullptr) return;
  if (!equals_lower(subject.view(Component::scheme), "http")) return;
  const std::optional<LinkTarget> target = link_target(subject);
  if (!target) return;
  const NamedHost* secure = nullptr;
  for (const NamedHost& host : subject.shown->hosts) {
    if (host.site != target->site || host.by != NamedBy::url) continue;
    if (host.http) return;
    if (host.https && secure == nullptr) secure = &host;
  }
  if (secure == nullptr) return;
  sink.emit({.component = Component::link_text,
             .primary = subject.span(Component::scheme),
             .related = {{secure->host, Role::link_text, "the text of the link"}},
             .args = {ShownSpan{secure->host}}});
}

}  // namespace urilint::detect
