// Nothing around the value can end the password, so only what a sentence, a list or a port would
// look like speaks against one. The less the host proves, the less the password may hold.
#include "document/login_value.hpp"

#include <algorithm>

#include "document/chars.hpp"

namespace urilint::reading {
namespace {

constexpr std::size_t kLongestScheme = 64;
constexpr std::size_t kLongestUser = 64;
constexpr std::size_t kLongestPassword = 256;
constexpr std::size_t kLongestHost = 255;
constexpr std::size_t kMostBlanks = 4;
constexpr std::size_t kMostLineEnds = 1;
constexpr ByteSet kNoUser("/?#[\\@\"'`<> \t\r\n\f\v");
constexpr ByteSet kAuthorityEnds("/?#");
constexpr ByteSet kHostEnds("/?#,;| \t\r\n");
constexpr ByteSet kTemplates("${<%[");

constexpr bool is_host_char(char c) noexcept {
  return is_alnum(c) || c == '-' || c == '.' || c == '_' || !is_ascii(c);
}

// What stands behind an `@`.
enum class Host : unsigned char { none, weak, full };

/// A label alone, if the value goes on as it would behind a host.
Host one_label(std::string_view label, std::string_view behind) noexcept {
  if (label.empty() || !is_alnum(label[0])) return Host::none;
  const bool port = at(behind, 0) == ':' && is_digit(at(behind, 1));
  return port || behind.empty() || kAuthorityEnds.has(behind[0]) ? Host::weak : Host::none;
}

Host host_at(std::string_view value, std::size_t i) noexcept {
  const std::string_view rest = value.substr(i, kLongestHost);
  const char first = at(rest, 0);
  if (first == '[') return at(rest, 1) == ':' || is_hex(at(rest, 1)) ? Host::full : Host::none;
  if (first == '$' || first == '{') {
    const char next = at(rest, 1);
    return next == '{' || next == '(' || is_alpha(next) ? Host::weak : Host::none;
  }
  const auto end = static_cast<std::size_t>(
      std::find_if_not(rest.begin(), rest.end(), is_host_char) - rest.begin());
  std::string_view host = rest.substr(0, end);
  while (host.ends_with('.')) host.remove_suffix(1);
  const std::size_t dot = host.rfind('.');
  if (dot == std::string_view::npos) return one_label(host, rest.substr(end));
  if (!is_host_char(host[0]) || host[0] == '-' || host[0] == '.') return Host::none;
  const std::string_view last = host.substr(dot + 1);
  if (std::all_of(last.begin(), last.end(), is_digit)) {
    return std::count(host.begin(), host.end(), '.') == 3 ? Host::full : Host::none;
  }
  return last.size() > 1 ? Host::full : Host::none;
}

/// Digits or the word `port`, as far as a port would go on: the bytes of it, or 0.
std::size_t port_length(std::string_view head) noexcept {
  constexpr std::size_t kLongestPort = 5;
  constexpr std::string_view kPort = "port";
  std::size_t end = 0;
  while (end < head.size() && is_digit(head[end])) ++end;
  if (end > kLongestPort) return 0;
  if (end != 0) return is_alnum(at(head, end)) ? 0 : end;
  while (end < head.size() && is_alpha(head[end])) ++end;
  return end == kPort.size() && std::equal(kPort.begin(), kPort.end(), head.begin(),
                                           [](char p, char c) { return p == (c | 0x20); })
             ? end
             : 0;
}

/// The scan of what may be a password.
class Password {
 public:
  Password(std::string_view value, std::size_t user, std::size_t begin) noexcept
      : value_(value), begin_(begin) {
    const std::string_view name = value.substr(user, begin - 1 - user);
    const std::string_view head = value.substr(begin, kLongestPassword);
    const std::size_t port = port_length(head);
    static constexpr ByteSet kBehindPort("/?#,;| \t\r\n");
    impossible_ = port != 0 && (port == head.size() || kBehindPort.has(head[port]));
    // `example.com:…` is a host, `user:80"…` may be one, `host:${PORT}` is.
    dense_ = port != 0 || name.find('.') != std::string_view::npos || kTemplates.has(at(head, 0));
    no_slash_ = kTemplates.has(at(head, 0));
  }

  std::size_t end() noexcept {
    if (impossible_ || static_cast<unsigned char>(at(value_, begin_)) <= ' ') return 0;
    const std::size_t limit = std::min(value_.size(), begin_ + kLongestPassword);
    for (std::size_t i = begin_; i < limit; ++i) {
      if (value_[i] == '@' && accepts(i)) found_ = i;
      if (found_ != 0 && kHostEnds.has(value_[i])) break;
      if (!take(i)) break;
    }
    return found_;
  }

 private:
  [[nodiscard]] bool accepts(std::size_t i) const noexcept {
    if (is_space(value_[i - 1])) return false;
    const Host host = host_at(value_, i + 1);
    return host == Host::full || (host == Host::weak && blanks_ == 0 && lines_ == 0 && !slash_);
  }

  bool take(std::size_t i) noexcept {
    const char c = value_[i];
    const char next = at(value_, i + 1);
    if (c == '\0' || (c == ':' && next == '/')) return false;  // another URI
    if (kAuthorityEnds.has(c)) slash_ = true;
    if (slash_ && no_slash_) return false;
    if (!is_space(c)) return true;
    constexpr std::string_view kSentence = ".,;";
    if (slash_ || dense_ || kSentence.find(value_[i - 1]) != std::string_view::npos) return false;
    if (is_line_end(c)) {
      if (c == '\r' && next == '\n') return true;
      return ++lines_ <= kMostLineEnds;
    }
    return !is_blank(next) && ++blanks_ <= kMostBlanks;
  }

  std::string_view value_;
  std::size_t begin_;
  std::size_t found_ = 0;
  std::size_t blanks_ = 0;
  std::size_t lines_ = 0;
  bool slash_ = false;
  bool impossible_ = false;
  bool dense_ = false;  // no blank may follow
  bool no_slash_ = false;
};

/// Behind the name of an option or a variable and its `=`, or `i`.
std::size_t behind_name(std::string_view value, std::size_t i) noexcept {
  constexpr std::size_t kLongestName = 64;
  std::size_t end = i;
  while (end < i + kLongestName && (is_alnum(at(value, end)) || at(value, end) == '_' ||
                                    at(value, end) == '-' || at(value, end) == '.')) {
    ++end;
  }
  return end > i && at(value, end) == '=' ? end + 1 : i;
}

/// Behind `scheme:`, or `i`.
std::size_t behind_scheme(std::string_view value, std::size_t i) noexcept {
  if (!is_alpha(at(value, i))) return i;
  std::size_t end = i + 1;
  while (end < i + kLongestScheme && is_scheme_char(at(value, end))) ++end;
  return at(value, end) == ':' ? end + 1 : i;
}

}  // namespace

LoginValue login_value(std::string_view value) noexcept {
  constexpr std::size_t kMostIndent = 64;
  std::size_t begin = 0;
  while (begin < kMostIndent && is_space(at(value, begin))) ++begin;
  begin = behind_name(value, begin);
  std::size_t i = behind_scheme(value, begin);
  if (i == begin) return {};
  if (value.substr(i, 2) != "//") i = behind_scheme(value, i);  // `jdbc:postgresql:`
  if (value.substr(i, 2) != "//") return {};
  const std::size_t user = i + 2;
  const std::size_t limit = std::min(value.size(), user + kLongestUser + 1);
  for (i = user; i < limit && value[i] != ':'; ++i) {
    if (kNoUser.has(value[i])) return {};
  }
  if (i >= limit) return {};
  return {begin, Password(value, user, i + 1).end()};
}

}  // namespace urilint::reading
