// Where a known wrapper holds the original link: rules about encoded bytes, and about URIs inside
// of others, leave it to the rules about wrappers.
#pragma once

#include "engine/detector.hpp"
#include "engine/wrappers.hpp"

namespace urilint::detect {

/// The original as it is written in the link of a gateway or redirector; empty if the URI is none.
[[nodiscard]] inline UriSpan wrapped_span(const Subject& subject) noexcept {
  if (!subject.parts.has(Signal::host_listed)) return {};
  const auto link = wrapped_link(subject.parts);
  return link ? link->span : UriSpan{};
}

}  // namespace urilint::detect
