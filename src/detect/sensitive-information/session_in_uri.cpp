// The classifier knows the names that containers and frameworks give their session ids.
#include "detect/sensitive-information/common.hpp"

namespace urilint::detect {

void detect_session_in_uri(const Subject& subject, Sink& sink) noexcept {
  for_each_secret(subject, SecretKind::session, [&](const SecretFact& fact) {
    const Mark name{fact.name, Role::secondary, "the name of the parameter"};
    sink.emit({.component = component_of(subject, fact),
               .primary = fact.value,
               .args = {fact.name},
               .more = std::span(&name, fact.name.empty() ? 0U : 1U)});
  });
}

}  // namespace urilint::detect
