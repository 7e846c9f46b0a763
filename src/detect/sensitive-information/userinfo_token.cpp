// A user name that is a token by its beginning, its length or its characters.
#include "detect/sensitive-information/common.hpp"

namespace urilint::detect {

void detect_userinfo_token(const Subject& subject, Sink& sink) noexcept {
  constexpr std::string_view kVariants[] = {"public-key", "random", "known-shape"};
  for (const SecretFact& fact : subject.secrets()) {
    if (fact.kind != SecretKind::userinfo_token || !fact.masked()) continue;
    const UserinfoMarks marks(subject, subject.span(Component::host), "the host");
    sink.emit({.component = Component::userinfo,
               .primary = fact.value,
               .variant = kVariants[fact.strength],
               .more = marks.all()});
  }
}

}  // namespace urilint::detect
