// A user name that is a token by its beginning, its length or its characters.
#include "engine/detector.hpp"

namespace urilint::detect {

void detect_userinfo_token(const Subject& subject, Sink& sink) noexcept {
  constexpr std::string_view kVariants[] = {"public-key", "random", "known-shape"};
  for (const SecretFact& fact : subject.secrets()) {
    if (fact.kind != SecretKind::userinfo_token || !fact.masked()) continue;
    const Mark host{subject.span(Component::host), Role::secondary, "the host"};
    sink.emit({.component = Component::userinfo,
               .primary = fact.value,
               .variant = kVariants[fact.strength],
               .more = std::span(&host, host.span.empty() ? 0U : 1U)});
  }
}

}  // namespace urilint::detect
