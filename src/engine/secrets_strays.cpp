// Running text around URIs. No grammar says what is a value here, so what looks like one is masked
// up to the next blank or quotation mark; rules never read this.
#include <algorithm>

#include "engine/secrets_steps.hpp"
#include "uri/bytes.hpp"

namespace urilint {
namespace {

using bytes::class_of;

constexpr Off kLongestName = 64;
constexpr Off kLongestBraced = 256;

constexpr bool is_word(char c) noexcept {
  return (class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0 || c == '_' || c == '-';
}
constexpr bool is_name_byte(char c) noexcept { return is_word(c) || c == ' ' || c == '.'; }
constexpr bool is_quote(char c) noexcept { return c == '"' || c == '\''; }
constexpr bool is_line_end(char c) noexcept { return c == '\n' || c == '\r'; }
constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
constexpr bool ends_value(char c) noexcept {
  return static_cast<unsigned char>(c) <= 0x20 || c == '"' || c == '<' || c == '>' || c == ';' ||
         c == '&' || c == '`';
}

struct Strays {
  std::string_view text;
  UriSpan within;
  std::vector<UriSpan>& masks;
  // Plain values that begin in `known` end where it ends; keeps the walk linear.
  UriSpan known{};

  [[nodiscard]] Off size() const noexcept { return static_cast<Off>(text.size()); }
  [[nodiscard]] bool has(Off at, char c) const noexcept { return at < size() && text[at] == c; }

  // `name`, `"name"` or `\"name\"` in front of a separator.
  [[nodiscard]] UriSpan name_before(Off separator) const noexcept {
    Off end = separator;
    while (end > 0 && is_blank(text[end - 1])) --end;
    if (end > 0 && is_quote(text[end - 1])) --end;
    if (end > 0 && text[end - 1] == '\\') --end;
    Off begin = end;
    while (begin > 0 && end - begin < kLongestName && is_name_byte(text[begin - 1])) --begin;
    // The escape of a JSON string is no part of the name behind it: `\u0026password`.
    const bool escape = begin > 0 && text[begin - 1] == '\\' && end - begin > 5 &&
                        text[begin] == 'u' &&
                        std::all_of(text.begin() + begin + 1, text.begin() + begin + 5,
                                    [](char c) { return bytes::is_hex(c); });
    if (escape) begin += 5;
    return {begin, end};
  }

  [[nodiscard]] Off plain_end(Off begin) noexcept {
    if (known.begin <= begin && begin < known.end) return known.end;
    Off end = begin;
    while (end < size() && !ends_value(text[end])) ++end;
    known = {begin, end};
    return end;
  }

  // Where the quotation mark at `open` is closed on its line; 0 if it is not.
  [[nodiscard]] Off closing_quote(Off open) const noexcept {
    const bool escaped = open > 0 && text[open - 1] == '\\';
    for (Off i = open + 1; i < size() && !is_line_end(text[i]); ++i) {
      if (text[i] == text[open]) return i;
      if (!escaped && text[i] == '\\') ++i;
    }
    return 0;
  }

  [[nodiscard]] UriSpan value_at(Off begin, bool in_parentheses) noexcept {
    if (has(begin, '\\') && begin + 1 < size() && is_quote(text[begin + 1])) ++begin;
    if (begin < size() && is_quote(text[begin])) {
      if (const Off end = closing_quote(begin); end != 0) return {begin + 1, end};
      ++begin;
    }
    if (has(begin, '{')) {
      const std::size_t brace = text.substr(begin, kLongestBraced).find('}');
      if (brace != std::string_view::npos) return {begin, begin + static_cast<Off>(brace) + 1};
    }
    Off end = plain_end(begin);
    if (in_parentheses) {
      const std::size_t close = text.substr(begin, end - begin).find(')');
      if (close != std::string_view::npos) end = begin + static_cast<Off>(close);
    }
    return {begin, end};
  }

  // Masks the value behind the `=` or `:` at `separator`; returns where to go on.
  Off pair(Off separator) {
    const Off next = separator + 1;
    const bool colon = text[separator] == ':';
    if (has(next, '=')) return next + 1;  // a comparison
    const UriSpan name = name_before(separator);
    if (name.empty()) return next;
    const secrets::NameClass promise = secrets::class_of_name(text.substr(name.begin, name.size()));
    if (!secrets::promises(promise)) return next;
    Off begin = !colon && has(next, '>') ? next + 1 : next;  // `=>` of PHP and Ruby
    while (begin < size() && is_blank(text[begin])) ++begin;
    const UriSpan value = value_at(begin, name.begin > 0 && text[name.begin - 1] == '(');
    // What begins behind is a URI with masks of its own.
    if (value.empty() || value.begin >= within.end) return next;
    const bool quoted = is_quote(text[value.begin - 1]);
    const std::string_view written = text.substr(value.begin, value.size());
    // Behind a colon an ordinary word is prose.
    const bool prose =
        colon && !quoted && secrets::randomness_of(written) == secrets::Randomness::none;
    if (prose) return next;
    const UriParts nothing;
    const secrets::Input in{nothing, text, text, {}};
    const auto fact = secrets::judge_parameter(in, name, value, SecretKind::property_value);
    if (!fact || !fact->masked()) return next;
    masks.push_back(fact->value);
    return fact->value.end;
  }

  void walk() {
    for (Off i = within.begin; i < within.end;) {
      const char c = text[i];
      if (c == '=' || c == ':') {
        i = pair(i);
        continue;
      }
      if (is_word(c) && (i == 0 || !is_word(text[i - 1]))) {
        if (const auto token = secrets::token_at(text, i, secrets::NameClass::none)) {
          masks.push_back(token->value);
          i = token->value.end;
          continue;
        }
      }
      ++i;
    }
  }
};

}  // namespace

void find_stray_secrets(std::string_view text, UriSpan within, std::vector<UriSpan>& masks) {
  within.end = std::min(within.end, static_cast<Off>(text.size()));
  Strays{text, within, masks, {}}.walk();
}

}  // namespace urilint
