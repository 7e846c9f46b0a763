// Links that a mail gateway rewrote: told by host and shape, undone without asking the gateway.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "document/document.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// How the original link is written inside of a wrapped one.
enum class Wrapping : std::uint8_t {
  none,          ///< as it stands
  percent,       ///< percent-encoded
  proofpoint_2,  ///< `-HH` for `%HH`, `_` for `/`
  proofpoint_3,  ///< `*` for characters that stand behind it in base64
  base64,        ///< RFC 4648 4 or 5, with or without padding
};

struct WrappedLink {
  std::string_view service;  ///< static
  bool opaque = false;       ///< only the gateway knows the original; then nothing below is set
  Wrapping wrapping = Wrapping::none;
  UriSpan span;    ///< the original as it is written
  UriSpan extras;  ///< proofpoint_3: the characters in base64
};

/// The wrapped link that a URI is, or nothing: another host, or another shape.
[[nodiscard]] std::optional<WrappedLink> wrapped_link(const UriParts& parts) noexcept;

/// The original link. `map` gets the runs; `base` is where `uri` begins in the parent. `uri` is all
/// of the URI that `link` was found in. Never called for `none` and opaque ones.
[[nodiscard]] std::string unwrap(std::string_view uri, const WrappedLink& link, Off base,
                                 SourceMap& map);

}  // namespace urilint
