// Which text of a nest, and which part of it, a rule may speak of.
#pragma once

#include <functional>
#include <string_view>

#include "engine/detector.hpp"

namespace urilint::detect {

/// True if the URI is a plain stretch of the one it is nested in (`view-source:…`,
/// `/web/http://…`): rules about bytes then speak of the outer URI only, so that one fact is one
/// finding.
[[nodiscard]] inline bool shares_outer_bytes(const Subject& subject) noexcept {
  if (subject.outer == nullptr) return false;
  const std::less<const char*> before;
  const char* const begin = subject.outer->raw.data();
  return !before(subject.raw.data(), begin) &&
         before(subject.raw.data(), begin + subject.outer->raw.size());
}

/// True if the path is one of segments: behind an authority, absolute, or of a relative reference;
/// not the body of `mailto:`, `data:` or `urn:`.
[[nodiscard]] inline bool has_segments(const Subject& subject) noexcept {
  return subject.parts.has(Component::authority) || subject.parts.path_kind == PathKind::absolute ||
         !subject.parts.has(Component::scheme);
}

/// A `name=value` piece of a query or fragment; a piece without `=` is all value.
struct Pair {
  UriSpan name;
  UriSpan value;
};

/// Calls `visit(Pair)` for each piece between `&`.
template <typename Visit>
void for_each_pair(const Subject& subject, Component component, Visit visit) noexcept {
  if (!subject.parts.has(component)) return;
  const UriSpan span = subject.span(component);
  const std::string_view text = subject.text.substr(0, span.end);
  for (Off begin = span.begin;;) {
    const std::size_t amp = text.find('&', begin);
    const Off end = amp == std::string_view::npos ? span.end : static_cast<Off>(amp);
    const std::size_t equals = text.substr(0, end).find('=', begin);
    const Off split = equals == std::string_view::npos ? begin : static_cast<Off>(equals);
    visit(Pair{{begin, split}, {equals == std::string_view::npos ? begin : split + 1, end}});
    if (amp == std::string_view::npos) return;
    begin = end + 1;
  }
}

/// Calls `visit(UriSpan)` for each segment of the path, between raw slashes.
template <typename Visit>
void for_each_segment(const Subject& subject, Visit visit) noexcept {
  const UriSpan path = subject.span(Component::path);
  const std::string_view text = subject.text.substr(0, path.end);
  for (Off begin = path.begin;;) {
    const std::size_t slash = text.find('/', begin);
    const Off end = slash == std::string_view::npos ? path.end : static_cast<Off>(slash);
    visit(UriSpan{begin, end});
    if (slash == std::string_view::npos) return;
    begin = end + 1;
  }
}

}  // namespace urilint::detect
