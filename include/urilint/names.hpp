/// Host names: IDNA (UTS 46), registrable domains, canonical hosts. Uses ICU and libpsl inside,
/// opened at first use, safe from many threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "urilint/export.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// The parameters of UTS 46 section 4 ToASCII / ToUnicode.
struct IdnaOptions {
  bool check_hyphens = false;
  bool check_bidi = true;
  bool check_joiners = true;
  bool use_std3_ascii_rules = false;
  bool transitional = false;
  bool verify_dns_length = false;
};

/// ToASCII of a domain (UTF-8), with today's mappings where they differ from ICU's. Nothing on
/// failure: a disallowed code point, bytes that are no UTF-8, an A-label that does not decode or is
/// not in normal form, or what the options forbid. An empty label fails only with
/// `verify_dns_length`, which allows one trailing dot.
[[nodiscard]] URILINT_API std::optional<std::string> to_ascii(std::string_view domain,
                                                              const IdnaOptions& options = {});
/// ToUnicode: the text always, and whether an error was recorded.
struct UnicodeDomain {
  std::string text;
  bool error = false;
};
[[nodiscard]] URILINT_API UnicodeDomain to_unicode(std::string_view domain,
                                                   const IdnaOptions& options = {});

/// The registrable domain of a host name: the public suffix and one label more, by the ICANN and
/// private rules of the public suffix list (an unlisted top-level domain is a suffix). It is the
/// end of `canonical_host(host)`: lower case, A-labels. Nothing for addresses in any spelling,
/// suffixes themselves, single labels, and what has no canonical host.
[[nodiscard]] URILINT_API std::optional<std::string> registrable_domain(std::string_view host);

/// What a resolver would be asked for `host`, which is the host of a URI as it stands there:
/// percent-decoded once, ToASCII, lower case, no trailing dot. An IPv4 address in any spelling that
/// `read_ipv4` knows becomes dotted decimal, an IPv6 address in brackets RFC 5952. Plain ASCII
/// names are taken as they are, even with A-labels that decode to nothing valid, and lengths are
/// not judged. Nothing if `host` is empty, has an empty label, a zone id or a byte that no name
/// has (controls, space, `%` or a delimiter after decoding), fails ToASCII, or ends in a number
/// without being an address.
[[nodiscard]] URILINT_API std::optional<std::string> canonical_host(std::string_view host);

/// `YYYY-MM-DD` of the public suffix list in libpsl (empty if it has none), and the Unicode version
/// of ICU (`15.0`).
[[nodiscard]] URILINT_API std::string suffix_list_date();
[[nodiscard]] URILINT_API std::string unicode_version();

}  // namespace urilint
