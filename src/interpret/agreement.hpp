// Where the readings of RFC 3986 and of the WHATWG URL Standard can part, told from the signals of
// the split alone: rules that compare readings are woken by these, and compare nothing else.
#pragma once

#include <cstdint>

#include "urilint/uri.hpp"

namespace urilint {

/// Without one of these, both readings accept the text or both refuse it, and they read the same
/// scheme, host (letters lowered, addresses as numbers), effective port, and path after RFC 3986
/// section 6.2.3. A reference without scheme is read against a base of http or https.
///
/// - `invalid`: RFC 3986 refuses the text; browsers mend much of it;
/// - `scheme_only`: `http:host` is a path of the one and a host of the other;
/// - `scheme_suspicious`: among the special schemes this is `file`, which has drive letters, and
///   neither userinfo nor port;
/// - `host_empty`: browsers step over further slashes, and let no userinfo or port stand alone;
/// - `host_numeric`: `0x7f.1` is a name of the one and an address of the other, `1.2.3.256` is
/// none;
/// - `host_pct`: browsers decode a domain before they look at it;
/// - `host_brackets`: browsers know no IPvFuture;
/// - `port_bad`: RFC 3986 takes any digits;
/// - `pct_dot`: a dot segment to browsers, and to RFC 3986 only if triplets are decoded first.
///
/// Rules name them in `wake = { any = ["invalid", "scheme-only", "scheme-suspicious", "host-empty",
/// "host-numeric", "host-pct", "host-brackets", "port-bad", "pct-dot"] }`, and ask
/// `readings_may_differ` before they read anything. A third reading needs signals of its own:
/// libcurl, say, refuses sub-delims in a host (`host-odd`).
///
/// What does not part them: upper case, A-labels (browsers keep those that decode to nothing
/// valid), empty labels and trailing dots, `_`, `~` and sub-delims in a host, lengths, leading
/// zeros of a port, empty ports, raw dot segments, empty segments, userinfo.
inline constexpr std::uint64_t kGating =
    bit(Signal::invalid) | bit(Signal::scheme_only) | bit(Signal::scheme_suspicious) |
    bit(Signal::host_empty) | bit(Signal::host_numeric) | bit(Signal::host_pct) |
    bit(Signal::host_brackets) | bit(Signal::port_bad) | bit(Signal::pct_dot);

/// False: the readings agree in the sense of `kGating`. True: they may differ; never true without a
/// signal of `kGating`. Knows what the signals alone do not: that the host is a plain address, or
/// the scheme none of the web's. Of a text with holes it speaks as if they were letters.
[[nodiscard]] bool readings_may_differ(const UriParts& parts) noexcept;

/// True: an absolute reference under a scheme of the web that is wrong, if at all, in bytes alone
/// that browsers keep or encode where they stand. Both readings find the same host, and the same
/// path but for its percent-encoding. False: not known.
[[nodiscard]] bool wrong_in_encoding_alone(const UriParts& parts) noexcept;
/// True: the same, but for a host whose last label begins with a digit. Both readings find the same
/// host and path if `read_ipv4` calls the host an address or a name.
[[nodiscard]] bool doubtful_in_number_alone(const UriParts& parts) noexcept;

}  // namespace urilint
