/// What may stand between the brackets of a host (RFC 3986 section 3.2.2).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "urilint/export.hpp"

namespace urilint {

/// True if `text` is IPv6address of RFC 3986 appendix A exactly: no brackets, no zone id.
[[nodiscard]] URILINT_API bool is_ipv6_address(std::string_view text) noexcept;

/// True if `text` is IPv4address of RFC 3986 appendix A exactly: four dec-octets.
[[nodiscard]] bool is_ipv4_address(std::string_view text) noexcept;

/// True if `text` is IPvFuture of RFC 3986 appendix A exactly.
[[nodiscard]] bool is_ipvfuture(std::string_view text) noexcept;

/// Reads IPv6address into `bytes` (network order). False, and `bytes` unspecified, on any other
/// text.
[[nodiscard]] bool parse_ipv6_address(std::string_view text,
                                      std::array<std::uint8_t, 16>& bytes) noexcept;

}  // namespace urilint
