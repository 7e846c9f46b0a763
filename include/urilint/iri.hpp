/// RFC 3987: IRI references in UTF-8, to URIs and back.
///
/// An IRI is never compared or resolved here: map it to a URI first. Functions that return text
/// allocate it; nothing throws but for lack of memory, everything is linear.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "urilint/export.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// 2.2 IRI-reference: RFC 3986's grammar with `ucschar` wherever `unreserved` stands outside the
/// scheme and IP-literals, and with `iprivate` in the query. Ill-formed UTF-8 is none. The bidi
/// formatting characters, which 4.1 forbids in prose, are within the grammar.
[[nodiscard]] URILINT_API bool is_iri_reference(std::string_view text);
/// 2.2 IRI: a reference with a scheme.
[[nodiscard]] URILINT_API bool is_iri(std::string_view text);

/// 3.1, all components percent-encoded as UTF-8: `http://r\u00e9sum\u00e9.example/` becomes
/// `http://r%C3%A9sum%C3%A9.example/`. A URI stays as it is. Nothing if `iri` is no IRI reference.
[[nodiscard]] URILINT_API std::optional<std::string> iri_to_uri(std::string_view iri);
/// 3.1 for schemes whose hosts are DNS names: the same, but a host that is not plain ASCII, decoded
/// or not, goes through ToASCII: `http://xn--rsum-bpad.example/`. Nothing also where ToASCII fails
/// or gives what no reg-name may hold.
[[nodiscard]] URILINT_API std::optional<std::string> iri_to_uri_dns(std::string_view iri);

/// 3.2: triplets that spell characters which an IRI may hold there are decoded. Those of reserved
/// characters, of `%`, of ASCII that no URI holds, of ill-formed UTF-8 and of bidi formatting
/// characters stay as they are; `iprivate` is decoded in the query only. The result is an IRI
/// reference that maps back to an equivalent URI (6.2.2 of RFC 3986). Nothing if `uri` is no
/// URI reference.
[[nodiscard]] URILINT_API std::optional<std::string> uri_to_iri(std::string_view uri);
/// The same, and A-labels of the host become U-labels where ToUnicode succeeds and ToASCII leads
/// back.
[[nodiscard]] URILINT_API std::optional<std::string> uri_to_iri_dns(std::string_view uri);

}  // namespace urilint
