// The names under which the host of a URI may be looked up, for rules with tables of names.
#pragma once

#include <string>
#include <string_view>

#include "detect/internal-target/common.hpp"
#include "urilint/names.hpp"

namespace urilint::detect {

/// A name that some software looks up for the host.
struct HostName {
  UriSpan where;
  std::string_view name;      ///< decoded and in ASCII, but in the case in which it stands there
  bool is_disguised = false;  ///< it had to be decoded
  bool is_disputed = false;   ///< not the reading of RFC 3986
};

/// Calls `visit(const HostName&)` for the host and then for its other readings, until it returns
/// true. Allocates only for names that are percent-encoded or not ASCII.
template <typename Visit>
void any_host_name(const Subject& subject, Visit visit) {
  const UriParts& parts = subject.parts;
  const UriSpan host = subject.span(Component::host);
  if (!host.empty() && !subject.has_hole(Component::host) && !parts.has(Signal::host_brackets)) {
    const bool disguised = parts.has(Signal::host_pct) || parts.has(Signal::host_non_ascii);
    if (!disguised) {
      if (visit(HostName{host, subject.view(host), false, false})) return;
    } else if (const auto name = canonical_host(subject.view(host))) {
      if (visit(HostName{host, *name, true, false})) return;
    }
  }
  const OtherReadings readings(subject);
  for (const HostReading& reading : readings.list()) {
    if (visit(HostName{reading.where(), reading.text(), false, true})) return;
  }
}

}  // namespace urilint::detect
