// Holes that one tool writes, and others read as plain text: the whole shape and the place decide.
#pragma once

#include <cstddef>
#include <string_view>

namespace urilint::find {

/// What a hole of a tool may rest on: what stands before it.
struct HolePlace {
  std::size_t last = 0;  ///< where the last hole ended; 0: none
  std::size_t run = 0;   ///< the same, if only holes and colons stand between `//` and that end
};

/// The end of the hole of a tool that begins at `begin`, or 0: `@NAME@` (autoconf), `@{name}`
/// (Robot Framework), `@(x.y)` and `@Model.Name` (Razor), `!NAME!` (batch files), `$env:NAME`
/// (PowerShell),
/// `$1` (captures), `$x[y]`, `$x->y` and `{$x->y}` (PHP), `$!x` and `$!{x}` (Velocity), `&name;`
/// (entities), `%[1]s` and `%+v` (Go), `%[hdr(host)]` (HAProxy), `%REQ(:PATH)%` (Envoy), `%1`
/// (Apache, batch files, Qt), `%Y` (strftime) and `%%` (an escaped percent sign). Constant time.
[[nodiscard]] std::size_t tool_hole(std::string_view text, std::size_t begin,
                                    HolePlace place) noexcept;

}  // namespace urilint::find
