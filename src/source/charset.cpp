// Decodes unit by unit. Characters of one width make one run with strides (ASCII in UTF-16 is 1:2),
// so that the map of ordinary text stays small.
#include "source/charset.hpp"

#include <algorithm>
#include <array>

namespace urilint {
namespace {

constexpr std::uint32_t kReplacement = 0xfffd;

struct Mark {
  std::string_view bytes;
  Charset charset;
};
using namespace std::string_view_literals;
constexpr std::array<Mark, 5> kMarks = {{{"\xef\xbb\xbf"sv, Charset::utf8},
                                         {"\xff\xfe\0\0"sv, Charset::utf32le},
                                         {"\0\0\xfe\xff"sv, Charset::utf32be},
                                         {"\xff\xfe"sv, Charset::utf16le},
                                         {"\xfe\xff"sv, Charset::utf16be}}};

bool is_text(unsigned byte) noexcept {
  return byte >= 0x20 ? byte != 0x7f : byte == '\t' || byte == '\n' || byte == '\r';
}

/// True if at least 3 of 4 units of `head` are ASCII text, and none is a control character.
bool is_plain_utf16(std::string_view head, bool little) noexcept {
  const std::size_t units = head.size() / 2;
  std::size_t ascii = 0;
  for (std::size_t i = 0; i < units; ++i) {
    const auto first = static_cast<unsigned char>(head[2 * i]);
    const auto second = static_cast<unsigned char>(head[2 * i + 1]);
    const unsigned unit = little ? first | unsigned{second} << 8 : second | unsigned{first} << 8;
    if (unit >= 0x80) continue;
    if (!is_text(unit)) return false;
    ++ascii;
  }
  return units >= 2 && ascii * 4 >= units * 3;
}

struct Character {
  std::uint32_t point = kReplacement;
  std::size_t length = 1;
};

class Reader {
 public:
  Reader(std::string_view raw, Charset charset) noexcept : raw_(raw), charset_(charset) {}

  [[nodiscard]] Character at(std::size_t i) const noexcept {
    const std::size_t unit = unit_of(charset_);
    if (raw_.size() - i < unit) return {kReplacement, raw_.size() - i};
    const std::uint32_t first = unit_at(i);
    if (unit == 4) {
      const bool bad = first > 0x10ffff || (first >= 0xd800 && first < 0xe000);
      return {bad ? kReplacement : first, 4};
    }
    if (first < 0xd800 || first >= 0xe000) return {first, 2};
    if (first >= 0xdc00 || raw_.size() - i < 4) return {kReplacement, 2};
    const std::uint32_t second = unit_at(i + 2);
    if (second < 0xdc00 || second >= 0xe000) return {kReplacement, 2};
    return {0x10000U + ((first - 0xd800U) << 10) + (second - 0xdc00U), 4};
  }

 private:
  [[nodiscard]] std::uint32_t unit_at(std::size_t i) const noexcept {
    const auto byte = [&](std::size_t k) {
      return std::uint32_t{static_cast<unsigned char>(raw_[i + k])};
    };
    switch (charset_) {
      case Charset::utf8:
        return byte(0);
      case Charset::utf16le:
        return byte(0) | byte(1) << 8;
      case Charset::utf16be:
        return byte(1) | byte(0) << 8;
      case Charset::utf32le:
        return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
      case Charset::utf32be:
        return byte(3) | byte(2) << 8 | byte(1) << 16 | byte(0) << 24;
    }
    return kReplacement;
  }

  std::string_view raw_;
  Charset charset_;
};

std::size_t append_utf8(std::string& out, std::uint32_t point) {
  const std::size_t before = out.size();
  const auto tail = [&](unsigned shift) {
    out += static_cast<char>(0x80U | (point >> shift & 0x3fU));
  };
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xc0U | point >> 6);
    tail(0);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xe0U | point >> 12);
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xf0U | point >> 18);
    tail(12), tail(6), tail(0);
  }
  return out.size() - before;
}

}  // namespace

CharsetGuess charset_of(std::string_view head, bool guess) noexcept {
  for (const Mark& mark : kMarks) {
    if (head.starts_with(mark.bytes)) return {mark.charset, mark.bytes.size()};
  }
  // ASCII in units of two bytes is every other byte a NUL.
  if (guess && head.find('\0') != std::string_view::npos) {
    if (is_plain_utf16(head, true)) return {Charset::utf16le, 0};
    if (is_plain_utf16(head, false)) return {Charset::utf16be, 0};
  }
  return {};
}

std::size_t unit_of(Charset charset) noexcept {
  switch (charset) {
    case Charset::utf8:
      return 1;
    case Charset::utf16le:
    case Charset::utf16be:
      return 2;
    case Charset::utf32le:
    case Charset::utf32be:
      return 4;
  }
  return 1;
}

DecodedText decode_text(std::string_view raw, Charset charset) {
  DecodedText out;
  out.bytes.reserve(raw.size() / unit_of(charset));
  const Reader reader(raw, charset);
  std::size_t text_unit = 0;
  std::size_t source_unit = 0;
  for (std::size_t i = 0; i < raw.size();) {
    const Character character = reader.at(i);
    const auto begin = static_cast<Off>(out.bytes.size());
    const std::size_t length = append_utf8(out.bytes, character.point);
    if (length != text_unit || character.length != source_unit) {
      text_unit = length;
      source_unit = character.length;
      out.map.runs.push_back({begin, static_cast<Off>(i), static_cast<std::uint8_t>(text_unit),
                              static_cast<std::uint8_t>(source_unit), false});
    }
    i += character.length;
  }
  out.map.text_end = static_cast<Off>(out.bytes.size());
  out.map.source_end = static_cast<Off>(raw.size());
  return out;
}

}  // namespace urilint
