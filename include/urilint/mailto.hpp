/// RFC 6068: mailto URIs, taken apart and put together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "urilint/export.hpp"
#include "urilint/uri.hpp"

namespace urilint {

enum class MailtoError : std::uint8_t {
  none,
  not_mailto,   ///< the scheme is not `mailto`
  invalid_uri,  ///< no RFC 3986 URI
  authority,    ///< `mailto://…`: the address stands where no mail program reads it
  address,      ///< what stands between commas is no addr-spec of RFC 6068
  qchar,        ///< a raw character that must be encoded there: `/ ? =` in a field (a second `?`
                ///< often), `/ & ; =` in an address
  field,        ///< a field without `=`, or with a name that RFC 5322 does not allow
  line_break,   ///< CR or LF outside the body, where it would begin another header field; or one
                ///< of the body that is not CR LF
  control,      ///< NUL or another control character but TAB and line breaks
  not_utf8,     ///< triplets that spell no UTF-8
  duplicate,    ///< a field that a message may have once, twice
};
/// The name that reports use: `not-mailto`, `line-break` …
[[nodiscard]] URILINT_API std::string_view name_of(MailtoError error) noexcept;

struct MailtoField {
  std::string name;   ///< decoded, letter case kept; compare without it
  std::string value;  ///< decoded once; `+` is a plus sign
  friend bool operator==(const MailtoField&, const MailtoField&) = default;
};

struct Mailto {
  std::vector<std::string> to;      ///< the addresses of the path, decoded once, in order
  std::vector<MailtoField> fields;  ///< in order; `body` is one of them
  friend bool operator==(const Mailto&, const Mailto&) = default;
};

struct MailtoReading {
  Mailto mailto;  ///< all that could be read, with errors too; empty with `not_mailto`
  MailtoError error = MailtoError::none;  ///< the first departure from RFC 6068
  UriSpan where;                          ///< in the URI
  [[nodiscard]] bool ok() const noexcept { return error == MailtoError::none; }
};
/// Reads a mailto URI. Delimiters count only raw; each part is decoded once. A fragment is ignored
/// (6068 section 2). International domains are not mapped: `to_ascii` does that.
[[nodiscard]] URILINT_API MailtoReading parse_mailto(std::string_view uri);

/// The values of the fields of that name, letter case ignored.
[[nodiscard]] URILINT_API std::vector<std::string_view> values_of(
    const Mailto& mailto URILINT_LIFETIMEBOUND, std::string_view name);
std::vector<std::string_view> values_of(Mailto&& mailto, std::string_view name) = delete;
/// Everybody whom a message would reach: `to`, and the addresses of the fields `to`, `cc`, `bcc`,
/// split at commas outside quoted strings, trimmed, empty ones dropped.
[[nodiscard]] URILINT_API std::vector<std::string> recipients_of(const Mailto& mailto);

struct MailtoText {
  MailtoError error = MailtoError::none;
  std::string uri;  ///< empty with an error
  [[nodiscard]] bool ok() const noexcept { return error == MailtoError::none; }
};
/// The URI. Line breaks of the body become `%0D%0A` whatever they are; a plus sign is encoded,
/// because form readers would take it for a space. Fails (`address`, `field`, `line_break`,
/// `control`, `not_utf8`, `duplicate`) where `parse_mailto` would complain.
[[nodiscard]] URILINT_API MailtoText compose_mailto(const Mailto& mailto);

/// addr-spec of RFC 6068 in decoded form: dot-atom or quoted-string, `@`, dot-atom or
/// domain-literal, no comments and no white space outside quotes. Characters outside ASCII count as
/// atext (6068 2, items 4 and 5).
[[nodiscard]] URILINT_API bool is_mail_address(std::string_view text) noexcept;

}  // namespace urilint
