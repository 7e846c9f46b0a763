// One small recogniser for each kind of hole, chosen by its first byte. Searches for a terminator
// remember where they found none, so that unclosed openers in a row cost nothing twice.
#include "find/holes.hpp"

#include <algorithm>
#include <cstdint>

#include "find/chars.hpp"
#include "find/finder.hpp"
#include "tables/finder-tags.hpp"
#include "uri/table_lookup.hpp"

namespace urilint {
namespace find {
namespace {

constexpr ByteSet kOpeners("${#<%@!&");
constexpr std::size_t kDeepest = 8;                 // nested braces
constexpr std::size_t kLongestName = 64;            // `$NAME`, `{id}`
constexpr std::string_view kOperators = "+#./;?&";  // RFC 6570 2.2
constexpr std::string_view kPlaceholderBody = "_.-,:*![]|()?=$";
constexpr std::string_view kBeforeAngle = "/:@.=&?#-_,;+";

bool is_html_element(std::string_view name) noexcept {
  return find_row(tables::kFinderTags, tables::kFinderTagsIndex, hash_lower(name), name,
                  [](const auto& row) { return row.element; }) != nullptr;
}

/// Behind `[A-Za-z_][A-Za-z0-9_]*`, at most `kLongestName` bytes of it.
std::size_t skip_name(std::string_view text, std::size_t i) noexcept {
  const std::size_t limit = std::min(text.size(), i + kLongestName);
  if (i < limit && is_digit(text[i])) return i;
  while (i < limit && is_word(text[i])) ++i;
  return i;
}

/// Behind `[A-Z_][A-Z0-9_]*` with a letter in it, or `i` if that is not there.
std::size_t skip_upper_name(std::string_view text, std::size_t i) noexcept {
  const std::size_t end = skip_name(text, i);
  bool letter = false;
  for (std::size_t k = i; k < end; ++k) {
    if (is_lower(text[k])) return i;
    letter = letter || is_upper(text[k]);
  }
  return letter ? end : i;
}

/// `3,` and `1,2`, as an expression repeats what stands before.
bool is_quantifier(std::string_view body) noexcept {
  return !body.empty() && is_digit(body[0]) && body.find(',') != std::string_view::npos &&
         body.find_first_not_of("0123456789,") == std::string_view::npos;
}

}  // namespace

std::size_t HoleScanner::end_of(std::size_t begin) noexcept {
  std::size_t end = general(begin);
  if (end == 0) end = tool_hole(text_, begin, place_);
  if (end != 0) remember(begin, end);
  return end;
}

void HoleScanner::remember(std::size_t begin, std::size_t end) noexcept {
  const bool opens = begin > 1 && text_[begin - 1] == '/' && text_[begin - 2] == '/';
  const bool goes_on =
      begin != 0 && (place_.run == begin || (place_.run + 1 == begin && text_[begin - 1] == ':'));
  place_.run = opens || (goes_on && place_.run != 0) ? end : 0;
  place_.last = end;
}

/// What many languages write.
std::size_t HoleScanner::general(std::size_t begin) noexcept {
  switch (at(text_, begin)) {
    case '$':
      return dollar(begin);
    case '{':
      return brace(begin);
    case '#':
      return at(text_, begin + 1) == '{' ? balanced(begin + 1, '{', '}') : 0;
    case '<':
      return angle(begin);
    case '%':
      return percent(begin);
    case '@':
      return at_signs(begin);
    default:
      return 0;
  }
}

/// The end of a balanced pair; `open` is its opener.
std::size_t HoleScanner::balanced(std::size_t open, char opener, char closer) const noexcept {
  const std::size_t limit = std::min(text_.size(), open + kLongest);
  std::size_t depth = 0;
  for (std::size_t i = open; i < limit && text_[i] != '\n'; ++i) {
    if (text_[i] == opener && ++depth > kDeepest) return 0;
    if (text_[i] == closer && --depth == 0) return i + 1;
  }
  return 0;
}

/// Behind the terminator of a hole that begins at `begin`.
std::size_t HoleScanner::through(std::size_t begin, Terminator terminator) noexcept {
  static constexpr std::array<std::string_view, kTerminators> kTexts = {"}}", "%}", "%>"};
  const std::string_view wanted = kTexts[terminator];
  const std::size_t limit = std::min(text_.size(), begin + kLongest);
  Absent& absent = absent_[terminator];
  std::size_t i = begin + 2;
  if (absent.from <= i && i < absent.until) i = absent.until - 1;
  for (; i + 1 < limit && text_[i] != '\n'; ++i) {
    if (text_[i] == wanted[0] && text_[i + 1] == wanted[1]) return i + 2;
  }
  if (absent.until < begin + 2) absent.from = begin + 2;
  absent.until = std::max(absent.until, i);
  return 0;
}

/// `${…}`, `$(…)`, `$NAME`; `$name` only as a whole scheme (`$scheme://`).
std::size_t HoleScanner::dollar(std::size_t begin) const noexcept {
  const char next = at(text_, begin + 1);
  if (next == '{') return balanced(begin + 1, '{', '}');
  if (next == '(') return balanced(begin + 1, '(', ')');
  const std::size_t upper = skip_upper_name(text_, begin + 1);
  if (upper > begin + 1) return upper;
  const std::size_t name = skip_name(text_, begin + 1);
  return name > begin + 1 && text_.substr(name, 3) == "://" ? name : 0;
}

/// `{{…}}`, `{%…%}`, `{}` and `{name}` with what URI templates, format strings and routers allow.
std::size_t HoleScanner::brace(std::size_t begin) noexcept {
  if (at(text_, begin + 1) == '{') {
    const std::size_t end = through(begin, kBraces);
    return end != 0 && at(text_, begin + 2) == '{' && at(text_, end) == '}' ? end + 1 : end;
  }
  if (at(text_, begin + 1) == '%') return through(begin, kPercentBrace);
  const std::size_t limit = std::min(text_.size(), begin + kLongestName);
  std::size_t i = begin + 1;
  while (i < limit && text_[i] == ' ') ++i;
  if (i < limit && kOperators.find(text_[i]) != std::string_view::npos) ++i;
  const std::size_t body = i;
  if (i < limit && text_[i] != '$' && text_[i] != '}' && !is_word(text_[i])) return 0;
  while (i < limit &&
         (is_word(text_[i]) || kPlaceholderBody.find(text_[i]) != std::string_view::npos)) {
    ++i;
  }
  const bool empty = i == body && body > begin + 1;
  if (is_quantifier(text_.substr(body, i - body))) return 0;
  while (i < limit && text_[i] == ' ') ++i;
  return i < limit && text_[i] == '}' && !empty ? i + 1 : 0;
}

/// `<%…%>`, and `<name>` behind a delimiter unless it is an HTML element.
std::size_t HoleScanner::angle(std::size_t begin) noexcept {
  if (at(text_, begin + 1) == '%') return through(begin, kPercentAngle);
  if (begin == 0 || kBeforeAngle.find(text_[begin - 1]) == std::string_view::npos) return 0;
  const std::size_t limit = std::min(text_.size(), begin + kLongestName);
  std::size_t i = begin + 1;
  if (i < limit && !is_alpha(text_[i]) && text_[i] != '_') return 0;
  while (i < limit && (is_word(text_[i]) || text_[i] == '-' || text_[i] == '.')) ++i;
  if (i == begin + 1 || i >= limit || text_[i] != '>') return 0;
  return is_html_element(text_.substr(begin + 1, i - begin - 1)) ? 0 : i + 1;
}

/// `%s` and its kind, `%1$s`, `%(x)s`, `%{x}`, `%NAME%`. `%HH` is pct-encoded, never a hole.
std::size_t HoleScanner::percent(std::size_t begin) const noexcept {
  const char first = at(text_, begin + 1);
  const char second = at(text_, begin + 2);
  if (is_hex(first) && is_hex(second)) return 0;
  if (first == '{') return balanced(begin + 1, '{', '}');
  if (first == '(') {
    const std::size_t end = skip_name(text_, begin + 2);
    const bool typed = at(text_, end) == ')' &&
                       std::string_view("sdirf").find(at(text_, end + 1)) != std::string_view::npos;
    return typed && end > begin + 2 && at(text_, end + 1) != '\0' ? end + 2 : 0;
  }
  const std::size_t name = skip_upper_name(text_, begin + 1);
  if (name > begin + 1 && at(text_, name) == '%') return name + 1;
  // %[position$][-][width][.precision][length]conversion
  std::size_t i = begin + 1;
  while (is_digit(at(text_, i)) && i < begin + 4) ++i;
  if (i > begin + 1 && at(text_, i) == '$') ++i;
  if (at(text_, i) == '-' || at(text_, i) == '.') ++i;
  while (is_digit(at(text_, i)) && i < begin + 8) ++i;
  while (i < begin + 10 && std::string_view("hlz").find(at(text_, i)) < 3) ++i;
  const char conversion = at(text_, i);
  if (conversion == '\0') return 0;
  if (std::string_view("sdviuxqf@").find(conversion) == std::string_view::npos) return 0;
  // A bare `%f` is a broken pct-encoded before it is a number; `%u002f` is another breakage.
  if (conversion == 'f' && i == begin + 1) return 0;
  if (conversion == 'u' && is_hex(at(text_, i + 1))) return 0;
  // `%d0` is pct-encoded, `%sure` is a word.
  const char next = at(text_, i + 1);
  return is_alnum(next) ? 0 : i + 1;
}

/// `@@x@@`
std::size_t HoleScanner::at_signs(std::size_t begin) const noexcept {
  if (at(text_, begin + 1) != '@') return 0;
  const std::size_t limit = std::min(text_.size(), begin + kLongestName);
  std::size_t i = begin + 2;
  while (i < limit && (is_word(text_[i]) || text_[i] == '-' || text_[i] == '.')) ++i;
  return i > begin + 2 && text_.substr(i, 2) == "@@" ? i + 2 : 0;
}

}  // namespace find

void find_holes(std::string_view text, std::vector<UriSpan>& out) {
  find::HoleScanner scanner(text);
  for (std::size_t i = find::kOpeners.find(text, 0); i < text.size();
       i = find::kOpeners.find(text, i)) {
    const std::size_t end = scanner.end_of(i);
    if (end != 0) out.push_back({static_cast<Off>(i), static_cast<Off>(end)});
    i = end != 0 ? end : i + 1;
  }
}

}  // namespace urilint
