// What holds for every decoder of mail on any bytes: texts above their parents, mapped back.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "document/document.hpp"

namespace urilint::testing {

/// What a stretch of the parent spells when it is decoded by itself; nothing: it cannot be told
/// (a charset that switches alphabets).
using Respell = std::function<std::string(std::string_view source)>;

/// Checks that the runs of the map ascend on both sides, lie inside of both texts and cover this
/// text without a rest, and that what each run was spelt by spells it again: equal bytes where it
/// is 1:1, else `respell` of the whole run (with U+FFFD as often as it likes). The fault as a
/// sentence; none: an empty string.
[[nodiscard]] std::string layer_fault(const Document& document, TextId id, const Respell& respell);

/// The same for the text and all below it that `respell_of` knows; an empty function: shape alone.
using RespellOf = std::function<Respell(const Text&)>;
[[nodiscard]] std::string layers_fault(const Document& document, TextId id,
                                       const RespellOf& respell_of);

}  // namespace urilint::testing
