// A scanner hands out characters with what is wrong about them; each kind of output only decides
// how to spell the bad ones. A second `:` or `#` in a row is bad where a log reader could obey it.
#include "report/escape.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "document/lines.hpp"
#include "report/utf8.hpp"
#include "report/words.hpp"
#include "tables/display-width.hpp"
#include "urilint/host.hpp"

namespace urilint {
namespace {

struct PointRange {
  char32_t first;
  char32_t last;
};
// Above ASCII: C1, bidirectional controls, default-ignorable characters (Unicode, PropList and
// DerivedCoreProperties), line and paragraph separators, interlinear annotation, noncharacters of
// the BMP. Ascending.
constexpr PointRange kHidden[] = {
    {0x80, 0x9f},     {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},
    {0x17b4, 0x17b5}, {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
    {0x3164, 0x3164}, {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
    {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

bool is_hidden(char32_t point) noexcept {
  if (point < 0x80) return point < 0x20 || point == 0x7f;
  if ((point & 0xfffeU) == 0xfffeU) return true;  // the last two of every plane
  const auto* range = std::lower_bound(std::begin(kHidden), std::end(kHidden), point,
                                       [](PointRange r, char32_t p) { return r.last < p; });
  return range != std::end(kHidden) && range->first <= point;
}

constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_address_byte(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
}
constexpr bool is_zone_byte(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_' || c == '~' || c == '%';
}

// No address or zone of any use is longer; the bounds keep the scan linear.
constexpr std::size_t kAddressMax = 48;
constexpr std::size_t kZoneMax = 32;
constexpr std::size_t kCommandWordMax = 16;

constexpr bool is_word_byte(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '-' || c == '_' || (static_cast<unsigned>(c) & 0x80U);
}

/// True if the `::` that ends at `second` is the only one of an IPv6 address that no word touches:
/// in brackets and perhaps with a zone, or by itself and with a digit, as no command's name has.
bool in_address(std::string_view text, std::size_t second, Edge edge) noexcept {
  std::size_t begin = second - 1;
  while (begin > 0 && second - begin < kAddressMax && is_address_byte(text[begin - 1])) --begin;
  std::size_t end = second + 1;
  while (end < text.size() && end - second < kAddressMax && is_address_byte(text[end])) ++end;
  const bool bracket = begin > 0 && text[begin - 1] == '[';
  std::string_view address = text.substr(begin, end - begin);
  if (address.find("::") != address.rfind("::")) return false;
  if (bracket) {
    if (end < text.size() && text[end] == '%') {
      const std::size_t zone = end;
      while (end < text.size() && end - zone < kZoneMax && is_zone_byte(text[end])) ++end;
    }
    if (end < text.size() && text[end] == ']') return true;
  }
  if (end == text.size() && edge == Edge::open) return false;
  if (begin > 0 && is_word_byte(text[begin - 1])) return false;
  if (end < text.size() && is_word_byte(text[end])) return false;
  if (address.ends_with('.')) address.remove_suffix(1);  // of a sentence
  return std::any_of(address.begin(), address.end(), is_digit) && is_ipv6_address(address);
}

/// True if the `##` that ends at `second` opens a command: `##[`, `##vso[`, `##teamcity[` and the
/// like.
bool opens_command(std::string_view text, std::size_t second, Edge edge) noexcept {
  std::size_t end = second + 1;
  while (end < text.size() && end - second <= kCommandWordMax && is_letter(text[end])) ++end;
  return end < text.size() ? text[end] == '[' : edge == Edge::open;
}

/// Bytes that no output has to look at twice.
constexpr auto kSimple = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0x20; c < 0x7f; ++c) table[c] = true;
  for (const char c : {':', '#', '"', '\\'}) table[static_cast<unsigned char>(c)] = false;
  return table;
}();

constexpr std::size_t kWidth = 16;
using Words = std::array<std::uint64_t, 2>;
static_assert(sizeof(Words) == kWidth);

/// The place of the first byte of memory that is set.
std::size_t first_set(std::uint64_t word) noexcept {
  const int zeros =
      std::endian::native == std::endian::little ? std::countr_zero(word) : std::countl_zero(word);
  return static_cast<std::size_t>(zeros) / 8;
}

/// Of 16 bytes, those for which `kSimple` does not hold are set, by vectors of the compiler.
Words odd_bytes(const Words& text) noexcept {
  // As signed numbers, what is beyond ASCII is below the blank as well.
  using Bytes [[gnu::vector_size(kWidth)]] = signed char;
  Bytes bytes;
  std::memcpy(&bytes, text.data(), kWidth);
  const auto odd = (bytes < 0x20) | (bytes == 0x7f) | (bytes == ':') | (bytes == '#') |
                   (bytes == '"') | (bytes == '\\');
  Words words{};
  std::memcpy(words.data(), &odd, kWidth);
  return words;
}

/// How many simple bytes `text` begins with. Up to 16 are read as two overlapping words.
std::size_t simple_length(std::string_view text) noexcept {
  constexpr std::size_t kWord = kWidth / 2;
  std::size_t i = 0;
  Words words{};
  for (; text.size() - i >= kWidth; i += kWidth) {
    std::memcpy(words.data(), text.data() + i, kWidth);
    const Words odd = odd_bytes(words);
    if (odd[0] != 0) return i + first_set(odd[0]);
    if (odd[1] != 0) return i + kWord + first_set(odd[1]);
  }
  if (text.size() - i >= kWord) {
    const std::size_t last = text.size() - kWord;
    std::memcpy(words.data(), text.data() + i, kWord);
    std::memcpy(words.data() + 1, text.data() + last, kWord);
    const Words odd = odd_bytes(words);
    if (odd[0] != 0) return i + first_set(odd[0]);
    return odd[1] != 0 ? last + first_set(odd[1]) : text.size();
  }
  while (i < text.size() && kSimple[static_cast<unsigned char>(text[i])]) ++i;
  return i;
}

enum class Kind : std::uint8_t { plain, hidden, invalid, command };
struct Unit {
  Kind kind = Kind::plain;
  std::uint8_t size = 1;
  char32_t point = 0;
};

enum class Voice : std::uint8_t { echoed, own };

class Scanner {
 public:
  Scanner(std::string_view text, Edge edge, Voice voice = Voice::echoed) noexcept
      : text_(text), edge_(edge), voice_(voice) {}
  [[nodiscard]] bool done() const noexcept { return offset_ >= text_.size(); }
  [[nodiscard]] std::size_t offset() const noexcept { return offset_; }

  /// The bytes that come next and need nothing; may be none.
  std::string_view simple_run() noexcept {
    const std::size_t begin = offset_;
    for (;;) {
      const std::size_t simple = simple_length(text_.substr(offset_));
      offset_ += simple;
      if (simple != 0) previous_ = text_[offset_ - 1];
      if (!is_lone()) break;
      previous_ = text_[offset_++];
    }
    return text_.substr(begin, offset_ - begin);
  }

  /// The next character. Not to be called at the end.
  Unit next() noexcept {
    const char byte = text_[offset_];
    Unit unit;
    if (byte == ':' || byte == '#') {
      unit.point = static_cast<unsigned char>(byte);
      if (is_command(byte)) unit.kind = Kind::command;
    } else {
      const Decoded decoded = decode_utf8(text_, offset_);
      unit.size = decoded.size;
      unit.point = decoded.point;
      unit.kind = !decoded.valid          ? Kind::invalid
                  : is_hidden(unit.point) ? Kind::hidden
                                          : Kind::plain;
    }
    previous_ = unit.kind == Kind::plain ? byte : '\0';
    offset_ += unit.size;
    return unit;
  }

 private:
  /// A `:` or `#` that is no command whatever follows: no other stands before it.
  [[nodiscard]] bool is_lone() const noexcept {
    if (offset_ + 1 >= text_.size()) return false;
    const char byte = text_[offset_];
    return (byte == ':' || byte == '#') && byte != previous_;
  }

  [[nodiscard]] bool is_command(char byte) const noexcept {
    const bool last = offset_ + 1 == text_.size();
    if (byte == ':' && last && edge_ == Edge::open) return true;
    if (previous_ != byte) return false;
    if (byte == '#') return opens_command(text_, offset_, edge_);
    if (voice_ == Voice::own && (last || !is_letter(text_[offset_ + 1]))) return false;
    return !in_address(text_, offset_, edge_);
  }

  std::string_view text_;
  Edge edge_;
  Voice voice_;
  std::size_t offset_ = 0;
  char previous_ = '\0';  // as it is printed
};

/// `\u{202e}`: at least two digits.
void append_escape(std::string& out, char32_t point) {
  std::size_t digits = 2;
  while (digits < 6 && point >> (4 * digits) != 0) ++digits;
  out += "\\u{";
  append_hex(out, point, digits);
  out += '}';
}

/// `\u202e`; above U+FFFF a surrogate pair.
void append_json_escape(TextBuffer& out, char32_t point) {
  if (point > 0xffff) {
    append_json_escape(out, 0xd800 + ((point - 0x10000) >> 10));
    point = 0xdc00 + ((point - 0x10000) & 0x3ffU);
  }
  char* at = TextBuffer::put(out.room(6), "\\u");
  for (std::size_t i = 4; i-- > 0;) *at++ = "0123456789abcdef"[point >> (4 * i) & 15U];
  out.end_at(at);
}

void append_for_log(std::string& out, std::string_view bytes, const Unit& unit) {
  switch (unit.kind) {
    case Kind::plain:
      out += bytes;
      break;
    case Kind::invalid:
      out += kReplacementUtf8;
      break;
    case Kind::hidden:
    case Kind::command:
      append_escape(out, unit.point);
      break;
  }
}

void append_for_json(TextBuffer& out, std::string_view bytes, const Unit& unit) {
  switch (unit.kind) {
    case Kind::plain:
      if (unit.point == '"' || unit.point == '\\') out.append('\\');
      out.append(bytes);
      break;
    case Kind::invalid:
      out.append(kReplacementUtf8);
      break;
    case Kind::hidden:
      switch (unit.point) {
        case '\n':
          out.append("\\n");
          break;
        case '\r':
          out.append("\\r");
          break;
        case '\t':
          out.append("\\t");
          break;
        default:
          append_json_escape(out, unit.point);
      }
      break;
    case Kind::command:
      append_json_escape(out, unit.point);
      break;
  }
}

std::string escaped(std::string_view text, Scanner scanner) {
  std::string out;
  out.reserve(text.size());
  while (true) {
    out += scanner.simple_run();
    if (scanner.done()) return out;
    const std::size_t begin = scanner.offset();
    const Unit unit = scanner.next();
    append_for_log(out, text.substr(begin, unit.size), unit);
  }
}

std::uint32_t width_of(char32_t point) noexcept {
  if (point < 0x300) return 1;
  const auto* row =
      std::lower_bound(std::begin(tables::kDisplayWidth), std::end(tables::kDisplayWidth), point,
                       [](const tables::DisplayWidthRow& r, char32_t p) { return r.last < p; });
  return row != std::end(tables::kDisplayWidth) && row->first <= point ? row->width : 1;
}

}  // namespace

std::string repair_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t i = 0;;) {
    const std::size_t ascii = ascii_length(bytes, i, bytes.size());
    out += bytes.substr(i, ascii);
    i += ascii;
    if (i == bytes.size()) return out;
    const Decoded decoded = decode_utf8(bytes, i);
    out += decoded.valid ? bytes.substr(i, decoded.size) : kReplacementUtf8;
    i += decoded.size;
  }
}

bool is_utf8(std::string_view bytes) noexcept {
  for (std::size_t i = 0;;) {
    i += ascii_length(bytes, i, bytes.size());
    if (i == bytes.size()) return true;
    const Decoded decoded = decode_utf8(bytes, i);
    if (!decoded.valid) return false;
    i += decoded.size;
  }
}

std::string escape_for_log(std::string_view text, Edge edge) {
  return escaped(text, Scanner(text, edge));
}

std::string escape_words(std::string_view words) {
  return escaped(words, Scanner(words, Edge::closed, Voice::own));
}

EscapedText escape_with_places(std::string_view text) {
  EscapedText out;
  out.at.reserve(text.size() + 1);
  for (Scanner scanner(text, Edge::closed); !scanner.done();) {
    const std::size_t begin = scanner.offset();
    const Unit unit = scanner.next();
    out.at.insert(out.at.end(), unit.size, out.text.size());
    append_for_log(out.text, text.substr(begin, unit.size), unit);
  }
  out.at.push_back(out.text.size());
  return out;
}

std::string escape_hidden(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (Scanner scanner(text, Edge::closed); !scanner.done();) {
    const std::size_t begin = scanner.offset();
    Unit unit = scanner.next();
    if (unit.kind == Kind::command) unit.kind = Kind::plain;
    append_for_log(out, text.substr(begin, unit.size), unit);
  }
  return out;
}

void append_json_string(TextBuffer& out, std::string_view text) {
  out.append('"');
  for (Scanner scanner(text, Edge::closed);;) {
    out.append(scanner.simple_run());
    if (scanner.done()) break;
    const std::size_t begin = scanner.offset();
    const Unit unit = scanner.next();
    append_for_json(out, text.substr(begin, unit.size), unit);
  }
  out.append('"');
}

std::size_t display_width(std::string_view escaped) noexcept {
  std::size_t width = 0;
  for (std::size_t i = 0; i < escaped.size();) {
    const Decoded decoded = decode_utf8(escaped, i);
    width += width_of(decoded.point);
    i += decoded.size;
  }
  return width;
}

}  // namespace urilint
