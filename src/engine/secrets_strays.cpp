// Running text around URIs. No grammar says what is a value here, so what looks like one is masked
// up to the next blank or quotation mark; rules never read this.
#include <algorithm>

#include "engine/secrets_steps.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint {
namespace {

using bytes::class_of;

constexpr Off kLongestName = 64;
constexpr Off kLongestBraced = 256;

constexpr bool is_word(char c) noexcept {
  return (class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0 || c == '_' || c == '-';
}
constexpr bool is_name_byte(char c) noexcept { return is_word(c) || c == ' ' || c == '.'; }
constexpr bool is_quote(char c) noexcept { return c == '"' || c == '\''; }
constexpr bool is_line_end(char c) noexcept { return c == '\n' || c == '\r'; }
constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
constexpr bool ends_value(char c) noexcept {
  return static_cast<unsigned char>(c) <= 0x20 || c == '"' || c == '<' || c == '>' || c == ';' ||
         c == '&' || c == '`';
}

struct Strays {
  std::string_view text;
  UriSpan within;
  std::vector<UriSpan>& masks;
  // Plain values that begin in `known` end where it ends; keeps the walk linear.
  UriSpan known{};

  [[nodiscard]] Off size() const noexcept { return static_cast<Off>(text.size()); }
  [[nodiscard]] bool has(Off at, char c) const noexcept { return at < size() && text[at] == c; }

  // `name`, `"name"` or `\"name\"` in front of a separator.
  [[nodiscard]] UriSpan name_before(Off separator) const noexcept {
    Off end = separator;
    while (end > 0 && is_blank(text[end - 1])) --end;
    if (end > 0 && is_quote(text[end - 1])) --end;
    if (end > 0 && text[end - 1] == '\\') --end;
    Off begin = end;
    while (begin > 0 && end - begin < kLongestName && is_name_byte(text[begin - 1])) --begin;
    // The escape of a JSON string is no part of the name behind it: `\u0026password`.
    const bool escape = begin > 0 && text[begin - 1] == '\\' && end - begin > 5 &&
                        text[begin] == 'u' &&
                        std::all_of(text.begin() + begin + 1, text.begin() + begin + 5,
                                    [](char c) { return bytes::is_hex(c); });
    if (escape) begin += 5;
    return {begin, end};
  }

  [[nodiscard]] Off plain_end(Off begin) noexcept {
    if (known.begin <= begin && begin < known.end) return known.end;
    Off end = begin;
    while (end < size() && !ends_value(text[end])) ++end;
    known = {begin, end};
    return end;
  }

  // Where the quotation mark at `open` is closed on its line; 0 if it is not.
  [[nodiscard]] Off closing_quote(Off open) const noexcept {
    const bool escaped = open > 0 && text[open - 1] == '\\';
    for (Off i = open + 1; i < size() && !is_line_end(text[i]); ++i) {
      if (text[i] == text[open]) return i;
      if (!escaped && text[i] == '\\') ++i;
    }
    return 0;
  }

  // A quotation mark as JSON or HTML escape it: its spelling, or nothing.
  [[nodiscard]] std::string_view spelt_quote(Off begin) const noexcept {
    constexpr std::string_view kSpelt[] = {"\\u0027", "\\u0022", "\\x27",  "\\x22",  "&#39;",
                                           "&#34;",   "&#x27;",  "&#x22;", "&quot;", "&apos;"};
    const std::string_view rest = text.substr(begin, 6);
    for (const std::string_view spelt : kSpelt) {
      if (rest.starts_with(spelt)) return spelt;
    }
    return {};
  }

  [[nodiscard]] UriSpan value_at(Off begin, bool in_parentheses) noexcept {
    if (const std::string_view quote = spelt_quote(begin); !quote.empty()) {
      begin += static_cast<Off>(quote.size());
      const std::string_view rest = text.substr(begin, kLongestBraced);
      const std::size_t end = rest.substr(0, rest.find('\n')).find(quote);
      if (end != std::string_view::npos) return {begin, begin + static_cast<Off>(end)};
    }
    if (has(begin, '\\') && begin + 1 < size() && is_quote(text[begin + 1])) ++begin;
    if (begin < size() && is_quote(text[begin])) {
      if (const Off end = closing_quote(begin); end != 0) return {begin + 1, end};
      ++begin;
    }
    if (has(begin, '{')) {
      const std::size_t brace = text.substr(begin, kLongestBraced).find('}');
      if (brace != std::string_view::npos) return {begin, begin + static_cast<Off>(brace) + 1};
    }
    Off end = plain_end(begin);
    if (in_parentheses) {
      const std::size_t close = text.substr(begin, end - begin).find(')');
      if (close != std::string_view::npos) end = begin + static_cast<Off>(close);
    }
    return {begin, end};
  }

  // `user:password@host:path`, `user:password@tcp(…)`: no scheme says that it is one, and a mail
  // address behind its label looks the same, so that something must follow the host.
  [[nodiscard]] Off login(Off separator) {
    constexpr Off kLongestUser = 64;
    constexpr Off kLongestPassword = 128;
    Off user = separator;
    while (user > 0 && separator - user < kLongestUser &&
           (is_word(text[user - 1]) || text[user - 1] == '.')) {
      --user;
    }
    if (user == separator || secrets::is_mail_label(text.substr(user, separator - user))) return 0;
    const Off limit = std::min<Off>(size(), separator + 1 + kLongestPassword);
    for (Off i = separator + 1; i < limit && !ends_value(text[i]) && !is_quote(text[i]); ++i) {
      if (text[i] != '@' || i == separator + 1) continue;
      if (secrets::login_host_at(text, i + 1) < secrets::LoginHost::more) return 0;
      const std::string_view password = text.substr(separator + 1, i - separator - 1);
      if (secrets::is_template(password.substr(0, kLongestBraced)) ||
          secrets::is_redacted(password)) {
        return 0;
      }
      masks.push_back({separator + 1, i});
      return i;
    }
    return 0;
  }

  [[nodiscard]] Off behind_blanks(Off at) const noexcept {
    while (at < size() && is_blank(text[at])) ++at;
    return at;
  }

  // Masks a word that a command line or a header has, if it hides something; 0 if not.
  Off word(UriSpan value) {
    if (value.empty() || value.begin >= within.end) return 0;
    const std::string_view written = text.substr(value.begin, value.size());
    if (secrets::is_template(written.substr(0, kLongestBraced)) || secrets::is_redacted(written)) {
      return 0;
    }
    masks.push_back(value);
    return value.end;
  }

  // The word at `begin`, without the quotation mark that closes it.
  [[nodiscard]] UriSpan word_at(Off begin) noexcept {
    const Off end = plain_end(begin);
    const std::size_t size = text.substr(begin, end - begin).find_first_of("'\\,");
    return {begin, size == std::string_view::npos ? end : begin + static_cast<Off>(size)};
  }

  // `Authorization: Bearer …`, `Proxy-Authorization: Basic …`: what stands behind the scheme.
  Off authorization(UriSpan name, Off begin) {
    constexpr std::string_view kName = "authorization";
    constexpr std::string_view kSchemes[] = {"bearer ", "basic ", "token ", "apikey "};
    if (name.size() < kName.size() ||
        !equals_lower(text.substr(name.end - kName.size(), kName.size()), kName)) {
      return 0;
    }
    if (begin < size() && is_quote(text[begin])) ++begin;
    for (const std::string_view scheme : kSchemes) {
      if (!equals_lower(text.substr(begin, scheme.size()), scheme)) continue;
      return word(word_at(behind_blanks(begin + static_cast<Off>(scheme.size()))));
    }
    return 0;
  }

  // The argument of the option that ends at `at`: behind blanks, or the next literal of a list
  // (`"-u", "svc:password"`).
  [[nodiscard]] Off argument(Off at) const noexcept {
    const Off end = at;
    if (at < size() && is_quote(text[at])) ++at;
    if (has(at, ',')) ++at;
    at = behind_blanks(at);
    if (at == end) return size();
    return at < size() && is_quote(text[at]) ? at + 1 : at;
  }

  // `-u svc:password` of curl and its kind; a number is a user id.
  Off user_option(Off begin) {
    constexpr Off kLongestUser = 64;
    const UriSpan value = word_at(begin);
    const std::size_t colon =
        text.substr(value.begin, std::min(value.size(), kLongestUser)).find(':');
    if (colon == std::string_view::npos || colon == 0) return 0;
    const UriSpan password{value.begin + static_cast<Off>(colon) + 1, value.end};
    const std::string_view written = text.substr(password.begin, password.size());
    const bool number = std::all_of(written.begin(), written.end(),
                                    [](char c) { return (class_of(c) & bytes::kDigit) != 0; });
    return number || written.starts_with("//") ? 0 : word(password);
  }

  [[nodiscard]] static bool certain(secrets::NameClass name) noexcept {
    return name == secrets::NameClass::certain || name == secrets::NameClass::likely;
  }

  // `-p` is a password of few commands only; with most it is a port. `end` is behind its word.
  Off password_option(Off at, Off end) {
    constexpr std::string_view kApart[] = {"sshpass ", "login "};
    constexpr std::string_view kJoined[] = {"mysql", "mariadb"};
    const Off line = at > kLongestBraced ? at - kLongestBraced : 0;
    std::string_view before = text.substr(line, at - line);
    before.remove_prefix(before.find_last_of("\n|;&") + 1);
    const auto stands = [&](std::string_view command) {
      return before.find(command) != std::string_view::npos;
    };
    if (end > at + 2) {
      const bool joined = std::any_of(std::begin(kJoined), std::end(kJoined), stands);
      return joined ? word(word_at(at + 2)) : 0;
    }
    return std::any_of(std::begin(kApart), std::end(kApart), stands) ? word(word_at(argument(end)))
                                                                     : 0;
  }

  // A credential behind the option at `at`: `-u svc:password`, `--password …`, `sshpass -p …`.
  // Returns where to go on; 0: nothing stands there.
  Off option(Off at) {
    constexpr std::string_view kUsers[] = {"--user", "--proxy-user", "-u", "-U"};
    constexpr std::string_view kBefore = " \t\n\"'[(,`";
    if (at > 0 && kBefore.find(text[at - 1]) == std::string_view::npos) return 0;
    Off end = at;
    while (end < size() && end - at < kLongestName && is_word(text[end])) ++end;
    const std::string_view name = text.substr(at, end - at);
    for (const std::string_view user : kUsers) {
      if (name == user) return user_option(has(end, '=') ? end + 1 : argument(end));
    }
    if (name.starts_with("-u") && has(end, ':')) return user_option(at + 2);
    if (name.starts_with("-p")) return password_option(at, end);
    if (!name.starts_with("--") || !certain(secrets::class_of_name(name))) return 0;
    const Off begin = argument(end);
    return begin < size() && text[begin] != '-' ? word(word_at(begin)) : 0;
  }

  // Masks the value behind the `=` or `:` at `separator`; returns where to go on.
  Off pair(Off separator) {
    const bool encoded = text[separator] == '%';
    const Off next = separator + (encoded ? 3 : 1);
    const bool colon = text[separator] == ':';
    if (has(next, '=')) return next + 1;  // a comparison
    if (colon && next < size() && !is_blank(text[next])) {
      if (const Off end = login(separator); end != 0) return end;
    }
    const UriSpan name = name_before(separator);
    if (name.empty()) return next;
    const secrets::NameClass promise = secrets::class_of_name(text.substr(name.begin, name.size()));
    if (!secrets::promises(promise)) return next;
    Off begin = !colon && has(next, '>') ? next + 1 : next;  // `=>` of PHP and Ruby
    begin = behind_blanks(begin);
    if (colon) {
      if (const Off end = authorization(name, begin); end != 0) return end;
    }
    const UriSpan value = value_at(begin, name.begin > 0 && text[name.begin - 1] == '(');
    // What begins behind is a URI with masks of its own.
    if (value.empty() || value.begin >= within.end) return next;
    const bool quoted = is_quote(text[value.begin - 1]);
    const std::string_view written = text.substr(value.begin, value.size());
    // Behind a colon an ordinary word is prose.
    const bool prose =
        colon && !quoted && secrets::randomness_of(written) == secrets::Randomness::none;
    if (prose) return next;
    const UriParts nothing;
    const secrets::Input in{nothing, text, text, {}};
    const auto fact = secrets::judge_parameter(in, name, value, SecretKind::property_value);
    if (!fact || !fact->masked()) return next;
    // A line of a script stays readable: `PASSWORD=${DB_PASSWORD}` shows nothing.
    if (secrets::is_template(written.substr(0, kLongestBraced)) &&
        secrets::bracketed_word(written).empty() && written.size() <= kLongestBraced) {
      return next;
    }
    masks.push_back(fact->value);
    return fact->value.end;
  }

  // `machine example.com login svc password …` of .netrc; the password may stand on a line below.
  Off netrc(Off at) {
    constexpr std::string_view kName = "password";
    if (text.compare(at, kName.size(), kName) != 0) return 0;
    const Off begin = behind_blanks(at + static_cast<Off>(kName.size()));
    const Off line = at > kLongestBraced ? at - kLongestBraced : 0;
    const std::string_view before = text.substr(line, at - line);
    const bool named = before.find("machine ") != std::string_view::npos &&
                       before.find("login ") != std::string_view::npos;
    return named && begin > at + kName.size() ? word(word_at(begin)) : 0;
  }

  void walk() {
    for (Off i = within.begin; i < within.end;) {
      const char c = text[i];
      const bool encoded = c == '%' && bytes::pct_byte(text.data() + i, size() - i) == '=';
      if (c == '=' || c == ':' || encoded) {
        i = pair(i);
        continue;
      }
      if (c == '-') {
        if (const Off end = option(i); end != 0) {
          i = end;
          continue;
        }
      }
      if (is_word(c) && (i == 0 || !is_word(text[i - 1]))) {
        if (const Off end = netrc(i); end != 0) {
          i = end;
          continue;
        }
        if (const auto token = secrets::token_at(text, i, secrets::NameClass::none)) {
          masks.push_back(token->value);
          i = token->value.end;
          continue;
        }
      }
      ++i;
    }
  }
};

// `user:password@host` behind `//`, whatever stands in the password: the URI that was cut out of
// the line may have ended in it.
struct StrayAuthorities {
  static constexpr Off kLongestUser = 64;
  static constexpr Off kLongestPassword = 256;
  static constexpr int kMostBlanks = 4;

  std::string_view text;
  std::vector<UriSpan>& masks;

  // The colon behind the user name that begins at `begin`; empty if there is none.
  [[nodiscard]] UriSpan colon(Off begin) const noexcept {
    const auto limit = std::min<std::size_t>(text.size(), begin + kLongestUser);
    for (std::size_t i = begin; i < limit; ++i) {
      const secrets::Delimiter found = secrets::delimiter_at(text, i);
      const Off at = static_cast<Off>(i);
      if (found.means == ':') return {at, at + found.size};
      if (!is_word(text[i]) && text[i] != '.' && text[i] != '%' && text[i] != '+') break;
    }
    return {};
  }

  [[nodiscard]] bool full_host_at(std::size_t at) const noexcept {
    std::size_t dot = at;
    while (dot < text.size() && is_word(text[dot])) ++dot;
    if (at < text.size() && text[at] == '[') return true;
    return dot > at && dot + 1 < text.size() && text[dot] == '.' &&
           (class_of(text[dot + 1]) & (bytes::kAlpha | bytes::kDigit)) != 0;
  }

  // A number alone may go on with the password.
  [[nodiscard]] bool name_at(std::size_t host) const noexcept {
    std::size_t end = host;
    while (end < text.size() && (class_of(text[end]) & bytes::kDigit) != 0) ++end;
    return end < text.size() && (end == host ? is_word(text[end]) : text[end] == '.');
  }

  // The first `@` within reach on the line that stands before a full host; else the last one before
  // a name, if no blank came before; 0 if there is none.
  [[nodiscard]] Off at_sign(Off begin) const noexcept {
    int blanks = 0;
    Off before_name = 0;
    const auto limit = std::min<std::size_t>(text.size(), begin + kLongestPassword);
    for (std::size_t i = begin; i < limit && !is_line_end(text[i]); ++i) {
      if (is_blank(text[i]) && (before_name != 0 || ++blanks > kMostBlanks)) break;
      if (text.compare(i, 3, "://") == 0) break;
      const secrets::Delimiter found = secrets::delimiter_at(text, i);
      if (found.means != '@' || text[i] == '%') continue;
      const std::size_t host = i + found.size;
      if (full_host_at(host)) return static_cast<Off>(i);
      if (blanks == 0 && name_at(host)) before_name = static_cast<Off>(i);
    }
    return before_name;
  }

  void authority(Off begin) {
    constexpr std::size_t kLongestPort = 5;
    const UriSpan user_end = colon(begin);
    if (user_end.empty()) return;
    const UriSpan value{user_end.end, at_sign(user_end.end)};
    if (value.end <= value.begin) return;
    const std::string_view password = text.substr(value.begin, value.size());
    const std::string_view head =
        password.substr(0, password.find_first_of("/?# \t\"'<>`,;)]}|\\@"));
    // `http://example.com:/` has an empty port, `svc:>pass@` none.
    const bool empty = head.empty() && std::string_view(" \t/?#@").find(password[0]) > 5;
    const bool port = !empty && head.size() <= kLongestPort &&
                      std::all_of(head.begin(), head.end(),
                                  [](char c) { return (class_of(c) & bytes::kDigit) != 0; });
    // `http://example.com: me@example.com`; a template is nothing that shows.
    if (head.size() != password.size() && (port || secrets::is_template(head))) return;
    const UriParts nothing;
    const secrets::Input in{nothing, text, text, {}};
    if (secrets::state_of(in, value) == ValueState::literal) masks.push_back(value);
  }

  void walk(UriSpan within) {
    for (Off i = within.begin; i < within.end; ++i) {
      if (text.compare(i, 2, "//") == 0) {
        authority(i + 2);
      } else if (text.compare(i, 4, "\\/\\/") == 0) {
        authority(i + 4);
      }
    }
  }
};

}  // namespace

void find_stray_passwords(std::string_view text, UriSpan within, std::vector<UriSpan>& masks) {
  within.end = std::min(within.end, static_cast<Off>(text.size()));
  StrayAuthorities{text, masks}.walk(within);
}

void find_stray_secrets(std::string_view text, UriSpan within, std::vector<UriSpan>& masks) {
  within.end = std::min(within.end, static_cast<Off>(text.size()));
  Strays{text, within, masks, {}}.walk();
}

}  // namespace urilint
