// A special scheme without `//`: a path to RFC 3986, a host to browsers.
#include "detect/common/browser_host.hpp"

namespace urilint::detect {

void detect_scheme_missing_slashes(const Subject& subject, Sink& sink) noexcept {
  // Backslashes instead of slashes are for authority-backslash.
  if (!subject.parts.has(Signal::scheme_only) || subject.parts.has(Signal::authority_backslash)) {
    return;
  }
  const UriSpan host = browser_host(subject);
  if (host.empty() || subject.touches_hole(host)) return;
  const Mark read{host, Role::reading, "browsers read this as the host"};
  const UriSpan start{0, subject.parts.scheme_end + 1};
  const bool slash = subject.text[start.end] == '/';
  sink.emit({.component = Component::scheme,
             .primary = {0, start.end + (slash ? 1U : 0U)},
             .args = {host},
             .more = std::span(&read, 1)});
}

}  // namespace urilint::detect
