// Where UAX #9 displays the labels, and what the Bidi Rule says of each.
#include "detect/semantic-attack/names.hpp"

namespace urilint::detect {

void detect_idn_bidi_order(const Subject& subject, Sink& sink) noexcept {
  emit_name_issues(subject, sink, NameFlaw::bidi_order, "order");
  emit_name_issues(subject, sink, NameFlaw::bidi_rule, "rule");
}

}  // namespace urilint::detect
