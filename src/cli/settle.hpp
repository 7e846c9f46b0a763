// What becomes of each finding once its place is known: counted, shown, or hidden for a reason.
#pragma once

#include <cstdint>

#include "cli/changes.hpp"
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
  /// `changed`: findings count on these lines only; null: on all. Must outlive this.
  explicit Settle(ChangedLines* changed) : changed_(changed) {}

  /// Whether the finding is reported. Counts it.
  [[nodiscard]] bool shows(Judged& judged);

  std::uint64_t errors = 0, warnings = 0, notes = 0;  ///< shown
  std::uint64_t suppressed = 0;
  std::uint64_t unchanged = 0;  ///< on lines that did not change
  bool failed = false;

 private:
  ChangedLines* changed_;
};

}  // namespace urilint::cli
