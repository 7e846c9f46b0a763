// The classifier has cut the userinfo already; templates and redaction marks are no findings.
#include "engine/detector.hpp"

namespace urilint::detect {

void detect_userinfo_password(const Subject& subject, Sink& sink) noexcept {
  for (const SecretFact& fact : subject.secrets()) {
    if (fact.kind != SecretKind::userinfo_password || !fact.masked() || fact.strength == 0)
      continue;
    const Mark host{subject.span(Component::host), Role::secondary, "the host"};
    const bool example = fact.state == ValueState::example_word;
    sink.emit({.component = Component::userinfo,
               .primary = fact.value,
               .variant = example ? "example-word" : "literal",
               .more = std::span(&host, host.span.empty() ? 0U : 1U),
               .certain_despite_hole = true});
  }
}

}  // namespace urilint::detect
