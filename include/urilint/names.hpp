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

/// ToASCII of a domain (UTF-8). Nothing on failure.
[[nodiscard]] URILINT_API std::optional<std::string> to_ascii(std::string_view domain,
                                                              const IdnaOptions& options = {});
/// ToUnicode: the text always, and whether an error was recorded.
struct UnicodeDomain {
  std::string text;
  bool error = false;
};
[[nodiscard]] URILINT_API UnicodeDomain to_unicode(std::string_view domain,
                                                   const IdnaOptions& options = {});

/// The registrable domain (public suffix plus one label; ICANN and private rules) of a host name,
/// as a part of `host` lower-cased and in A-labels; nothing for addresses, suffixes themselves,
/// single labels. `host` may be any spelling; one trailing dot is ignored.
[[nodiscard]] URILINT_API std::optional<std::string> registrable_domain(std::string_view host);

/// What a resolver would be asked: percent-decoded, ToASCII, lower case, addresses in canonical
/// text (IPv6 in brackets), no trailing dot. Nothing if it is no host in that sense.
[[nodiscard]] URILINT_API std::optional<std::string> canonical_host(std::string_view host);

/// `YYYY-MM-DD` of the public suffix list in libpsl, and the Unicode version of ICU.
[[nodiscard]] URILINT_API std::string suffix_list_date();
[[nodiscard]] URILINT_API std::string unicode_version();

}  // namespace urilint
