// What is decided about a message or a request as a whole, by what rules found in it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "urilint/severity.hpp"

namespace urilint {

enum class Verdict : std::uint8_t { pass, flag, block };
/// `pass`, `flag`, `block`. Static storage.
[[nodiscard]] std::string_view name_of(Verdict verdict) noexcept;
[[nodiscard]] std::optional<Verdict> verdict_of(std::string_view name) noexcept;

/// What findings lead to which verdict. The gravest of all findings is the verdict.
struct VerdictPolicy {
  std::optional<Severity> flag_on = Severity::warning;  ///< nothing: severities never flag
  std::optional<Severity> block_on = Severity::error;   ///< nothing: severities never block
  Confidence min_confidence = Confidence::medium;       ///< findings below it decide nothing
  /// Rules that decide by themselves, whatever their severity; ascending by id. Views of ids that
  /// live as long as the rules.
  std::vector<std::pair<std::string_view, Verdict>> rules;

  [[nodiscard]] Verdict of(std::string_view rule, Severity severity,
                           Confidence confidence) const noexcept;
};

/// Bounds on the work for one message or request. What is hit is a reason, and never `pass`.
struct VerdictLimits {
  static constexpr std::uint64_t kMessage = std::uint64_t{64} << 20;
  static constexpr std::uint64_t kRequest = std::uint64_t{1} << 20;

  std::optional<std::uint64_t> size;       ///< bytes; nothing: kMessage, or kRequest for a line
  std::uint64_t links = 10'000;            ///< URIs that are judged
  std::chrono::milliseconds time{10'000};  ///< of one message
  std::size_t reasons = 100;               ///< that are told; more are counted
};

}  // namespace urilint
