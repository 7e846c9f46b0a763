// An address of the machine itself.
#include "detect/internal-target/common.hpp"

namespace urilint::detect {

void detect_target_loopback(const Subject& subject, Sink& sink) noexcept {
  emit_target(subject, TargetKind::loopback, sink);
}

}  // namespace urilint::detect
