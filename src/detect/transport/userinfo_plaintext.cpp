// A user name with something behind its colon, on a scheme of data/cleartext-schemes.tsv. Where the
// password is literal, the rules about passwords speak and carry the transport as a mark.
#include "detect/transport/common.hpp"

namespace urilint::detect {
namespace {

bool is_anonymous_login(std::string_view user) noexcept {
  return equals_lower(user, "anonymous") || equals_lower(user, "ftp");
}

// `redis`, `db`: a container or a machine of the own network.
bool is_own_network(const Subject& subject) noexcept {
  return subject.parts.has(Signal::host_single_label) && !subject.host().has_address;
}

bool is_literal(const Subject& subject, UriSpan password) noexcept {
  for (const SecretFact& fact : subject.secrets()) {
    if (fact.value.overlaps(password)) return fact.masked();
  }
  return false;
}

}  // namespace

void detect_userinfo_plaintext(const Subject& subject, Sink& sink) noexcept {
  const UriSpan host = subject.span(Component::host);
  if (!subject.parts.has(Component::userinfo) || host.empty()) return;
  const UriSpan userinfo = subject.span(Component::userinfo);
  const std::size_t colon = subject.view(userinfo).find(':');
  if (colon == std::string_view::npos || userinfo.begin + colon + 1 == userinfo.end) return;
  const auto* row = cleartext_row(subject);
  if (row == nullptr || !row->login || subject.has_hole(Component::scheme)) return;
  if (is_anonymous_login(subject.view(userinfo).substr(0, colon))) return;
  if (subject.touches_hole(host) || is_loopback(subject) || is_own_network(subject)) return;
  const UriSpan password{userinfo.begin + static_cast<Off>(colon) + 1, userinfo.end};
  sink.emit({.component = Component::userinfo,
             .primary = userinfo,
             .related = {{subject.span(Component::scheme), Role::secondary, "not encrypted"},
                         {host, Role::secondary, "the host"}},
             .args = {row->instead},
             .variant = is_literal(subject, password) ? "literal" : "hidden",
             .certain_despite_hole = true});
}

}  // namespace urilint::detect
