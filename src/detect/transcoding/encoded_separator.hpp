// Encoded separators of path segments, for the rules about them.
#pragma once

#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {

/// Marks each triplet of the path that stands for `separator`.
inline void mark_encoded_separators(const Subject& subject, char separator,
                                    MarkList& marks) noexcept {
  const UriSpan path = subject.span(Component::path);
  const std::string_view text = subject.text.substr(0, path.end);
  for (std::size_t at = text.find('%', path.begin); at != std::string_view::npos;
       at = text.find('%', at + 1)) {
    if (bytes::pct_byte(text.data() + at, text.size() - at) != separator) continue;
    marks.add({static_cast<Off>(at), static_cast<Off>(at + 3)});
  }
}

}  // namespace urilint::detect
