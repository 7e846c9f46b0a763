// One pass over the bytes with a class table. A stop ends the URI; a soft stop (unbalanced bracket,
// CJK punctuation, `|`) ends it only if it does not stand exactly between quotes or angle brackets.
#include "find/extent.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "document/login_value.hpp"
#include "find/chars.hpp"
#include "find/cut_password.hpp"
#include "find/scheme.hpp"
#include "tables/finder-stops.hpp"

namespace urilint::find {
namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
constexpr std::size_t kLookBack = 256;    // for the quote that is open
constexpr std::size_t kLookAhead = 1024;  // for the quote that closes, behind an escape
constexpr std::size_t kLongestQuoted = 4096;
constexpr std::size_t kLongestPrefix = 130;  // what a login may stand behind in its value

// The first three mean nothing once their component has begun.
enum class Byte : std::uint8_t {
  plain,
  path,
  query,
  stop,
  hole,
  angle,
  quote,
  open,
  close,
  backslash,
  ampersand,
  separator,
  bar,
  high,
};

consteval std::array<Byte, 256> make_classes() {
  std::array<Byte, 256> classes{};
  for (std::size_t i = 0; i <= 0x20; ++i) classes[i] = Byte::stop;
  for (std::size_t i = 0x80; i < 256; ++i) classes[i] = Byte::high;
  const auto set = [&](std::string_view bytes, Byte cls) {
    for (const char c : bytes) classes[static_cast<unsigned char>(c)] = cls;
  };
  set("\x7f\">`", Byte::stop);
  set("$%#@!", Byte::hole);
  set("<", Byte::angle);
  set("'", Byte::quote);
  set("([{", Byte::open);
  set(")]}", Byte::close);
  set("\\", Byte::backslash);
  set("&", Byte::ampersand);
  set(",;", Byte::separator);
  set("|", Byte::bar);
  set("/", Byte::path);
  set("?", Byte::query);
  return classes;
}
constexpr std::array<Byte, 256> kClasses = make_classes();

// Character references that spell a delimiter; the others are part of the URI.
constexpr std::array<std::string_view, 12> kDelimiterReferences = {
    "&quot;", "&gt;",  "&lt;",  "&apos;", "&nbsp;", "&#34;",
    "&#39;",  "&#60;", "&#62;", "&#x22;", "&#x27;", "&#x3c;"};
constexpr ByteSet kDelimiterNames{"qglan#"};  // what they begin with
static_assert(std::all_of(kDelimiterReferences.begin(), kDelimiterReferences.end(),
                          [](std::string_view name) { return kDelimiterNames.has(name[1]); }));

// A line end, an escape, a blank, quotation marks, a parenthesis and an angle bracket as octal
// escapes, which PostScript and C have behind a URI.
constexpr std::array<std::string_view, 8> kOctalDelimiters = {"012", "015", "033", "040",
                                                              "042", "047", "051", "076"};

bool is_octal_delimiter(std::string_view digits) noexcept {
  return std::find(kOctalDelimiters.begin(), kOctalDelimiters.end(), digits) !=
         kOctalDelimiters.end();
}

enum class Point : std::uint8_t { ordinary, stop, dot, apostrophe, trail };

struct Decoded {
  std::uint32_t point = 0;
  std::size_t length = 1;
};

/// A code point of two or three bytes, where the table has its entries; anything else is one byte.
Decoded decode(std::string_view text, std::size_t i) noexcept {
  const auto byte = [&](std::size_t k) -> std::uint32_t {
    return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U;
  };
  const auto tail = [&](std::size_t k) { return (byte(k) & 0xc0U) == 0x80; };
  const std::uint32_t lead = byte(0);
  if (lead >= 0xc2 && lead < 0xe0 && tail(1)) return {(lead & 0x1fU) << 6 | (byte(1) & 0x3fU), 2};
  if (lead >= 0xe0 && lead < 0xf0 && tail(1) && tail(2)) {
    return {(lead & 0xfU) << 12 | (byte(1) & 0x3fU) << 6 | (byte(2) & 0x3fU), 3};
  }
  return {};
}

Point class_of(std::uint32_t point) noexcept {
  const auto* end = std::end(tables::kFinderStops);
  const auto* row = std::lower_bound(std::begin(tables::kFinderStops), end, point,
                                     [](const auto& r, std::uint32_t p) { return r.point < p; });
  if (row == end || row->point != point) return Point::ordinary;
  switch (row->kind[0]) {
    case 's':
      return Point::stop;
    case 'd':
      return Point::dot;
    case 'a':
      return Point::apostrophe;
    default:
      return Point::trail;  // trail, invisible
  }
}

/// True if `text` ends in a character reference (`&amp;`, `&#xe9;`): its semicolon is no
/// punctuation.
bool ends_reference(std::string_view text) noexcept {
  constexpr std::size_t kLongestReference = 12;
  for (std::size_t k = 2; k <= kLongestReference && k <= text.size(); ++k) {
    const char c = text[text.size() - k];
    if (c == '&') return k > 2;
    if (!is_alnum(c) && c != '#') return false;
  }
  return false;
}

/// True if the same line holds escapes of a string literal shortly before `begin`: the quote that
/// opened it may be far away.
bool follows_escapes(std::string_view text, std::size_t begin) noexcept {
  const std::size_t limit = begin > kLookBack ? begin - kLookBack : 0;
  for (std::size_t i = begin; i > limit + 1 && text[i - 1] != '\n'; --i) {
    if (text[i - 2] == '\\' && (text[i - 1] == 'n' || text[i - 1] == '"')) return true;
  }
  return false;
}

/// True if the byte closes what the other one opens.
constexpr bool closes_pair(char opener, char c) noexcept {
  switch (opener) {
    case '(':
      return c == ')';
    case '[':
      return c == ']';
    case '{':
      return c == '}';
    case '<':
      return c == '>';
    default:
      return opener == c && opener != ' ';
  }
}

/// The delimiter of the sed command `s#URI#…#` or `s#…#URI#` that the URI stands in, or NUL.
char sed_delimiter(std::string_view text, std::size_t begin) noexcept {
  static constexpr ByteSet kDelimiters{"#|,!"};
  if (begin < 2 || !kDelimiters.has(text[begin - 1])) return '\0';
  const char delimiter = text[begin - 1];
  const auto opens = [&](std::size_t i) {  // `s` and the delimiter at `i`
    return i > 0 && text[i - 1] == 's' && (i == 1 || !is_word(text[i - 2]));
  };
  std::size_t missing = 2;
  if (!opens(begin - 1)) {
    const std::size_t limit = begin > kLookBack ? begin - kLookBack : 0;
    std::size_t i = begin - 2;
    while (i > limit && text[i] != delimiter && text[i] != '\n') --i;
    if (text[i] != delimiter || !opens(i)) return '\0';
    missing = 1;
  }
  const std::size_t end = std::min(text.size(), begin + kLookAhead);
  for (std::size_t i = begin; i < end && text[i] != '\n'; ++i) {
    if (text[i] == delimiter && --missing == 0) return delimiter;
  }
  return '\0';
}

/// Walks one URI.
class Walk {
 public:
  Walk(std::string_view text, std::size_t begin, std::size_t body, Surroundings around,
       HoleScanner* holes, std::vector<UriSpan>& found) noexcept
      : text_(text),
        begin_(begin),
        body_(body),
        around_(around),
        holes_(holes),
        found_(found),
        opener_(begin == 0 ? '\0' : text[begin - 1]),
        sed_(around.literals ? sed_delimiter(text, begin) : '\0'),
        i_(body) {}

  Extent run();

 private:
  void walk();
  void skip() noexcept;
  bool step();
  bool quote();
  bool close(char c);
  bool glued_uri() noexcept;
  bool backslash();
  [[nodiscard]] bool roff_escape() const noexcept;
  [[nodiscard]] bool userinfo_follows() const noexcept;
  bool high();
  bool take_hole();
  bool reference();
  void soft() noexcept { soft_ = std::min(soft_, i_); }
  [[nodiscard]] bool exact() const noexcept;
  void walk_on_in_password();
  [[nodiscard]] std::size_t password_end(std::size_t stop);
  [[nodiscard]] bool in_tag() const noexcept;
  [[nodiscard]] std::size_t trimmed(std::size_t end) const;
  /// Whether such a quote is open at the beginning; asked often, found out once.
  [[nodiscard]] bool in_literal(char quote) noexcept {
    std::int8_t& known = inside_[quote == '"' ? 0 : 1];
    if (known < 0) known = around_.literals && is_inside(text_, begin_, quote) ? 1 : 0;
    return known != 0;
  }
  void drop_holes_behind(std::size_t end);

  std::string_view text_;
  std::size_t begin_;
  std::size_t body_;
  Surroundings around_;
  HoleScanner* holes_;
  std::vector<UriSpan>& found_;
  char opener_;
  char sed_;
  std::size_t i_;
  std::size_t soft_ = kNowhere;    // the first soft stop
  std::size_t escape_ = kNowhere;  // the first escape that would end a string literal's URI
  std::array<std::size_t, 3> open_{};
  std::array<std::int8_t, 2> inside_{-1, -1};
  bool authority_ = true;
  bool query_ = false;
  bool escaped_ = false;
};

/// Takes bytes as far as the URI goes.
void Walk::walk() {
  do {
    skip();
  } while (i_ < text_.size() && step());
}

/// Most bytes change nothing where they stand.
void Walk::skip() noexcept {
  const Byte idle = query_ ? Byte::query : authority_ ? Byte::plain : Byte::path;
  std::size_t i = i_;
  while (i < text_.size() && kClasses[static_cast<unsigned char>(text_[i])] <= idle) ++i;
  i_ = i;
}

/// True if the byte was taken.
bool Walk::step() {
  const char c = text_[i_];
  switch (kClasses[static_cast<unsigned char>(c)]) {
    case Byte::plain:
      break;
    case Byte::stop:
      if (c != ' ' || !around_.blanks || begin_ != 0 || begins_uri(text_, i_ + 1)) return false;
      break;
    case Byte::hole:
      if (c == sed_) return false;
      if (take_hole()) return true;
      if (c == '#') query_ = true, authority_ = false;
      break;
    case Byte::angle:
      return take_hole();
    case Byte::quote:
      return quote();
    case Byte::open:
      if (take_hole()) return true;
      ++open_[c == '(' ? 0 : c == '[' ? 1 : 2];
      break;
    case Byte::close:
      return close(c);
    case Byte::backslash:
      return backslash();
    case Byte::ampersand:
      return reference();
    case Byte::separator:
      if (begins_uri(text_, i_ + 1)) return false;
      if (c == sed_ && !(authority_ && userinfo_follows())) return false;
      break;
    case Byte::bar:
      if (opener_ == '<' || opener_ == '[' || opener_ == '|' || begins_uri(text_, i_ + 1))
        return false;
      if (!query_ && !(authority_ && userinfo_follows())) soft();
      break;
    case Byte::path:
      if (authority_ && glued_uri()) return false;
      authority_ = false;
      break;
    case Byte::query:
      query_ = true, authority_ = false;
      break;
    case Byte::high:
      return high();
  }
  ++i_;
  return true;
}

bool Walk::take_hole() {
  if (holes_ == nullptr) return false;
  const std::size_t end = holes_->end_of(i_);
  if (end == 0) return false;
  found_.push_back({static_cast<Off>(i_ - begin_), static_cast<Off>(end - begin_)});
  i_ = end;
  return true;
}

bool Walk::quote() {
  const char next = at(text_, i_ + 1);
  if (opener_ == '\'' || in_literal('\'')) return false;
  if (opener_ != '"' && open_[0] == 0 && next == ')') return false;
  ++i_;
  return true;
}

bool Walk::close(char c) {
  std::size_t& open = open_[c == ')' ? 0 : c == ']' ? 1 : 2];
  if (open == 0) {
    soft();
    if (!is_quote(opener_) && opener_ != '<' && !around_.whole_value) return false;
  } else {
    --open;
  }
  ++i_;
  return true;
}

/// `https://example.comhttps://example.net`: in prose these are two URIs, and a host has no such
/// name with an empty port. Goes back to where the second one begins.
bool Walk::glued_uri() noexcept {
  if (!around_.literals || i_ <= body_ || text_[i_ - 1] != ':' || at(text_, i_ + 1) != '/')
    return false;
  const std::size_t floor = found_.empty() ? body_ : std::max(body_, begin_ + found_.back().end);
  const std::size_t begin = glued_scheme(text_, i_ - 1, floor);
  if (begin == i_ - 1) return false;
  i_ = begin;
  return true;
}

/// True if an `@` comes before the authority ends: a `|` may be part of a password.
bool Walk::userinfo_follows() const noexcept {
  const std::string_view rest = text_.substr(i_, kLookBack);
  const std::size_t end = rest.find_first_of("@/?# \t\r\n\"<>");
  return end != std::string_view::npos && rest[end] == '@';
}

/// roff's `>` and font changes, as manual pages have them behind a URI.
bool Walk::roff_escape() const noexcept {
  const std::string_view rest = text_.substr(i_, 5);
  if (rest.starts_with("\\(ra") || rest.starts_with("\\[rB]")) return true;
  return rest.size() > 2 && rest[1] == 'f' && std::string_view("BIRP").find(rest[2]) < 4 &&
         (rest.size() == 3 || !is_word(rest[3]));
}

/// A run of backslashes. Before a quote they escape it; in a string literal `\n` is a line end.
bool Walk::backslash() {
  std::size_t end = i_;
  while (end < text_.size() && text_[end] == '\\') ++end;
  const char next = at(text_, end);
  constexpr std::string_view kExpression = "(){}|?+[]^$*0123456789wWdDsSbB";
  if (sed_ != '\0' && next != '\0' && kExpression.find(next) < kExpression.size()) return false;
  if (around_.literals) {
    if (next == '"' || (next == '\'' && in_literal('\'')) || roff_escape()) return false;
    if (next == '0' && end - i_ == 1 && is_octal_delimiter(text_.substr(end, 3))) return false;
    const bool control = next != '\0' && std::string_view("nrt").find(next) < 3;
    if (control && begins_uri(text_, end + 1)) return false;
    if (control && escape_ == kNowhere) {
      if (is_quote(opener_) || in_literal('"') || in_literal('\'')) return false;
      if (follows_escapes(text_, begin_)) return false;
      escape_ = i_;
    }
    const bool unicode = next == 'u' && is_hex(at(text_, end + 1)) && is_hex(at(text_, end + 2)) &&
                         is_hex(at(text_, end + 3)) && is_hex(at(text_, end + 4));
    const bool hex = next == 'x' && is_hex(at(text_, end + 1)) && is_hex(at(text_, end + 2));
    escaped_ = escaped_ || unicode || hex || next == '/' || end - i_ > 1;
  }
  authority_ = authority_ && next != '/';
  i_ = end;
  return true;
}

bool Walk::reference() {
  if (around_.literals && kDelimiterNames.has(at(text_, i_ + 1))) {
    const std::string_view rest = text_.substr(i_, 8);
    for (const std::string_view name : kDelimiterReferences) {
      if (!rest.starts_with(name)) continue;
      soft();
      if (!is_quote(opener_)) return false;
    }
  }
  if (!take_hole()) ++i_;
  return true;
}

bool Walk::high() {
  const Decoded decoded = decode(text_, i_);
  const char next = at(text_, i_ + decoded.length);
  switch (class_of(decoded.point)) {
    case Point::ordinary:
    case Point::trail:
      break;
    case Point::apostrophe:
      if (!is_alpha(next)) soft();
      break;
    case Point::dot:
      if (!authority_ || !is_alnum(next)) soft();
      break;
    case Point::stop:
      soft();
      break;
  }
  if (soft_ == i_ && !is_quote(opener_) && opener_ != '<') return false;
  i_ += decoded.length;
  return true;
}

/// True if the URI stands exactly between delimiters: then nothing is trimmed.
bool Walk::exact() const noexcept {
  if (i_ == text_.size()) return around_.whole_value;
  if (is_quote(opener_)) return text_[i_] == opener_;
  if (opener_ == '<') return text_[i_] == '>';
  return opener_ == '(' && text_[i_] == ')' && begin_ > 1 && text_[begin_ - 2] == ']';
}

/// Without the punctuation that belongs to the sentence around.
std::size_t Walk::trimmed(std::size_t end) const {
  static constexpr ByteSet kTrailing{".,;:!?*_~\\|([{"};
  const std::size_t floor = found_.empty() ? body_ : std::max(body_, begin_ + found_.back().end);
  std::size_t apostrophes = kNowhere;
  while (end > floor) {
    const char c = text_[end - 1];
    if (c == ';' && ends_reference(text_.substr(floor, end - floor))) break;
    if (kTrailing.has(c)) {
      --end;
    } else if (c == '\'') {
      if (apostrophes == kNowhere) {
        apostrophes = static_cast<std::size_t>(
            std::count(text_.begin() + static_cast<std::ptrdiff_t>(floor),
                       text_.begin() + static_cast<std::ptrdiff_t>(end), '\''));
      }
      if (apostrophes % 2 == 0) break;  // the other half of a pair inside
      --apostrophes;
      --end;
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      std::size_t length = 1;
      while (length < 3 && end - length > floor &&
             (static_cast<unsigned char>(text_[end - length]) & 0xc0U) == 0x80) {
        ++length;
      }
      if (end - length < floor) break;
      const Decoded last = decode(text_.substr(0, end), end - length);
      if (last.length != length || class_of(last.point) != Point::trail) break;
      end -= length;
    } else {
      break;
    }
  }
  return end;
}

void Walk::drop_holes_behind(std::size_t end) {
  while (!found_.empty() && begin_ + found_.back().end > end) found_.pop_back();
}

/// True if a `<` is open before the URI: it may be an attribute without quotation marks.
bool Walk::in_tag() const noexcept {
  const std::size_t limit = begin_ > kLookBack ? begin_ - kLookBack : 0;
  for (std::size_t i = begin_; i > limit && text_[i - 1] != '>'; --i) {
    if (text_[i - 1] == '<') return true;
  }
  return false;
}

/// The `@` behind a stop that stands in a password, or 0.
std::size_t Walk::password_end(std::size_t stop) {
  if (around_.whole_value && begin_ <= kLongestPrefix) {
    const reading::LoginValue login = reading::login_value(text_);
    if (begin_ == login.begin && stop < login.end) return login.end;
  }
  // Nearly every URI ends at the end of its line, at the mark that opened it, or has no colon.
  if (text_[stop] == '\n' || closes_pair(opener_, text_[stop])) return 0;
  if (body_ < 2 || text_[body_ - 1] != '/') return 0;
  if (text_.substr(body_, stop - body_).find(':') == std::string_view::npos) return 0;
  if (text_[stop] == '>' && in_tag()) return 0;
  if (!is_quote(opener_) && (in_literal('"') || in_literal('\'')) && is_quote(text_[stop]))
    return 0;
  std::string_view opener;
  if (is_quote(opener_)) {
    const bool escaped = begin_ > 1 && text_[begin_ - 2] == '\\';
    opener = text_.substr(begin_ - (escaped ? 2U : 1U), escaped ? 2U : 1U);
  }
  return cut_password_end(text_, body_, stop, opener);
}

/// A stop in a password is none, if the host behind it shows that it is one.
void Walk::walk_on_in_password() {
  const std::size_t stop = std::min(i_, soft_);
  const std::size_t at = stop < text_.size() ? password_end(stop) : 0;
  if (at == 0) return;
  i_ = stop;
  while (i_ < at) {
    if (!step()) ++i_;
  }
  soft_ = escape_ = kNowhere;
  authority_ = true;
  query_ = false;
  walk();
}

Extent Walk::run() {
  walk();
  walk_on_in_password();
  if (exact() && escape_ == kNowhere) return {i_, escaped_};
  std::size_t end = std::min(i_, soft_);
  const bool closes = i_ < text_.size() && is_quote(text_[i_]);
  if (closes && escape_ < end && i_ - escape_ <= kLookAhead) end = escape_;
  drop_holes_behind(end);
  const bool literal = escaped_ && (is_quote(opener_) || closes || in_literal('"'));
  return {trimmed(end), literal};
}

}  // namespace

Extent uri_extent(std::string_view text, std::size_t begin, std::size_t body, Surroundings around,
                  HoleScanner* holes, std::vector<UriSpan>& found) {
  return Walk(text, begin, body, around, holes, found).run();
}

std::size_t quoted_end(std::string_view text, std::size_t begin) noexcept {
  if (begin == 0 || !is_quote(text[begin - 1])) return 0;
  const std::size_t limit = std::min(text.size(), begin + kLongestQuoted);
  for (std::size_t i = begin; i < limit && text[i] != '\n'; ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == text[begin - 1]) {
      return i;
    }
  }
  return 0;
}

bool is_inside(std::string_view text, std::size_t begin, char quote) noexcept {
  constexpr std::string_view kBeforeQuote = "=([{,:+!>&|;?";
  const std::size_t limit = begin > kLookBack ? begin - kLookBack : 0;
  for (std::size_t i = begin; i > limit && text[i - 1] != '\n'; --i) {
    if (text[i - 1] != quote) continue;
    if (i == 1) return true;
    const char before = text[i - 2];
    return is_blank(before) || kBeforeQuote.find(before) != std::string_view::npos;
  }
  return false;
}

bool is_placeholder_by_shape(std::string_view rest) noexcept {
  if (rest.starts_with("...") || rest.starts_with("\xe2\x80\xa6")) return true;
  for (const std::string_view start :
       {"[^", "[\\", "(?", "(.", "(\\", "([", ".*", ".+", "\\S", "\\w", "\\d", "\\s", "\\b", "\\(",
        "\\%(", "\\k\\", "\\{", "\\N{", ".\\{"}) {
    if (rest.starts_with(start)) return true;
  }
  if (rest.size() > 1 && rest[0] == '\\' && is_digit(rest[1]))
    return true;  // `\1` of a replacement
  return rest.size() > 3 && rest[0] == '[' && is_alnum(rest[1]) && rest[2] == '-' &&
         is_alnum(rest[3]);
}

}  // namespace urilint::find
