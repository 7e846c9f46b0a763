// userinfo = user [ ":" password ], cut at its first `:`; everything up to the last `@` of the
// authority belongs to the password. A user name alone is judged by its characters.
#include <algorithm>
#include <iterator>

#include "engine/secrets_steps.hpp"
#include "tables/plain-user-names.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::secrets {
namespace {

using bytes::class_of;

// Tokens that need no well-known beginning are at least as long as this.
constexpr std::size_t kTokenRun = 16;
constexpr std::size_t kPlainRun = 20;
constexpr std::size_t kLongestUser = 4096;

constexpr bool is_alnum(char c) noexcept {
  return (class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0;
}

// In these schemes of proxy programs the user name is the password.
constexpr std::string_view kUserIsSecret[] = {"trojan", "vless", "hysteria2", "hy2", "anytls"};
// Ports that a disguised host is followed by: `https://www.example.com:443@192.0.2.7/`.
constexpr std::string_view kPorts[] = {"80", "443", "8080", "8443"};

template <std::size_t kCount>
bool is_one_of(std::string_view text, const std::string_view (&list)[kCount]) noexcept {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

enum class Place : std::uint8_t { user, password };
bool is_plain(std::string_view text, Place place) noexcept {
  const auto* row =
      find_row(tables::kPlainUserNames, tables::kPlainUserNamesIndex, hash_lower(text), text,
               [](const tables::PlainUserNamesRow& r) { return r.name; });
  if (row == nullptr) return false;
  return row->role == "both" || (row->role == "user") == (place == Place::user);
}

struct Run {
  std::size_t size = 0;
  std::size_t digits = 0;
  std::size_t upper = 0;
  std::size_t lower = 0;
  std::size_t hex = 0;
};

// Letters and digits between other bytes, the longest such run.
Run longest_run(std::string_view text) noexcept {
  Run longest;
  Run run;
  for (const char c : text) {
    if (!is_alnum(c)) {
      run = {};
      continue;
    }
    const std::uint32_t bits = class_of(c);
    ++run.size;
    run.digits += (bits & bytes::kDigit) != 0 ? 1U : 0U;
    run.upper += (bits & bytes::kUpper) != 0 ? 1U : 0U;
    run.lower += (bits & (bytes::kUpper | bytes::kDigit)) == 0 ? 1U : 0U;
    run.hex += (bits & bytes::kHex) != 0 ? 1U : 0U;
    if (run.size > longest.size) longest = run;
  }
  return longest;
}

// 8-4-4-4-12 hexadecimal digits.
bool is_uuid(std::string_view text) noexcept {
  constexpr std::string_view kShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  if (text.size() != kShape.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kShape[i] == '-' ? text[i] != '-' : !bytes::is_hex(text[i])) return false;
  }
  return true;
}

// `0UZYq1Dts$BIpQHue65U`: no name has such punctuation, and no word so many changes.
bool is_punctuated_token(std::string_view user) noexcept {
  constexpr std::string_view kMarks = "$!*'(),;=";
  const auto marks = std::count_if(
      user.begin(), user.end(), [&](char c) { return kMarks.find(c) != std::string_view::npos; });
  const auto plain = std::count_if(user.begin(), user.end(), is_alnum);
  return user.size() >= kPlainRun && marks > 0 && marks <= 3 &&
         static_cast<std::size_t>(marks + plain) == user.size() && user[0] != '$' &&
         randomness_of(user) == Randomness::high;
}

bool looks_random(std::string_view user) noexcept {
  const Run run = longest_run(user);
  if (is_uuid(user) || is_punctuated_token(user)) return true;
  if (run.size >= kTokenRun && run.digits >= 2 && run.upper >= 2 && run.lower >= 2) return true;
  if (run.size < kPlainRun || run.digits < 3 || user.find('.') != std::string_view::npos) {
    return false;
  }
  // A word with a number behind it is a name.
  const bool hex = run.hex == run.size && run.digits < run.size;
  return hex || (run.digits >= 4 && run.digits < run.size && user.size() == run.size);
}

// The public key of an error collector (a Sentry DSN), hosted or not.
bool is_public_key(std::string_view user, std::string_view host) noexcept {
  if (user.size() != 32) return false;
  if (!std::all_of(user.begin(), user.end(), [](char c) { return bytes::is_hex(c); })) return false;
  constexpr std::string_view kName = "sentry";
  const auto same = [](char a, char b) { return to_lower(a) == b; };
  return std::search(host.begin(), host.end(), kName.begin(), kName.end(), same) != host.end();
}

bool is_mail_address(std::string_view user) noexcept {
  if (user.find('@') != std::string_view::npos) return true;
  for (std::size_t i = 0; i < user.size(); ++i) {
    if (bytes::pct_byte(user.data() + i, user.size() - i) == '@') return true;
  }
  return false;
}

// FTP without an account: whatever stands for the password is known to everybody.
bool is_anonymous(const Input& in, std::string_view user) noexcept {
  const bool ftp = in.scheme_is("ftp") || in.scheme_is("ftps") || in.scheme_is("ftpes");
  return ftp && (equals_lower(user, "anonymous") || equals_lower(user, "ftp"));
}

bool word_is_scheme(std::string_view text) noexcept {
  return equals_lower(text, "http") || equals_lower(text, "https") || equals_lower(text, "ftp");
}

// `https://www.example.com:443@192.0.2.7/`, `https://https:%2f%2fexample.com@192.0.2.7/`: what
// looks like a password is the rest of another address.
bool is_disguised_host(std::string_view user, std::string_view password) noexcept {
  SmallText decoded;
  if (!decode_small(password, 1, decoded)) return false;
  const std::string_view text = decoded.view();
  if (user.find('.') == std::string_view::npos) {
    return text.starts_with("//") && word_is_scheme(user);
  }
  const std::size_t end = text.find_first_of("/?#\\");
  return is_one_of(text.substr(0, end), kPorts);
}

void add_user(const Input& in, UriSpan user, UriSpan host, Facts& facts) {
  auto strength = token_user_strength(in.raw_of(user), in.text_of(host));
  const std::string_view scheme = urilint::text_of(in.parts, Component::scheme);
  for (const std::string_view secret : kUserIsSecret) {
    if (equals_lower(scheme, secret)) strength = 2;
  }
  if (!strength || user.empty()) return;
  ValueState state = state_of(in, user);
  // A hole leaves too little to be sure; a word in capitals is a name.
  if (state == ValueState::example_word && !is_template(in.raw_of(user).substr(0, kLongestUser))) {
    state = ValueState::literal;
  }
  facts.add({.kind = SecretKind::userinfo_token,
             .state = state,
             .value = user,
             .strength = *strength,
             .host = host});
}

void add_password(const Input& in, UriSpan user, UriSpan password, UriSpan host, Facts& facts) {
  SecretFact fact{.kind = SecretKind::userinfo_password,
                  .state = state_of(in, password),
                  .value = password,
                  .name = user,
                  .strength = 2,
                  .host = host};
  if (in.text_of(password).find('@') != std::string_view::npos) {
    fact.kind = SecretKind::malformed_password;
    if (fact.state == ValueState::example_word) fact.state = ValueState::literal;
  } else if (is_disguised_host(in.text_of(user), in.text_of(password)) ||
             (fact.masked() && is_variable(in.text_of(password)))) {
    fact.strength = 0;
  }
  facts.add(fact);
}

}  // namespace

bool is_port_and_properties(std::string_view password) noexcept {
  std::size_t digits = 0;
  while (digits < password.size() && (class_of(password[digits]) & bytes::kDigit) != 0) ++digits;
  return digits > 0 && digits <= 5 && password.substr(digits).starts_with(';') &&
         password.find('=') != std::string_view::npos;
}

std::optional<std::uint8_t> token_user_strength(std::string_view user,
                                                std::string_view host) noexcept {
  if (user.size() < kTokenRun || is_plain(user, Place::user)) return std::nullopt;
  if (has_token_shape(user)) return std::uint8_t{2};
  if (is_mail_address(user) || user.size() > kLongestUser) return std::nullopt;
  if (is_public_key(user, host)) return std::uint8_t{0};
  if (looks_random(user)) return std::uint8_t{1};
  return std::nullopt;
}

void find_in_userinfo(const Input& in, Facts& facts) {
  if (!in.parts.has(Component::userinfo)) return;
  const UriSpan userinfo = span_of(in.parts, Component::userinfo);
  const UriSpan host = span_of(in.parts, Component::host);
  const std::size_t colon = in.text_of(userinfo).find(':');
  if (colon == std::string_view::npos) return add_user(in, userinfo, host, facts);
  const Off cut = userinfo.begin + static_cast<Off>(colon);
  const UriSpan user{userinfo.begin, cut};
  const UriSpan password{cut + 1, userinfo.end};
  // `cvs://:pserver:anoncvs@`: CVS has its method in front, and a user behind it.
  if (user.empty() && in.scheme_is("cvs") &&
      in.text_of(password).find(':') == in.text_of(password).rfind(':')) {
    return;
  }
  if (is_anonymous(in, in.text_of(user)) || is_port_and_properties(in.text_of(password))) return;
  const bool fixed = is_plain(in.text_of(password), Place::password);
  const auto strength = token_user_strength(in.raw_of(user), in.text_of(host));
  if (password.empty() || (fixed && strength)) return add_user(in, user, host, facts);
  if (in.text_of(password) == "x-oauth-basic") {
    // The user name is a token by the service's own convention.
    if (!user.empty() && !is_plain(in.text_of(user), Place::user)) {
      facts.add({.kind = SecretKind::userinfo_token,
                 .state = state_of(in, user),
                 .value = user,
                 .strength = 1,
                 .host = host});
    }
    return;
  }
  // Beside a password only a certain token is secret: random user names are ids.
  if (strength == 2) add_user(in, user, host, facts);
  add_password(in, user, password, host, facts);
}

}  // namespace urilint::secrets
