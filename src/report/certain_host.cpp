// Settings by host look at both readings, so a host that is not the only one would not be enough.
#include "report/certain_host.hpp"

#include <algorithm>

#include "detect/policy/common.hpp"
#include "urilint/names.hpp"

namespace urilint {

std::string certain_host(const NestedText& text) {
  const Subject& subject = text.subject;
  if (!subject.parts.has(Component::host) || subject.has_hole(Component::host)) return {};
  const UriSpan span = subject.span(Component::host);
  const auto hides = [span](UriSpan mask) {
    return mask.begin < span.end && span.begin < mask.end;
  };
  if (std::any_of(text.masks.begin(), text.masks.end(), hides)) return {};
  auto host = canonical_host(subject.view(span));
  if (!host) return {};
  const auto url = detect::browsers_reading(subject);
  if (url && canonical_host(*url->host) != host) return {};
  return std::move(*host);
}

}  // namespace urilint
