// Where a browser sees the host of a text that RFC 3986 splits otherwise: it takes a backslash for
// a slash, needs no slashes behind a special scheme, and skips those that are too many.
#pragma once

#include "engine/detector.hpp"

namespace urilint::detect {

[[nodiscard]] constexpr bool is_either_slash(char c) noexcept { return c == '/' || c == '\\'; }

/// The host as a browser cuts it out of the authority that begins at `at` or behind the slashes
/// there; tabs and line breaks, which it deletes, are still inside.
[[nodiscard]] UriSpan browser_host_from(std::string_view text, Off at) noexcept;

/// The host that a browser reads, under a special scheme other than `file` or behind two slashes of
/// either kind; empty elsewhere.
[[nodiscard]] UriSpan browser_host(const Subject& subject) noexcept;

}  // namespace urilint::detect
