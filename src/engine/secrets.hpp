// The always-on classifier: which bytes of a URI are secret, whichever rules are on.
// Rules about credentials read its facts, so that what is masked and what is reported agree.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "urilint/uri.hpp"

namespace urilint {

enum class SecretKind : std::uint8_t {
  userinfo_password,    ///< `user:password@`
  malformed_password,   ///< the password holds raw delimiters, so the authority ends early
  userinfo_token,       ///< a token as the user name
  query_value,          ///< value of a secret-named parameter in the query
  fragment_value,       ///< the same in the fragment
  signature,            ///< value of a signature parameter (signed URLs): masked, not reported yet
  session,              ///< session id in a path parameter or query: masked, not reported yet
  property_value,       ///< `password=…` in a non-hierarchical string (`jdbc:…;password=…`)
};

/// What the value is. Templates and redaction marks hide nothing; the rest is masked.
enum class ValueState : std::uint8_t {
  literal,
  example_word,  ///< `password`, `changeme` … from data/placeholder-words.tsv
  redacted,      ///< `***`, `xxxx`, `[REDACTED]`, `<password>`: nothing to hide
  template_,     ///< template syntax throughout: nothing to hide
};

struct SecretFact {
  SecretKind kind{};
  ValueState state{};
  UriSpan value;            ///< what is masked
  UriSpan name;             ///< the user name, or the parameter's name; may be empty
  std::uint8_t strength = 1;///< 0 doubtful, 1 likely, 2 certain (known shape, or a password)
  UriSpan host{};           ///< malformed_password: the host that the writer meant
  [[nodiscard]] bool masked() const noexcept {
    return state == ValueState::literal || state == ValueState::example_word;
  }
};

/// Appends the facts about a URI, ascending by `value.begin`, disjoint. `text` is the text that
/// `parts` was split from, with holes masked by `x`; `raw` the same text with the template syntax.
/// Linear in the size of the text.
void classify_secrets(const UriParts& parts, std::string_view raw, std::span<const UriSpan> holes,
                      std::vector<SecretFact>& out);

}  // namespace urilint
