// Reads a file before and after its edits and compares what the readers see.
#pragma once

#include <span>
#include <string_view>

#include "fix/edit.hpp"
#include "fix/load.hpp"

namespace urilint {

/// True if reading `after` gives every text that reading `before` gives, in its place and under its
/// key, and every URI, but for those that `fixes` are about, which are as the fixes say. Linear in
/// the size of both.
[[nodiscard]] bool proves(std::string_view before, std::string_view after, const FileKind& kind,
                          std::span<const Fix* const> fixes);

}  // namespace urilint
