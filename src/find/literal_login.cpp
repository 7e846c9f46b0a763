// Decodes up to the mark that closes the literal and asks whether that is a login. An escape that a
// language does not have is left as it stands; its bytes are masked either way.
#include "find/literal_login.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "document/decoder.hpp"
#include "document/login_value.hpp"
#include "find/chars.hpp"

namespace urilint::find {
namespace {

constexpr std::size_t kLongestLiteral = 1024;

/// An escape of `length` bytes; 0 if none is there.
struct Escape {
  std::size_t length = 0;
  std::uint32_t point = 0;
};

/// `digits` hexadecimal digits behind `skip` bytes.
Escape hex_escape(std::string_view text, std::size_t skip, std::size_t digits) noexcept {
  std::uint32_t point = 0;
  for (std::size_t i = skip; i < skip + digits; ++i) {
    if (!is_hex(at(text, i))) return {};
    point = point << 4 | hex_value(text[i]);
  }
  return {skip + digits, point};
}

/// `\u{22}`
Escape braced_escape(std::string_view text) noexcept {
  constexpr std::size_t kMostDigits = 6;
  std::size_t digits = 0;
  while (digits < kMostDigits && is_hex(at(text, 3 + digits))) ++digits;
  Escape escape = hex_escape(text, 3, digits);
  if (digits == 0 || at(text, 3 + digits) != '}') return {};
  ++escape.length;
  return escape;
}

/// `\042`; fewer digits are a reference to a group.
Escape octal_escape(std::string_view text) noexcept {
  std::uint32_t point = 0;
  for (std::size_t i = 1; i <= 3; ++i) {
    const char c = at(text, i);
    if (c < '0' || c > '7') return {};
    point = point << 3 | static_cast<std::uint32_t>(c - '0');
  }
  return {4, point};
}

Escape backslash_escape(std::string_view text) noexcept {
  switch (at(text, 1)) {
    case 'x':
      return hex_escape(text, 2, 2);
    case 'u':
      return at(text, 2) == '{' ? braced_escape(text) : hex_escape(text, 2, 4);
    case 'U':
      return hex_escape(text, 2, 8);
    case 'n':
      return {2, '\n'};
    case 'r':
      return {2, '\r'};
    case 't':
      return {2, '\t'};
    default:
      break;
  }
  const char next = at(text, 1);
  if (is_digit(next)) return octal_escape(text);
  const bool itself = next > ' ' && next < 0x7f && !is_alpha(next);
  return itself ? Escape{2, static_cast<std::uint32_t>(next)} : Escape{};
}

/// `''` between such marks, and what a backtick escapes between `"`.
Escape mark_escape(std::string_view text, char mark) noexcept {
  const char next = at(text, 1);
  if (text[0] == mark) return next == mark ? Escape{2, static_cast<unsigned char>(mark)} : Escape{};
  const bool escaped = text[0] == '`' && mark == '"' && (next == '"' || next == '$' || next == '`');
  return escaped ? Escape{2, static_cast<unsigned char>(next)} : Escape{};
}

using EscapeAt = Escape (*)(std::string_view text, char mark) noexcept;

struct Dialect {
  EscapeAt escape_at;
  /// A second URI ends the search: `""https://…""https://…` would be read over and over.
  bool one_uri;
};
constexpr Dialect kDialects[] = {
    {[](std::string_view text, char) noexcept {
       return text[0] == '\\' ? backslash_escape(text) : Escape{};
     },
     false},
    {mark_escape, true},
};

LiteralLogin decoded_with(const Dialect& dialect, std::string_view text, std::size_t begin) {
  const char mark = text[begin - 1];
  const std::string_view line = text.substr(0, begin + kLongestLiteral);
  LiteralLogin login;
  std::size_t i = begin;
  bool scheme = false;
  while (i < line.size() && line[i] != '\n') {
    if (dialect.one_uri && line.compare(i, 3, "://") == 0 && std::exchange(scheme, true)) return {};
    const Escape escape = dialect.escape_at(line.substr(i), mark);
    if (escape.length == 0 && line[i] == mark) break;
    const std::size_t length = std::max<std::size_t>(escape.length, 1);
    const std::size_t before = login.decoded.bytes.size();
    if (escape.length == 0) {
      login.decoded.bytes += line[i];
      login.decoded.map.add_verbatim(static_cast<Off>(i), 1);
    } else {
      reading::append_utf8(login.decoded.bytes, escape.point);
      login.decoded.map.add_atom(static_cast<Off>(i), static_cast<Off>(length),
                                 static_cast<Off>(login.decoded.bytes.size() - before));
      login.escapes = true;
    }
    i += length;
  }
  if (at(line, i) != mark) return {};
  login.decoded.end = i;
  const reading::LoginValue value = reading::login_value(login.decoded.bytes);
  login.found = value.end != 0 && value.begin == 0;
  return login;
}

}  // namespace

LiteralLogin literal_login(std::string_view text, std::size_t begin) {
  LiteralLogin best;
  for (const Dialect& dialect : kDialects) {
    LiteralLogin login = decoded_with(dialect, text, begin);
    // A mark that one language escapes closes the literal of another one.
    if (login.found && (!best.found || login.decoded.end > best.decoded.end)) {
      best = std::move(login);
    }
  }
  return best;
}

}  // namespace urilint::find
