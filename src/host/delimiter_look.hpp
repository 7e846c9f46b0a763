// Characters that a reader takes for a delimiter of a URI.
#pragma once

#include <string_view>

namespace urilint {

/// `data/delimiter-lookalikes.tsv`.
struct DelimiterLook {
  std::string_view like;  ///< the ASCII character; empty: the character is not listed
  std::string_view kind;  ///< `always`, `japanese`, `letter`
};
[[nodiscard]] DelimiterLook delimiter_look(char32_t code) noexcept;

}  // namespace urilint
