// `span_of`, inline: most callers name the component, and little of it is left there.
#pragma once

#include "urilint/uri.hpp"

namespace urilint {

/// See `span_of`.
[[nodiscard]] inline UriSpan component_span(const UriParts& parts, Component component) noexcept {
  const Off scheme_stop = parts.has(Component::scheme) ? parts.scheme_end + 1 : 0;
  const Off authority_begin = parts.has(Component::authority) ? scheme_stop + 2 : scheme_stop;
  const Off host_begin = parts.userinfo_end + (parts.has(Component::userinfo) ? 1 : 0);
  switch (component) {
    case Component::scheme:
      return {0, parts.scheme_end};
    case Component::authority:
      return {authority_begin, parts.path_begin};
    case Component::userinfo:
      return {authority_begin, parts.userinfo_end};
    case Component::host:
      return {host_begin, parts.host_end};
    case Component::port:
      return {parts.host_end + (parts.has(Component::port) ? 1 : 0), parts.path_begin};
    case Component::path:
      return {parts.path_begin, parts.path_end};
    case Component::query:
      return {parts.path_end + (parts.has(Component::query) ? 1 : 0), parts.query_end};
    case Component::fragment:
      return {parts.query_end + (parts.has(Component::fragment) ? 1 : 0), parts.size};
    case Component::uri:
    case Component::link_text:
      break;
  }
  return {0, parts.size};
}

}  // namespace urilint
