// What resolution and normalisation share.
#pragma once

#include <string>
#include <string_view>

namespace urilint {

/// Appends `path` without its dot segments: RFC 3986 section 5.2.4 to the letter. `path` must not
/// view `out`.
void append_without_dot_segments(std::string& out, std::string_view path);

/// Puts `/.` before a path in `uri` that begins at `path` and with `//` and would be read as an
/// authority; to be called where there is none.
void guard_path(std::string& uri, std::size_t path);

}  // namespace urilint
