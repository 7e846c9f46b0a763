// A label that reads as ASCII from end to end and is not.
#include "detect/semantic-attack/names.hpp"

namespace urilint::detect {

void detect_idn_whole_script(const Subject& subject, Sink& sink) noexcept {
  emit_name_issues(subject, sink, NameFlaw::whole_script, "");
}

}  // namespace urilint::detect
