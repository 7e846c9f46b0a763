// What the rules about names share: the issues that host/name_spoof.hpp found, as findings.
#pragma once

#include <string_view>

#include "engine/detector.hpp"

namespace urilint::detect {

/// Emits all issues with `flaw` as one finding of `variant`. `{0}` is the script or the character
/// that the first of them speaks of, if its flaw has one.
void emit_name_issues(const Subject& subject, Sink& sink, NameFlaw flaw, std::string_view variant);

}  // namespace urilint::detect
