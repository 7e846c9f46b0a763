// The four characters that IDNA 2003 maps away and IDNA 2008 keeps.
#include "detect/semantic-attack/names.hpp"

namespace urilint::detect {

void detect_idn_deviation(const Subject& subject, Sink& sink) noexcept {
  emit_name_issues(subject, sink, NameFlaw::deviation, "deviation");
  emit_name_issues(subject, sink, NameFlaw::deviation_home, "home");
}

}  // namespace urilint::detect
