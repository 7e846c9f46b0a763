// Says what the nesting found: the original itself is judged as a URI inside this one.
#include "engine/detector.hpp"
#include "engine/wrappers.hpp"

namespace urilint::detect {

void detect_link_wrapper(const Subject& subject, Sink& sink) noexcept {
  const std::optional<WrappedLink> link = wrapped_link(subject.parts);
  if (!link || link->by != WrappedBy::gateway) return;
  const UriSpan host = subject.span(Component::host);
  if (link->opaque) {
    return sink.emit({.component = Component::host,
                      .primary = host,
                      .args = {link->service},
                      .variant = "opaque"});
  }
  sink.emit({.component = Component::host,
             .primary = host,
             .related = {Mark{link->span, Role::nested, "the original link"}},
             .args = {link->service},
             .variant = "readable"});
}

}  // namespace urilint::detect
