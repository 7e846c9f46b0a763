// Compatibility characters that fall apart into text with a delimiter.
#include "detect/semantic-attack/names.hpp"

namespace urilint::detect {

void detect_idn_nfkc_split(const Subject& subject, Sink& sink) noexcept {
  emit_name_issues(subject, sink, NameFlaw::nfkc_split, "");
}

}  // namespace urilint::detect
