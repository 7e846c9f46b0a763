// The split of RFC 3986 appendix B, by the way that suits the processor, and what is read off it.
#include "uri/component_span.hpp"
#include "uri/splitter.hpp"

#include "uri/split_paths.hpp"

namespace urilint {
namespace {

using splitting::present_bit;

// Asked before main; a text that is split even earlier goes byte by byte.
const bool kMasks = has_masks();

bool touches(UriSpan component, UriSpan hole) noexcept {
  return component.overlaps(hole) || (component.empty() && hole.contains(component));
}

}  // namespace

UriParts split_bytes(std::string_view text) noexcept {
  UriParts parts;
  splitting::Splitter{text.data(), splitting::size_of(text), parts}.run();
  return parts;
}

UriParts split(std::string_view text) noexcept {
  return kMasks && text.size() >= kMasksFrom ? split_masks(text) : split_bytes(text);
}

UriParts split(std::string_view text, std::span<const UriSpan> holes) noexcept {
  UriParts parts = split(text);
  if (holes.empty()) return parts;
  auto signals = static_cast<std::uint64_t>(parts.signals) | bit(Signal::hole);
  for (unsigned i = 0; i <= static_cast<unsigned>(Component::fragment); ++i) {
    if (!parts.has(static_cast<Component>(i))) continue;
    const UriSpan component = span_of(parts, static_cast<Component>(i));
    for (const UriSpan hole : holes) {
      if (touches(component, hole)) {
        parts.holes = static_cast<std::uint8_t>(parts.holes | 1U << i);
        break;
      }
    }
  }
  if ((parts.holes & present_bit(Component::port)) != 0) {
    signals &= ~(bit(Signal::port_valid) | bit(Signal::port_zero) | bit(Signal::port_bad));
    parts.port = 0xffff;
  }
  parts.signals = Signals{signals};
  if (violations(parts, {}, holes) == 0) {
    parts.signals = Signals{signals & ~bit(Signal::invalid)};
    parts.first_violation = parts.size;
  }
  return parts;
}

void mask_holes(std::span<char> text, std::span<const UriSpan> holes) noexcept {
  for (const UriSpan hole : holes) {
    const std::size_t end = std::min<std::size_t>(hole.end, text.size());
    for (std::size_t i = hole.begin; i < end; ++i) text[i] = 'x';
  }
}

UriSpan span_of(const UriParts& parts, Component component) noexcept {
  return component_span(parts, component);
}

std::string_view text_of(const UriParts& parts, Component component) noexcept {
  const UriSpan span = component_span(parts, component);
  return {parts.data + span.begin, span.size()};
}

Component component_at(const UriParts& parts, Off offset) noexcept {
  constexpr Component kInner[] = {Component::scheme,  Component::userinfo, Component::host,
                                  Component::port,    Component::path,     Component::query,
                                  Component::fragment};
  for (const Component component : kInner) {
    const UriSpan span = span_of(parts, component);
    if (parts.has(component) && span.begin <= offset && offset < span.end) return component;
  }
  return Component::uri;
}

ReferenceKind kind_of(const UriParts& parts) noexcept {
  if (parts.has(Signal::invalid)) return ReferenceKind::invalid;
  return parts.has(Component::scheme) ? ReferenceKind::uri : ReferenceKind::relative_ref;
}

}  // namespace urilint
