// Walks back from the colon over scheme characters, then drops what belongs to the text before
// (escape letters, list numbers, sentence ends). Without `//` only listed schemes count.
#include "find/scheme.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "find/chars.hpp"
#include "tables/finder-schemes.hpp"
#include "tables/schemes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::find {
namespace {

constexpr std::size_t kLongestScheme = 64;
constexpr std::size_t kLookAhead = 256;

constexpr std::array<std::string_view, 13> kKindNames = {
    "",       "host",   "path", "script", "data",  "mail", "inner",
    "driver", "number", "name", "word",   "query", "page"};
constexpr std::array<std::string_view, 10> kMediaTypes = {
    "text", "image",   "application", "audio",     "video",
    "font", "message", "model",       "multipart", "x-"};
constexpr std::string_view kMediaChars = "/+-.;=%*!#$&^";
// What is glued to a host; longer ones first, as `https` ends in a scheme of its own.
constexpr std::array<std::string_view, 12> kGlued = {
    "postgresql", "mongodb+srv", "postgres", "mongodb", "mysql", "redis",
    "amqps",      "amqp",        "https",    "http",    "ftps",  "ftp"};
constexpr std::array<std::string_view, 2> kPages = {"blank", "srcdoc"};

// The kinds of the rows, found by name once and for all.
constexpr auto kKinds = [] {
  std::array<BareKind, std::size(tables::kFinderSchemes)> kinds{};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto* name =
        std::find(kKindNames.begin(), kKindNames.end(), tables::kFinderSchemes[i].kind);
    kinds[i] = static_cast<BareKind>(name - kKindNames.begin());
  }
  return kinds;
}();
static_assert(std::find(kKinds.begin(), kKinds.end(), BareKind{kKindNames.size()}) == kKinds.end());

// Clang 14 takes such a set only outside of functions.
constexpr ByteSet kUndotted{[](char c) { return is_scheme_char(c) && c != '.'; }};

BareKind kind_of(std::string_view scheme) noexcept {
  const auto* row = find_row(tables::kFinderSchemes, tables::kFinderSchemesIndex,
                             hash_lower(scheme), scheme, [](const auto& r) { return r.scheme; });
  return row == nullptr ? BareKind::none
                        : kKinds[static_cast<std::size_t>(row - tables::kFinderSchemes)];
}

/// The last two letters of the schemes that `kind_of` knows, by their low five bits, as which both
/// cases are the same: most words before a colon end otherwise.
constexpr std::size_t ending(char first, char second) noexcept {
  return (static_cast<unsigned char>(first) & 31U) << 5 |
         (static_cast<unsigned char>(second) & 31U);
}
constexpr auto kEndings = [] {
  std::array<bool, 1024> endings{};
  for (const auto& row : tables::kFinderSchemes) {
    const std::string_view scheme = row.scheme;
    endings[ending(scheme[scheme.size() - 2], scheme.back())] = true;
  }
  return endings;
}();
static_assert(std::all_of(std::begin(tables::kFinderSchemes), std::end(tables::kFinderSchemes),
                          [](const auto& row) { return row.scheme.size() > 1; }));

/// True for schemes that a table knows, and for `git+https` and its kind by their last part.
bool is_listed(std::string_view scheme) noexcept {
  const std::size_t plus = scheme.rfind('+');
  if (plus != std::string_view::npos && plus != 0) scheme.remove_prefix(plus + 1);
  return kind_of(scheme) != BareKind::none ||
         find_row(tables::kSchemes, tables::kSchemesIndex, hash_lower(scheme), scheme,
                  [](const auto& r) { return r.scheme; }) != nullptr;
}

/// The first of the scheme characters that end at `end`.
std::size_t word_begin(std::string_view text, std::size_t end, std::size_t floor) noexcept {
  const std::size_t limit = end - floor > kLongestScheme ? end - kLongestScheme : floor;
  while (end > limit && is_scheme_char(text[end - 1])) --end;
  return end;
}

/// The first of the letters that end at `end`, if they are a scheme whatever stands before them:
/// none that could be part of an escape, a variable or the scheme itself. Else `end`.
std::size_t plain_begin(std::string_view text, std::size_t end, std::size_t floor) noexcept {
  static constexpr ByteSet kBinding{".$%\\([;"};
  const std::size_t limit = end - floor > kLongestScheme ? end - kLongestScheme : floor;
  std::size_t begin = end;
  while (begin > limit && kUndotted.has(text[begin - 1])) --begin;
  const bool bound = begin > 0 && kBinding.has(text[begin - 1]);
  return begin != end && is_alpha(text[begin]) && !bound ? begin : end;
}

/// Letters behind a backslash or a percent sign that spell another character: `\n`, `\x22`,
/// `\001`, `\u0022`, `%22`, roff's `\fB` and `\(la`; and those that end a terminal's colour
/// sequence (`[36m`).
std::size_t escape_length(std::string_view text, std::size_t begin, std::size_t colon) noexcept {
  if (begin == 0) return 0;
  const std::string_view word = text.substr(begin, colon - begin);
  const auto hex = [&](std::size_t from, std::size_t count) {
    if (word.size() <= from + count) return false;
    return std::all_of(word.begin() + static_cast<std::ptrdiff_t>(from),
                       word.begin() + static_cast<std::ptrdiff_t>(from + count), is_hex);
  };
  const char before = text[begin - 1];
  if (before == '\\') {
    if (word[0] == 'u' && hex(1, 4)) return 5;
    if (word[0] == 'x' && hex(1, 2)) return 3;
    const auto octal = [](char c) { return c >= '0' && c <= '7'; };
    if (word.size() > 3 && octal(word[0]) && octal(word[1]) && octal(word[2])) return 3;
    if (word.size() > 3 && word[0] == 'f' && std::string_view("BIRP").find(word[1]) < 4) return 2;
    if (std::string_view("nrtbfav0").find(word[0]) != std::string_view::npos) return 1;
  }
  if (before == '%' && hex(0, 2)) return 2;
  if (before == '(' && begin > 1 && text[begin - 2] == '\\' && word.starts_with("la")) return 2;
  if (before == '[' || before == ';') {
    std::size_t i = 0;
    while (i < word.size() && is_digit(word[i])) ++i;
    if (i < word.size() && word[i] == 'm') return i + 1;
  }
  return 0;
}

/// The beginning of a hole that ends at `end`, with the scheme characters before it; else `end`.
std::size_t hole_begin(std::string_view text, std::size_t end, std::size_t floor,
                       HoleScanner& holes) noexcept {
  constexpr std::size_t kLongestSchemeHole = 96;
  const std::size_t limit = end - floor > kLongestSchemeHole ? end - kLongestSchemeHole : floor;
  std::size_t found = end;
  unsigned tries = 0;
  for (std::size_t i = end; i > limit && tries < 8; --i) {
    const char c = text[i - 1];
    if (c == '\n') break;
    if (c != '$' && c != '{' && c != '#' && c != '<' && c != '%' && c != '@') continue;
    ++tries;
    if (holes.end_of(i - 1) == end) found = i - 1;
  }
  return found == end ? end : word_begin(text, found, floor);
}

bool dotted_host_at(std::string_view text, std::size_t i) noexcept {
  const std::size_t begin = i;
  const std::size_t limit = std::min(text.size(), i + kLookAhead);
  std::size_t label = i;
  std::size_t dots = 0;
  for (; i < limit && (is_word(text[i]) || text[i] == '-' || text[i] == '.'); ++i) {
    if (text[i] != '.') continue;
    if (i == label) return false;
    ++dots;
    label = i + 1;
  }
  if (i == label && i > begin) {  // a full stop at the end of a sentence, or a root dot
    --i;
    --dots;
    label = i;
    while (label > begin && text[label - 1] != '.') --label;
  }
  if (dots == 0 || i - label < 2) return dots == 3 && is_digit(text[begin]);
  if (is_digit(text[label])) return dots == 3 && is_digit(text[begin]);
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(label),
                     text.begin() + static_cast<std::ptrdiff_t>(i),
                     [](char c) { return is_alpha(c); }) ||
         text.substr(label, 4) == "xn--";
}

/// What may stand right behind the host of a reference without slashes.
bool host_ends_well(std::string_view text, std::size_t i) noexcept {
  while (i < text.size() && (is_word(text[i]) || text[i] == '-' || text[i] == '.')) ++i;
  if (i == text.size() || is_blank(text[i]) || is_quote(text[i])) return true;
  if (text[i] == ':') return is_digit(at(text, i + 1));
  return std::string_view("/?#<\\)").find(text[i]) != std::string_view::npos;
}

/// `http:/name`, `http:\\name`, `http:name.example`, but neither `http:80` nor `{http:n.url}`.
bool host_fits(std::string_view text, BareScheme scheme, std::size_t body) noexcept {
  const auto slash = [](char c) { return c == '/' || c == '\\'; };
  std::size_t host = body;
  while (host < body + 2 && slash(at(text, host))) ++host;
  if (const std::size_t user = text.substr(host, kLookAhead).find_first_of("@/\\ \t\n\"'<>");
      user != std::string_view::npos && text[host + user] == '@') {
    host += user + 1;
  }
  if (host == body) {
    const char before = scheme.begin == 0 ? ' ' : text[scheme.begin - 1];
    if (std::string_view("{,(?").find(before) != std::string_view::npos) return false;
    return dotted_host_at(text, host) && host_ends_well(text, host);
  }
  if (at(text, host) == '[') return true;
  constexpr std::string_view kLocal = "localhost";
  return dotted_host_at(text, host) || text.substr(host, kLocal.size()) == kLocal;
}

/// `/x`, `./x`, `../x`, `~/x`, `C:\x`, `\\host`
bool path_fits(std::string_view rest) noexcept {
  if (rest.starts_with("./") || rest.starts_with("../") || rest.starts_with("~/")) return true;
  if (rest.starts_with("\\\\")) return rest.size() > 2 && is_alnum(rest[2]);
  if (rest.size() > 2 && is_alpha(rest[0]) && (rest[1] == ':' || rest[1] == '|')) {
    return rest[2] == '/' || rest[2] == '\\';
  }
  return rest.size() > 1 && rest[0] == '/' &&
         (is_word(rest[1]) || rest[1] == '.' || rest[1] == '$');
}

/// `[type/subtype][;parameter],`
bool data_fits(std::string_view rest) noexcept {
  rest = rest.substr(0, kLookAhead);
  std::size_t comma = 0;
  while (comma < rest.size() &&
         (is_word(rest[comma]) || kMediaChars.find(rest[comma]) < kMediaChars.size())) {
    ++comma;
  }
  if (at(rest, comma) != ',') return false;
  const std::string_view head = rest.substr(0, comma);
  if (head.empty()) return rest.size() > 1 && !is_blank(rest[1]) && !is_quote(rest[1]);
  if (head[0] == ';') return head.size() > 1;
  return head.find('/') != std::string_view::npos &&
         std::any_of(kMediaTypes.begin(), kMediaTypes.end(), [head](std::string_view type) {
           return head.size() > type.size() && equals_lower(head.substr(0, type.size()), type) &&
                  (type == "x-" || head[type.size()] == '/');
         });
}

/// True if one of `wanted` stands in `rest` before a blank, within reach.
bool holds_soon(std::string_view rest, std::string_view wanted) noexcept {
  rest = rest.substr(0, kLookAhead);
  for (const char c : rest) {
    if (is_blank(c)) return false;
    if (wanted.find(c) != std::string_view::npos) return true;
  }
  return false;
}

/// `scheme:` or `/` and something behind it.
bool inner_fits(std::string_view rest) noexcept {
  if (rest.starts_with("null/")) return true;
  const std::size_t colon = rest.substr(0, kLongestScheme).find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 >= rest.size()) return false;
  const std::string_view scheme = rest.substr(0, colon);
  if (!is_alpha(scheme[0]) || !std::all_of(scheme.begin(), scheme.end(), is_scheme_char))
    return false;
  return (rest[colon + 1] == '/' && colon + 2 < rest.size() && !is_blank(rest[colon + 2])) ||
         (is_listed(scheme) && !is_blank(rest[colon + 1]));
}

/// `name:` and something visible behind it.
bool named_fits(std::string_view rest) noexcept {
  std::size_t i = 0;
  while (i < rest.size() && i < kLongestScheme &&
         (is_word(rest[i]) || rest[i] == '-' || rest[i] == '+')) {
    ++i;
  }
  return i > 1 && at(rest, i) == ':' && i + 1 < rest.size() && !is_blank(rest[i + 1]) &&
         !is_quote(rest[i + 1]) && rest[i + 1] != ':';
}

bool number_fits(std::string_view rest) noexcept {
  if (rest.size() > 3 && rest[0] == '+') return is_digit(rest[1]) && is_digit(rest[2]);
  return rest.size() > 2 && (rest[0] == '*' || rest[0] == '#') && is_digit(rest[1]);
}

bool page_fits(std::string_view rest) noexcept {
  return std::any_of(kPages.begin(), kPages.end(), [rest](std::string_view page) {
    return rest.starts_with(page) && !is_word(at(rest, page.size()));
  });
}

}  // namespace

std::size_t scheme_begin(std::string_view text, std::size_t colon, std::size_t floor,
                         HoleScanner* holes) noexcept {
  std::size_t begin = plain_begin(text, colon, floor);
  if (begin != colon) return begin;
  begin = word_begin(text, colon, floor);
  const char before = begin > floor ? text[begin - 1] : ' ';
  const bool sigil = before == '$' || (before == '%' && begin + 1 == colon);
  if (begin == colon || (sigil && !is_listed(text.substr(begin, colon - begin)))) {
    if (holes != nullptr) {
      const std::size_t hole = hole_begin(text, colon, floor, *holes);
      if (hole != colon) return hole;
    }
    // `$scheme://` is a variable and `%s://` a format, unless the word is a scheme that exists.
    return colon;
  }
  if (const std::size_t escape = escape_length(text, begin, colon); escape != 0) {
    if (begin + escape < colon && is_listed(text.substr(begin + escape, colon - begin - escape))) {
      return begin + escape;
    }
  }
  // `site.https://`: the end of a sentence without its space.
  const std::size_t dot = text.substr(begin, colon - begin).rfind('.');
  if (dot != std::string_view::npos &&
      is_listed(text.substr(begin + dot + 1, colon - begin - dot - 1))) {
    return begin + dot + 1;
  }
  if (is_digit(text[begin]) && !is_word(before)) {
    std::size_t i = begin;
    while (i < colon && is_digit(text[i])) ++i;
    if (i < colon && is_alpha(text[i])) return begin;  // `1http://` as it stands
  }
  while (begin < colon && !is_alpha(text[begin])) ++begin;
  return begin;
}

BareScheme bare_scheme(std::string_view text, std::size_t colon, std::size_t floor) noexcept {
  const BareScheme none{colon, BareKind::none};
  if (colon < floor + 2 || !is_alpha(text[colon - 1]) || colon + 1 >= text.size()) return none;
  if (!kEndings[ending(text[colon - 2], text[colon - 1])]) return none;
  const char next = text[colon + 1];
  if (is_blank(next) || next == ':' || next == '"') return none;
  const std::size_t begin = word_begin(text, colon, floor);
  const BareKind kind = kind_of(text.substr(begin, colon - begin));
  if (kind == BareKind::none) return none;
  const char before = begin == 0 ? ' ' : text[begin - 1];
  if (before == '^' || before == '/') return none;  // an expression that looks for the scheme
  if (begin < floor || is_word(before) || before == '$' || before == '@' || before == '\\')
    return none;
  return {begin, kind};
}

bool bare_body_fits(std::string_view text, BareScheme scheme, std::size_t colon) noexcept {
  const std::string_view rest = text.substr(colon + 1);
  switch (scheme.kind) {
    case BareKind::none:
      return false;
    case BareKind::host:
      return host_fits(text, scheme, colon + 1);
    case BareKind::path:
      return path_fits(rest);
    case BareKind::script:
      return !is_quote(rest[0]) && holds_soon(rest, "(=;%[/`&'\"+#");
    case BareKind::data:
      return data_fits(rest);
    case BareKind::mail:
      return !is_quote(rest[0]) && holds_soon(rest, "@?%");
    case BareKind::inner:
      return inner_fits(rest);
    case BareKind::driver:
      return named_fits(rest);
    case BareKind::number:
      return number_fits(rest);
    case BareKind::name:
      return named_fits(rest);
    case BareKind::word:
      return !is_quote(rest[0]);
    case BareKind::query:
      return rest.size() > 1 && rest[0] == '?' && is_alnum(rest[1]);
    case BareKind::page:
      return page_fits(rest);
  }
  return false;
}

std::size_t glued_scheme(std::string_view text, std::size_t colon, std::size_t floor) noexcept {
  for (const std::string_view scheme : kGlued) {
    if (colon - floor <= scheme.size()) continue;
    const std::size_t begin = colon - scheme.size();
    const char before = text[begin - 1];
    if ((is_alnum(before) || before == ']') &&
        equals_lower(text.substr(begin, scheme.size()), scheme)) {
      return begin;
    }
  }
  return colon;
}

bool begins_uri(std::string_view text, std::size_t i) noexcept {
  if (!is_alpha(at(text, i))) return false;
  const std::size_t limit = std::min(text.size(), i + kLongestScheme);
  while (i < limit && is_scheme_char(text[i])) ++i;
  return text.substr(i, 3) == "://";
}

}  // namespace urilint::find
