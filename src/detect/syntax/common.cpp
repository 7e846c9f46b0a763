// Facts that decide between rules: whichever of them speaks, the others ask here and are silent.
#include "detect/syntax/common.hpp"

#include <algorithm>

#include "uri/bytes.hpp"

namespace urilint::detect {

bool reads_as_bare_ipv6(const Subject& subject) noexcept {
  if (subject.parts.host_kind != HostKind::malformed || subject.parts.has(Signal::host_brackets) ||
      subject.has_hole(Component::authority)) {
    return false;
  }
  if (subject.host().ipv6.valid) return true;
  // Two colons in a row and nothing but an address could hold: badly written, yet no port.
  const std::string_view text = subject.view(host_and_port(subject));
  return text.find("::") != std::string_view::npos &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return bytes::is_hex(c) || c == ':' || c == '.'; });
}

bool is_scheme_doubled(const Subject& subject) noexcept {
  const UriParts& parts = subject.parts;
  if (!parts.has(Signal::host_single_label) || subject.has_hole(Component::host)) return false;
  const auto* inner = scheme_row(subject.view(Component::host));
  if (inner == nullptr || subject.has_hole(Component::port)) return false;
  const bool colon = parts.has(Component::port);
  const bool no_port = subject.view(Component::port).empty();
  const bool slashes = subject.view(Component::path).starts_with("//");
  if (colon && no_port && slashes) return true;
  // A service may be called `redis` and a user `ftp`; none is called `https`.
  if (!inner->special || inner->scheme == "ftp" || inner->scheme == "file") return false;
  return colon ? no_port || parts.has(Signal::port_bad) : slashes;
}

}  // namespace urilint::detect
