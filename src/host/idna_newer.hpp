// Mappings of UTS 46 that are newer than the Unicode version of ICU.
#pragma once

#include <string>
#include <string_view>

namespace urilint {

/// `domain` (UTF-8) with the code points of `data/idna-newer.tsv` mapped. What is not UTF-8 stays.
[[nodiscard]] std::string map_newer(std::string_view domain);

}  // namespace urilint
