// Links of services that open the URL inside: search engines, networks, chats, senders of mail.
#pragma once

#include <optional>

#include "engine/wrappers.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// The redirector's link that a URI is. Nothing: another host, path or parameter, or no URI where
/// one should stand. Linear in the text.
[[nodiscard]] std::optional<WrappedLink> redirector_link(const UriParts& parts) noexcept;

}  // namespace urilint
