// Where secrets stand in a whole file, for what prints its lines as they are.
#pragma once

#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "fix/load.hpp"

namespace urilint {

/// Every stretch of `file` that the redactor would mask, as bytes of the file; ascending, disjoint.
/// A file that is no UTF-8 or ASCII by its mark is one stretch. Linear in the file.
[[nodiscard]] std::vector<UriSpan> secrets_of_file(std::string_view file, const FileKind& kind,
                                                   const Engine& engine, Scratch& scratch);

}  // namespace urilint
