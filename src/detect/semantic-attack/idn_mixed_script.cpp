// Scripts and digits that ICU finds mixed, and signs that stand beside the wrong script.
#include "detect/semantic-attack/names.hpp"

namespace urilint::detect {

void detect_idn_mixed_script(const Subject& subject, Sink& sink) noexcept {
  emit_name_issues(subject, sink, NameFlaw::mixed_script, "scripts");
  emit_name_issues(subject, sink, NameFlaw::misplaced, "place");
  emit_name_issues(subject, sink, NameFlaw::mixed_digits, "digits");
}

}  // namespace urilint::detect
