// The classifier has cut the userinfo already; templates and redaction marks are no findings. Where
// the password goes over the network unencrypted, the scheme is a further mark.
#include "detect/sensitive-information/common.hpp"

namespace urilint::detect {

void detect_userinfo_password(const Subject& subject, Sink& sink) noexcept {
  for (const SecretFact& fact : subject.secrets()) {
    if (fact.kind != SecretKind::userinfo_password || !fact.masked() || fact.strength == 0)
      continue;
    const UserinfoMarks marks(subject, subject.span(Component::host), "the host");
    const bool example = fact.state == ValueState::example_word;
    sink.emit({.component = Component::userinfo,
               .primary = fact.value,
               .variant = example ? "example-word" : "literal",
               .more = marks.all(),
               .certain_despite_hole = true});
  }
}

}  // namespace urilint::detect
