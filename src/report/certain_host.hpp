// The host of a URI, for those who name it elsewhere.
#pragma once

#include <string>

#include "engine/engine.hpp"

namespace urilint {

/// The canonical host, if RFC 3986 and browsers read the same one, and it holds neither a template
/// hole nor a secret; else empty.
[[nodiscard]] std::string certain_host(const NestedText& text);

}  // namespace urilint
