// Which rules run, and how severe each is: profile, --select, --extend-select, --ignore.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/rule.hpp"

namespace urilint {

/// What a user asks for. Entries are rule ids, aliases, families or globs (`ipv4-*`).
struct Selection {
  Profile profile = Profile::repo;
  std::vector<std::string> select;  ///< empty: the profile's set
  std::vector<std::string> extend_select;
  std::vector<std::string> ignore;  ///< wins over both
};

/// A rule that runs.
struct ActiveRule {
  const RuleInfo* info = nullptr;
  std::vector<Severity> severity;      ///< by variant; off: the variant is not reported
  std::vector<Confidence> confidence;  ///< by variant
  bool named = false;  ///< asked for by id or family: shown whatever the default minimum
};

/// How an entry of a selection names a rule.
enum class RuleMatch : std::uint8_t { no, glob, name };
[[nodiscard]] RuleMatch match_rule(const RuleInfo& rule, std::string_view entry) noexcept;
/// Whether the profile's own set has the rule.
[[nodiscard]] bool in_profile(const RuleInfo& rule, Profile profile) noexcept;
/// The rule as the profile has it; what is off runs as note where the whole rule is off.
[[nodiscard]] ActiveRule activate(const RuleInfo& rule, Profile profile, bool named);

/// The rules that run, ascending by id. The error is the first name that is no rule, family or
/// matching glob.
[[nodiscard]] tl::expected<std::vector<ActiveRule>, std::string> select_rules(
    std::span<const RuleInfo* const> all, const Selection& selection);

/// `*` and `?` in `pattern`; everything else is itself.
[[nodiscard]] bool wildcard_match(std::string_view pattern, std::string_view text) noexcept;

}  // namespace urilint
