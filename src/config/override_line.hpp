// An override as it is proposed to people.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace urilint {

/// `[[override]] paths = ["a.json"] keys = ["b.c"] ignore = ["rule"]`: the lines of an override, a
/// blank between them, that holds for the file at `path` (bytes, from the folder of the
/// configuration) and, unless `key` is empty, for the values at that key path. A key that no
/// pattern means exactly is left out; nothing if no pattern means the path. ASCII, without control
/// bytes.
[[nodiscard]] std::optional<std::string> override_line(std::string_view path, std::string_view key,
                                                       std::string_view rule);

}  // namespace urilint
