// The classifier reads a fragment as pairs, as scripts of login pages do.
#include "detect/sensitive-information/common.hpp"

namespace urilint::detect {

void detect_fragment_secret(const Subject& subject, Sink& sink) noexcept {
  for_each_secret(subject, SecretKind::fragment_value, [&](const SecretFact& fact) {
    const Mark name{fact.name, Role::secondary, "the name of the parameter"};
    const bool example = fact.state == ValueState::example_word;
    sink.emit({.component = Component::fragment,
               .primary = fact.value,
               .args = {fact.name},
               .variant = example              ? "example-word"
                          : fact.strength == 0 ? "doubtful"
                          : fact.name.empty()  ? "token"
                                               : "literal",
               .more = std::span(&name, fact.name.empty() ? 0U : 1U),
               .certain_despite_hole = true});
  });
}

}  // namespace urilint::detect
