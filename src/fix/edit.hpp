// What a fix is: a few replacements in one URI, as they are to be made in its file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/document.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// Replaces bytes of a file. `text` is UTF-8, to be written in the charset of the file.
struct Edit {
  std::uint64_t byte_offset = 0, byte_length = 0;
  std::string text;
  friend bool operator==(const Edit&, const Edit&) = default;
};

/// The same replacement in the URI as it was read: offsets into the URI, text not yet escaped.
struct UriChange {
  UriSpan span;
  std::string text;
};

struct Fix {
  std::string title;
  std::vector<Edit> edits;         ///< ascending, disjoint; made all or none
  std::vector<UriChange> changes;  ///< one for each edit, in the same order
  SourceSpan uri;                  ///< the whole URI in the file
  bool settles = true;             ///< the finding is gone then; else what is left of it stays
};

/// `text` with `changes` (ascending, disjoint) made.
[[nodiscard]] std::string changed(std::string_view text, const std::vector<UriChange>& changes);

}  // namespace urilint
