// The dotted capital I and its decomposition, in names that are still to be lower-cased.
#include "detect/semantic-attack/names.hpp"

namespace urilint::detect {

void detect_host_locale_case(const Subject& subject, Sink& sink) noexcept {
  emit_name_issues(subject, sink, NameFlaw::locale_case, "");
}

}  // namespace urilint::detect
