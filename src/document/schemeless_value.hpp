// References without a scheme that fill a value: `//host/path` (RFC 3986 section 4.2), and
// `user@host:path`, as scp and git read it.
#pragma once

#include <cstddef>
#include <string_view>

namespace urilint::reading {

/// Where a network-path reference stands in its value.
struct NetworkPath {
  std::size_t begin = 0;  ///< its slashes: behind `NAME=` or `--option=`
  std::size_t body = 0;   ///< behind its slashes or its host: its end is looked for from here on;
                          ///< 0: there is none
};

/// The reference in a value that a browser reads as one URL, blanks around it left out by the
/// caller: whatever begins with two slashes of either kind (WHATWG URL, relative slash state) and
/// goes on.
[[nodiscard]] NetworkPath network_path_url(std::string_view value) noexcept;

/// The reference in a value that may be anything: `//` and a host that is hardly anything else: a
/// name with a known ending, an address, or either behind `user@`. Neither XPath (`//div[@id]`) nor
/// a comment nor a label (`//pkg:rule`) nor a path (`//depot/dir`). Reads a few hundred bytes.
[[nodiscard]] NetworkPath network_path_value(std::string_view value) noexcept;

/// The offset of the colon in a value that is a remote of git in the spelling of scp,
/// `user@host:path`, or 0. The host is one as above; and, since addresses of mail have colons
/// behind them as well, the user is `git`, the path ends in `.git`, or `key`, the key path of the
/// value, in `url` with a slash in the path. Reads a few hundred bytes and the end.
[[nodiscard]] std::size_t scp_colon(std::string_view value, std::string_view key) noexcept;

}  // namespace urilint::reading
