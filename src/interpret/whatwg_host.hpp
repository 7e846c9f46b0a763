// The host parser of the URL Standard.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "interpret/whatwg_errors.hpp"

namespace urilint::whatwg {

/// Hosts of schemes that are not special are opaque.
enum class HostRule : std::uint8_t { domain, opaque };

/// The serialised host, or nothing: failure, noted in `errors`. `input` is UTF-8, not empty.
[[nodiscard]] std::optional<std::string> parse_host(std::string_view input, HostRule rule,
                                                    const HostErrors& errors);

}  // namespace urilint::whatwg
