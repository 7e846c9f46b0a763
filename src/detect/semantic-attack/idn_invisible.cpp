// Characters that show nothing; joiners only where RFC 5892 does not allow them.
#include "detect/semantic-attack/names.hpp"

namespace urilint::detect {

void detect_idn_invisible(const Subject& subject, Sink& sink) noexcept {
  emit_name_issues(subject, sink, NameFlaw::invisible, "invisible");
  emit_name_issues(subject, sink, NameFlaw::joiner, "joiner");
}

}  // namespace urilint::detect
