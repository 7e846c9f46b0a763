// How `://` is written in URIs that nobody shall follow by accident. Shared by the finder and by
// engine/defang.hpp, which undoes it.
#pragma once

#include <string_view>

namespace urilint::find {

inline constexpr std::string_view kDefangedSlashes[] = {"[://]", "[:]//", "(:)//",
                                                        ":[//]", "[:/]/", "[:][/][/]"};

}  // namespace urilint::find
