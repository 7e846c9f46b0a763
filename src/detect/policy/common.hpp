// What the policy rules read: the parts of RFC 3986 and those of browsers, where they differ, and
// hosts in the form that a policy compares.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/detector.hpp"
#include "engine/policy.hpp"
#include "urilint/whatwg.hpp"

namespace urilint::detect {

/// True for names of things (XML namespaces, schemas), for what is nested in them, and for schemes
/// whose authority is no host of a network.
[[nodiscard]] bool is_beyond_policy(const Subject& subject) noexcept;

/// True if there is an authority, or what a browser takes for one. The rules about hosts and ports
/// wake on the same signals.
[[nodiscard]] bool may_have_authority(const UriParts& parts) noexcept;

/// What browsers read, with a host that is not empty, if that may differ from RFC 3986. Nothing of
/// a text with a hole before its path.
[[nodiscard]] std::optional<WhatwgUrl> browsers_reading(const Subject& subject);

/// True if a template hole reaches the end of the authority, so that it may hold a port or the
/// beginning of the path.
[[nodiscard]] bool hole_ends_authority(const Subject& subject) noexcept;

/// A canonical host as a policy compares it.
class OwnedHost {
 public:
  /// What `canonical_host` gives.
  explicit OwnedHost(std::string canonical);
  explicit OwnedHost(const Address& address) noexcept;
  [[nodiscard]] PolicyHost view() const noexcept;

 private:
  std::string name_;
  std::optional<Address> address_, inside_;
};

}  // namespace urilint::detect
