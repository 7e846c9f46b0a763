// An address of a network of somebody's own, or one that belongs to no public host.
#include "detect/internal-target/common.hpp"

namespace urilint::detect {

void detect_target_private(const Subject& subject, Sink& sink) noexcept {
  emit_target(subject, TargetKind::private_network, sink);
  emit_target(subject, TargetKind::reserved, sink);
}

}  // namespace urilint::detect
