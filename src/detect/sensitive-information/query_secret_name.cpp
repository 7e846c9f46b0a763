// Secret-named parameters of the query, with the surer of what name and value promise.
#include "detect/sensitive-information/common.hpp"

namespace urilint::detect {
namespace {

std::string_view parameter_variant(const SecretFact& fact) noexcept {
  if (fact.state == ValueState::example_word) return "example-word";
  if (fact.strength == 0) return "doubtful";
  return fact.strength == 2 ? "literal" : "random";
}

}  // namespace

void detect_query_secret_name(const Subject& subject, Sink& sink) noexcept {
  for_each_secret(subject, SecretKind::query_value, [&](const SecretFact& fact) {
    sink.emit({.component = Component::query,
               .primary = fact.value,
               .related = {{fact.name, Role::secondary, "the name of the parameter"}},
               .args = {fact.name},
               .variant = parameter_variant(fact),
               .certain_despite_hole = true});
  });
}

}  // namespace urilint::detect
