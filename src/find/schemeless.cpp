// Stops at `@`, `//` and `ww`, all that one of them is told by, sixteen bytes at once by vectors of
// the compiler, which every target has in some form, and looks around each.
#include "find/schemeless.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "find/chars.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::find {
namespace {

constexpr std::size_t kLongestName = 253;
constexpr std::size_t kLongestUser = 64;
constexpr std::string_view kWww = "www.";

constexpr bool is_user(char c) noexcept {
  return is_alnum(c) || std::string_view(".!#$%&'*+/=?^_{|}~-").find(c) != std::string_view::npos;
}
constexpr bool is_label(char c) noexcept { return is_alnum(c) || c == '-' || c == '_'; }

constexpr std::size_t kWidth = 16;
using Bytes [[gnu::vector_size(kWidth)]] = unsigned char;

Bytes load(const char* at) noexcept {
  Bytes bytes;
  std::memcpy(&bytes, at, kWidth);
  return bytes;
}

bool any(Bytes bytes) noexcept {
  std::uint64_t halves[2];
  std::memcpy(halves, &bytes, kWidth);
  return (halves[0] | halves[1]) != 0;
}

constexpr bool is_mark(char c, char next) noexcept {
  return c == '@' || (c == '/' && next == '/') || ((c | 0x20) == 'w' && (next | 0x20) == 'w');
}

/// True if a mark begins at one of the `kWidth` bytes; the byte behind them is read, too.
bool holds_mark(const char* at) noexcept {
  const Bytes bytes = load(at);
  const Bytes next = load(at + 1);
  const auto both = [&](Bytes c, Bytes n, unsigned char wanted) {
    const Bytes pattern = Bytes{} + wanted;
    return Bytes(c == pattern) & Bytes(n == pattern);
  };
  return any(both(bytes, bytes, '@') | both(bytes, next, '/') |
             both(bytes | 0x20, next | 0x20, 'w'));
}

/// The first place of a mark in [`i`, `end`), or `end`.
std::size_t next_mark(std::string_view text, std::size_t i, std::size_t end) noexcept {
  const std::size_t last = std::min(end, text.size() - 1);
  while (last - i >= kWidth && !holds_mark(text.data() + i)) i += kWidth;
  while (i < end && !is_mark(text[i], at(text, i + 1))) ++i;
  return i;
}

/// The end of a name of two labels or more, the last one of letters (or an A-label), or of a dotted
/// IPv4 address; 0 if there is none at `begin`. A full stop behind it is no part of it.
std::size_t name_end(std::string_view text, std::size_t begin) noexcept {
  const std::size_t limit = std::min(text.size(), begin + kLongestName);
  std::size_t end = begin;
  std::size_t label = begin;
  std::size_t labels = 0;
  std::size_t last = begin;
  for (;; ++end) {
    const bool inside =
        end < limit && (is_label(text[end]) || static_cast<unsigned char>(text[end]) >= 0x80);
    if (inside) continue;
    if (end == label) break;
    ++labels;
    last = label;
    if (at(text, end) != '.' || end + 1 >= limit || !is_alnum(text[end + 1])) break;
    label = end + 1;
  }
  if (labels < 2 || text[begin] == '-' || text[end - 1] == '-') return 0;
  const std::string_view top = text.substr(last, end - last);
  if (is_digit(top[0])) {
    const std::string_view host = text.substr(begin, end - begin);
    const bool dotted =
        std::all_of(host.begin(), host.end(), [](char c) { return is_digit(c) || c == '.'; });
    return dotted && labels == 4 ? end : 0;
  }
  const bool letters = std::all_of(top.begin(), top.end(), [](char c) {
    return is_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
  });
  return top.size() >= 2 && (letters || equals_lower(top.substr(0, 4), "xn--")) ? end : 0;
}

/// What may stand before one: nothing, a blank, a quote, a bracket, or punctuation of prose.
bool begins_word(std::string_view text, std::size_t begin) noexcept {
  if (begin == 0) return true;
  const char before = text[begin - 1];
  return is_blank(before) || is_quote(before) ||
         std::string_view("([{<>=,;|*~").find(before) != std::string_view::npos;
}

/// What may stand behind the host: nothing, the end of a word, a port, or a path.
bool ends_host(std::string_view text, std::size_t end) noexcept {
  const char next = at(text, end);
  if (next == ':') return !is_alpha(at(text, end + 1)) && at(text, end + 1) != '/';
  return next != '(' && next != '@' && next != '=' && next != '[' && next != '-' && !is_word(next);
}

std::optional<Schemeless> at_www(std::string_view text, std::size_t begin) noexcept {
  if (!equals_lower(text.substr(begin, kWww.size()), kWww) || !begins_word(text, begin)) return {};
  const std::size_t host = name_end(text, begin);
  if (host < begin + kWww.size() + 2 || !ends_host(text, host)) return {};
  return Schemeless{begin, host, CandidateKind::suffix, false};
}

/// `//host`, but neither `///host` nor the comment `// host` nor a path `a//b.c`.
std::optional<Schemeless> at_slashes(std::string_view text, std::size_t begin) noexcept {
  if (at(text, begin + 1) != '/' || !begins_word(text, begin)) return {};
  std::size_t host = begin + 2;
  const std::size_t user = text.substr(host, kLongestUser).find_first_of("@/?#\"'<> \t\r\n\\");
  if (user != std::string_view::npos && text[host + user] == '@') host += user + 1;
  const std::size_t end = name_end(text, host);
  if (end == 0 || !ends_host(text, end)) return {};
  return Schemeless{begin, end, CandidateKind::network_path, false};
}

/// `user@host`, and with a colon and a path behind it what scp and git read.
std::optional<Schemeless> at_sign(std::string_view text, std::size_t sign,
                                  std::size_t floor) noexcept {
  std::size_t begin = sign;
  while (begin > floor && sign - begin < kLongestUser && is_user(text[begin - 1])) --begin;
  while (begin < sign && !is_alnum(text[begin]) && text[begin] != '_') ++begin;
  if (begin == sign || text[sign - 1] == '.') return {};
  if (begin > 0 && std::string_view("@:/\\").find(text[begin - 1]) != std::string_view::npos) {
    return {};
  }
  const std::size_t host = name_end(text, sign + 1);
  if (host == 0) return {};
  const char next = at(text, host);
  const char behind = at(text, host + 1);
  const bool path = is_word(behind) || behind == '~' || behind == '.' ||
                    (behind == '/' && at(text, host + 2) != '/');
  if (next == ':' && path && !is_digit(behind)) {
    return Schemeless{begin, host + 1, CandidateKind::scp, false};
  }
  if (next == '@' || next == '/' || next == '-' || next == '_') return {};
  return Schemeless{begin, host, CandidateKind::email, true};
}

}  // namespace

std::optional<Schemeless> next_schemeless(std::string_view text, std::size_t begin,
                                          std::size_t end) noexcept {
  for (std::size_t i = begin; i < end; ++i) {
    i = next_mark(text, i, end);
    if (i == end) break;
    std::optional<Schemeless> found;
    switch (text[i]) {
      case 'w':
      case 'W':
        found = at_www(text, i);
        break;
      case '/':
        found = at_slashes(text, i);
        break;
      case '@':
        found = at_sign(text, i, begin);
        break;
      default:
        break;
    }
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace urilint::find
