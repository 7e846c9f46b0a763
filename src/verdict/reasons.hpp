// Why a message or a request got its verdict.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/verdict.hpp"
#include "report/record.hpp"

namespace urilint {

/// One reason: what a rule found, or a bound that was hit.
struct Reason {
  Verdict verdict{};
  /// The rule's id; or `limit-size`, `limit-links`, `limit-time`, `limit-nesting`, `limit-uri`,
  /// `limit-findings`, `limit-parts`, `not-read`, `bad-request`. Static, or of the rule.
  std::string_view code;
  std::string message;           ///< without secrets, valid UTF-8; writers escape it
  std::optional<Record> record;  ///< of a rule
};

/// The answer about one message or request.
struct Decision {
  Verdict verdict = Verdict::pass;
  std::vector<Reason> reasons;  ///< the gravest first, then as they were found
  std::uint64_t more = 0;       ///< further reasons that are not told
  std::uint64_t uris = 0;       ///< that were judged, without those inside others
  std::uint64_t bytes = 0;      ///< that were read
};

/// Collects reasons, the gravest `most`, and the verdict.
class Reasons {
 public:
  explicit Reasons(std::size_t most) noexcept : most_(most) {}

  /// False: such a reason would not be kept, and need not be made; it counts all the same. What is
  /// wanted may be added later.
  [[nodiscard]] bool wants(Verdict verdict) noexcept;
  /// A reason of a rule, after `wants`.
  void add(Reason reason);
  /// A bound that was hit, once each.
  void add_limit(std::string_view code, std::string message);
  /// Everything so far, in order; empty then.
  [[nodiscard]] Decision take();
  /// Whether there is a reason of that code already.
  [[nodiscard]] bool has(std::string_view code) const noexcept;

 private:
  std::size_t most_;
  std::size_t flags_ = 0, blocks_ = 0;  // that are wanted, added or yet to come
  std::size_t limits_ = 0;  // reasons that are none of a rule, and not counted against it
  Decision decision_;
};

}  // namespace urilint
