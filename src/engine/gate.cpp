// Thresholds of severity and confidence. What fails the run is always shown.
#include "engine/gate.hpp"

#include <algorithm>

namespace urilint {

Gate::Gate(const Thresholds& thresholds) noexcept
    : min_confidence_(thresholds.min_confidence), fail_on_(thresholds.fail_on) {
  const Severity standard =
      thresholds.profile == Profile::review ? Severity::note : Severity::warning;
  least_ = thresholds.min_severity.value_or(standard);
  least_named_ = thresholds.min_severity.value_or(Severity::note);
  if (fail_on_) {
    least_ = std::min(least_, *fail_on_);
    least_named_ = std::min(least_named_, *fail_on_);
  }
}

bool Gate::lets_through(const Finding& finding) const noexcept {
  const Severity least = finding.rule->named ? least_named_ : least_;
  return finding.confidence >= min_confidence_ && finding.severity >= least;
}

bool Gate::show(const Finding& finding) noexcept {
  if (!lets_through(finding)) {
    ++hidden;
    return false;
  }
  failed = failed || fails(finding.severity);
  ++(finding.severity == Severity::error     ? errors
     : finding.severity == Severity::warning ? warnings
                                             : notes);
  return true;
}

void Gate::add(const Gate& other) noexcept {
  errors += other.errors;
  warnings += other.warnings;
  notes += other.notes;
  hidden += other.hidden;
  failed = failed || other.failed;
}

}  // namespace urilint
