// A rule that is named decides; else its severity is held against both thresholds.
#include "engine/verdict.hpp"

#include <algorithm>
#include <array>

namespace urilint {
namespace {

constexpr std::array<std::string_view, 3> kNames = {"pass", "flag", "block"};

}  // namespace

std::string_view name_of(Verdict verdict) noexcept {
  return kNames[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> verdict_of(std::string_view name) noexcept {
  const auto place = std::find(kNames.begin(), kNames.end(), name);
  if (place == kNames.end()) return std::nullopt;
  return static_cast<Verdict>(place - kNames.begin());
}

Verdict VerdictPolicy::of(std::string_view rule, Severity severity,
                          Confidence confidence) const noexcept {
  if (severity == Severity::off || confidence < min_confidence) return Verdict::pass;
  const auto own =
      std::lower_bound(rules.begin(), rules.end(), rule,
                       [](const auto& entry, std::string_view id) { return entry.first < id; });
  if (own != rules.end() && own->first == rule) return own->second;
  if (block_on && severity >= *block_on) return Verdict::block;
  return flag_on && severity >= *flag_on ? Verdict::flag : Verdict::pass;
}

}  // namespace urilint
