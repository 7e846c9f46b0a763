// These shapes can be plain text, too: a user name, a password, sub-delims. So each needs the whole
// of itself, a delimiter on both sides, and what may end a userinfo needs holes from the `//` on,
// since all that stands before the `@` would be lost.
#include "find/tool_holes.hpp"

#include <algorithm>
#include <array>

#include "find/chars.hpp"

namespace urilint::find {
namespace {

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestCall = 256;
constexpr std::string_view kBefore = "/@.=&?-_,;";  // what a name may stand behind
// What Razor pages take their values from.
constexpr std::array<std::string_view, 6> kRazorRoots = {"Model", "Request", "Context",
                                                         "Url",   "ViewBag", "Configuration"};

/// Behind `[A-Za-z_][A-Za-z0-9_]*`, or `i` if that is not there or is too long.
std::size_t skip_name(std::string_view text, std::size_t i) noexcept {
  std::size_t end = i;
  if (is_digit(at(text, i))) return i;
  while (end < text.size() && end - i < kLongestName && is_word(text[end])) ++end;
  return is_word(at(text, end)) ? i : end;
}

/// The same for `[A-Z_][A-Z0-9_]*` with a letter in it.
std::size_t skip_upper_name(std::string_view text, std::size_t i) noexcept {
  const std::size_t end = skip_name(text, i);
  const std::string_view name = text.substr(i, end - i);
  return std::none_of(name.begin(), name.end(), is_lower) &&
                 std::any_of(name.begin(), name.end(), is_upper)
             ? end
             : i;
}

/// Behind `close`, which only bytes that `fits` knows come before; 0 if it is not there.
template <typename Fits>
std::size_t closed(std::string_view text, std::size_t i, char close, Fits fits) noexcept {
  const std::size_t limit = std::min(text.size(), i + kLongestCall);
  while (i < limit && text[i] != close && fits(text[i])) ++i;
  return i < limit && text[i] == close ? i + 1 : 0;
}

constexpr bool is_graphic(char c) noexcept { return c > ' ' && c < 0x7f; }

/// One hole of a tool at one place.
class ToolHole {
 public:
  ToolHole(std::string_view text, std::size_t begin, HolePlace place) noexcept
      : text_(text),
        begin_(begin),
        before_(begin == 0 ? '\0' : text[begin - 1]),
        follows_(begin != 0 && place.last == begin),
        in_run_(place.run != 0 &&
                (place.run == begin || (place.run + 1 == begin && before_ == ':'))),
        opens_(begin > 1 && before_ == '/' && text[begin - 2] == '/') {}

  [[nodiscard]] std::size_t at_sign() const noexcept;
  [[nodiscard]] std::size_t bang() const noexcept;
  [[nodiscard]] std::size_t dollar() const noexcept;
  [[nodiscard]] std::size_t brace() const noexcept;
  [[nodiscard]] std::size_t entity() const noexcept;
  [[nodiscard]] std::size_t percent() const noexcept;

 private:
  [[nodiscard]] std::size_t autoconf() const noexcept;
  [[nodiscard]] std::size_t razor(std::size_t i) const noexcept;
  [[nodiscard]] std::size_t sample_fetch() const noexcept;
  [[nodiscard]] std::size_t command_operator() const noexcept;
  [[nodiscard]] std::size_t argument() const noexcept;
  [[nodiscard]] std::size_t time_or_flag() const noexcept;
  [[nodiscard]] std::size_t escaped_percent() const noexcept;

  [[nodiscard]] bool behind_delimiter() const noexcept {
    return follows_ || in_run_ || (before_ != '\0' && kBefore.find(before_) < kBefore.size());
  }
  /// A component ends there, whatever is read before.
  [[nodiscard]] bool ends_authority(std::size_t end) const noexcept {
    constexpr std::string_view kEnds = "/?#\"'`<>)]},;\\|";
    const char c = at(text_, end);
    return is_blank(c) || c == '\0' || kEnds.find(c) < kEnds.size();
  }
  /// What stands before the colon is rather a host than a token with an empty password.
  [[nodiscard]] bool behind_host() const noexcept {
    constexpr std::size_t kShortestToken = 16;
    std::size_t i = begin_ - 1;
    bool dot = false;
    while (i > 0 && begin_ - i < kLongestName &&
           (is_word(text_[i - 1]) || text_[i - 1] == '-' || text_[i - 1] == '.' ||
            text_[i - 1] == ']')) {
      --i;
      dot = dot || text_[i] == '.';
    }
    return at(text_, i - 1) == '/' && (dot || begin_ - 1 - i < kShortestToken);
  }
  /// `end`, unless the word goes on, or it ends what may be a password beside a literal user.
  [[nodiscard]] std::size_t unless_password(std::size_t end) const noexcept {
    const char next = at(text_, end);
    if (is_word(next)) return 0;
    const bool surely = behind_delimiter() && (next != '@' || in_run_ || opens_);
    return surely || (before_ == ':' && ends_authority(end)) ? end : 0;
  }

  std::string_view text_;
  std::size_t begin_;
  char before_;
  bool follows_;
  bool in_run_;
  bool opens_;
};

/// `@NAME@`: behind a colon a port or a password, and nothing but the delimiter behind these
/// follows.
std::size_t ToolHole::autoconf() const noexcept {
  const std::size_t name = skip_name(text_, begin_ + 1);
  if (name == begin_ + 1 || at(text_, name) != '@') return 0;
  const std::size_t end = name + 1;
  if (before_ == ':' && !in_run_) {
    return at(text_, end) == '@' || (ends_authority(end) && behind_host()) ? end : 0;
  }
  return behind_delimiter() && !is_word(at(text_, end)) ? end : 0;
}

/// `Model.Host` at `i`, each name as C# writes properties: no host is written so.
std::size_t ToolHole::razor(std::size_t i) const noexcept {
  const std::size_t root = skip_name(text_, i);
  const std::string_view name = text_.substr(i, root - i);
  if (std::find(kRazorRoots.begin(), kRazorRoots.end(), name) == kRazorRoots.end()) return 0;
  std::size_t end = root;
  while (at(text_, end) == '.' && is_upper(at(text_, end + 1))) {
    const std::size_t next = skip_name(text_, end + 1);
    if (next == end + 1) break;
    end = next;
  }
  return end == root ? 0 : end;
}

std::size_t ToolHole::at_sign() const noexcept {
  if (const std::size_t end = autoconf(); end != 0) return end;
  if (!opens_ && !in_run_) return 0;
  const char next = at(text_, begin_ + 1);
  if (next == '{') {
    const std::size_t name = skip_name(text_, begin_ + 2);
    return name > begin_ + 2 && at(text_, name) == '}' ? name + 1 : 0;
  }
  if (next != '(') return razor(begin_ + 1);
  const auto fits = [](char c) { return is_graphic(c) && c != '@' && c != '/'; };
  const bool named = skip_name(text_, begin_ + 2) > begin_ + 2;
  return named ? closed(text_, begin_ + 2, ')', fits) : 0;
}

std::size_t ToolHole::bang() const noexcept {
  const std::size_t name = skip_upper_name(text_, begin_ + 1);
  return name > begin_ + 1 && at(text_, name) == '!' ? unless_password(name + 1) : 0;
}

std::size_t ToolHole::dollar() const noexcept {
  const char next = at(text_, begin_ + 1);
  if (next == '!') {
    const bool braces = at(text_, begin_ + 2) == '{';
    const std::size_t from = begin_ + (braces ? 3U : 2U);
    const std::size_t name = skip_name(text_, from);
    if (name == from) return 0;
    if (braces) return at(text_, name) == '}' ? name + 1 : 0;
    return unless_password(name);
  }
  if (is_digit(next)) {
    const std::size_t end = begin_ + (is_digit(at(text_, begin_ + 2)) ? 3U : 2U);
    return unless_password(end);
  }
  const std::size_t name = skip_name(text_, begin_ + 1);
  if (name == begin_ + 1) return 0;
  const char behind = at(text_, name);
  if (behind == ':' && text_.substr(begin_ + 1, name - begin_ - 1) == "env") {
    const std::size_t variable = skip_name(text_, name + 1);
    return variable > name + 1 ? variable : 0;
  }
  if (behind == '-' && at(text_, name + 1) == '>') {
    const std::size_t member = skip_name(text_, name + 2);
    return member > name + 2 ? member : 0;
  }
  if (behind != '[') return 0;
  const bool quoted = at(text_, name + 1) == '\'';
  const std::size_t from = name + (quoted ? 2U : 1U);
  std::size_t end = from;
  while (end - from < kLongestName && is_word(at(text_, end))) ++end;
  if (end == from || (quoted && at(text_, end++) != '\'')) return 0;
  return at(text_, end) == ']' ? end + 1 : 0;
}

/// `{$x->y['z']}`
std::size_t ToolHole::brace() const noexcept {
  if (at(text_, begin_ + 1) != '$' || skip_name(text_, begin_ + 2) == begin_ + 2) return 0;
  return closed(text_, begin_ + 2, '}', [](char c) {
    return is_word(c) || std::string_view("->[]'$:()").find(c) != std::string_view::npos;
  });
}

/// A host or a port. References that HTML knows are undone or are delimiters before anybody asks.
std::size_t ToolHole::entity() const noexcept {
  if (!opens_ && !in_run_ && before_ != ':') return 0;
  const std::size_t name = skip_name(text_, begin_ + 1);
  if (name == begin_ + 1 || at(text_, name) != ';') return 0;
  const std::size_t end = name + 1;
  return before_ != ':' || in_run_ || ends_authority(end) ? end : 0;
}

/// `%[name]`, `%[name(x),y(z)]`
std::size_t ToolHole::sample_fetch() const noexcept {
  if (!is_lower(at(text_, begin_ + 2))) return 0;
  std::size_t i = skip_name(text_, begin_ + 2);
  while (at(text_, i) == '.' && is_word(at(text_, i + 1))) i = skip_name(text_, i + 1);
  const char behind = at(text_, i);
  if (behind != ']' && behind != '(' && behind != ',') return 0;
  return closed(text_, i, ']', [](char c) { return is_graphic(c) && c != '[' && c != '@'; });
}

/// `%NAME(x)%`, `%NAME(x):8%`
std::size_t ToolHole::command_operator() const noexcept {
  const std::size_t name = skip_upper_name(text_, begin_ + 1);
  if (name == begin_ + 1 || at(text_, name) != '(') return 0;
  std::size_t i = closed(text_, name + 1, ')', [](char c) {
    return is_graphic(c) && c != '%' && c != '@' && c != '/' && c != '(';
  });
  if (i == 0) return 0;
  if (at(text_, i) == ':') {
    const std::size_t digits = i + 1;
    i = digits;
    while (i - digits < 5 && is_digit(at(text_, i))) ++i;
    if (i == digits) return 0;
  }
  return at(text_, i) == '%' ? i + 1 : 0;
}

/// `%1` alone between delimiters: nothing that was percent-encoded ends so.
std::size_t ToolHole::argument() const noexcept {
  const std::size_t end = begin_ + 2;
  const char next = at(text_, end);
  constexpr std::string_view kBehind = ".:&$%";
  const bool delimited = ends_authority(end) || kBehind.find(next) < kBehind.size();
  return delimited && behind_delimiter() ? end : 0;
}

/// `%Y` and `%+v`
std::size_t ToolHole::time_or_flag() const noexcept {
  constexpr std::string_view kTimes = "YmHMSjyIpnB";
  constexpr std::string_view kVerbs = "vdsqxX";
  const char first = at(text_, begin_ + 1);
  const char second = at(text_, begin_ + 2);
  if (first == '+' && second != '\0' && kVerbs.find(second) < kVerbs.size()) {
    return is_alnum(at(text_, begin_ + 3)) ? 0 : begin_ + 3;
  }
  if (first == '\0' || (kTimes.find(first) == std::string_view::npos && first != 'd')) return 0;
  const bool placed = behind_delimiter() || before_ == ':' || before_ == 'T';
  const bool joined = (second == 'T' && at(text_, begin_ + 3) == '%') ||
                      (second == 'Z' && !is_alnum(at(text_, begin_ + 3)));
  return placed && (joined || !is_alnum(second)) ? begin_ + 2 : 0;
}

/// `%%20`, as unit files, batch files and format strings spell `%20`, and the `%%H` of a loop. But
/// `%%32%65` is another thing: what is decoded once is decoded again.
std::size_t ToolHole::escaped_percent() const noexcept {
  const char high = at(text_, begin_ + 2);
  const char low = at(text_, begin_ + 3);
  if (is_alpha(high) && !is_word(low) && low != '%') return begin_ + 3;
  if (!is_hex(high) || !is_hex(low)) return 0;
  const auto byte = static_cast<char>(hex_value(high) << 4U | hex_value(low));
  return is_hex(byte) ? 0 : begin_ + 1;
}

std::size_t ToolHole::percent() const noexcept {
  const char next = at(text_, begin_ + 1);
  if (next == '%') return escaped_percent();
  if (is_digit(next)) return argument();
  if (next != '[') {
    const std::size_t end = command_operator();
    return end != 0 ? end : time_or_flag();
  }
  if (!is_digit(at(text_, begin_ + 2))) return sample_fetch();
  const std::size_t index = begin_ + (is_digit(at(text_, begin_ + 3)) ? 4U : 3U);
  constexpr std::string_view kVerbs = "vsdqxXtT";
  const char verb = at(text_, index + 1);
  const bool fits = at(text_, index) == ']' && verb != '\0' && kVerbs.find(verb) < kVerbs.size();
  return fits && !is_alnum(at(text_, index + 2)) ? index + 2 : 0;
}

}  // namespace

std::size_t tool_hole(std::string_view text, std::size_t begin, HolePlace place) noexcept {
  const ToolHole hole(text, begin, place);
  switch (at(text, begin)) {
    case '@':
      return hole.at_sign();
    case '!':
      return hole.bang();
    case '$':
      return hole.dollar();
    case '{':
      return hole.brace();
    case '&':
      return hole.entity();
    case '%':
      return hole.percent();
    default:
      return 0;
  }
}

}  // namespace urilint::find
