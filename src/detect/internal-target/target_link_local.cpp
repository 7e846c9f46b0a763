// An address that is valid on one cable only; the metadata service is a rule of its own.
#include "detect/internal-target/common.hpp"

namespace urilint::detect {

void detect_target_link_local(const Subject& subject, Sink& sink) noexcept {
  emit_target(subject, TargetKind::link_local, sink);
}

}  // namespace urilint::detect
