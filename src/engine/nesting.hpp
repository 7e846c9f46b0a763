// Finds the URIs that a URI carries inside: rewritten by a mail gateway, opened by a redirector,
// wrapped (`jdbc:…`), in the path, and percent-encoded or raw in query and fragment values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"
#include "engine/detector.hpp"
#include "engine/wrappers.hpp"

namespace urilint {

/// A stretch of a URI that is a URI itself, after one percent-decoding if `decode`, or after
/// `unwrap` if it is the original of a `wrapped` link.
struct NestedSlice {
  UriSpan span;
  bool decode = false;
  std::optional<WrappedLink> wrapped{};
};

/// Appends at most `limit` slices of `subject`, ascending and disjoint. Linear in the text.
void find_nested(const Subject& subject, std::size_t limit, std::vector<NestedSlice>& out);

/// A scheme, `://` and something behind it, each delimiter perhaps percent-encoded; `jdbc:` and
/// something; or `//` with an `@` further on.
[[nodiscard]] bool looks_like_uri(std::string_view text) noexcept;

/// `text` percent-decoded once; `map` gets the runs (offsets from `base` in the parent).
[[nodiscard]] std::string percent_decode(std::string_view text, Off base, SourceMap& map);

}  // namespace urilint
