// An override as it is proposed to people.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace urilint {

/// What an override is to hold for; views nothing owned.
struct OverridePlace {
  std::string_view path;  ///< bytes, from the folder of the configuration
  std::string_view key;   ///< empty: the file has no keys there
  std::string_view host;  ///< canonical; empty: not known
};

/// `[[override]] paths = ["a.json"] keys = ["b.c"] ignore = ["rule"]`: the lines of an override, a
/// blank between them, for the file and the values at that key path, or, where no key is named, for
/// what leads to that host. A key or host that no pattern means exactly is left out; nothing if no
/// pattern means the path. ASCII, without control bytes.
[[nodiscard]] std::optional<std::string> override_line(const OverridePlace& place,
                                                       std::string_view rule);

}  // namespace urilint
