// Which rules the signals of a URI wake, without a look at each rule: a rule is listed under
// signals that must be there for it to wake, the rarest ones that will do.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/rule.hpp"

namespace urilint {

/// The signals without one of which the rule never wakes: the rarest of `all`, or all of `any` if
/// even the commonest of them is rarer.
[[nodiscard]] std::uint64_t anchors_of(const Wake& wake) noexcept;

/// Immutable. Costs one or two words a signal that anchors a rule, however many rules there are.
class WakeTable {
 public:
  WakeTable() = default;
  explicit WakeTable(std::span<const Wake> wakes);

  /// Calls `visit(index)` for each of the wakes that wakes, ascending.
  template <typename Visit>
  void for_each(Signals signals, Visit visit) const {
    const std::uint64_t awake = static_cast<std::uint64_t>(signals) & anchors_;
    if (awake == 0) return;
    for (std::size_t word = 0; word < words_; ++word) {
      std::uint64_t listed = 0;
      for (std::uint64_t left = awake; left != 0; left &= left - 1) {
        listed |= lists_[static_cast<std::size_t>(std::countr_zero(left)) * words_ + word];
      }
      for (; listed != 0; listed &= listed - 1) {
        const std::size_t index = word * 64 + static_cast<std::size_t>(std::countr_zero(listed));
        if (wakes_[index].wakes(signals)) visit(index);
      }
    }
  }

 private:
  std::vector<Wake> wakes_;
  std::uint64_t anchors_ = 0;         // signals that anchor a rule
  std::size_t words_ = 0;             // in a list
  std::vector<std::uint64_t> lists_;  // by signal: bits of the wakes anchored there
};

}  // namespace urilint
