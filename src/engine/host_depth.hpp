// Hosts that are long, or have many labels, or an ending amid them: what rules about the depth of a
// host look at. The test is `Signal::host_deep`; all but one of 30 real hosts fail it.
#pragma once

#include <cstddef>
#include <string_view>

#include "urilint/uri.hpp"

namespace urilint {

/// True if `com`, `net`, `org`, `gov` or `edu` is a label of the host, which has `labels`, with one
/// before it and at least two behind it: `www.example.com.example.net`.
[[nodiscard]] constexpr bool has_ending_inside(std::string_view host, std::size_t labels) noexcept {
  // No call to find dots: most hosts that come here are short, and only their first dot counts.
  for (std::size_t dot = 1; labels > 3 && dot + 4 < host.size(); ++dot) {
    if (host[dot] != '.') continue;
    --labels;
    if (host[dot + 4] != '.') continue;
    const char label[] = {to_lower(host[dot + 1]), to_lower(host[dot + 2]),
                          to_lower(host[dot + 3])};
    const std::string_view found(label, 3);
    if (found == "com" || found == "net" || found == "org" || found == "gov" || found == "edu") {
      return true;
    }
  }
  return false;
}

/// True if the host has more than 32 bytes, or four labels or more and beside that more than 22
/// bytes (a code of 16 and three labels), or more than six labels, or an ending inside.
[[nodiscard]] constexpr bool is_deep_host(std::string_view host, std::size_t labels) noexcept {
  if (host.size() > 32) return true;
  return labels > 3 && (host.size() > 22 || labels > 6 || has_ending_inside(host, labels));
}

}  // namespace urilint
