// The hosts that careless software may read in a text that names none by the rules. They count
// against the list of what is denied only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "detect/policy/common.hpp"

namespace urilint::detect {

/// `host` as it stands in the URI, at most `kMostHostBytes` long. At most eight.
[[nodiscard]] std::vector<OwnedHost> loose_hosts(std::string_view host);

}  // namespace urilint::detect
