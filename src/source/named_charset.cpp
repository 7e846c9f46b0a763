// ICU hands out one character at a time and says where it stopped: that is where the character
// ends, and it begins behind the escape sequences that switch alphabets. Characters of one width
// are joined into runs. UTF-7 is read here, since its characters share base64 digits.
#include "source/named_charset.hpp"

#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "document/chars.hpp"
#include "document/lines.hpp"
#include "document/transfer.hpp"
#include "source/charset.hpp"
#include "tables/charset-names.hpp"
#include "uri/table_lookup.hpp"
#include "uri/ucs.hpp"

namespace urilint {
namespace {

using reading::append_utf8;
using reading::Decoder;

constexpr std::uint32_t kReplacement = 0xfffd;
constexpr std::string_view kWindows = "windows-1252";
constexpr std::string_view kUtf8 = "utf-8";
constexpr std::string_view kUtf7 = "utf-7";
constexpr std::string_view kUtf16 = "utf-16";

/// The name as the tables write it: lower case, without what surrounds it and without a language.
std::string plain_name(std::string_view name) {
  constexpr std::string_view kAround = " \t\r\n\"'`<>;,";
  constexpr std::size_t kLongest = 64;
  const std::size_t begin = std::min(name.find_first_not_of(kAround), name.size());
  name.remove_prefix(begin);
  name = name.substr(0, name.find('*'));
  name = name.substr(0, name.find_last_not_of(kAround) + 1);
  std::string out;
  if (name.size() > kLongest) return out;
  for (const char c : name) {
    // ICU takes options behind a comma and reads files by their path: no such names.
    const bool fine =
        reading::is_alnum(c) || std::string_view("-_.:+()").find(c) != std::string_view::npos;
    if (!fine) return {};
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  return out;
}

/// The name to open, `utf-8`, `utf-7` or `utf-16`; empty: unknown.
std::string known_name(std::string_view charset) {
  std::string name = plain_name(charset);
  const auto* row = find_row(tables::kCharsetNames, tables::kCharsetNamesIndex, hash_lower(name),
                             name, [](const auto& r) { return r.name; });
  if (row == nullptr) return name;
  return row->charset == "-" ? std::string() : std::string(row->charset);
}

struct Close {
  void operator()(UConverter* converter) const noexcept { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, Close>;

/// What mail is never written in stays shut: compressing charsets, and those of one vendor.
bool is_for_mail(UConverterType type) noexcept {
  switch (type) {
    case UCNV_SBCS:
    case UCNV_MBCS:
    case UCNV_LATIN_1:
    case UCNV_US_ASCII:
    case UCNV_ISO_2022:
    case UCNV_HZ:
    case UCNV_UTF16_BigEndian:
    case UCNV_UTF16_LittleEndian:
    case UCNV_UTF32_BigEndian:
    case UCNV_UTF32_LittleEndian:
    case UCNV_UTF32:
      return true;
    default:
      return false;
  }
}

/// Some charsets of ICU write U+001A for one byte that is no character; all shall write U+FFFD.
void replace(const void* /*context*/, UConverterToUnicodeArgs* arguments, const char* /*bytes*/,
             std::int32_t /*length*/, UConverterCallbackReason reason, UErrorCode* error) {
  if (reason > UCNV_IRREGULAR) return;
  constexpr UChar kMark = kReplacement;
  *error = U_ZERO_ERROR;
  ucnv_cbToUWriteUChars(arguments, &kMark, 1, 0, error);
}

Converter open(const std::string& name) {
  UErrorCode error = U_ZERO_ERROR;
  // A name that stands in no table of aliases could be looked for among files.
  if (name.empty() || ucnv_countAliases(name.c_str(), &error) == 0) return nullptr;
  error = U_ZERO_ERROR;
  Converter out(ucnv_open(name.c_str(), &error));
  if (U_FAILURE(error) || !out || !is_for_mail(ucnv_getType(out.get()))) return nullptr;
  ucnv_setToUCallBack(out.get(), replace, nullptr, nullptr, nullptr, &error);
  return out;
}

/// True if between characters every byte of ASCII stands for itself.
bool spells_ascii(UConverter* converter) {
  const UConverterType type = ucnv_getType(converter);
  if (type != UCNV_SBCS && type != UCNV_MBCS && type != UCNV_LATIN_1) return false;
  std::array<char, 96> bytes{'\n'};
  for (std::size_t i = 1; i < bytes.size(); ++i) bytes[i] = static_cast<char>(0x1f + i);
  std::array<UChar, 96> points{};
  UErrorCode error = U_ZERO_ERROR;
  ucnv_toUChars(converter, points.data(), static_cast<std::int32_t>(points.size()), bytes.data(),
                static_cast<std::int32_t>(bytes.size()), &error);
  ucnv_resetToUnicode(converter);
  return std::equal(bytes.begin(), bytes.end(), points.begin(),
                    [](char c, UChar point) { return static_cast<unsigned char>(c) == point; });
}

/// ECMA-35: ESC, bytes from 2/0 to 2/15, one from 3/0 to 7/14; and the shifts.
std::size_t behind_iso_2022_escape(std::string_view text, std::size_t i, std::size_t end) noexcept {
  const auto in = [&](std::size_t k, char first, char last) {
    return k < end && text[k] >= first && text[k] <= last;
  };
  if (in(i, '\x0e', '\x0f')) return i + 1;
  if (!in(i, '\x1b', '\x1b')) return i;
  std::size_t k = i + 1;
  while (in(k, ' ', '/')) ++k;
  return in(k, '0', '~') ? k + 1 : i;
}

/// RFC 1843: `~{`, `~}` and `~` before a line end.
std::size_t behind_hz_escape(std::string_view text, std::size_t i, std::size_t end) noexcept {
  const bool escape = end - i >= 2 && text[i] == '~' &&
                      (text[i + 1] == '{' || text[i + 1] == '}' || text[i + 1] == '\n');
  return escape ? i + 2 : i;
}

/// Reads one stretch of a text in one charset.
class Reader {
 public:
  Reader(std::string_view text, std::size_t end, Decoder& out) noexcept
      : text_(text), end_(end), out_(out) {}

  void read(UConverter* converter, std::size_t begin) {
    type_ = ucnv_getType(converter);
    const bool ascii = spells_ascii(converter);
    std::size_t i = begin;
    while (i < end_) {
      if (const std::size_t length = ascii ? ascii_length(text_, i, end_) : 0; length > 0) {
        out_.verbatim(i, i + length);
        i += length;
        continue;
      }
      const std::size_t next = next_character(converter, i);
      if (next <= i) break;  // never: it reads at least a byte
      i = next;
    }
  }

 private:
  /// One character from `i` on; behind it. The converter keeps no byte between characters.
  std::size_t next_character(UConverter* converter, std::size_t i) {
    const char* source = text_.data() + i;
    UErrorCode error = U_ZERO_ERROR;
    const UChar32 point = ucnv_getNextUChar(converter, &source, text_.data() + end_, &error);
    const auto next = static_cast<std::size_t>(source - text_.data());
    if (U_FAILURE(error)) {
      // Nothing but escapes was left, or half a character.
      if (error != U_INDEX_OUTOFBOUNDS_ERROR) add(i, end_, kReplacement);
      return end_;
    }
    add(i, next, static_cast<std::uint32_t>(point));
    return next;
  }

  void add(std::size_t begin, std::size_t end, std::uint32_t point) {
    character_.clear();
    append_utf8(character_, point);
    begin = behind_escapes(begin, end);
    const std::size_t length = end - begin;
    const bool ascii = length == 1 && character_.size() == 1;
    if (ascii && character_[0] == text_[begin]) {
      out_.verbatim(begin, end);
    } else if (!ascii && length >= 1 && length <= 4) {
      out_.units(begin, character_, static_cast<std::uint8_t>(character_.size()),
                 static_cast<std::uint8_t>(length));
    } else {
      out_.atom(begin, end, std::string_view(character_));
    }
  }

  [[nodiscard]] std::size_t behind_escapes(std::size_t begin, std::size_t end) const noexcept {
    for (;;) {
      std::size_t next = begin;
      if (type_ == UCNV_ISO_2022) next = behind_iso_2022_escape(text_, begin, end);
      if (type_ == UCNV_HZ) next = behind_hz_escape(text_, begin, end);
      if (next == begin || next >= end) return begin;
      begin = next;
    }
  }

  std::string_view text_;
  std::size_t end_;
  Decoder& out_;
  UConverterType type_ = UCNV_UNSUPPORTED_CONVERTER;
  std::string character_;  // kept for its storage
};

constexpr unsigned kUnitsOfGroup = 3;  // of UTF-16, in eight digits of base64
constexpr std::size_t kDigitsOfGroup = 8;

constexpr std::uint32_t kNoDigit = 64;

std::uint32_t utf7_digit(char c) noexcept {
  const auto value = static_cast<std::uint32_t>(static_cast<unsigned char>(c));
  if (c >= 'A' && c <= 'Z') return value - 'A';
  if (c >= 'a' && c <= 'z') return value - 'a' + 26;
  if (c >= '0' && c <= '9') return value - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : kNoDigit;
}

bool is_high(std::uint32_t unit) noexcept { return unit >= 0xd800 && unit < 0xdc00; }
bool is_low(std::uint32_t unit) noexcept { return unit >= 0xdc00 && unit < 0xe000; }

/// RFC 2152. Base64 without padding holds UTF-16; three units are eight digits, so that places are
/// known by the group.
class Utf7Reader {
 public:
  Utf7Reader(std::string_view text, std::size_t end, Decoder& out) noexcept
      : text_(text.substr(0, end)), out_(out) {}

  void read(std::size_t begin) {
    for (std::size_t i = begin; i < text_.size();) {
      if (text_[i] == '+') {
        i = read_shifted(i);
        continue;
      }
      std::size_t end = i;
      while (end < text_.size() && text_[end] != '+' && reading::is_ascii(text_[end])) ++end;
      out_.verbatim(i, end);
      i = end;
      if (end == text_.size() || text_[end] == '+') continue;
      out_.atom(end, end + 1, kReplacement);
      ++i;
    }
  }

 private:
  /// From the `+` at `i`; behind what it shifted. One that begins nothing stays.
  std::size_t read_shifted(std::size_t i) {
    const std::size_t begin = i + 1;
    if (reading::at(text_, begin) == '-') {
      out_.atom(i, begin + 1, "+");
      return begin + 1;
    }
    std::size_t end = begin;
    while (end < text_.size() && utf7_digit(text_[end]) != kNoDigit) ++end;
    if (end == begin) {
      out_.verbatim(i, begin);
      return begin;
    }
    begin_ = begin;
    for (std::size_t k = begin; k < end; ++k) add_digit(utf7_digit(text_[k]), k + 1);
    flush(end);
    bits_ = 0;
    count_ = 0;
    return reading::at(text_, end) == '-' ? end + 1 : end;
  }

  void add_digit(std::uint32_t digit, std::size_t behind) {
    bits_ = bits_ << 6 | digit;
    count_ += 6;
    if (count_ < 16) return;
    count_ -= 16;
    add_unit(bits_ >> count_ & 0xffffU);
    // A pair is not torn: its group goes on for eight digits more.
    if (++units_ >= kUnitsOfGroup && count_ == 0 && high_ == 0) hand_out(behind);
  }

  void add_unit(std::uint32_t unit) {
    if (high_ != 0 && is_low(unit)) {
      append_utf8(bytes_, 0x10000U + ((high_ - 0xd800U) << 10) + (unit - 0xdc00U));
      high_ = 0;
      return;
    }
    if (high_ != 0) append_utf8(bytes_, kReplacement);
    high_ = is_high(unit) ? unit : 0;
    if (high_ == 0) append_utf8(bytes_, unit);  // a lone low half becomes U+FFFD there
  }

  void flush(std::size_t end) {
    if (high_ != 0) append_utf8(bytes_, kReplacement);
    high_ = 0;
    if (!bytes_.empty()) hand_out(end);
    units_ = 0;
  }

  void hand_out(std::size_t end) {
    if (end - begin_ == kDigitsOfGroup) {
      out_.units(begin_, bytes_, static_cast<std::uint8_t>(bytes_.size()), kDigitsOfGroup);
    } else {
      out_.atom(begin_, end, std::string_view(bytes_));
    }
    bytes_.clear();
    begin_ = end;
    units_ = 0;
  }

  std::string_view text_;
  Decoder& out_;
  std::string bytes_;       // of the group
  std::size_t begin_ = 0;   // of the group
  std::uint32_t bits_ = 0;  // the last `count_` are not used yet
  unsigned count_ = 0;
  unsigned units_ = 0;      // of the group
  std::uint32_t high_ = 0;  // the first half of a pair
};

constexpr std::string_view kMark8 = "\xef\xbb\xbf";

/// The byte order mark of the charset, as bytes.
std::string_view mark_of(std::string_view name) noexcept {
  using namespace std::string_view_literals;
  if (name == kUtf8) return kMark8;
  if (name == "utf-16le") return "\xff\xfe"sv;
  return name == "utf-16be" ? "\xfe\xff"sv : ""sv;
}

std::string utf16_name(std::string_view bytes) {
  const CharsetGuess guess = charset_of(bytes.substr(0, 512), true);
  return guess.charset == Charset::utf16be ? "utf-16be" : "utf-16le";
}

/// What reads bytes of a charset: a converter, or code of ours for `utf-8` and `utf-7`.
struct Opened {
  std::string name;
  Converter converter;
};

/// The charset for these bytes; `utf-8` where nothing is to do.
Opened open_for(std::string_view bytes, std::string_view charset) {
  Opened out{known_name(charset), nullptr};
  if (out.name == kUtf16) out.name = utf16_name(bytes);
  if (out.name == kUtf8 || out.name == kUtf7) return out;
  out.converter = open(out.name);
  if (out.converter) return out;
  const std::size_t ascii = ascii_length(bytes, 0, bytes.size());
  if (is_utf8(bytes.substr(ascii))) return {std::string(kUtf8), nullptr};
  return {std::string(kWindows), open(std::string(kWindows))};
}

/// True if the bytes, which are ASCII, are in this charset what they are in ASCII.
bool is_plain_ascii(std::string_view bytes, const Opened& opened) {
  if (opened.name == kUtf7) return bytes.find('+') == std::string_view::npos;
  if (!opened.converter) return false;
  switch (ucnv_getType(opened.converter.get())) {
    case UCNV_ISO_2022:
      return bytes.find_first_of("\x1b\x0e\x0f") == std::string_view::npos;
    case UCNV_HZ:
      return bytes.find('~') == std::string_view::npos;
    default:
      return spells_ascii(opened.converter.get());
  }
}

bool is_utf8_already(std::string_view bytes, const Opened& opened) {
  if (opened.name == kUtf8) return true;
  return ascii_length(bytes, 0, bytes.size()) == bytes.size() && is_plain_ascii(bytes, opened);
}

void decode(std::string_view text, std::size_t begin, std::size_t end, const Opened& opened,
            Decoder& out) {
  const std::string_view mark = mark_of(opened.name);
  if (text.substr(begin, end - begin).starts_with(mark)) begin += mark.size();
  if (opened.name == kUtf7) {
    Utf7Reader(text, end, out).read(begin);
  } else if (opened.converter) {
    Reader(text, end, out).read(opened.converter.get(), begin);
  } else {
    out.verbatim(begin, end);  // UTF-8, or ICU has lost its data
  }
}

}  // namespace

bool is_utf8_in(std::string_view bytes, std::string_view charset) {
  return is_utf8_already(bytes, open_for(bytes, charset));
}

void decode_charset(std::string_view text, std::size_t begin, std::size_t end,
                    std::string_view charset, Decoder& out) {
  decode(text, begin, end, open_for(text.substr(begin, end - begin), charset), out);
}

TextSpan decode_charset(Document& document, TextSpan where, std::string_view charset) {
  const std::string_view text = document.bytes(where);
  const Opened opened = open_for(text, charset);
  if (is_utf8_already(text, opened)) {
    const bool mark = opened.name == kUtf8 && text.starts_with(kMark8);
    return {where.text, where.begin + (mark ? static_cast<Off>(kMark8.size()) : 0), where.end};
  }
  Decoder out(text, where.begin, reading::kMostWholeRuns);
  decode(text, 0, text.size(), opened, out);
  const auto size = static_cast<Off>(out.bytes().size());
  return {out.take(document, where.text, Layer::charset), 0, size};
}

}  // namespace urilint
