// Stops at colons, backslashes and two slashes that sixteen bytes at once do not rule out. A
// backslash counts unless it spells a quotation mark, a backslash or a control character, which are
// no part of `scheme://`; before a line end it joins lines.
#include "document/prefilter.hpp"

#include <array>
#include <cstdint>
#include <cstring>

namespace urilint {
namespace {

enum class Byte : unsigned char { other, colon, backslash, slash };

constexpr auto kBytes = [] {
  std::array<Byte, 256> bytes{};
  bytes[':'] = Byte::colon;
  bytes['\\'] = Byte::backslash;
  bytes['/'] = Byte::slash;
  return bytes;
}();

// Where a scheme, a template hole (`}`, `>`, `%`, `@`, `)`), or an altered `[:]` may end; behind a
// backslash the colon itself is escaped. Bytes from 0x80 up never.
constexpr auto kBeforeColon = [] {
  std::array<bool, 256> bytes{};
  for (std::size_t c = 'a'; c <= 'z'; ++c) bytes[c] = true;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) bytes[c] = true;
  for (std::size_t c = '0'; c <= '9'; ++c) bytes[c] = true;
  for (const char c : std::string_view("+-._$}>%@])[(\\"))
    bytes[static_cast<unsigned char>(c)] = true;
  return bytes;
}();

// A marker in a comment, which somebody must read (src/silence).
constexpr std::string_view kMarkerWord = "urilint";

constexpr bool is_blank(char c) noexcept { return static_cast<unsigned char>(c) <= 0x20; }

bool colon_counts(std::string_view text, std::size_t colon) noexcept {
  if (colon == 0 || colon + 1 == text.size()) return false;
  if (text.substr(0, colon).ends_with(kMarkerWord)) return true;
  const char next = text[colon + 1];
  if (text[colon - 1] == '/') return next == '_';  // `//registry/:_authToken=…`
  return kBeforeColon[static_cast<unsigned char>(text[colon - 1])] && !is_blank(next) &&
         next != ':' && next != '"';
}

// `//host` as all of a value, or behind `--option=`; neither `a//b` nor the comment `// words`. A
// quoted key of YAML may touch its value: `{"a"://host}`.
bool slash_counts(std::string_view text, std::size_t slash) noexcept {
  if (slash + 2 >= text.size() || text[slash + 1] != '/') return false;
  const char behind = text[slash + 2];
  if (is_blank(behind) || behind == '/') return false;
  constexpr std::string_view kBefore = "\"'[{(,=:";
  return slash == 0 || is_blank(text[slash - 1]) ||
         kBefore.find(text[slash - 1]) != std::string_view::npos;
}

bool escape_counts(std::string_view text, std::size_t backslash) noexcept {
  if (backslash + 1 == text.size()) return false;
  return std::string_view("\"'\\nrtbf").find(text[backslash + 1]) == std::string_view::npos;
}

constexpr std::size_t kWidth = 16;
// Of the compiler; every target has them in some form.
using Bytes [[gnu::vector_size(kWidth)]] = unsigned char;

Bytes load(const char* at) noexcept {
  Bytes bytes;
  std::memcpy(&bytes, at, kWidth);
  return bytes;
}

/// True if none of `kWidth` bytes can count: all colons are those of keys, none may be a marker's,
/// and there is no backslash and no two slashes. The bytes before and behind them are read, too.
bool nothing_counts(const char* at) noexcept {
  const Bytes bytes = load(at);
  const Bytes next = load(at + 1);
  const auto is = [](Bytes all, char wanted) {
    return Bytes(all == Bytes{} + static_cast<unsigned char>(wanted));
  };
  const Bytes before = load(at - 1);
  const Bytes behind = Bytes(next > 0x20) & ~is(next, '"') & ~is(next, ':');
  const Bytes colons = is(bytes, ':') & ~is(before, '"');
  const Bytes counts = (colons & (behind | is(before, kMarkerWord.back()))) | is(bytes, '\\') |
                       (is(bytes, '/') & is(next, '/'));
  std::uint64_t halves[2];
  std::memcpy(halves, &counts, kWidth);
  return (halves[0] | halves[1]) == 0;
}

}  // namespace

bool may_hold_uris(Format format, std::string_view text) noexcept {
  switch (format) {
    case Format::json:
    case Format::jsonl:
    case Format::yaml:
    case Format::toml:
      break;
    default:
      return true;
  }
  std::size_t next = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i >= next) {
      while (i > 0 && text.size() - i > kWidth && nothing_counts(text.data() + i)) i += kWidth;
      next = i + kWidth;  // byte by byte up to here
    }
    switch (kBytes[static_cast<unsigned char>(text[i])]) {
      case Byte::other:
        break;
      case Byte::colon:
        if (colon_counts(text, i)) return true;
        break;
      case Byte::slash:
        if (slash_counts(text, i)) return true;
        break;
      case Byte::backslash:
        if (escape_counts(text, i)) return true;
        ++i;
        break;
    }
  }
  return false;
}

}  // namespace urilint
