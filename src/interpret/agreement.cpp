// Each gating signal is asked again in the light of the scheme and of the kind of host.
#include "interpret/agreement.hpp"

namespace urilint {
namespace {

constexpr std::uint64_t kAlways = bit(Signal::invalid) | bit(Signal::scheme_only) |
                                  bit(Signal::host_pct) | bit(Signal::port_bad) |
                                  bit(Signal::pct_dot);
static_assert((kAlways & ~kGating) == 0);

bool has_userinfo_or_port(const UriParts& parts) noexcept {
  return parts.has(Signal::userinfo_present) || parts.has(Signal::port_present);
}

// Browsers keep the drive letter of `file:///C:/../x`, and give every path an authority and a
// slash: `file:/.//a` has neither to keep it from being read as a host.
bool file_may_differ(const UriParts& parts) noexcept {
  const bool slash = parts.has(Component::authority) || parts.path_kind == PathKind::absolute;
  return !slash || parts.has(Signal::dot_segment) || has_userinfo_or_port(parts);
}

// What can move a boundary, or is read as another byte than it is. `invalid` is not among them.
constexpr std::uint64_t kMoving =
    (kGating & ~bit(Signal::invalid)) | bit(Signal::host_odd) | bit(Signal::host_non_ascii) |
    bit(Signal::host_xn) | bit(Signal::non_ascii) | bit(Signal::control) |
    bit(Signal::tab_newline) | bit(Signal::space) | bit(Signal::backslash);
constexpr std::uint64_t kWeb = bit(Signal::scheme_special) | bit(Signal::authority_present);

}  // namespace

bool readings_may_differ(const UriParts& parts) noexcept {
  const auto signals = static_cast<std::uint64_t>(parts.signals);
  if ((signals & kGating) == 0) return false;
  if ((signals & kAlways) != 0) return true;
  if (parts.has(Signal::host_brackets) && parts.host_kind != HostKind::ipv6) return true;
  const bool empty = parts.has(Signal::host_empty);
  if (empty && has_userinfo_or_port(parts)) return true;
  const bool special = !parts.has(Component::scheme) || parts.has(Signal::scheme_special);
  if (!special) return false;
  if (parts.has(Signal::host_numeric) && parts.host_kind != HostKind::ipv4) return true;
  // The only special scheme of a hazard class.
  const bool file = parts.has(Signal::scheme_suspicious);
  return file ? file_may_differ(parts) : empty;
}

bool wrong_in_encoding_alone(const UriParts& parts) noexcept {
  return (static_cast<std::uint64_t>(parts.signals) & (kWeb | kMoving)) == kWeb;
}

bool doubtful_in_number_alone(const UriParts& parts) noexcept {
  constexpr std::uint64_t kNumber = bit(Signal::host_numeric);
  return (static_cast<std::uint64_t>(parts.signals) & (kWeb | kMoving)) == (kWeb | kNumber);
}

}  // namespace urilint
