// `;name=value` where drivers keep properties: in an authority, a path or the opaque part of a
// `jdbc:` string; and `scott/tiger@host` of Oracle, `user:password@` of SIP.
#include <algorithm>
#include <array>

#include "engine/secrets_steps.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::secrets {
namespace {

using bytes::class_of;

constexpr Off kLongestName = 64;

constexpr bool is_name_byte(char c) noexcept {
  return (class_of(c) & (bytes::kAlpha | bytes::kDigit | bytes::kPct)) != 0 || c == ' ' ||
         c == '_' || c == '-' || c == '.' || c == '+';
}

struct Properties {
  const Input& in;
  Facts& facts;
  UriSpan region;
  bool web;  // values end at the component, session ids at `/`
  // The next closing mark that is known, so that none is searched for twice.
  std::size_t brace = 0;
  std::array<std::size_t, 2> quotes{};

  // Where the value in quotation marks at `begin` ends: behind the one that a `;` follows. 0 if it
  // stands in none.
  [[nodiscard]] Off end_of_quoted(std::string_view text, Off begin) noexcept {
    if (begin >= text.size() || (text[begin] != '"' && text[begin] != '\'')) return 0;
    const bool twofold = text[begin] == '"';
    std::size_t& known = quotes[twofold ? 0 : 1];
    if (known <= begin) {
      known = text.find(twofold ? "\";" : "';", begin + 1);
      if (known == std::string_view::npos) {
        const bool closed = text.back() == text[begin] && text.size() > begin + 1U;
        known = closed ? text.size() - 1 : text.size();
      }
    }
    return known < text.size() ? static_cast<Off>(known) + 1 : 0;
  }

  // Where the value at `begin` ends: `;`, or the `}` of an ODBC value in braces, or the quotation
  // mark of an ADO value, or the `)` of MySQL's `(password=…)`.
  [[nodiscard]] Off end_of_value(Off begin, bool in_parentheses) noexcept {
    const std::string_view text = in.text.substr(0, region.end);
    if (begin < region.end && text[begin] == '{') {
      if (brace < begin) brace = text.find('}', begin);
      if (brace != std::string_view::npos) return static_cast<Off>(brace) + 1;
    }
    if (const Off quoted = end_of_quoted(text, begin); quoted != 0) return quoted;
    const std::size_t end = text.find_first_of(in_parentheses ? ")" : ";&", begin);
    return end == std::string_view::npos ? region.end : static_cast<Off>(end);
  }

  // A property that begins at `begin`; returns where to go on.
  Off property(Off begin) {
    const bool in_parentheses = begin > region.begin && in.text[begin - 1] == '(';
    while (begin < region.end && in.text[begin] == ' ') ++begin;
    const Off limit = std::min<Off>(region.end, begin + kLongestName);
    Off equals = begin;
    while (equals < limit && is_name_byte(in.text[equals])) ++equals;
    if (equals == begin || equals >= limit || in.text[equals] != '=') return begin;
    if (!promises(class_of_name(in.text_of({begin, equals})))) return equals;
    const UriSpan value{equals + 1, end_of_value(equals + 1, in_parentheses)};
    auto fact = judge_parameter(in, {begin, equals}, value, SecretKind::property_value);
    if (!fact) return equals;
    if (web && fact->kind == SecretKind::session) {
      const std::size_t slash = in.text_of(fact->value).find('/');
      if (slash != std::string_view::npos) {
        fact->value.end = fact->value.begin + static_cast<Off>(slash);
      }
    }
    facts.add(*fact);
    return fact->value.end;
  }

  // Where the next property may begin behind: at a `;`, in an authority also at a `(`.
  [[nodiscard]] std::size_t next_delimiter(Off at) const noexcept {
    if (web || at >= in.parts.path_begin) return in.text.find(';', at);
    const std::size_t next = in.text.find_first_of(";(", at);
    return next < in.parts.path_begin ? next : in.text.find(';', at);
  }

  // The first property needs no `;` before it, if there is one behind it.
  void walk() {
    const std::size_t first = in.text.find(';', region.begin);
    const bool many = in.parts.has(Component::authority) || first < in.parts.path_end;
    Off at = many ? property(region.begin) : region.begin;
    while (at < region.end) {
      const std::size_t next = next_delimiter(at);
      if (next >= region.end) return;
      at = property(static_cast<Off>(next) + 1);
    }
  }
};

// Behind the userinfo, whose own `;` are the password's.
Off first_property(const Input& in) noexcept {
  const UriParts& parts = in.parts;
  if (!parts.has(Component::authority)) return span_of(parts, Component::path).begin;
  const Off begin = span_of(parts, Component::authority).begin;
  if (!parts.has(Component::userinfo)) return begin;
  const std::string_view userinfo = in.text_of(span_of(parts, Component::userinfo));
  const std::size_t colon = userinfo.find(':');
  const bool properties =
      colon != std::string_view::npos && is_port_and_properties(userinfo.substr(colon + 1));
  return properties ? begin : span_of(parts, Component::host).begin;
}

// jdbc:oracle:thin:user/password@…
void find_oracle(const Input& in, Facts& facts) {
  const UriSpan path = span_of(in.parts, Component::path);
  const std::string_view text = in.text_of(path);
  constexpr std::string_view kProduct = "oracle:";
  if (!in.scheme_is("jdbc") || text.size() < kProduct.size() ||
      !equals_lower(text.substr(0, kProduct.size()), kProduct)) {
    return;
  }
  const std::size_t driver = text.find(':', kProduct.size());
  const std::size_t at = text.rfind('@');
  if (driver == std::string_view::npos || at == std::string_view::npos || at < driver) return;
  const std::size_t slash = text.find('/', driver);
  if (slash == std::string_view::npos || slash >= at) return;
  const auto offset = [&](std::size_t i) { return path.begin + static_cast<Off>(i); };
  const UriSpan password{offset(slash + 1), offset(at)};
  if (password.empty()) return;
  facts.add({.kind = SecretKind::property_value,
             .state = state_of(in, password),
             .value = password,
             .name = {offset(driver + 1), offset(slash)},
             .strength = 2});
}

// `user:password@tcp(host)/x` of Go's MySQL driver, `user:password@host:path` of scp: what seems to
// be a scheme is the user.
void find_login(const Input& in, Facts& facts) {
  const UriParts& parts = in.parts;
  if (!parts.has(Component::scheme) || parts.scheme_id != 0) return;
  const UriSpan user{0, parts.scheme_end};
  if (is_mail_label(in.text_of(user))) return;
  const Off begin = parts.scheme_end + 1;
  for (std::size_t at = in.text.find('@', begin); at != std::string_view::npos;
       at = in.text.find('@', at + 1)) {
    const UriSpan password{begin, static_cast<Off>(at)};
    if (password.empty()) return;
    const LoginHost host = login_host_at(in.text, password.end + 1);
    if (host == LoginHost::none) continue;
    if (host != LoginHost::network && in.text_of(password).find('/') != std::string_view::npos) {
      return;
    }
    constexpr std::array<std::uint8_t, 4> kStrengths = {0, 0, 1, 2};
    facts.add({.kind = SecretKind::property_value,
               .state = state_of(in, password),
               .value = password,
               .name = user,
               .strength = kStrengths[static_cast<std::size_t>(host)]});
    return;
  }
}

// libpq's `host=… password='…' dbname=…` (no scheme, blanks between the pairs).
void find_keywords(const Input& in, Facts& facts) {
  const std::string_view text = in.text;
  if (in.parts.has(Component::scheme) || text.find(' ') == std::string_view::npos) return;
  std::size_t quote = 0;  // the next one that is known
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t equals = std::min(text.find('=', at), text.size());
    std::size_t name = equals;
    while (name > at && is_name_byte(text[name - 1]) && text[name - 1] != ' ') --name;
    const bool begins = name == 0 || text[name - 1] == ' ';
    at = equals + 1;
    if (!begins || at >= text.size()) continue;
    std::size_t end = std::min(text.find(' ', at), text.size());
    if (text[at] == '\'') {
      if (quote <= at) quote = std::min(text.find('\'', at + 1), text.size());
      end = quote;
      ++at;
    }
    if (end <= at) continue;
    const UriSpan named{static_cast<Off>(name), static_cast<Off>(equals)};
    const auto fact = judge_parameter(in, named, {static_cast<Off>(at), static_cast<Off>(end)},
                                      SecretKind::property_value);
    if (!fact) continue;
    facts.add(*fact);
    at = end;
  }
}

// SIP-URI = "sip:" [ user [ ":" password ] "@" ] hostport … (RFC 3261 19.1.1)
void find_sip(const Input& in, Facts& facts) {
  if (!in.scheme_is("sip") && !in.scheme_is("sips")) return;
  const UriSpan path = span_of(in.parts, Component::path);
  const std::string_view text = in.text_of(path);
  const std::size_t at = text.rfind('@');
  const std::size_t colon = text.find(':');
  if (at == std::string_view::npos || colon == std::string_view::npos || colon >= at) return;
  const UriSpan password{path.begin + static_cast<Off>(colon) + 1,
                         path.begin + static_cast<Off>(at)};
  if (password.empty()) return;
  facts.add({.kind = SecretKind::property_value,
             .state = state_of(in, password),
             .value = password,
             .name = {path.begin, path.begin + static_cast<Off>(colon)},
             .strength = 2});
}

// npm's `//registry/:_authToken=…`
void find_registry_key(const Input& in, Facts& facts) {
  const std::size_t key = registry_key_at(in.parts);
  const std::size_t equals = in.text.find('=', key);
  if (equals >= in.size()) return;
  const UriSpan name{static_cast<Off>(key), static_cast<Off>(equals)};
  if (const auto fact =
          judge_parameter(in, name, {name.end + 1, in.size()}, SecretKind::property_value)) {
    facts.add(*fact);
  }
}

}  // namespace

std::size_t registry_key_at(const UriParts& parts) noexcept {
  constexpr std::string_view kMark = "/:_";
  if (parts.has(Component::scheme) || !parts.has(Component::authority)) {
    return std::string_view::npos;
  }
  const std::size_t mark = parts.text().substr(0, parts.path_end).find(kMark, parts.path_begin);
  return mark == std::string_view::npos ? mark : mark + 2;
}

void find_in_properties(const Input& in, Facts& facts) {
  const UriParts& parts = in.parts;
  if (!parts.has(Component::authority)) {
    find_oracle(in, facts);
    find_sip(in, facts);
    find_login(in, facts);
    find_keywords(in, facts);
  } else if (registry_key_at(parts) != std::string_view::npos) {
    return find_registry_key(in, facts);
  }
  const bool web = in.scheme_is("http") || in.scheme_is("https");
  const Off begin = first_property(in);
  // The properties of a driver may hold `?` and `#`.
  const Off end = web ? parts.path_end : in.size();
  const std::string_view text = in.text.substr(0, end);
  const auto has = [&](char c) { return text.find(c, begin) != std::string_view::npos; };
  if (!has(';') && !has('=')) return;
  Properties{in, facts, {begin, end}, web}.walk();
}

}  // namespace urilint::secrets
