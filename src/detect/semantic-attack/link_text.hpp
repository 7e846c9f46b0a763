// What the text of a link says of its target.
#pragma once

#include <optional>
#include <string>

#include "engine/detector.hpp"
#include "engine/link_text.hpp"

namespace urilint::detect {

/// The host that a click asks for.
struct LinkTarget {
  UriSpan host;
  std::string name;  ///< canonical
  std::string site;
  bool is_address = false;
};
/// Nothing unless the target is for browsers and its host is known: not empty, no template.
[[nodiscard]] std::optional<LinkTarget> link_target(const Subject& subject);

/// The first host that the text names, a URL before a mere name; null if there is none.
[[nodiscard]] const NamedHost* named_host(const LinkText& shown) noexcept;

/// Whether any host of the text is that of the target.
enum class Agreement : std::uint8_t {
  none,
  carried,   ///< the target carries a URI of that host: in a parameter or its path
  spelling,  ///< but for marks on letters, which the text has and the target lacks
  same,      ///< the same site, or that of the gateway which rewrote the link
};
[[nodiscard]] Agreement agreement(const Subject& subject, const LinkTarget& target);

}  // namespace urilint::detect
