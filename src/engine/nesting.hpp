// Finds the URIs that a URI carries inside: wrapped (`jdbc:…`), in the path, and percent-encoded
// or raw in query and fragment values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"
#include "engine/detector.hpp"

namespace urilint {

/// A stretch of a URI that is a URI itself, after one percent-decoding if `decode`.
struct NestedSlice {
  UriSpan span;
  bool decode = false;
};

/// Appends at most `limit` slices of `subject`, ascending and disjoint. Linear in the text.
void find_nested(const Subject& subject, std::size_t limit, std::vector<NestedSlice>& out);

/// `text` percent-decoded once; `map` gets the runs (offsets from `base` in the parent).
[[nodiscard]] std::string percent_decode(std::string_view text, Off base, SourceMap& map);

}  // namespace urilint
