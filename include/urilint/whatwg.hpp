/// What browsers read: the URL parser of the WHATWG URL Standard, complete, with its validation
/// errors by name and position. Allocates; does not throw but for lack of memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "urilint/export.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// A URL record, serialised. Text is ASCII (percent-encoded, punycode) as the standard says.
struct WhatwgUrl {
  std::string href;
  std::string scheme;  ///< without `:`
  std::string username, password;
  std::optional<std::string> host;  ///< serialised; null host: nothing
  std::optional<std::uint16_t> port;
  std::string path;  ///< serialised
  bool opaque_path = false;
  std::optional<std::string> query, fragment;
  std::string origin;  ///< serialised, `null` for opaque ones
};

/// The standard's name of a validation error (`invalid-URL-unit`), and the bytes of the input that
/// it speaks of (the byte at which the state machine stood, or the host for host errors).
struct WhatwgError {
  std::string_view name;  ///< static
  UriSpan span;
  bool failure = false;  ///< it ended the parsing
};

struct WhatwgResult {
  std::optional<WhatwgUrl> url;     ///< nothing: failure
  std::vector<WhatwgError> errors;  ///< in the order in which the standard raises them, at most 256
};

/// The basic URL parser without state override. `input` is bytes, decoded as UTF-8 with
/// replacement; `base` is a URL that was parsed.
[[nodiscard]] URILINT_API WhatwgResult parse_whatwg(std::string_view input,
                                                    const WhatwgUrl* base = nullptr);

/// The setters of the URL class (`href` excepted), for tests and for those who need them: the URL
/// after `url.NAME = value`. Unknown name: unchanged.
[[nodiscard]] URILINT_API WhatwgUrl set_whatwg(const WhatwgUrl& url, std::string_view name,
                                               std::string_view value);

}  // namespace urilint
