// What the rules about spellings of IPv4 addresses share.
#pragma once

#include "engine/detector.hpp"

namespace urilint::detect {

/// The reading of the host if it is an IPv4 address that is spelt in this way and may well be meant
/// as a host; else null.
[[nodiscard]] const Ipv4Reading* address_spelt(const Subject& subject, Ipv4Spelling how) noexcept;

/// False in schemes whose authority is a telephone number, an identifier or a key.
[[nodiscard]] bool has_network_host(const Subject& subject) noexcept;

/// The part of the host that is spelt oddly, if there are several parts; else an empty span.
[[nodiscard]] UriSpan odd_part(const Subject& subject) noexcept;

}  // namespace urilint::detect
