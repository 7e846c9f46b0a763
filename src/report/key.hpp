// Key paths, and words that people wrote, as they may be printed: both can hold URIs and tokens.
#pragma once

#include <string_view>

#include "report/record.hpp"

namespace urilint {

/// The path with the secrets of every URI in it, also of `//user:password@host`, and what shows as
/// a secret by itself, masked.
[[nodiscard]] Redacted redacted_key(std::string_view key, bool show_secrets);

/// The same of running text.
[[nodiscard]] Redacted redacted_words(std::string_view words, bool show_secrets);

}  // namespace urilint
