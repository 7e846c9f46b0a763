// All built-in rules, compiled from rules/ by tools/rulec.
#pragma once

#include <span>

#include "engine/rule.hpp"

namespace urilint {

/// Ascending by id. Generated.
[[nodiscard]] std::span<const RuleInfo> builtin_rules() noexcept;

}  // namespace urilint
