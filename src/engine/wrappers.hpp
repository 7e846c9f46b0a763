// Links that a mail gateway rewrote, and those of services that open the URL inside: told by host
// and shape, undone without asking anybody.
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
  amp,           ///< `s/` for `https://`, `/` for `http://`, and the rest as it stands
};

/// Who put the link there.
enum class WrappedBy : std::uint8_t {
  gateway,     ///< of a mail system: any link of a message
  redirector,  ///< a service that opens what its links say
};

struct WrappedLink {
  std::string_view service;  ///< static
  WrappedBy by = WrappedBy::gateway;
  bool opaque = false;  ///< only the service knows the original; then nothing below is set
  Wrapping wrapping = Wrapping::none;
  UriSpan span;    ///< the original as it is written
  UriSpan extras;  ///< proofpoint_3: the characters in base64
};

/// The wrapped link that a URI is, or nothing: another host, another shape, or a redirector's link
/// that holds no URI.
[[nodiscard]] std::optional<WrappedLink> wrapped_link(const UriParts& parts) noexcept;

/// The value of the first parameter of the query with that name, in any case; empty if there is
/// none.
[[nodiscard]] UriSpan parameter_value(const UriParts& parts, std::string_view name) noexcept;

/// The bytes that `digits` of base64 begin with, at most nine; empty if they are no base64.
[[nodiscard]] std::string base64_beginning(std::string_view digits);

/// The original link. `map` gets the runs; `base` is where `uri` begins in the parent. `uri` is all
/// of the URI that `link` was found in. Never called for `none` and opaque ones.
[[nodiscard]] std::string unwrap(std::string_view uri, const WrappedLink& link, Off base,
                                 SourceMap& map);

}  // namespace urilint
