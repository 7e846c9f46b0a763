// One text as RFC 3986 and as browsers read it, brought to one form, so that only what differs in
// meaning differs in text. Allocates: only for URIs that the signals of `kGating` let through.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/detector.hpp"

namespace urilint::detect {

/// How the two readings of the host relate.
enum class HostVerdict : std::uint8_t {
  same,             ///< or nobody finds one
  two_hosts,        ///< both find one, not the same
  browsers_only,    ///< RFC 3986 has none, or none that can be looked up
  browsers_refuse,  ///< RFC 3986 accepts the text, browsers do not
};

/// What both read under a scheme of the web other than `file`, or without one.
struct Readings {
  HostVerdict host = HostVerdict::same;
  bool same_path = true;  ///< not judged (true) where the hosts differ or one reader refuses
};

/// `same` for everything that `readings_may_differ` rules out.
[[nodiscard]] Readings compare_readings(const Subject& subject);

}  // namespace urilint::detect
