// The classifier cuts properties as drivers do; here the words are chosen: a named property, or the
// password behind a user name (`scott/tiger@`).
#include "detect/sensitive-information/common.hpp"

namespace urilint::detect {
namespace {

bool is_property(const Subject& subject, const SecretFact& fact) noexcept {
  return fact.name.end < subject.parts.size && subject.text[fact.name.end] == '=';
}

std::string_view property_variant(const Subject& subject, const SecretFact& fact) noexcept {
  if (fact.state == ValueState::example_word) return "example-word";
  if (fact.strength == 0) return "doubtful";
  return is_property(subject, fact) ? "property" : "login";
}

}  // namespace

void detect_connection_string_secret(const Subject& subject, Sink& sink) noexcept {
  for_each_secret(subject, SecretKind::property_value, [&](const SecretFact& fact) {
    // A word, a colon and a mail address: masked, but no finding.
    if (fact.strength == 0 && !is_property(subject, fact)) return;
    const std::string_view label = is_property(subject, fact) ? "the property" : "the user name";
    const Mark name{fact.name, Role::secondary, label};
    sink.emit({.component = component_of(subject, fact),
               .primary = fact.value,
               .args = {fact.name},
               .variant = property_variant(subject, fact),
               .more = std::span(&name, fact.name.empty() ? 0U : 1U),
               .certain_despite_hole = true});
  });
}

}  // namespace urilint::detect
