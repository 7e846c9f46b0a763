// More than two slashes behind a special scheme: an empty host to RFC 3986, none to browsers, which
// skip them all.
#include "detect/common/browser_host.hpp"

namespace urilint::detect {

void detect_scheme_extra_slashes(const Subject& subject, Sink& sink) noexcept {
  const UriParts& parts = subject.parts;
  if (!parts.has(Signal::host_empty) || !parts.has(Component::scheme)) return;
  // A userinfo or port without a host makes an authority that browsers refuse.
  if (parts.has(Component::userinfo) || parts.has(Component::port)) return;
  const UriSpan host = browser_host(subject);
  if (host.empty() || subject.touches_hole({0, host.end})) return;
  Off slashes = parts.scheme_end + 1;
  while (is_either_slash(subject.text[slashes])) ++slashes;
  const Mark read{host, Role::reading, "browsers read this as the host"};
  sink.emit({.component = Component::authority,
             .primary = {0, slashes},
             .args = {host},
             .more = std::span(&read, 1)});
}

}  // namespace urilint::detect
