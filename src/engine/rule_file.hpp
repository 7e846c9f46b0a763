// Reads one rule file (TOML, docs/rules-format.md) into a RuleInfo that owns what it views. Serves
// the rule compiler and user packs. A file is not trusted: size, depth and every count are bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/rule.hpp"

namespace urilint {

inline constexpr std::size_t kRuleFileMax = std::size_t{256} * 1024;   ///< bytes of one file
inline constexpr std::size_t kRuleStringMax = std::size_t{64} * 1024;  ///< bytes of one string
inline constexpr std::size_t kRuleLineMax = 1024;         ///< bytes of a one-line text, of a name
inline constexpr std::size_t kRuleListMax = 256;          ///< entries of one list of strings
inline constexpr std::size_t kRuleConditionsMax = 512;    ///< nodes of one condition tree
inline constexpr std::size_t kRuleDepthMax = 16;          ///< levels of one condition tree
inline constexpr std::size_t kRuleExamplesMax = 256;      ///< examples of one rule
inline constexpr std::size_t kRuleFindingsMax = 64;       ///< findings of one example
inline constexpr std::size_t kRulePatternsMax = 16;       ///< patterns of one rule
inline constexpr std::size_t kRulePatternSizeMax = 4096;  ///< bytes of one pattern
inline constexpr std::size_t kRuleRepeatMax = 64;         ///< `{n,m}` in a pattern
inline constexpr std::size_t kRuleProgramMax = 2000;      ///< instructions of a compiled pattern
inline constexpr std::size_t kRuleNeedleMax = 255;        ///< bytes of a text for `contains`
inline constexpr std::size_t kRuleErrorsMax = 100;        ///< errors reported of one file

/// What is wrong with a rule file; one code a fault.
enum class RuleFault : std::uint8_t {
  unreadable,    ///< the file or folder cannot be read
  not_a_folder,  ///< the pack is no folder
  not_a_file,    ///< a rule file that is no regular file
  outside_pack,  ///< a link that leads out of the pack
  wrong_place,   ///< a folder below a family's folder
  no_files,      ///< a pack without a rule file
  too_many_files,
  pack_too_large,
  too_large,  ///< the file
  too_deep,   ///< brackets, dotted keys or conditions nested too deeply
  syntax,     ///< no TOML
  unknown_key,
  missing_key,
  conflicting_keys,  ///< keys that exclude each other
  wrong_type,
  empty_text,  ///< a text or a list that must not be empty
  not_one_line,
  too_long,  ///< a text
  too_many,  ///< entries of a list
  bad_id,    ///< not of lower-case letters, digits and hyphens, or taken by a family
  unknown_family,
  duplicate_id,
  unknown_rule,  ///< `yields_to`
  yields_cycle,
  bad_version,  ///< `since`
  bad_reference,
  no_wake,
  never_wakes,
  unknown_signal,
  unknown_severity,
  unknown_confidence,
  unknown_profile,
  missing_profile,
  unknown_placeholder,
  unclosed_placeholder,
  detector_and_match,
  no_detector_no_match,
  detector_in_pack,
  duplicate_variant,
  unknown_variant,
  unknown_field,
  unknown_op,
  wrong_op,  ///< the field does not have this operator
  unknown_violation,
  unknown_table,
  unknown_mark,
  mark_without_place,  ///< `mark = "match"`, but no condition finds a place
  bad_decode,
  bad_pattern,  ///< RE2 refuses it
  pattern_not_ascii,
  pattern_repeat,  ///< a repeat above 64
  pattern_too_big,
  no_bad_example,
  no_good_example,
  bad_hex,
  mark_not_found,
  mark_ambiguous,
  secret_not_found,
};
/// In kebab case: `mark-not-found`.
[[nodiscard]] std::string_view name_of(RuleFault fault) noexcept;
inline constexpr std::size_t kRuleFaults =
    static_cast<std::size_t>(RuleFault::secret_not_found) + 1;

struct RuleFileError {
  std::string file;        ///< as it was named by the caller
  std::uint32_t line = 1;  ///< 1-based; 0: the file as a whole, or a folder
  std::string key;         ///< `match.all[1].op`, indices from 0; empty: the file
  RuleFault code{};
  std::string words;  ///< one line; quotes the offending text, without control bytes
};
/// `file:line: key: words`, without the line if there is none.
[[nodiscard]] std::string to_string(const RuleFileError& error);

/// Where a rule file stands. The views must live as long as the RuleFile.
struct RuleFileName {
  std::string_view file;    ///< for errors and `RuleInfo::file`
  std::string_view family;  ///< the folder
  std::string_view id;      ///< the file name without `.toml`
};

/// Built-in rules may have detectors.
enum class RuleOrigin : std::uint8_t { builtin, pack };

/// One rule and everything that `info` views. Does not move.
struct RuleFile {
  RuleFile() = default;
  RuleFile(const RuleFile&) = delete;
  RuleFile& operator=(const RuleFile&) = delete;

  RuleInfo info;
  std::uint32_t aliases_line = 1;
  std::uint32_t yields_to_line = 1;

  // Deques: what they hold does not move while they grow.
  std::deque<std::string> strings;
  std::deque<std::vector<std::string_view>> lists;
  std::deque<std::vector<ExpectedMark>> marks;
  std::deque<std::vector<ExpectedFinding>> findings;
  std::vector<Example> examples;
  std::vector<Variant> variants;
  std::vector<Condition> conditions;
  std::vector<std::string_view> patterns;

  /// A copy that lives as long as this.
  std::string_view keep(std::string_view text) { return strings.emplace_back(text); }
};

using RuleFileResult = tl::expected<std::unique_ptr<RuleFile>, std::vector<RuleFileError>>;

/// Reads a rule. All errors are collected (at most `kRuleErrorsMax`), ascending by line. `toml`
/// need not outlive the result. Names of other rules are not looked up.
[[nodiscard]] RuleFileResult parse_rule_file(std::string_view toml, const RuleFileName& name,
                                             RuleOrigin origin);

/// What must hold between rules of one set.
struct KnownRule {
  std::string_view id;
  std::span<const std::string_view> aliases;
};
/// Checks ids and aliases (against each other and `known`), and that `yields_to` names rules of
/// the set or of `known` and makes no circle. Appends to `errors`.
void check_rule_set(std::span<const std::unique_ptr<RuleFile>> rules,
                    std::span<const KnownRule> known, std::vector<RuleFileError>& errors);

/// The folders that built-in rules may stand in.
[[nodiscard]] std::span<const std::string_view> rule_families() noexcept;

}  // namespace urilint
