// Characters outside the set of UTS 39, less what browsers leave out; pictures are told apart.
#include "detect/semantic-attack/names.hpp"

namespace urilint::detect {

void detect_idn_restricted_char(const Subject& subject, Sink& sink) noexcept {
  emit_name_issues(subject, sink, NameFlaw::restricted, "character");
  emit_name_issues(subject, sink, NameFlaw::away, "foreign");
  emit_name_issues(subject, sink, NameFlaw::mark, "mark");
  emit_name_issues(subject, sink, NameFlaw::emoji, "emoji");
}

}  // namespace urilint::detect
