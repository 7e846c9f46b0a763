// The labels of an ASCII host, and the domain that somebody registered.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/detector.hpp"
#include "urilint/names.hpp"

namespace urilint::detect {

/// The first labels of a host, at most 32, as spans of the URI; without the root's.
struct HostLabels {
  std::array<UriSpan, 32> spans{};
  std::size_t count = 0;
  [[nodiscard]] std::span<const UriSpan> view() const noexcept {
    return std::span<const UriSpan>(spans).first(count);
  }
};

[[nodiscard]] inline HostLabels host_labels(const Subject& subject) noexcept {
  HostLabels labels;
  const UriSpan host = subject.span(Component::host);
  const std::string_view text = subject.text.substr(0, host.end);
  for (Off begin = host.begin; begin < host.end && labels.count < labels.spans.size();) {
    const std::size_t dot = text.find('.', begin);
    const Off end = dot == std::string_view::npos ? host.end : static_cast<Off>(dot);
    labels.spans[labels.count++] = {begin, end};
    begin = end + 1;
  }
  return labels;
}

/// True if the host is a name in ASCII letters, as it is looked up.
[[nodiscard]] inline bool is_plain_name(const Subject& subject) noexcept {
  const UriParts& parts = subject.parts;
  return parts.host_kind == HostKind::reg_name && !parts.has(Signal::host_non_ascii) &&
         !parts.has(Signal::host_pct) && !subject.has_hole(Component::host);
}

/// Where the registrable domain of a plain name stands. Asks libpsl.
[[nodiscard]] inline std::optional<UriSpan> registrable_span(const Subject& subject) {
  UriSpan host = subject.span(Component::host);
  if (!host.empty() && subject.text[host.end - 1] == '.') --host.end;
  const std::optional<std::string> domain = registrable_domain(subject.view(host));
  if (!domain || domain->size() > host.size()) return std::nullopt;
  return UriSpan{host.end - static_cast<Off>(domain->size()), host.end};
}

}  // namespace urilint::detect
