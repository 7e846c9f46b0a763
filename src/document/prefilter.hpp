// Whether reading a document can find a URI at all. Structured formats take several times as long
// to read as their bytes take to pass over, and most configuration files hold no URI.
#pragma once

#include <string_view>

#include "document/format.hpp"

namespace urilint {

/// False only if nothing in the text, as a reader of `format` decodes it, has a colon as a URI with
/// a scheme has one: behind a character of a scheme, of a template or of a defanged form, and
/// before something visible. Every spelling that the readers decode counts, and so does what begins
/// like a marker (`urilint:`), which must be told if it suppresses nothing. Always true for a
/// format whose spellings are not known here.
[[nodiscard]] bool may_hold_uris(Format format, std::string_view text) noexcept;

}  // namespace urilint
