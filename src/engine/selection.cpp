// The profile gives the set; --select replaces it, --extend-select adds, --ignore takes away.
// A rule that is off in the profile and asked for runs as note.
#include "engine/selection.hpp"

#include <algorithm>

namespace urilint {
namespace {

RuleMatch best_match(const RuleInfo& rule, const std::vector<std::string>& entries) noexcept {
  RuleMatch best = RuleMatch::no;
  for (const std::string& entry : entries) best = std::max(best, match_rule(rule, entry));
  return best;
}

bool known(std::span<const RuleInfo* const> all, std::string_view entry) noexcept {
  return std::any_of(all.begin(), all.end(), [entry](const RuleInfo* rule) {
    return match_rule(*rule, entry) != RuleMatch::no;
  });
}

}  // namespace

RuleMatch match_rule(const RuleInfo& rule, std::string_view entry) noexcept {
  if (entry == rule.id || entry == rule.family) return RuleMatch::name;
  for (const std::string_view alias : rule.aliases) {
    if (entry == alias) return RuleMatch::name;
  }
  const bool glob = entry.find_first_of("*?") != std::string_view::npos;
  return glob && wildcard_match(entry, rule.id) ? RuleMatch::glob : RuleMatch::no;
}

bool in_profile(const RuleInfo& rule, Profile profile) noexcept {
  const auto index = static_cast<std::size_t>(profile);
  return !rule.preview &&
         std::any_of(rule.variants.begin(), rule.variants.end(),
                     [index](const Variant& v) { return v.severity[index] != Severity::off; });
}

ActiveRule activate(const RuleInfo& rule, Profile profile, bool named) {
  const auto index = static_cast<std::size_t>(profile);
  const bool forced = !in_profile(rule, profile);
  ActiveRule active;
  active.info = &rule;
  active.named = named;
  for (const Variant& variant : rule.variants) {
    const Severity severity = variant.severity[index];
    active.severity.push_back(forced && severity == Severity::off ? Severity::note : severity);
    active.confidence.push_back(variant.confidence[index]);
  }
  return active;
}

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
  const Profile profile = selection.profile;
  std::vector<ActiveRule> active;
  for (const RuleInfo* rule : all) {
    if (best_match(*rule, selection.ignore) != RuleMatch::no) continue;
    const RuleMatch asked =
        std::max(best_match(*rule, selection.select), best_match(*rule, selection.extend_select));
    const bool by_profile = selection.select.empty() && in_profile(*rule, profile);
    if (asked == RuleMatch::no && !by_profile) continue;
    active.push_back(activate(*rule, profile, asked == RuleMatch::name));
  }
  std::sort(active.begin(), active.end(),
            [](const ActiveRule& a, const ActiveRule& b) { return a.info->id < b.info->id; });
  return active;
}

}  // namespace urilint
