// Secrets in running text, outside of every URI that was found.
#pragma once

#include <string_view>
#include <vector>

#include "urilint/uri.hpp"

namespace urilint {

/// How far around a stretch the URIs and their secrets must be known, in bytes.
inline constexpr Off kStrayReach = 8192;

/// A text and what is known of it. Views.
struct KnownUris {
  std::string_view base;
  const std::vector<UriSpan>& candidates;  ///< ascending by begin
  const std::vector<UriSpan>& masks;       ///< of the candidates, likewise
};

/// Appends what is to be masked in a stretch, in no order: what is no candidate but may stand on a
/// printed line (`//user:password@host` without a scheme, connection strings, tokens). Linear in
/// the stretch and what is known.
void mask_strays(const KnownUris& text, UriSpan stretch, std::vector<UriSpan>& masks);

}  // namespace urilint
