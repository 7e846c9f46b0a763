// The profile gives the set; --select replaces it, --extend-select adds, --ignore takes away.
// A rule that is off in the profile and asked for runs as note.
#include "engine/selection.hpp"

#include <algorithm>

namespace urilint {
namespace {

enum class Match : std::uint8_t { no, glob, name };

Match match(const RuleInfo& rule, std::string_view entry) noexcept {
  if (entry == rule.id || entry == rule.family) return Match::name;
  for (const std::string_view alias : rule.aliases) {
    if (entry == alias) return Match::name;
  }
  const bool glob = entry.find_first_of("*?") != std::string_view::npos;
  return glob && wildcard_match(entry, rule.id) ? Match::glob : Match::no;
}

Match best_match(const RuleInfo& rule, const std::vector<std::string>& entries) noexcept {
  Match best = Match::no;
  for (const std::string& entry : entries) best = std::max(best, match(rule, entry));
  return best;
}

bool known(std::span<const RuleInfo* const> all, std::string_view entry) noexcept {
  return std::any_of(all.begin(), all.end(),
                     [entry](const RuleInfo* rule) { return match(*rule, entry) != Match::no; });
}

bool in_profile(const RuleInfo& rule, std::size_t profile) noexcept {
  return !rule.preview &&
         std::any_of(rule.variants.begin(), rule.variants.end(),
                     [profile](const Variant& v) { return v.severity[profile] != Severity::off; });
}

ActiveRule activate(const RuleInfo& rule, std::size_t profile, bool forced, bool named) {
  ActiveRule active;
  active.info = &rule;
  active.named = named;
  for (const Variant& variant : rule.variants) {
    const Severity severity = variant.severity[profile];
    active.severity.push_back(forced && severity == Severity::off ? Severity::note : severity);
    active.confidence.push_back(variant.confidence[profile]);
  }
  return active;
}

}  // namespace

bool wildcard_match(std::string_view pattern, std::string_view text) noexcept {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t retry = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*') {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++retry;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

tl::expected<std::vector<ActiveRule>, std::string> select_rules(
    std::span<const RuleInfo* const> all, const Selection& selection) {
  for (const auto* entries : {&selection.select, &selection.extend_select, &selection.ignore}) {
    for (const std::string& entry : *entries) {
      if (!known(all, entry)) return tl::make_unexpected(entry);
    }
  }
  const auto profile = static_cast<std::size_t>(selection.profile);
  std::vector<ActiveRule> active;
  for (const RuleInfo* rule : all) {
    if (best_match(*rule, selection.ignore) != Match::no) continue;
    const Match asked =
        std::max(best_match(*rule, selection.select), best_match(*rule, selection.extend_select));
    const bool by_profile = selection.select.empty() && in_profile(*rule, profile);
    if (asked == Match::no && !by_profile) continue;
    active.push_back(activate(*rule, profile, asked != Match::no && !in_profile(*rule, profile),
                              asked == Match::name));
  }
  std::sort(active.begin(), active.end(),
            [](const ActiveRule& a, const ActiveRule& b) { return a.info->id < b.info->id; });
  return active;
}

}  // namespace urilint
