// RFC 8259 section 7:
//   char = unescaped / escape ( %x22 / %x5C / %x2F / %x62 / %x66 / %x6E / %x72 / %x74 / %x75
//   4HEXDIG )
// and JSON5's `\'`, `\v`, `\0`, `\xHH` and the continued line.
#include "document/json_string.hpp"

#include <optional>

#include "document/chars.hpp"
#include "document/escapers.hpp"
#include "document/templates.hpp"

namespace urilint {
namespace reading {
namespace {

/// What the letter behind a backslash stands for, if it stands for one byte.
std::optional<char> simple_escape(char letter) noexcept {
  constexpr std::string_view kLetters = "bfnrtv0";
  constexpr std::string_view kBytes("\b\f\n\r\t\v\0", 7);
  const std::size_t i = kLetters.find(letter);
  if (i != std::string_view::npos) return kBytes[i];
  if (is_alnum(letter) || !is_ascii(letter)) return std::nullopt;
  return letter;
}

}  // namespace

StringExtent json_string_extent(std::string_view text, std::size_t begin, char quote) {
  static constexpr ByteSet kStops("\"'\\\r\n{<");
  StringExtent out;
  std::size_t i = kStops.find(text, begin);
  for (; i < text.size(); i = kStops.find(text, i)) {
    const char c = text[i];
    if (c == quote) {
      out.closed = true;
      break;
    }
    if (c == '\\') {
      out.escapes = true;
      ++i;
      const std::size_t behind = behind_line_end(text, i);
      i = behind == i ? i + 1 : behind;
    } else if (is_line_end(c)) {
      break;
    } else if (c == '{' || c == '<') {
      const std::size_t behind = quoting_template_end(text, i, quote);
      i = behind == 0 ? i + 1 : behind;
    } else {
      ++i;
    }
  }
  out.end = std::min(i, text.size());
  out.next = out.closed ? out.end + 1 : out.end;
  return out;
}

std::size_t decode_json_escape(std::string_view text, std::size_t i, std::size_t end,
                               Decoder& decoder) {
  text = text.substr(0, end);
  const char letter = at(text, i + 1);
  if (i + 1 >= end) {
    decoder.verbatim(i, end);
    return end;
  }
  if (is_line_end(letter)) {
    const std::size_t behind = behind_line_end(text, i + 1);
    decoder.atom(i, behind, std::string_view());
    return behind;
  }
  if (letter == 'u' || letter == 'x') {
    const std::size_t size = letter == 'u' ? 6 : 4;
    const std::int64_t unit = hex_at(text, i + 2, size - 2);
    if (unit < 0) {
      decoder.verbatim(i, i + 2);
      return i + 2;
    }
    const bool high = unit >= 0xd800 && unit < 0xdc00;
    const std::int64_t low =
        high && at(text, i + 6) == '\\' && at(text, i + 7) == 'u' ? hex_at(text, i + 8, 4) : -1;
    if (low >= 0xdc00 && low < 0xe000) {
      const auto point = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
      decoder.atom(i, i + 12, static_cast<std::uint32_t>(point));
      return i + 12;
    }
    decoder.atom(i, i + size, static_cast<std::uint32_t>(unit));
    return i + size;
  }
  if (const auto byte = simple_escape(letter)) {
    decoder.atom(i, i + 2, std::string_view(&*byte, 1));
  } else {
    decoder.verbatim(i, i + 2);
  }
  return i + 2;
}

std::string escape_string(std::string_view text, char quote, std::string_view digits) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\u00";
      out += digits[byte >> 4U];
      out += digits[byte & 0xfU];
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace reading

namespace {

class JsonEscaper final : public Escaper {
 public:
  explicit JsonEscaper(char quote) : quote_(quote) {}
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    return reading::escape_string(text, quote_, "0123456789abcdef");
  }

 private:
  char quote_;
};

}  // namespace

const Escaper& json_escaper() noexcept {
  static const JsonEscaper escaper('"');
  return escaper;
}
const Escaper& json5_escaper() noexcept {
  static const JsonEscaper escaper('\'');
  return escaper;
}

}  // namespace urilint
