// Which URIs go over the network unencrypted.
#pragma once

#include <string_view>

#include "engine/detector.hpp"
#include "tables/cleartext-schemes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {

/// The row of data/cleartext-schemes.tsv of the scheme, or null.
[[nodiscard]] inline const tables::CleartextSchemesRow* cleartext_row(
    const Subject& subject) noexcept {
  const std::string_view scheme = subject.view(Component::scheme);
  return find_row(tables::kCleartextSchemes, tables::kCleartextSchemesIndex, hash_lower(scheme),
                  scheme, [](const tables::CleartextSchemesRow& row) { return row.scheme; });
}

/// True if what is sent to the host never leaves the machine.
[[nodiscard]] inline bool is_loopback(const Subject& subject) noexcept {
  std::string_view host = subject.view(Component::host);
  if (host.ends_with('.')) host.remove_suffix(1);
  constexpr std::string_view kBelow = ".localhost";
  if (equals_lower(host, "localhost")) return true;
  if (host.size() > kBelow.size() &&
      equals_lower(host.substr(host.size() - kBelow.size()), kBelow)) {
    return true;
  }
  const HostFacts& facts = subject.host();
  return facts.has_address &&
         (facts.address_class == "loopback" || facts.address_class == "this-host-on-this-network");
}

}  // namespace urilint::detect
