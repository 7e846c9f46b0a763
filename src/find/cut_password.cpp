// `user:` before the stop, `@` and a full host behind it, and between them nothing that a sentence
// has and a password has not: punctuation before a blank, many blanks, another URI, markup.
#include "find/cut_password.hpp"

#include <algorithm>

#include "find/chars.hpp"

namespace urilint::find {
namespace {

constexpr std::size_t kLongestUser = 64;
constexpr std::size_t kLongestPassword = 128;
constexpr std::size_t kLongestHost = 255;
constexpr std::size_t kMostBlanks = 2;

constexpr bool is_host_char(char c) noexcept {
  return is_word(c) || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

/// Manuals write `host:port`; a template stands for one.
bool may_be_port(std::string_view head) noexcept {
  constexpr std::size_t kLongestPort = 5;
  constexpr std::string_view kTemplates = "${<%[";
  if (head.empty() || kTemplates.find(head[0]) != std::string_view::npos) return true;
  const std::string_view number = head.substr(0, head.find_first_of("/?#"));
  if (number.size() <= kLongestPort && std::all_of(number.begin(), number.end(), is_digit)) {
    return true;
  }
  return number.size() == 4 && (number[0] | 0x20) == 'p' && (number[1] | 0x20) == 'o' &&
         (number[2] | 0x20) == 'r' && (number[3] | 0x20) == 't';
}

/// A name with a dot whose last label is no number, an address in brackets or of four numbers.
bool full_host_at(std::string_view text, std::size_t i) noexcept {
  const std::string_view rest = text.substr(i, kLongestHost);
  if (at(rest, 0) == '[') return at(rest, 1) == ':' || is_hex(at(rest, 1));
  std::size_t end = 0;
  while (end < rest.size() && is_host_char(rest[end])) ++end;
  std::string_view host = rest.substr(0, end);
  while (host.ends_with('.')) host.remove_suffix(1);
  const std::size_t dot = host.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || host[0] == '-') return false;
  const std::string_view last = host.substr(dot + 1);
  if (std::all_of(last.begin(), last.end(), is_digit)) {
    return std::count(host.begin(), host.end(), '.') == 3;
  }
  return last.size() > 1;
}

/// `user:` at the beginning, no `@`, and no port behind the colon. `next` is what follows: a
/// password may be all in angle brackets.
bool begins_password(std::string_view head, char next) noexcept {
  const std::size_t colon = head.find(':');
  if (colon == std::string_view::npos || colon > kLongestUser) return false;
  if (head.find_first_of("/?#[\\") < colon || head.find('@') != std::string_view::npos) {
    return false;
  }
  const std::string_view begin = head.substr(colon + 1);
  return begin.empty() ? next == '<' : !may_be_port(begin);
}

/// What stands between the stop and the `@`, judged byte by byte.
class Rest {
 public:
  Rest(std::string_view text, std::string_view opener) noexcept : text_(text), opener_(opener) {}

  /// True if the byte at `i` may be one of the password.
  bool take(std::size_t i) noexcept {
    const char c = text_[i];
    const char next = at(text_, i + 1);
    const char before = i > 0 ? text_[i - 1] : '\0';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return false;
    if (c == ' ') {
      constexpr std::string_view kSentence = ".,;:!?)]}>\"'|";
      return kSentence.find(before) == std::string_view::npos && !is_blank(next) && next != '@' &&
             ++blanks_ <= kMostBlanks;
    }
    if (is_quote(c)) {
      if (!opener_.empty() && c == opener_.back()) return opener_.size() == 1 && before == '\\';
      return is_alnum(next) && is_alnum(before);  // else it quotes a word
    }
    if (c == '<') return is_alnum(next);
    return !(c == ':' && next == '/');
  }

 private:
  std::string_view text_;
  std::string_view opener_;
  std::size_t blanks_ = 0;
};

}  // namespace

std::size_t cut_password_end(std::string_view text, std::size_t body, std::size_t stop,
                             std::string_view opener) noexcept {
  const std::string_view head = text.substr(body, std::min(stop - body, kLongestPassword));
  if (head.size() < stop - body || !begins_password(head, at(text, stop))) {
    return 0;
  }
  Rest rest(text, opener);
  const std::size_t limit = std::min(text.size(), stop + kLongestPassword);
  for (std::size_t i = stop; i < limit; ++i) {
    if (text[i] == '@' && full_host_at(text, i + 1)) return i;
    if (!rest.take(i)) return 0;
  }
  return 0;
}

}  // namespace urilint::find
