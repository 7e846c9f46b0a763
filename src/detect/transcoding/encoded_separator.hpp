// Encoded separators of path segments, for the rules about them.
#pragma once

#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/common/wrapped.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {

/// Marks each triplet of the path that stands for `separator`, but for those of a wrapped link.
inline void mark_encoded_separators(const Subject& subject, char separator,
                                    MarkList& marks) noexcept {
  const UriSpan path = subject.span(Component::path);
  const UriSpan wrapped = wrapped_span(subject);
  const std::string_view text = subject.text.substr(0, path.end);
  for (std::size_t at = text.find('%', path.begin); at != std::string_view::npos;
       at = text.find('%', at + 1)) {
    if (bytes::pct_byte(text.data() + at, text.size() - at) != separator) continue;
    const UriSpan triplet{static_cast<Off>(at), static_cast<Off>(at + 3)};
    if (!triplet.overlaps(wrapped)) marks.add(triplet);
  }
}

}  // namespace urilint::detect
