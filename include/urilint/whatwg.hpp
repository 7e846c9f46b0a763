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

/// A URL record, serialised. Text is ASCII (percent-encoded, punycode) as the standard says; owns
/// everything. A reading of the shape accepted, scheme, host, port, path is: `result.url` there or
/// not, `scheme`, `host` (IPv6 in brackets), `port` (a default port is none), `path`.
struct WhatwgUrl {
  std::string href;
  std::string scheme;  ///< without `:`
  std::string username, password;
  std::optional<std::string> host;    ///< serialised; null host: nothing; may be empty
  std::optional<std::uint16_t> port;  ///< nothing also for the default port of the scheme
  std::string path;          ///< serialised; without the `/.` that `href` may have before it
  bool opaque_path = false;  ///< `mailto:a`: text that is no list of segments
  std::optional<std::string> query, fragment;
  std::string origin;  ///< serialised, `null` for opaque ones
};

/// The standard's name of a validation error (`invalid-URL-unit`), and the bytes of the input that
/// it speaks of: the code point at which the state machine stood (empty at the end of the input),
/// or the host for host errors. Trimming and removed tabs are one error each, at the first of them.
/// Names are those of the living standard; `domain-invalid-code-point` of the standard of 2024 is
/// kept, `domain-to-Unicode` is never raised by the parser. `domain-to-ASCII` without failure:
/// the domain is no valid one (`a_b`, a trailing dot), but browsers take it.
struct WhatwgError {
  std::string_view name;  ///< static
  UriSpan span;
  bool failure = false;  ///< it ended the parsing
};

struct WhatwgResult {
  std::optional<WhatwgUrl> url;  ///< nothing: failure
  /// In the order in which the standard raises them, at most 256; the failure is always the last.
  std::vector<WhatwgError> errors;
};

/// The basic URL parser without state override. `input` is bytes (shorter than 2^32-1; the rest of
/// a longer one is ignored), decoded as UTF-8 with replacement (a byte order mark stays); `base` is
/// a URL that was parsed. Linear in the input; about a microsecond for a URL of a web list, several
/// where the domain needs ICU (non-ASCII, or with A-labels). Domains follow Unicode 17.0 where
/// ICU's code points allow it, as browsers do.
[[nodiscard]] URILINT_API WhatwgResult parse_whatwg(std::string_view input,
                                                    const WhatwgUrl* base = nullptr);

/// The setters of the URL class (`href` excepted), for tests and for those who need them: the URL
/// after `url.NAME = value`. Unknown name: unchanged.
[[nodiscard]] URILINT_API WhatwgUrl set_whatwg(const WhatwgUrl& url, std::string_view name,
                                               std::string_view value);

}  // namespace urilint
