// What stands behind the limit is marked: that is what a program with such a limit does not see.
#include "detect/syntax/common.hpp"

namespace urilint::detect {
namespace uri_too_long {

constexpr Off kLongest = 2048;

}  // namespace uri_too_long

void detect_uri_too_long(const Subject& subject, Sink& sink) noexcept {
  constexpr Off kLimit = uri_too_long::kLongest;
  if (subject.parts.size <= kLimit || subject.depth > 0 || has_body(subject)) return;
  // In a template the length is not known.
  if (!subject.holes.empty() || !subject.parts.has(Component::authority)) return;
  sink.emit({.component = Component::uri,
             .primary = {kLimit, subject.parts.size},
             .args = {std::int64_t{subject.parts.size}, std::int64_t{kLimit}}});
}

}  // namespace urilint::detect
