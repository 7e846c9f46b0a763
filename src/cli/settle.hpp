// What becomes of each finding once its place is known: counted, shown, or hidden for a reason.
#pragma once

#include <cstdint>

#include "config/setups.hpp"
#include "report/record.hpp"

namespace urilint::cli {

/// A finding that the thresholds let through, and the setup that it was made by.
struct Judged {
  Record record;
  const Setup* setup = nullptr;
};

/// Decides on the thread that writes, in the order of the output.
class Settle {
 public:
  /// Whether the finding is reported. Counts it.
  [[nodiscard]] bool shows(Judged& judged);

  std::uint64_t errors = 0, warnings = 0, notes = 0;  ///< shown
  std::uint64_t suppressed = 0;
  bool failed = false;
};

}  // namespace urilint::cli
