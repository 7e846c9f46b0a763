// Skeletons of the host's endings and labels against those of the user's list; what differs is
// marked.
#include <optional>

#include "engine/detector.hpp"

namespace urilint::detect {

void detect_idn_protected_name(const Subject& subject, Sink& sink) noexcept {
  if (subject.protected_names == nullptr || subject.has_hole(Component::host)) return;
  if (!subject.parts.has(Component::host)) return;
  const UriSpan host = subject.span(Component::host);
  const std::optional<ProtectedMatch> match =
      subject.protected_names->find(subject.view(Component::host));
  if (!match) return;
  const UriSpan span{match->span.begin + host.begin, match->span.end + host.begin};
  const UriSpan differs{match->differs.begin + host.begin, match->differs.end + host.begin};
  sink.emit({.component = Component::host,
             .primary = span,
             .related = {{differs, Role::secondary, "written otherwise"}},
             .args = {match->name},
             .variant = match->label_only ? "label" : "name"});
}

}  // namespace urilint::detect
