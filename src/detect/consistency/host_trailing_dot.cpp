// Text extraction may have taken the full stop of a sentence along: something must follow the host.
#include "engine/detector.hpp"

namespace urilint::detect {

void detect_host_trailing_dot(const Subject& subject, Sink& sink) noexcept {
  const UriSpan host = subject.span(Component::host);
  if (!subject.parts.has(Signal::host_trailing_dot)) return;
  if (host.size() < 2 || host.end == subject.text.size()) return;
  // Two dots are an empty label.
  if (subject.text[host.end - 2] == '.' || subject.has_hole(Component::host)) return;
  sink.emit({.component = Component::host, .primary = {host.end - 1, host.end}});
}

}  // namespace urilint::detect
