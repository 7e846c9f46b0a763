// A raw `/`, `?` or `#` in a password ends the authority early: what stands there is `user:begin`,
// whose "port" is no number, and the rest follows up to an `@` before the host that was meant.
#include <algorithm>
#include <iterator>

#include "engine/secrets_steps.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::secrets {
namespace {

using bytes::class_of;

constexpr bool is_digit(char c) noexcept { return (class_of(c) & bytes::kDigit) != 0; }
constexpr bool is_alpha(char c) noexcept { return (class_of(c) & bytes::kAlpha) != 0; }
constexpr bool is_host_byte(char c) noexcept {
  return (class_of(c) & (bytes::kAlpha | bytes::kDigit | bytes::kNonAscii)) != 0 || c == '-' ||
         c == '.' || c == '_';
}
constexpr bool is_blank(char c) noexcept {
  return (class_of(c) & (bytes::kSpace | bytes::kTabNewline | bytes::kControl)) != 0 || c == '"';
}

// How sure it is that a host stands there: `weak` is one label before `/` or a port.
enum class HostShape : std::uint8_t { none, weak, strong };
struct HostAt {
  HostShape shape = HostShape::none;
  UriSpan span{};
};

// `:8080` or nothing, then the end of the authority.
enum class Tail : std::uint8_t { none, end, slash, port };
Tail tail_at(std::string_view text, Off at, Off limit) noexcept {
  Tail tail = Tail::end;
  if (at < limit && text[at] == ':') {
    Off digit = at + 1;
    while (digit < limit && is_digit(text[digit])) ++digit;
    if (digit == at + 1) return Tail::none;
    at = digit;
    tail = Tail::port;
  }
  if (at >= limit) return tail;
  const char c = text[at];
  if (c == '/' || c == '?' || c == '#') return tail == Tail::end && c == '/' ? Tail::slash : tail;
  return c == ',' || c == ';' || c == '\\' ? tail : Tail::none;
}

bool is_quad(std::string_view host) noexcept {
  int dots = 0;
  for (const char c : host) {
    if (c == '.') {
      ++dots;
    } else if (!is_digit(c)) {
      return false;
    }
  }
  return dots == 3;
}

// A name whose last label has two letters or more, an address, or `localhost`.
bool is_full_host(std::string_view host) noexcept {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (equals_lower(host, "localhost") || is_quad(host)) return true;
  const std::size_t dot = host.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return false;
  const std::string_view last = host.substr(dot + 1);
  return last.size() >= 2 && (is_alpha(last[0]) || (class_of(last[0]) & bytes::kNonAscii) != 0);
}

HostAt bracketed_at(std::string_view text, Off at, Off limit) noexcept {
  constexpr Off kLongestLiteral = 64;
  for (Off i = at + 1; i < std::min<Off>(limit, at + kLongestLiteral); ++i) {
    if (text[i] == ']') {
      const bool strong = i > at + 2 && tail_at(text, i + 1, limit) != Tail::none;
      return {strong ? HostShape::strong : HostShape::none, {at, i + 1}};
    }
    if (!bytes::is_hex(text[i]) && text[i] != ':' && text[i] != '.') break;
  }
  return {};
}

// What begins at `at`, behind an `@`.
HostAt host_at(std::string_view text, Off at, Off limit) noexcept {
  constexpr Off kLongestHost = 255;
  if (at < limit && text[at] == '[') return bracketed_at(text, at, limit);
  // `tcp(db.example.com:3306)` of Go's MySQL driver.
  if (text.compare(at, 4, "tcp(") == 0) return {HostShape::strong, {at + 4, at + 4}};
  Off end = at;
  while (end < limit && end - at <= kLongestHost && is_host_byte(text[end])) ++end;
  if (end == at || text[at] == '.' || text[at] == '-') return {};
  const UriSpan span{at, end};
  const Tail tail = tail_at(text, end, limit);
  if (tail == Tail::none) return {};
  const std::string_view host = text.substr(at, end - at);
  if (is_full_host(host)) return {HostShape::strong, span};
  const bool one_label = host.find('.') == std::string_view::npos;
  const bool weak =
      one_label ? (tail == Tail::slash || tail == Tail::port) && !is_digit(host[0])
                : host.find_first_not_of("0123456789.") == std::string_view::npos;  // `127.1`
  return {weak ? HostShape::weak : HostShape::none, span};
}

struct Meant {
  Off at = 0;  // the `@`
  HostAt host;
};

// The first `@` before a full host; else the last one before something that may be a host. Behind
// a space, which a sentence has more often than a password, only a full host in its next word.
Meant meant_host(std::string_view text, Off begin, Off limit) noexcept {
  Meant meant;
  bool space = false;
  for (Off i = begin; i < limit; ++i) {
    if (is_blank(text[i])) {
      if (space || text[i] != ' ' || meant.at != 0) break;
      space = true;
    } else if (space && (text[i] == '?' || text[i] == '#' || text[i] == '&')) {
      break;
    }
    if (text[i] != '@') continue;
    const HostAt host = host_at(text, i + 1, limit);
    if (host.shape == HostShape::none || (space && host.shape != HostShape::strong)) continue;
    meant = {i, host};
    if (host.shape == HostShape::strong) break;
  }
  return meant;
}

bool is_number(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c); });
}

// Digits that are a port; nobody writes more than five.
bool is_port(std::string_view text) noexcept { return is_number(text) && text.size() <= 5; }

// Manuals write `host:port`.
bool is_port_word(std::string_view text) noexcept {
  return equals_lower(text, "port") || equals_lower(text, "portnumber") ||
         equals_lower(text, "port_number") || equals_lower(text, "nnnn");
}

// An IPv6 address that somebody wrote without brackets.
bool is_bare_ipv6(std::string_view authority) noexcept {
  return std::count(authority.begin(), authority.end(), ':') > 1 &&
         std::all_of(authority.begin(), authority.end(),
                     [](char c) { return bytes::is_hex(c) || c == ':' || c == '.'; });
}

bool is_dotted_name(std::string_view text) noexcept {
  return text.find('.') != std::string_view::npos && is_full_host(text);
}

// A name that DNS can have: no last label there mixes letters and digits but for `xn--`.
bool has_dns_ending(std::string_view name) noexcept {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view last = name.substr(dot + 1);
  return last.starts_with("xn--") || std::none_of(last.begin(), last.end(), is_digit) ||
         std::all_of(last.begin(), last.end(), is_digit);
}

// `user:p@s/s@host`: the authority has an `@`, and yet goes on. Only what is no full name of a host
// may be the middle of a password, and only the first segment of the path its end.
void find_behind_userinfo(const Input& in, Facts& facts) {
  const UriParts& parts = in.parts;
  if (parts.has(Component::port) || !parts.has(Component::host)) return;
  const UriSpan userinfo = span_of(parts, Component::userinfo);
  const UriSpan host = span_of(parts, Component::host);
  const std::size_t colon = in.text_of(userinfo).find(':');
  if (colon == std::string_view::npos || !in.holes_in(host).empty()) return;
  const std::string_view name = in.text_of(host);
  if (has_dns_ending(name) || name.find('[') != std::string_view::npos ||
      equals_lower(name, "localhost")) {
    return;
  }
  const Off first = parts.path_begin + 1;
  const std::size_t at = in.text.find_first_of("@/=&", first);
  if (at == std::string_view::npos || in.text[at] != '@' || at == first) return;
  const HostAt meant = host_at(in.text, static_cast<Off>(at) + 1, in.size());
  if (meant.shape != HostShape::strong) return;
  const Off begin = userinfo.begin + static_cast<Off>(colon) + 1;
  facts.add({.kind = SecretKind::malformed_password,
             .state = ValueState::literal,
             .value = {begin, static_cast<Off>(at)},
             .name = {userinfo.begin, begin - 1},
             .strength = 1,
             .host = meant.span});
}

}  // namespace

bool is_mail_label(std::string_view word) noexcept {
  constexpr std::string_view kLabels[] = {
      "mailto", "mail", "email",   "from",       "to",       "cc",   "bcc",  "author", "authors",
      "by",     "sip",  "contact", "maintainer", "reply-to", "xmpp", "acct", "sips",   "user"};
  return std::any_of(std::begin(kLabels), std::end(kLabels),
                     [word](std::string_view label) { return equals_lower(word, label); });
}

LoginHost login_host_at(std::string_view text, Off at) noexcept {
  constexpr std::string_view kNetworks[] = {"tcp(", "tcp6(", "unix("};
  for (const std::string_view network : kNetworks) {
    if (text.compare(at, network.size(), network) == 0) return LoginHost::network;
  }
  std::size_t end = at;
  while (end < text.size() && end - at < 255 && is_host_byte(text[end])) ++end;
  if (!is_full_host(text.substr(at, end - at))) return LoginHost::none;
  if (end >= text.size()) return LoginHost::bare;
  const bool more = end + 1 < text.size() && (text[end] == ':' || text[end] == '/') &&
                    static_cast<unsigned char>(text[end + 1]) > 0x20;
  return more ? LoginHost::more : LoginHost::none;
}

std::optional<SecretFact> malformed_in(const Input& in, UriSpan authority, Off limit) noexcept {
  const std::string_view text = in.text_of(authority);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.find('[') < colon || is_bare_ipv6(text) ||
      authority.end >= limit) {
    return std::nullopt;
  }
  const UriSpan user{authority.begin, authority.begin + static_cast<Off>(colon)};
  const UriSpan begin{user.end + 1, authority.end};
  const std::string_view head = in.text_of(begin);
  if (!head.empty() && (is_port(head) || is_port_word(head))) return std::nullopt;
  if (!in.holes_in(begin).empty() || is_template(in.raw_of(begin).substr(0, 256))) {
    return std::nullopt;
  }
  const Meant meant = meant_host(in.text, authority.end + 1, limit);
  if (meant.host.shape == HostShape::none) return std::nullopt;
  SecretFact fact{.kind = SecretKind::malformed_password,
                  .state = ValueState::literal,
                  .value = {begin.begin, meant.at},
                  .name = user,
                  .strength = 2,
                  .host = meant.host.span};
  if (is_dotted_name(in.text_of(user)) || meant.host.shape == HostShape::weak) fact.strength = 1;
  const bool scope = meant.at == authority.end + 1;  // `/@scope/package`
  if (is_number(head)) {
    // `svc:/x@db.example.com`: an empty port, or a mistyped one, is as likely.
    if (meant.host.shape != HostShape::strong || scope || is_full_host(in.text_of(user))) {
      return std::nullopt;
    }
    if (head.empty()) fact.strength = 0;
  } else if (scope && meant.host.shape == HostShape::weak) {
    fact.strength = 0;
  }
  const ValueState state = state_of(in, fact.value);
  if (state == ValueState::redacted || state == ValueState::template_) fact.state = state;
  if (state == ValueState::example_word && is_template(in.raw_of(fact.value).substr(0, 256))) {
    fact.state = state;
  }
  return fact;
}

namespace {

bool has(std::string_view text, unsigned kind) noexcept {
  return std::any_of(text.begin(), text.end(),
                     [kind](char c) { return (class_of(c) & kind) != 0; });
}

// The word `port` first or last in a name: `port1`, `http_port`, `serverPort`; not `support`.
bool is_port_name(std::string_view text) noexcept {
  constexpr std::size_t kWord = 4;
  if (text.size() < kWord) return false;
  if (equals_lower(text.substr(0, kWord), "port")) {
    return text.size() == kWord || !is_alpha(text[kWord]);
  }
  const std::size_t last = text.size() - kWord;
  if (!equals_lower(text.substr(last), "port")) return false;
  return !is_alpha(text[last - 1]) || (text[last] == 'P' && text[last + 1] == 'o');
}

// `PORT`, `<http_port>`, `nnnn`, `xxxx`: what manuals write.
bool is_port_placeholder(std::string_view text) noexcept {
  constexpr std::string_view kWrapping = "$#<>{}[]()*";
  constexpr std::string_view kLetters = "nNxX";
  const std::size_t begin = std::min(text.find_first_not_of(kWrapping), text.size());
  text = text.substr(begin, text.find_last_not_of(kWrapping) + 1 - begin);
  if (is_port_word(text) || is_port_name(text)) return true;
  return text.empty() || text.find_first_not_of(kLetters) == std::string_view::npos;
}

// `1433;databaseName=app`, `27017,b`, `80a`: a port with something behind it.
bool begins_with_port(std::string_view text) noexcept {
  constexpr std::size_t kLeastLetters = 3;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || !is_port(text.substr(0, digits))) return false;
  const std::string_view rest = text.substr(digits);
  return rest.empty() || !is_alpha(rest[0]) ||
         std::count_if(rest.begin(), rest.end(), is_alpha) < std::ptrdiff_t{kLeastLetters};
}

// `alpine:latest` of an image, `//package:target`
bool has_names_behind_colon(const Input& in) noexcept {
  constexpr std::string_view kSchemes[] = {"docker", "docker-image", "docker-daemon", "oci"};
  return !in.parts.has(Component::scheme) ||
         std::any_of(std::begin(kSchemes), std::end(kSchemes),
                     [&in](std::string_view scheme) { return in.scheme_is(scheme); });
}

// What ends the URI in place of its port may be where a password cut it: all words but those of
// manuals. Among 314,000 URIs of files there were four others.
bool may_be_cut_here(const Input& in, UriSpan port) noexcept {
  const std::string_view text = in.text_of(port);
  const std::string_view host = in.text_of(span_of(in.parts, Component::host));
  // Nobody is called so.
  if (host.starts_with('[') || is_quad(host) || equals_lower(host, "localhost")) return false;
  return port.end == in.size() && has(text, bytes::kAlpha) && text[0] != '\\' &&
         !begins_with_port(text) && !has_names_behind_colon(in);
}

bool has_hidden_sign(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (delimiter_at(text, i).means == '@') return true;
  }
  return false;
}

// `svc:hunter2Zk9` behind the slashes: a line that was cut, or a password that ended the URI. No
// port has letters and digits, so it is masked; no rule calls it a password.
void find_cut_password(const Input& in, Facts& facts) {
  constexpr std::size_t kShortest = 3;
  if (!in.parts.has(Component::port)) return;  // nearly always
  UriSpan host = span_of(in.parts, Component::host);
  UriSpan port = span_of(in.parts, Component::port);
  if (port.empty()) return;
  // `svc:hunter2:Zk9`: the password may hold a colon, and then the host reads as `svc:hunter2`.
  const std::size_t colon = in.text_of(host).find(':');
  if (colon != std::string_view::npos && in.text[host.begin] != '[' &&
      !is_bare_ipv6(in.text.substr(host.begin, port.end - host.begin))) {
    host.end = host.begin + static_cast<Off>(colon);
    port.begin = host.end + 1;
  }
  const std::string_view text = in.text_of(port);
  if (!in.holes_in(port).empty()) return;
  // Delimiters that are encoded, or look like one, were looked for before.
  if (has_hidden_sign(text)) return;
  const bool mixed = text.size() >= kShortest && is_alpha(text[0]) && has(text, bytes::kDigit);
  if (!mixed && !may_be_cut_here(in, port)) return;
  if (is_port_placeholder(text) || is_template(text.substr(0, 256))) return;
  facts.add({.kind = SecretKind::cut_password,
             .state = ValueState::literal,
             .value = port,
             .name = host,
             .strength = 0});
}

}  // namespace

void find_malformed(const Input& in, Facts& facts) {
  const UriParts& parts = in.parts;
  if (!parts.has(Component::authority)) return;
  find_hidden_delimiters(in, facts);
  if (parts.has(Component::userinfo)) return find_behind_userinfo(in, facts);
  if (const auto fact = malformed_in(in, span_of(parts, Component::authority), in.size())) {
    facts.add(*fact);
  } else {
    find_cut_password(in, facts);
  }
}

}  // namespace urilint::secrets
