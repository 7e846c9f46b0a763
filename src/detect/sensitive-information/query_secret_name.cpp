// Secret-named parameters of the query, with the surer of what name and value promise.
#include "engine/detector.hpp"

namespace urilint::detect {
namespace {

std::string_view variant_of(const Subject& subject, const SecretFact& fact) noexcept {
  if (fact.state == ValueState::example_word) return "example-word";
  if (fact.strength == 0) return "doubtful";
  if (has_token_shape(subject.view(fact.value))) return "known-shape";
  return fact.strength == 2 ? "literal" : "random";
}

}  // namespace

void detect_query_secret_name(const Subject& subject, Sink& sink) noexcept {
  for (const SecretFact& fact : subject.secrets()) {
    if (fact.kind != SecretKind::query_value || !fact.masked()) continue;
    sink.emit({.component = Component::query,
               .primary = fact.value,
               .related = {{fact.name, Role::secondary, "the name of the parameter"}},
               .args = {fact.name},
               .variant = variant_of(subject, fact),
               .certain_despite_hole = true});
  }
}

}  // namespace urilint::detect
