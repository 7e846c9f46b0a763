// One text as RFC 3986 and as browsers read it, brought to one form, so that only what differs in
// meaning differs in text. Allocates: only for URIs that the signals of `kGating` let through.
#pragma once

#include "engine/detector.hpp"

namespace urilint::detect {

/// Computed at first use. `same` for everything that `readings_may_differ` rules out.
[[nodiscard]] Readings compare_readings(const Subject& subject);

}  // namespace urilint::detect
