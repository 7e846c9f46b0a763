/// The three axes on which a finding is judged: how severe, how sure, and in which setting.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "urilint/export.hpp"

namespace urilint {

/// How bad the fact is; `off` is a rule that does not speak.
enum class Severity : std::uint8_t { off, note, warning, error };
/// How sure the rule is that the fact is what it says.
enum class Confidence : std::uint8_t { low, medium, high };
/// Where the URIs come from: the same fact weighs differently in each setting.
enum class Profile : std::uint8_t {
  repo,    ///< files of a repository: half templates, written by colleagues
  mail,    ///< messages, written by anybody
  proxy,   ///< requests on their way
  review,  ///< one URI under the eyes of a person: everything is told
};

/// The names that options and reports use (`warning`, `medium`, `review`). Static storage.
[[nodiscard]] URILINT_API std::string_view name_of(Severity severity) noexcept;
[[nodiscard]] URILINT_API std::string_view name_of(Confidence confidence) noexcept;
[[nodiscard]] URILINT_API std::string_view name_of(Profile profile) noexcept;
/// The value of that name, or nothing.
[[nodiscard]] URILINT_API std::optional<Severity> severity_of(std::string_view name) noexcept;
[[nodiscard]] URILINT_API std::optional<Confidence> confidence_of(std::string_view name) noexcept;
[[nodiscard]] URILINT_API std::optional<Profile> profile_of(std::string_view name) noexcept;

}  // namespace urilint
