// A-labels that no registry could have registered.
#include "detect/semantic-attack/names.hpp"

namespace urilint::detect {

void detect_idn_invalid_punycode(const Subject& subject, Sink& sink) noexcept {
  emit_name_issues(subject, sink, NameFlaw::not_punycode, "undecodable");
  emit_name_issues(subject, sink, NameFlaw::punycode_ascii, "ascii");
  emit_name_issues(subject, sink, NameFlaw::punycode_form, "form");
}

}  // namespace urilint::detect
