// What the rules about addresses as hosts share.
#pragma once

#include "engine/detector.hpp"

namespace urilint::detect {

/// The reading of the host if it is an IPv4 address that is spelt in this way and may well be meant
/// as a host; else null.
[[nodiscard]] const Ipv4Reading* address_spelt(const Subject& subject, Ipv4Spelling how) noexcept;

/// False where the reading is more likely a version, a date or an identifier than a host.
[[nodiscard]] bool is_plausible(const Subject& subject, const Ipv4Reading& reading) noexcept;

/// True if the host is an address in any spelling and may well be meant as a host.
[[nodiscard]] bool has_plausible_address(const Subject& subject) noexcept;

/// The host; of an IPv6 address without brackets, with all that belongs to it.
[[nodiscard]] UriSpan address_as_written(const Subject& subject) noexcept;

/// False in schemes whose authority is a telephone number, an identifier or a key.
[[nodiscard]] bool has_network_host(const Subject& subject) noexcept;

/// The part of the host that is spelt oddly, if there are several parts; else an empty span.
[[nodiscard]] UriSpan odd_part(const Subject& subject) noexcept;

}  // namespace urilint::detect
