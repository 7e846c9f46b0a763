// Characters by number and name, for people.
#pragma once

#include <string>

namespace urilint {

/// `U+0262 LATIN LETTER SMALL CAPITAL G`; without the name if Unicode gives none. Never the
/// character itself.
[[nodiscard]] std::string char_name(char32_t code);

}  // namespace urilint
