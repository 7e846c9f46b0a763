// The classifier knows a short list of beginnings, and how long and of which bytes the rest is.
#include "detect/sensitive-information/common.hpp"

namespace urilint::detect {

void detect_known_token_format(const Subject& subject, Sink& sink) noexcept {
  for_each_secret(subject, SecretKind::known_token, [&](const SecretFact& fact) {
    const Mark name{fact.name, Role::secondary, "the name of the parameter"};
    sink.emit({.component = component_of(subject, fact),
               .primary = fact.value,
               .args = {token_service(subject.view(fact.value))},
               .variant = fact.state == ValueState::example_word ? "example" : "token",
               .more = std::span(&name, fact.name.empty() ? 0U : 1U)});
  });
}

}  // namespace urilint::detect
