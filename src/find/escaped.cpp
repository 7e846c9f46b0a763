// Decodes a whole stretch up to its delimiter, once, with a map; the finder then searches the
// decoded text as any other. Each escape is an atom of the map.
#include "find/escaped.hpp"

#include <cstdint>
#include <optional>

#include "find/chars.hpp"

namespace urilint::find {
namespace {

constexpr std::size_t kDeepestEscape = 8;  // backslashes before one character

void append_utf8(std::string& out, std::uint32_t point) {
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xc0U | point >> 6);
    out += static_cast<char>(0x80U | (point & 0x3fU));
  } else if (point < 0x10000) {
    out += static_cast<char>(0xe0U | point >> 12);
    out += static_cast<char>(0x80U | (point >> 6 & 0x3fU));
    out += static_cast<char>(0x80U | (point & 0x3fU));
  } else {
    out += static_cast<char>(0xf0U | point >> 18);
    out += static_cast<char>(0x80U | (point >> 12 & 0x3fU));
    out += static_cast<char>(0x80U | (point >> 6 & 0x3fU));
    out += static_cast<char>(0x80U | (point & 0x3fU));
  }
}

/// The four digits of `uXXXX` at `i` (the `u`).
std::optional<std::uint32_t> code_unit(std::string_view text, std::size_t i) noexcept {
  if (at(text, i) != 'u' || i + 4 >= text.size()) return std::nullopt;
  std::uint32_t unit = 0;
  for (std::size_t k = 1; k <= 4; ++k) {
    if (!is_hex(text[i + k])) return std::nullopt;
    unit = unit << 4 | hex_value(text[i + k]);
  }
  return unit;
}

/// Builds the decoded text and its map side by side.
class Builder {
 public:
  Builder(std::string_view text, std::size_t begin) : text_(text), i_(begin) {}

  void verbatim(std::size_t length) {
    out_.bytes.append(text_.substr(i_, length));
    out_.map.add_verbatim(static_cast<Off>(i_), static_cast<Off>(length));
    i_ += length;
  }
  void atom(std::size_t length, std::uint32_t point) {
    const std::size_t before = out_.bytes.size();
    append_utf8(out_.bytes, point);
    out_.map.add_atom(static_cast<Off>(i_), static_cast<Off>(length),
                      static_cast<Off>(out_.bytes.size() - before));
    i_ += length;
  }
  [[nodiscard]] bool done() const noexcept { return i_ >= text_.size(); }
  [[nodiscard]] std::size_t place() const noexcept { return i_; }
  [[nodiscard]] Unescaped take(Layer layer) {
    out_.end = i_;
    out_.layer = layer;
    return std::move(out_);
  }

 private:
  std::string_view text_;
  std::size_t i_;
  Unescaped out_;
};

/// `\uXXXX` at `i`, with the low surrogate behind it.
void unicode_escape(std::string_view text, Builder& builder, std::uint32_t unit) {
  const std::size_t i = builder.place();
  if (unit >= 0xd800 && unit < 0xdc00 && at(text, i + 6) == '\\') {
    const auto low = code_unit(text, i + 7);
    if (low && *low >= 0xdc00 && *low < 0xe000) {
      builder.atom(12, 0x10000U + ((unit - 0xd800U) << 10) + (*low - 0xdc00U));
      return;
    }
  }
  builder.atom(6, unit >= 0xd800 && unit < 0xe000 ? 0xfffdU : unit);
}

/// A backslash in a string literal; false if it ends what a URI can be.
bool literal_escape(std::string_view text, Builder& builder) {
  const std::size_t i = builder.place();
  const char next = at(text, i + 1);
  if (const auto unit = code_unit(text, i + 1)) {
    if (*unit <= 0x20 || *unit == '"') return false;
    unicode_escape(text, builder, *unit);
    return true;
  }
  if (next == 'x' && is_hex(at(text, i + 2)) && is_hex(at(text, i + 3))) {
    const unsigned point = hex_value(text[i + 2]) << 4U | hex_value(text[i + 3]);
    if (point <= 0x20 || point == '"') return false;
    builder.atom(4, point);
    return true;
  }
  if (next == '\\') {
    std::size_t end = i;
    while (end < i + kDeepestEscape && at(text, end) == '\\') ++end;
    const char behind = at(text, end);
    if (behind == '/') {  // escaped twice
      builder.atom(end + 1 - i, '/');
      return true;
    }
    if (behind == 'n' || behind == 'r' || behind == 't' || behind == '"') return false;
    builder.atom(2, '\\');
    return true;
  }
  if (next == '\0' || std::string_view("nrtbf").find(next) != std::string_view::npos) return false;
  if (next == '"') {
    builder.atom(2, '"');
    return false;
  }
  if (is_alnum(next) || static_cast<unsigned char>(next) >= 0x80)
    return false;  // a class of a pattern
  builder.atom(2, static_cast<unsigned char>(next));
  return true;
}

}  // namespace

std::size_t escaped_slashes(std::string_view text, std::size_t colon) noexcept {
  const auto slash = [text](std::size_t i) -> std::size_t {
    if (at(text, i) == '/') return i + 1;
    std::size_t k = i;
    while (k < i + 3 && at(text, k) == '\\') ++k;
    if (k == i) return 0;
    if (at(text, k) == '/') return k + 1;
    const auto unit = code_unit(text, k);
    return unit && *unit == '/' ? k + 5 : 0;
  };
  const std::size_t first = slash(colon + 1);
  if (first == 0 || first == colon + 2)
    return 0;  // the first one is escaped, or it is not this form
  return slash(first);
}

Unescaped unescape_literal(std::string_view text, std::size_t begin, std::size_t through) {
  Builder builder(text, begin == 0 ? 0 : begin - 1);
  if (begin != 0) builder.verbatim(1);
  while (!builder.done()) {
    const char c = text[builder.place()];
    const bool in_password = c == ' ' && builder.place() < through;
    if (c == '"' || (is_blank(c) && !in_password)) {
      builder.verbatim(1);
      break;
    }
    if (c == '\\') {
      if (!literal_escape(text, builder)) break;
    } else {
      builder.verbatim(1);
    }
  }
  return builder.take(Layer::json);
}

Unescaped unescape_word(std::string_view text, std::size_t begin) {
  Builder builder(text, begin == 0 ? 0 : begin - 1);
  if (begin != 0) builder.verbatim(1);
  while (!builder.done()) {
    const std::size_t i = builder.place();
    const char c = text[i];
    if (is_quote(c) || is_blank(c)) {
      builder.verbatim(1);
      break;
    }
    const char next = at(text, i + 1);
    if (c == '\\' && next > ' ' && !is_alnum(next) && next != 0x7f) {
      builder.atom(2, static_cast<unsigned char>(next));
    } else {
      builder.verbatim(1);
    }
  }
  return builder.take(Layer::shell);
}

}  // namespace urilint::find
