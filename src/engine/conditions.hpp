// The condition language of rule files: docs/conditions.md is its specification. A tree is
// evaluated in three values, so that nothing is said about what a template hole hides.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/detector.hpp"
#include "engine/rule.hpp"

namespace re2 {
class RE2;
}

namespace urilint {

/// True if the condition, when it holds, names a place that `mark = "match"` can mark: a part of a
/// text, one of several texts, or a violation.
[[nodiscard]] constexpr bool marks_place(const Condition& leaf) noexcept {
  const bool is_part = leaf.op == Op::prefix || leaf.op == Op::suffix || leaf.op == Op::contains ||
                       leaf.op == Op::matches;
  const bool is_one_of_many = leaf.field == Field::last_segment || leaf.field == Field::segment ||
                              leaf.field == Field::query_name || leaf.field == Field::query_value;
  return leaf.field == Field::violation || is_part || (is_one_of_many && leaf.op != Op::absent);
}

/// The patterns of a set of rules, each compiled when it is first asked for. Shared by all threads.
class Patterns {
 public:
  /// The rules' patterns must outlive this.
  explicit Patterns(std::span<const RuleInfo* const> rules);
  ~Patterns();
  Patterns(const Patterns&) = delete;
  Patterns& operator=(const Patterns&) = delete;

  /// The pattern, or null: the rule is not of the set, has none of that number, or RE2 refuses it
  /// (rule files are checked).
  [[nodiscard]] const re2::RE2* get(const RuleInfo& rule, std::uint16_t index) const noexcept;

 private:
  struct Slot;
  struct Entry {
    std::span<const std::string_view> sources;  // its address identifies the rule
    std::size_t first_slot = 0;
  };
  std::vector<Entry> entries_;  // ascending by address
  std::unique_ptr<Slot[]> slots_;
};

/// Buffers that evaluations use one after another. One a thread; its memory is kept.
struct ConditionScratch {
  std::string decoded;                ///< a percent-decoded text
  std::vector<Off> origin;            ///< where each byte of it begins in the URI, and its end
  std::vector<Violation> violations;  ///< of a URI with more than a Subject keeps
};

/// Evaluates the conditions of `rule` (one of the set of `patterns`) and, if they hold, emits one
/// finding with the rule's mark. Returns whether they hold. Allocates only to decode and to compile
/// a pattern. Linear in the size of the URI times the number of conditions.
bool evaluate(const RuleInfo& rule, const Subject& subject, const Patterns& patterns,
              ConditionScratch& scratch, Sink& sink) noexcept;

}  // namespace urilint
