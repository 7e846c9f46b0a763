// Behind `//` anything may be a password, so a full host must follow its `@`, and then a path or a
// port: comments begin with `//` too. Without `//`, the network of a driver proves it.
#include "find/login.hpp"

#include <algorithm>
#include <array>

#include "find/chars.hpp"

namespace urilint::find {
namespace {

constexpr std::size_t kLongestUser = 64;
constexpr std::array<std::string_view, 3> kNetworks = {"tcp(", "tcp6(", "unix("};

constexpr bool is_user_char(char c) noexcept {
  return is_word(c) || c == '-' || c == '.' || c == '%' || c == '+';
}

/// A name with a dot and a last label of letters; a comment mentions no such host.
bool full_host_at(std::string_view text, std::size_t i) noexcept {
  std::size_t end = i;
  while (end < text.size() && (is_word(text[end]) || text[end] == '-' || text[end] == '.')) ++end;
  const std::string_view host = text.substr(i, end - i);
  const std::size_t dot = host.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 2 >= host.size()) return false;
  // Behind an address of a mail neither a path nor a port comes.
  return is_alpha(host[dot + 1]) && (at(text, end) == '/' || at(text, end) == ':') &&
         is_alnum(at(text, end + 1));
}

/// True if `//` stands before `begin` and opens a word.
bool slashes_before(std::string_view text, std::size_t begin, std::size_t floor) noexcept {
  if (begin < floor + 2 || text[begin - 1] != '/' || text[begin - 2] != '/') return false;
  const char before = begin > 2 ? text[begin - 3] : ' ';
  return is_quote(before) || is_blank(before) || before == '=' || before == '(';
}

}  // namespace

Login login_at(std::string_view text, std::size_t colon, std::size_t floor) noexcept {
  if (colon == floor || !is_user_char(text[colon - 1]) || is_blank(at(text, colon + 1))) return {};
  std::size_t begin = colon;
  while (begin > floor && colon - begin < kLongestUser && is_user_char(text[begin - 1])) --begin;
  const bool slashes = slashes_before(text, begin, floor);
  const std::size_t limit = std::min(text.size(), colon + kLongestPassword);
  for (std::size_t i = colon + 1; i < limit; ++i) {
    const char c = text[i];
    if (is_blank(c) || is_quote(c) || c == '<' || c == '>') return {};
    constexpr std::string_view kAuthorityEnds = "/?#";
    constexpr std::string_view kDense = ":,;{}()[]";  // script without blanks: many colons
    if ((slashes ? kAuthorityEnds : kDense).find(c) != std::string_view::npos) return {};
    if (c != '@' || i == colon + 1) continue;
    if (slashes && full_host_at(text, i + 1)) return {true, begin - 2, i + 1};
    for (const std::string_view network : kNetworks) {
      if (text.compare(i + 1, network.size(), network) == 0) {
        return {true, slashes ? begin - 2 : begin, i + 1};
      }
    }
  }
  return {};
}

std::size_t registry_key_begin(std::string_view text, std::size_t colon,
                               std::size_t floor) noexcept {
  constexpr std::string_view kNames[] = {"_authToken=", "_password=", "_auth="};
  constexpr std::size_t kLongest = 255;
  const std::string_view name = text.substr(colon + 1);
  const bool known = std::any_of(std::begin(kNames), std::end(kNames),
                                 [name](std::string_view one) { return name.starts_with(one); });
  if (!known || colon < floor + 4 || text[colon - 1] != '/') return colon;
  const std::size_t limit = colon - floor > kLongest ? colon - kLongest : floor;
  const auto is_part = [](char c) {
    return is_word(c) || c == '-' || c == '.' || c == ':' || c == '/';
  };
  std::size_t begin = colon - 1;
  while (begin > limit && is_part(text[begin - 1])) --begin;
  // A quotation mark, a blank or the beginning of the line; `https://…` is a URI of its own.
  return text.substr(begin, 2) == "//" && is_word(at(text, begin + 2)) ? begin : colon;
}

}  // namespace urilint::find
