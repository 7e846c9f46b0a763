// A delimiter that ends the authority, or seems to, and right behind it an `@` and a second host.
#include <algorithm>

#include "detect/semantic-attack/common.hpp"

namespace urilint::detect {
namespace authority_decoy {

// Where the `@` stands behind a `#`, `?` or `;` that follows the authority at once; nothing else
// may be between.
bool is_decoy(std::string_view text, Off at) noexcept {
  return at + 1 < text.size() && (text[at] == '#' || text[at] == '?') && text[at + 1] == '@';
}

UriSpan host_behind(std::string_view text, Off begin) noexcept {
  const std::size_t end = text.find_first_of("/\\?#@:", begin);
  return {begin, static_cast<Off>(std::min(end, text.size()))};
}

bool is_host_shaped(const Subject& subject, UriSpan span) noexcept {
  const HostLook look = look_at_host(subject.view(span), span.begin);
  return look.shape != HostShape::none && look.head == span;
}

void emit(const Subject& subject, Off delimiter, UriSpan shown, UriSpan other, Sink& sink) {
  const Mark marks[] = {{shown, Role::secondary, "one host"},
                        {other, Role::secondary, "the other host"}};
  sink.emit({.component = component_at(subject.parts, delimiter + 1),
             .primary = {delimiter, delimiter + 2},
             .args = {shown, other},
             .variant = subject.text[delimiter] == ';' ? "userinfo" : "outside",
             .more = marks});
}

// With a `;` all before the `@` is userinfo.
void in_userinfo(const Subject& subject, Sink& sink) noexcept {
  const UriSpan userinfo = subject.span(Component::userinfo);
  const UriSpan host = subject.span(Component::host);
  if (userinfo.empty() || subject.text[userinfo.end - 1] != ';' || host.empty()) return;
  const UriSpan shown{userinfo.begin, userinfo.end - 1};
  if (is_host_shaped(subject, shown)) emit(subject, userinfo.end - 1, shown, host, sink);
}

}  // namespace authority_decoy

void detect_authority_decoy(const Subject& subject, Sink& sink) noexcept {
  using namespace authority_decoy;
  const UriParts& parts = subject.parts;
  if (!parts.has(Component::authority) || !is_web(subject)) return;
  if (parts.has(Component::userinfo)) return in_userinfo(subject, sink);
  const Off end = parts.path_begin;
  if (!is_decoy(subject.text, end) || subject.view(Component::host).empty()) return;
  const UriSpan other = host_behind(subject.text, end + 2);
  if (is_host_shaped(subject, other)) {
    emit(subject, end, subject.span(Component::host), other, sink);
  }
}

}  // namespace urilint::detect
