// Each decoder goes once over the text and tells the map what spelt what: an escape is a unit 1:3,
// a group of base64 a unit 3:4, and a group with something between its characters an atom.
#include "document/transfer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "document/chars.hpp"
#include "uri/table_lookup.hpp"

namespace urilint {
namespace reading {
namespace {

constexpr std::uint8_t kNoDigit = 64;

constexpr std::array<std::uint8_t, 256> base64_digits() {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::uint8_t, 256> out{};
  for (std::uint8_t& digit : out) digit = kNoDigit;
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    out[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return out;
}
constexpr std::array<std::uint8_t, 256> kBase64 = base64_digits();

std::size_t behind_blanks(std::string_view text, std::size_t i, std::size_t end) noexcept {
  while (i < end && is_blank(text[i])) ++i;
  return i;
}

bool is_escape(std::string_view text, std::size_t i, std::size_t end) noexcept {
  return end - i >= 3 && is_hex(text[i + 1]) && is_hex(text[i + 2]);
}

char escaped(std::string_view text, std::size_t i) noexcept {
  return static_cast<char>(hex_value(text[i + 1]) << 4 | hex_value(text[i + 2]));
}

/// Up to four digits of six bits, the first of them at `begin`, the last before `end`.
struct Group {
  std::uint32_t bits = 0;
  unsigned digits = 0;
  std::size_t begin = 0;
  std::size_t end = 0;

  void add(std::uint32_t digit, std::size_t place) noexcept {
    if (digits == 0) begin = place;
    bits = bits << 6 | digit;
    ++digits;
    end = place + 1;
  }
};

/// Hands out the first `count` bytes of the group, which begins anew. A group that is short of
/// digits has zeros in their place.
void flush(Group& group, std::size_t count, Decoder& out) {
  const std::uint32_t bits = group.bits << 6 * (4 - group.digits);
  const char bytes[] = {static_cast<char>(bits >> 16 & 0xffU), static_cast<char>(bits >> 8 & 0xffU),
                        static_cast<char>(bits & 0xffU)};
  if (count == 3 && group.end - group.begin == 4) {
    out.units(group.begin, {bytes, 3}, 3, 4);
  } else if (count > 0) {
    out.atom(group.begin, group.end, std::string_view(bytes, count));
  }
  group = {};
}

std::size_t whole_bytes(const Group& group) noexcept { return group.digits * 6 / 8; }

/// The value of a character of uuencode; `` ` `` is zero as well as the blank.
std::uint32_t uu_digit(char c) noexcept {
  return (static_cast<unsigned char>(c) - std::uint32_t{0x20}) & 0x3fU;
}

/// One line: its length, then groups of four characters. Blanks at the end may have been lost.
void decode_uu_line(std::string_view text, std::size_t begin, std::size_t end, Decoder& out) {
  std::size_t left = uu_digit(text[begin]);
  for (std::size_t i = begin + 1; i < end && left > 0;) {
    Group group;
    for (; i < end && group.digits < 4; ++i) group.add(uu_digit(text[i]), i);
    const std::size_t count = std::min<std::size_t>(left, whole_bytes(group));
    left -= count;
    flush(group, count, out);
  }
}

constexpr std::string_view kUuBegin = "begin ";

bool has_uu_begin(std::string_view text, std::size_t i) noexcept {
  for (; i < text.size(); i = behind_line_end(text, line_end(text, i))) {
    if (text.substr(i).starts_with(kUuBegin)) return true;
  }
  return false;
}

/// Only characters of the encoding: lower-case letters, for one, are none.
bool is_uu_line(std::string_view line) noexcept {
  return std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '`'; });
}

}  // namespace

void decode_quoted_printable(std::string_view text, std::size_t begin, std::size_t end,
                             Decoder& out) {
  static constexpr ByteSet kStops("= \t");
  text = text.substr(0, end);
  std::size_t verbatim = begin;
  for (std::size_t i = kStops.find(text, begin); i < end; i = kStops.find(text, i)) {
    if (is_escape(text, i, end) && text[i] == '=') {
      out.verbatim(verbatim, i);
      const char byte = escaped(text, i);
      out.units(i, {&byte, 1}, 1, 3);
      i += 3;
      verbatim = i;
      continue;
    }
    const bool soft = text[i] == '=';
    const std::size_t behind = behind_blanks(text, i + 1, end);
    if (behind < end && !is_line_end(text[behind])) {
      i = behind;
      continue;
    }
    // A soft line end goes with its blanks; of a hard one only the blanks before it.
    out.verbatim(verbatim, i);
    i = soft ? behind_line_end(text, behind) : behind;
    verbatim = i;
  }
  out.verbatim(verbatim, end);
}

void decode_base64(std::string_view text, std::size_t begin, std::size_t end, Decoder& out) {
  Group group;
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint8_t digit = kBase64[static_cast<unsigned char>(text[i])];
    if (digit != kNoDigit) {
      group.add(digit, i);
      if (group.digits == 4) flush(group, 3, out);
    } else if (text[i] == '=' && group.digits >= 2) {
      flush(group, whole_bytes(group), out);
    }
  }
  if (group.digits >= 2) flush(group, whole_bytes(group), out);
}

void decode_uuencode(std::string_view text, std::size_t begin, std::size_t end, Decoder& out) {
  text = text.substr(0, end);
  bool inside = !has_uu_begin(text, begin);
  for (std::size_t i = begin; i < end;) {
    const std::size_t line = line_end(text, i);
    const std::size_t next = behind_line_end(text, line);
    const std::string_view content = text.substr(i, line - i);
    if (!inside && content.starts_with(kUuBegin)) {
      inside = true;
    } else if (inside && content.starts_with("end") && behind_blanks(text, i + 3, line) == line) {
      inside = false;
    } else if (inside && is_uu_line(content)) {
      if (line > i) decode_uu_line(text, i, line, out);
    } else {
      out.verbatim(i, next);
    }
    i = next;
  }
}

}  // namespace reading

namespace {

using namespace reading;

struct NamedEncoding {
  std::string_view name;
  TransferEncoding encoding;
};
constexpr NamedEncoding kEncodings[] = {
    {"quoted-printable", TransferEncoding::quoted_printable},
    {"base64", TransferEncoding::base64},
    {"uuencode", TransferEncoding::uuencode},
    {"x-uuencode", TransferEncoding::uuencode},
    {"uue", TransferEncoding::uuencode},
    {"x-uue", TransferEncoding::uuencode},
};

/// Behind blanks, line ends and comments, which may be nested.
std::size_t behind_comments(std::string_view text, std::size_t i) noexcept {
  for (std::size_t depth = 0; i < text.size(); ++i) {
    if (text[i] == '(') {
      ++depth;
    } else if (depth == 0 && !is_space(text[i]) && text[i] != '"') {
      break;
    } else if (depth > 0 && text[i] == ')') {
      --depth;
    } else if (depth > 0 && text[i] == '\\') {
      ++i;
    }
  }
  return std::min(i, text.size());
}

}  // namespace

TransferEncoding transfer_encoding_named(std::string_view name) noexcept {
  static constexpr ByteSet kEnds(" \t\r\n\f\v\"();");
  const std::size_t begin = behind_comments(name, 0);
  const std::string_view token = name.substr(begin, kEnds.find(name, begin) - begin);
  for (const NamedEncoding& row : kEncodings) {
    if (equals_lower(token, row.name)) return row.encoding;
  }
  return TransferEncoding::identity;
}

TextId decode_transfer(Document& document, TextSpan where, TransferEncoding encoding) {
  const std::string_view text = document.bytes(where);
  Decoder out(text, where.begin, kMostWholeRuns);
  switch (encoding) {
    case TransferEncoding::identity: {
      SourceMap map;
      map.parent = where.text;
      map.add_verbatim(where.begin, where.size());
      return document.add({text, std::move(map), Layer::transfer});
    }
    case TransferEncoding::quoted_printable:
      decode_quoted_printable(text, 0, text.size(), out);
      break;
    case TransferEncoding::base64:
      decode_base64(text, 0, text.size(), out);
      break;
    case TransferEncoding::uuencode:
      decode_uuencode(text, 0, text.size(), out);
      break;
  }
  return out.take(document, where.text, Layer::transfer);
}

}  // namespace urilint
