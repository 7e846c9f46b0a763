// What is shown, what is only counted, and what fails the run.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/engine.hpp"

namespace urilint {

struct Thresholds {
  Profile profile = Profile::repo;
  std::optional<Severity> min_severity;  ///< nothing: warning, in profile review note
  Confidence min_confidence = Confidence::medium;
  std::optional<Severity> fail_on = Severity::warning;  ///< nothing: never
};

/// Decides about findings and counts them. One a thread; counts are added up.
class Gate {
 public:
  explicit Gate(const Thresholds& thresholds) noexcept;

  /// Whether the thresholds let the finding be shown.
  [[nodiscard]] bool lets_through(const Finding& finding) const noexcept;
  /// Whether a finding that is shown fails the run.
  [[nodiscard]] bool fails(Severity severity) const noexcept {
    return fail_on_ && severity >= *fail_on_;
  }
  /// Counts the finding and says whether it is shown.
  [[nodiscard]] bool show(const Finding& finding) noexcept;
  void add(const Gate& other) noexcept;

  std::uint64_t errors = 0, warnings = 0, notes = 0;  ///< shown
  std::uint64_t hidden = 0;
  bool failed = false;

 private:
  Severity least_;        // of every finding
  Severity least_named_;  // of findings by rules that were asked for by name
  Confidence min_confidence_;
  std::optional<Severity> fail_on_;
};

}  // namespace urilint
