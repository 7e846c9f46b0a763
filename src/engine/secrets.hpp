// The always-on classifier: which bytes of a URI are secret, whichever rules are on.
// Rules about credentials read its facts, so that what is masked and what is reported agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "urilint/uri.hpp"

namespace urilint {

enum class SecretKind : std::uint8_t {
  userinfo_password,   ///< `user:password@`
  malformed_password,  ///< the password holds raw delimiters, so that parsers cut it differently
  userinfo_token,      ///< a token as the user name
  query_value,         ///< value of a secret-named parameter in the query
  fragment_value,      ///< the same in the fragment
  signature,           ///< value of a signature parameter (signed URLs)
  session,             ///< session id in a path parameter or query
  property_value,      ///< `password=…` in a non-hierarchical string (`jdbc:…;password=…`)
  jwt,                 ///< a JSON Web Token in the path or the query
  known_token,         ///< a token with a well-known beginning, in the path or the query
  path_secret,         ///< a webhook, a bot or a private feed by its path
  nested,              ///< in a URI inside this one, or where only other parsers see an authority
  cut_password,  ///< what stands in place of a port: perhaps a password whose `@host` is missing
};

/// What the value is. Holes and redaction marks hide nothing; the rest is masked.
enum class ValueState : std::uint8_t {
  literal,
  example_word,  ///< `password`, `changeme` … from data/placeholder-words.tsv, or template syntax
                 ///< where the document has no holes
  redacted,      ///< `***`, `xxxx`, `[REDACTED]`, `<password>`: nothing to hide
  template_,     ///< holes throughout: nothing to hide
};

struct SecretFact {
  SecretKind kind{};
  ValueState state{};
  UriSpan value;              ///< what is masked
  UriSpan name;               ///< the user name, or the parameter's name; may be empty
  std::uint8_t strength = 1;  ///< 0 doubtful, 1 likely, 2 certain (known shape, or a password)
  UriSpan host{};             ///< malformed_password: the host that the writer meant
  [[nodiscard]] bool masked() const noexcept {
    return state == ValueState::literal || state == ValueState::example_word;
  }
};

/// A URI with none of these signals has no facts but those that `may_hold_bare_secret` knows.
inline constexpr std::uint64_t kSecretWake =
    bit(Signal::userinfo_present) | bit(Signal::at_outside) | bit(Signal::pair) |
    bit(Signal::path_parameter) | bit(Signal::host_odd) | bit(Signal::port_bad) |
    bit(Signal::pct_delim) | bit(Signal::pct_of_pct) | bit(Signal::hole) |
    bit(Signal::host_non_ascii) | bit(Signal::space);
/// A query or fragment without a raw pair may hold an encoded one, or a URI: both signals of these.
inline constexpr std::uint64_t kTailPresent =
    bit(Signal::query_present) | bit(Signal::fragment_present);
inline constexpr std::uint64_t kTailHides = bit(Signal::pct) | bit(Signal::nested);

/// The shortest path, in bytes, that a row of data/secret-paths.tsv fits; tokens are longer.
inline constexpr Off kShortestSecretPath = 15;
/// False only if path, query and fragment do not begin like a token or a webhook, nor does a
/// segment, the path does not end like a signature, and query and fragment hide nothing.
[[nodiscard]] bool begins_like_secret(const UriParts& parts) noexcept;

/// False only if no secret shows by itself: no token in the path or alone in query or fragment, no
/// webhook, nothing encoded behind the path. Reads three bytes of each long segment.
[[nodiscard]] inline bool may_hold_bare_secret(const UriParts& parts) noexcept {
  constexpr std::uint64_t kMore = bit(Signal::query_present) | bit(Signal::fragment_present);
  const bool none = parts.path_end - parts.path_begin < kShortestSecretPath &&
                    (static_cast<std::uint64_t>(parts.signals) & kMore) == 0;
  return !none && begins_like_secret(parts);
}

/// False: the URI has no facts, and callers may skip the classifier.
[[nodiscard]] inline bool may_hold_secrets(const UriParts& parts) noexcept {
  return (static_cast<std::uint64_t>(parts.signals) & kSecretWake) != 0 ||
         may_hold_bare_secret(parts);
}

/// One URI never has more facts; what would follow becomes one masked fact up to the end.
inline constexpr std::size_t kMaxSecretFacts = 4096;

/// Appends the facts about a URI, ascending by `value.begin`, disjoint, none empty. `text` is the
/// text that `parts` was split from, with holes masked by `x`; `raw` the same text with the
/// template syntax. Linear in the size of the text.
void classify_secrets(const UriParts& parts, std::string_view raw, std::span<const UriSpan> holes,
                      std::vector<SecretFact>& out);

/// Appends what is to be masked in running text, outside every URI: values of secret names
/// (`Password=…`, `"token": "…"`) and tokens that show by themselves. Each begins in `within`, in
/// no order, and may end behind it. Doubts are masked; nothing is reported. Linear in the size of
/// the text.
void find_stray_secrets(std::string_view text, UriSpan within, std::vector<UriSpan>& masks);

/// Appends the passwords of `//user:password@host` in running text, also where a byte of the
/// password ended the URI that was cut out of the text. Each begins behind a `//` in `within`.
/// Doubts are masked. Linear in the size of `within`.
void find_stray_passwords(std::string_view text, UriSpan within, std::vector<UriSpan>& masks);

/// True if the text has the beginning and the length of a well-known kind of token
/// (data/token-shapes.tsv).
[[nodiscard]] bool has_token_shape(std::string_view text) noexcept;
/// Whose token begins like the text; empty if none does. Static storage.
[[nodiscard]] std::string_view token_service(std::string_view text) noexcept;

}  // namespace urilint
