// Key paths as they may be printed: keys can be URIs, and tokens.
#pragma once

#include <string_view>

#include "report/record.hpp"

namespace urilint {

/// The path with the secrets of every URI in it, and what shows as a secret by itself, masked.
[[nodiscard]] Redacted redacted_key(std::string_view key, bool show_secrets);

}  // namespace urilint
