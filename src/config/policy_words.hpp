// A policy as it is written, made into one that judges.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "config/config.hpp"
#include "engine/policy.hpp"

namespace urilint {

/// Null if no entry is fit. `wrong` is called for each that is not, with one line why.
[[nodiscard]] std::shared_ptr<const Policy> build_policy(
    const PolicyWords& words,
    const std::function<void(const ConfigWord&, const std::string&)>& wrong);

/// `over` wins: its allow lists replace those of `out`, its deny lists are added.
void lay_over(const PolicyWords& over, PolicyWords& out);

}  // namespace urilint
