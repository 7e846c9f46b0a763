// Counts allocations of everything in the process, C libraries included where glibc allows it.
#pragma once

#include <cstdint>

namespace urilint::bench {

/// Allocations of this thread until now.
[[nodiscard]] std::uint64_t allocations() noexcept;

}  // namespace urilint::bench
