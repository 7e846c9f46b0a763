// What stands before the colon decides, without the bytes that are deleted; most values end that
// look at once. The rest is copied in stretches between those bytes, so the map has a gap for each.
#include "document/url_value.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "document/chars.hpp"
#include "document/decoder.hpp"
#include "document/templates.hpp"

namespace urilint::reading {
namespace {

constexpr std::size_t kLongestScheme = 32;
constexpr std::size_t kMostBreaks = std::size_t{1} << 16;
constexpr ByteSet kDeleted("\t\n\r");

/// Schemes that are worth breaking in two; in a string that may be no URL at all.
constexpr std::string_view kBroken[] = {"javascript", "vbscript", "data", "http",
                                        "https",      "ws",       "wss",  "ftp"};

constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

constexpr bool is_edge(char c) noexcept { return static_cast<unsigned char>(c) <= 0x20; }

struct Scheme {
  std::array<char, kLongestScheme> letters{};
  std::size_t size = 0;
  std::size_t end = 0;  ///< where its colon stands, or 0 if there is none
  bool broken = false;  ///< a deleted byte stands in it, before the colon

  [[nodiscard]] std::string_view view() const noexcept { return {letters.data(), size}; }
};

/// The scheme that a browser reads at `i`.
Scheme scheme_at(std::string_view text, std::size_t i) noexcept {
  Scheme out;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (kDeleted.has(c)) {
      out.broken = true;
    } else if (c == ':') {
      if (out.size != 0 && is_alpha(out.letters[0])) out.end = i;
      return out;
    } else if (out.size < kLongestScheme && is_scheme_char(c)) {
      out.letters[out.size++] = to_lower(c);
    } else {
      return out;
    }
  }
  return out;
}

/// Two slashes (or backslashes) at `i`, whatever is deleted around them.
bool slashes_at(std::string_view text, std::size_t i) noexcept {
  std::size_t slashes = 0;
  for (; i < text.size() && slashes < 2; ++i) {
    if (text[i] == '/' || text[i] == '\\') {
      ++slashes;
    } else if (!kDeleted.has(text[i])) {
      return false;
    }
  }
  return slashes == 2;
}

bool is_script(std::string_view scheme) noexcept {
  return scheme == "javascript" || scheme == "vbscript" || scheme == "data";
}

bool is_broken_url(std::string_view value, const Scheme& scheme) noexcept {
  if (scheme.end == 0 || !scheme.broken) return false;
  if (std::find(std::begin(kBroken), std::end(kBroken), scheme.view()) == std::end(kBroken)) {
    return false;
  }
  return is_script(scheme.view()) || slashes_at(value, scheme.end + 1);
}

}  // namespace

TextSpan without_line_breaks(Document& document, TextSpan where, UrlPlace place) {
  const std::string_view value = document.bytes(where);
  std::size_t begin = 0;
  while (begin < value.size() && is_edge(value[begin])) ++begin;
  const Scheme scheme = scheme_at(value, begin);
  if (place == UrlPlace::value && !is_broken_url(value, scheme)) return where;
  std::size_t end = value.size();
  while (end > begin && is_edge(value[end - 1])) --end;
  std::size_t next = kDeleted.find(value.substr(0, end), begin);
  if (next >= end) return where;
  const bool body = scheme.view() == "data" && !scheme.broken;  // it is wrapped, and no more
  const bool absolute = scheme.end != 0 && !body;
  if (!absolute && !slashes_at(value, begin)) return where;
  if (holds_template(value)) return where;

  Decoder decoder(value, where.begin);
  std::size_t breaks = 0;
  for (std::size_t i = begin; i < end; next = kDeleted.find(value.substr(0, end), i)) {
    if (++breaks > kMostBreaks) return where;
    decoder.verbatim(i, next);
    for (i = next; i < end && kDeleted.has(value[i]);) ++i;
  }
  const auto size = static_cast<Off>(decoder.bytes().size());
  return {decoder.take(document, where.text, Layer::stripped), 0, size};
}

}  // namespace urilint::reading
