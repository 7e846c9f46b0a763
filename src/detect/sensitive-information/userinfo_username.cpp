// A user name with nothing behind it, or with an empty password. Tokens are the classifier's.
#include "detect/sensitive-information/common.hpp"

namespace urilint::detect {

void detect_userinfo_username(const Subject& subject, Sink& sink) noexcept {
  if (!subject.parts.has(Component::userinfo)) return;
  UriSpan user = subject.span(Component::userinfo);
  const std::size_t colon = subject.view(user).find(':');
  if (colon != std::string_view::npos) {
    if (user.begin + colon + 1 != user.end) return;
    user.end = user.begin + static_cast<Off>(colon);
  }
  if (user.empty() || subject.touches_hole(user)) return;
  for (const SecretFact& fact : subject.secrets()) {
    if (fact.value.overlaps(user)) return;
  }
  sink.emit({.component = Component::userinfo, .primary = user, .args = {user}});
}

}  // namespace urilint::detect
