// Names of severities, confidences, profiles and roles.
#include "engine/rule.hpp"

namespace urilint {
namespace {
constexpr std::string_view kSeverities[] = {"off", "note", "warning", "error"};
constexpr std::string_view kConfidences[] = {"low", "medium", "high"};
constexpr std::string_view kRoles[] = {"primary",     "secondary", "link-text",
                                       "link-target", "nested",    "reading"};
constexpr std::string_view kProfileNames[] = {"repo", "mail", "proxy", "review"};

template <typename Enum, std::size_t kCount>
std::optional<Enum> find(const std::string_view (&names)[kCount], std::string_view name) noexcept {
  for (std::size_t i = 0; i < kCount; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}
}  // namespace

std::string_view name_of(Severity severity) noexcept {
  return kSeverities[static_cast<std::size_t>(severity)];
}
std::string_view name_of(Confidence confidence) noexcept {
  return kConfidences[static_cast<std::size_t>(confidence)];
}
std::string_view name_of(Profile profile) noexcept {
  return kProfileNames[static_cast<std::size_t>(profile)];
}
std::string_view name_of(Role role) noexcept { return kRoles[static_cast<std::size_t>(role)]; }
std::optional<Severity> severity_of(std::string_view name) noexcept {
  return find<Severity>(kSeverities, name);
}
std::optional<Confidence> confidence_of(std::string_view name) noexcept {
  return find<Confidence>(kConfidences, name);
}
std::optional<Profile> profile_of(std::string_view name) noexcept {
  return find<Profile>(kProfileNames, name);
}

}  // namespace urilint
