// What holds for every reader on any bytes. Each fault is a sentence; no fault, an empty string.
#pragma once

#include <string>
#include <string_view>

#include "document/format.hpp"

namespace urilint::testing {

/// Reads `text` in the format, with all escapes decoded and without, and checks that
/// - segments lie in their texts and ascend in the source; the document is left as it was;
/// - bytes that are mapped one to one are the same on both sides, and an escape that is read again
///   on its own spells the same;
/// - where the prefilter sees no URI, none is found;
/// - every URI with an authority that stands unescaped in the text is found in the format as well;
///   in mail, if nothing of it is encoded.
[[nodiscard]] std::string reader_fault(Format format, std::string_view text);

}  // namespace urilint::testing
