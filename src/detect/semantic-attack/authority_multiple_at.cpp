// The host begins behind the last `@` of the authority; some parsers stop at the first.
#include <algorithm>

#include "engine/detector.hpp"

namespace urilint::detect {
namespace {

// What stands between the first `@` and what ends a host there.
UriSpan host_behind_first_at(const Subject& subject, Off first) noexcept {
  const UriSpan authority = subject.span(Component::authority);
  const Off begin = first + 1;
  const std::string_view rest = subject.view({begin, authority.end});
  return {begin, begin + static_cast<Off>(std::min(rest.find_first_of(":@"), rest.size()))};
}

}  // namespace

void detect_authority_multiple_at(const Subject& subject, Sink& sink) noexcept {
  const UriSpan userinfo = subject.span(Component::userinfo);
  const std::string_view text = subject.view(userinfo);
  const std::size_t at = text.find('@');
  if (!subject.parts.has(Component::userinfo) || at == std::string_view::npos) return;
  const Off first = userinfo.begin + static_cast<Off>(at);
  const UriSpan other = host_behind_first_at(subject, first);
  const UriSpan host = subject.span(Component::host);
  const Mark marks[] = {{other, Role::secondary, "the host behind the first @"},
                        {host, Role::secondary, "the host behind the last @"}};
  const bool both = !other.empty() && !host.empty();
  sink.emit({.component = Component::authority,
             .primary = {first, first + 1},
             .args = {std::int64_t{std::count(text.begin(), text.end(), '@') + 1}, other, host},
             .variant = both ? "two-hosts" : "one-host",
             .more = std::span(marks, both ? 2U : 0U)});
}

}  // namespace urilint::detect
