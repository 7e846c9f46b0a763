// The steps of the classifier. Each looks at one place where secrets stand and adds what it finds
// in ascending order; classify_secrets joins them. Nothing outside engine/secrets*.cpp needs this.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/secrets.hpp"
#include "uri/bytes.hpp"
#include "urilint/uri.hpp"

namespace urilint::secrets {

/// One URI: `text` as it was split (holes masked), `raw` as it was written.
struct Input {
  const UriParts& parts;
  std::string_view text;
  std::string_view raw;
  std::span<const UriSpan> holes;

  [[nodiscard]] std::string_view raw_of(UriSpan span) const noexcept {
    return raw.substr(span.begin, span.size());
  }
  [[nodiscard]] std::string_view text_of(UriSpan span) const noexcept {
    return text.substr(span.begin, span.size());
  }
  [[nodiscard]] Off size() const noexcept { return static_cast<Off>(text.size()); }
  /// The holes that share a byte with the span.
  [[nodiscard]] std::span<const UriSpan> holes_in(UriSpan span) const noexcept;
  [[nodiscard]] bool scheme_is(std::string_view lower) const noexcept {
    return parts.scheme_end == lower.size() && scheme_equals(lower);
  }
  /// The same for a scheme of that length.
  [[nodiscard]] bool scheme_equals(std::string_view lower) const noexcept;
};

/// Gathers the facts of one step, with a bound: the fact that does not fit is stretched to the end
/// of the text, so that nothing behind it shows.
class Facts {
 public:
  Facts(std::vector<SecretFact>& out, Off size) noexcept : out_(out), size_(size) {}
  void begin_step() noexcept { left_ = kMaxSecretFacts; }
  void add(const SecretFact& fact);
  [[nodiscard]] bool full() const noexcept { return left_ == 0; }

 private:
  std::vector<SecretFact>& out_;
  Off size_;
  std::size_t left_ = kMaxSecretFacts;
};

// --- values (secrets_value.cpp, secrets_template.cpp) ------------------------------------------

/// Text after percent-decoding, at most a screenful: no placeholder is longer.
struct SmallText {
  std::array<char, 256> data;
  std::size_t size = 0;
  [[nodiscard]] std::string_view view() const noexcept { return {data.data(), size}; }
  void push(char c) noexcept {
    if (size < data.size()) data[size++] = c;
  }
};

/// Decodes `times`; false if the text is too long to be a placeholder.
[[nodiscard]] bool decode_small(std::string_view text, unsigned times, SmallText& out) noexcept;

/// Literal, example word, redacted or template; `depth` is how often it is percent-encoded.
[[nodiscard]] ValueState state_of(const Input& in, UriSpan value, unsigned depth = 1) noexcept;
/// What a hole says itself: `template_` (nothing), `literal` or `example_word` if a default or a
/// quoted alternative stands in it.
[[nodiscard]] ValueState state_in_hole(std::string_view hole) noexcept;
/// True if template syntax covers all of the text, but for punctuation between templates.
[[nodiscard]] bool is_template(std::string_view text) noexcept;
/// What stands in the brackets of a template that a password may look like (`{name}`, `<name>`,
/// `__name__`), if it is all of the text; else empty.
[[nodiscard]] std::string_view bracketed_word(std::string_view text) noexcept;
/// True if the text says that something was taken out.
[[nodiscard]] bool is_redacted(std::string_view text) noexcept;

enum class WordClass : std::uint8_t { none, redacted, example, no_value, plain };
/// What data/placeholder-words.tsv says of the text.
[[nodiscard]] WordClass word_class(std::string_view text) noexcept;

/// How much the text looks like something that a machine made up.
enum class Randomness : std::uint8_t { none, some, high };
[[nodiscard]] Randomness randomness_of(std::string_view text) noexcept;
/// A number, a switch, an ordinary word or a file name: what `token=` has when it is no token.
[[nodiscard]] bool is_ordinary(std::string_view text) noexcept;

// --- names (secrets_name.cpp) ------------------------------------------------------------------

/// `harmless`: data/secret-parameters.tsv says that such a name is none.
enum class NameClass : std::uint8_t {
  none,
  harmless,
  certain,
  likely,
  doubtful,
  signature,
  session,
};
[[nodiscard]] constexpr bool promises(NameClass name) noexcept {
  return name > NameClass::harmless;
}
/// What the name of a parameter promises; `depth` is how often it is percent-encoded.
[[nodiscard]] NameClass class_of_name(std::string_view name, unsigned depth = 1) noexcept;

/// `$db_password`: probably a variable, although its lower case makes it no template for sure.
[[nodiscard]] bool is_variable(std::string_view text) noexcept;

/// The fact about a parameter's value, or nothing if it is no secret. `kind` is for values that are
/// neither signature nor session.
[[nodiscard]] std::optional<SecretFact> judge_parameter(const Input& in, UriSpan name,
                                                        UriSpan value, SecretKind kind,
                                                        unsigned depth = 1) noexcept;

// --- tokens (secrets_tokens.cpp) ---------------------------------------------------------------

/// A secret that shows by itself.
struct FoundToken {
  UriSpan value;
  SecretKind kind{};
  ValueState state{};
};
/// The token that begins at `at`, whatever its place; `name` is what the parameter's name says.
[[nodiscard]] std::optional<FoundToken> token_at(std::string_view text, Off at,
                                                 NameClass name) noexcept;
void add_token(const FoundToken& token, UriSpan name, Facts& facts);

/// False: no signature stands in the path. Also what wakes the classifier for one.
[[nodiscard]] bool may_hold_path_pairs(const UriParts& parts) noexcept;

// --- places ------------------------------------------------------------------------------------

/// How likely the user name itself is the secret: nothing, or the strength of the fact.
[[nodiscard]] std::optional<std::uint8_t> token_user_strength(std::string_view user,
                                                              std::string_view host) noexcept;

/// `mail`, `author`: an address stands behind the colon, and no password.
[[nodiscard]] bool is_mail_label(std::string_view word) noexcept;
/// What stands behind `user:password@` where no scheme says what that is: a full name or address,
/// the same and then a path or port, or `tcp(…)` of Go's MySQL driver.
enum class LoginHost : std::uint8_t { none, bare, more, network };
[[nodiscard]] LoginHost login_host_at(std::string_view text, Off at) noexcept;

/// `1433;user=a@example.com` behind `db:`: a port and properties, and the `@` is in one of them.
[[nodiscard]] bool is_port_and_properties(std::string_view password) noexcept;

/// `user:password@`, or a token before the `@` (secrets_userinfo.cpp).
void find_in_userinfo(const Input& in, Facts& facts);
/// Passwords whose raw delimiters end the authority early (secrets_malformed.cpp).
void find_malformed(const Input& in, Facts& facts);
/// A `:` or `@`, as it is, percent-encoded, or a character that compatibility folding makes one of.
struct Delimiter {
  char means = '\0';  ///< NUL: none stands there
  Off size = 0;
};
[[nodiscard]] Delimiter delimiter_at(std::string_view text, std::size_t at) noexcept;
/// Passwords behind delimiters that are encoded or look-alikes (secrets_hidden.cpp).
void find_hidden_delimiters(const Input& in, Facts& facts);
/// The same as find_malformed for an authority that was read from `[begin, end)` and has no `@`.
[[nodiscard]] std::optional<SecretFact> malformed_in(const Input& in, UriSpan authority,
                                                     Off limit) noexcept;
/// Pairs of the query and of the fragment (secrets_parameters.cpp).
void find_in_pairs(const Input& in, Facts& facts);
/// Where the name begins in npm's `//registry/:_authToken=…`; npos if it is none.
[[nodiscard]] std::size_t registry_key_at(const UriParts& parts) noexcept;
/// `;name=value` in path, authority or opaque part (secrets_properties.cpp).
void find_in_properties(const Input& in, Facts& facts);
/// Tokens and webhooks in the path (secrets_tokens.cpp).
void find_in_path(const Input& in, Facts& facts);
/// Credentials of URIs inside this one, raw or encoded, and of authorities that only other parsers
/// see (secrets_nested.cpp).
void find_nested(const Input& in, Facts& facts);
/// Passwords that stand inside of template holes (secrets_holes.cpp).
void find_in_holes(const Input& in, Facts& facts);

}  // namespace urilint::secrets
