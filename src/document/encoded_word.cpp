// Two layers: first all words become the bytes of their charsets, one text with what stands around
// them, then each stretch of one charset is read in it. Most often the second has nothing to do.
#include "document/encoded_word.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "document/chars.hpp"
#include "document/transfer.hpp"
#include "source/named_charset.hpp"

namespace urilint {
namespace {

using namespace reading;

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool same_in_any_case(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

/// encoded-word = "=?" charset "?" encoding "?" encoded-text "?="
struct Word {
  std::string_view charset;
  char encoding = 0;  ///< `b` or `q`; 0: there is no word
  std::size_t text = 0;
  std::size_t text_end = 0;
  [[nodiscard]] std::size_t end() const noexcept { return text_end + 2; }
};

/// Finds words in a text from its beginning to its end; what ends them is searched for only once.
class Words {
 public:
  explicit Words(std::string_view text) noexcept : text_(text) {}

  [[nodiscard]] Word at(std::size_t i) noexcept {
    constexpr std::size_t kLongestCharset = 80;
    static constexpr ByteSet kNoCharset(" \t\r\n?=\"()<>,;");
    if (!text_.substr(i).starts_with("=?")) return {};
    const std::string_view head = text_.substr(i + 2, kLongestCharset);
    const std::size_t length = kNoCharset.find(head, 0);
    const std::size_t letter = i + 2 + length + 1;
    if (length == 0 || reading::at(head, length) != '?') return {};
    const char encoding = lower(reading::at(text_, letter));
    if ((encoding != 'b' && encoding != 'q') || reading::at(text_, letter + 1) != '?') return {};
    const std::size_t text = letter + 2;
    if (sign_ < text) sign_ = text_.find("?=", text);
    if (line_end_ < text) line_end_ = line_end(text_, text);
    if (sign_ == std::string_view::npos || sign_ > line_end_) return {};
    return {head.substr(0, length), encoding, text, sign_};
  }

 private:
  std::string_view text_;
  std::size_t sign_ = 0;      // the next `?=`
  std::size_t line_end_ = 0;  // the next one
};

/// Section 4.2: `_` is a blank, `=` begins an escape.
void decode_q(std::string_view text, std::size_t begin, std::size_t end, Decoder& out) {
  static constexpr ByteSet kSigns("_=");
  text = text.substr(0, end);
  std::size_t verbatim = begin;
  for (std::size_t i = kSigns.find(text, begin); i < end;) {
    const std::int64_t byte = text[i] == '=' ? hex_at(text, i + 1, 2) : ' ';
    if (byte < 0) {
      i = kSigns.find(text, i + 1);
      continue;
    }
    out.verbatim(verbatim, i);
    const char value = static_cast<char>(byte);
    if (text[i] == '=') {
      out.units(i, {&value, 1}, 1, 3);
      i += 3;
    } else {
      out.atom(i, i + 1, std::string_view(&value, 1));
      ++i;
    }
    verbatim = i;
    i = kSigns.find(text, i);
  }
  out.verbatim(verbatim, end);
}

/// Bytes of the first layer that are in one charset.
struct Stretch {
  std::size_t end = 0;
  std::string_view charset;  ///< empty: as they stand in the field
  char encoding = 0;
};

/// The first layer.
class HeaderReader {
 public:
  HeaderReader(std::string_view text, Decoder& out) noexcept
      : text_(text), words_(text), out_(out) {}

  void read() {
    static constexpr ByteSet kSigns("=\r\n");
    std::size_t verbatim = 0;
    for (std::size_t i = kSigns.find(text_, 0); i < text_.size(); i = kSigns.find(text_, i)) {
      if (text_[i] != '=') {
        const std::size_t behind = behind_line_end(text_, i);
        if (is_blank(at(text_, behind))) {
          plain(verbatim, i);
          verbatim = behind;
          changed_ = true;
        }
        i = behind;
        continue;
      }
      const Word word = words_.at(i);
      if (word.encoding == 0) {
        ++i;
        continue;
      }
      plain(verbatim, i);
      i = read_words(word);
      verbatim = i;
    }
    plain(verbatim, text_.size());
  }

  [[nodiscard]] bool changed() const noexcept { return changed_; }
  [[nodiscard]] const std::vector<Stretch>& stretches() const noexcept { return stretches_; }

 private:
  void plain(std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    out_.verbatim(begin, end);
    grow({}, 0);
  }

  /// A row of words with nothing but blanks between them; behind the last.
  std::size_t read_words(Word word) {
    changed_ = true;
    for (;;) {
      if (word.encoding == 'b') {
        decode_base64(text_, word.text, word.text_end, out_);
      } else {
        decode_q(text_, word.text, word.text_end, out_);
      }
      grow(word.charset, word.encoding);
      std::size_t next = word.end();
      while (is_space(at(text_, next))) ++next;
      const Word neighbour = next < text_.size() ? words_.at(next) : Word{};
      if (neighbour.encoding == 0) return word.end();
      word = neighbour;
    }
  }

  /// What was written since the last call is in the charset.
  void grow(std::string_view charset, char encoding) {
    const std::size_t end = out_.bytes().size();
    const bool joins = !stretches_.empty() && stretches_.back().encoding == encoding &&
                       same_in_any_case(stretches_.back().charset, charset);
    if (joins) {
      stretches_.back().end = end;
    } else {
      stretches_.push_back({end, charset, encoding});
    }
  }

  std::string_view text_;
  Words words_;
  Decoder& out_;
  std::vector<Stretch> stretches_;
  bool changed_ = false;
};

bool is_all_utf8(std::string_view bytes, const std::vector<Stretch>& stretches) {
  std::size_t begin = 0;
  for (const Stretch& stretch : stretches) {
    if (!is_utf8_in(bytes.substr(begin, stretch.end - begin), stretch.charset)) return false;
    begin = stretch.end;
  }
  return true;
}

// --- parameters --------------------------------------------------------------------------------

/// `name*2*=value`.
struct Parameter {
  std::string_view name;
  bool section = false;  ///< has a number
  std::size_t number = 0;
  bool extended = false;  ///< percent-encoded
  bool quoted = false;
  std::size_t begin = 0;  ///< of the value, without quotes
  std::size_t end = 0;
};

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes `*`, `*2` and `*2*` from the end of the name; false if what stands there is no section.
bool take_section(Parameter& parameter) {
  constexpr std::size_t kMostDigits = 6;
  const std::size_t star = parameter.name.find('*');
  if (star == std::string_view::npos) return true;
  std::string_view rest = parameter.name.substr(star + 1);
  parameter.name = trimmed(parameter.name.substr(0, star));
  parameter.extended = rest.empty() || rest.ends_with('*');
  if (rest.empty()) return true;
  if (parameter.extended) rest.remove_suffix(1);
  if (rest.empty() || rest.size() > kMostDigits) return false;
  for (const char c : rest) {
    if (!is_digit(c)) return false;
    parameter.number = parameter.number * 10 + static_cast<std::size_t>(c - '0');
  }
  parameter.section = true;
  return true;
}

/// Behind the quoted string whose `"` stands before `i`; at its closing quote or at the end.
std::size_t quoted_end(std::string_view text, std::size_t i) noexcept {
  static constexpr ByteSet kSigns("\"\\");
  for (i = kSigns.find(text, i); at(text, i) == '\\'; i = kSigns.find(text, i + 2)) {
  }
  return std::min(i, text.size());
}

/// Sets where the value is that begins at `i`, behind the `=`; returns behind its `;`.
std::size_t take_value(std::string_view text, std::size_t i, Parameter& parameter) {
  while (is_space(at(text, i))) ++i;
  parameter.quoted = at(text, i) == '"';
  if (parameter.quoted) {
    parameter.begin = i + 1;
    parameter.end = quoted_end(text, parameter.begin);
    return std::min(text.find(';', parameter.end), text.size()) + 1;
  }
  const std::size_t end = std::min(text.find(';', i), text.size());
  parameter.begin = i;
  parameter.end = i + trimmed(text.substr(i, end - i)).size();
  return end + 1;
}

/// The parameters of the name; `name` is in lower case.
std::vector<Parameter> parameters_of(std::string_view text, std::string_view name) {
  static constexpr ByteSet kNameEnds("=;\"");
  std::vector<Parameter> out;
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t sign = kNameEnds.find(text, i);
    if (at(text, sign) == '"') {
      i = quoted_end(text, sign + 1) + 1;
      continue;
    }
    if (at(text, sign) != '=') {
      i = sign + 1;
      continue;
    }
    Parameter parameter;
    parameter.name = trimmed(text.substr(i, sign - i));
    const bool fine = take_section(parameter);
    i = take_value(text, sign + 1, parameter);
    if (fine && same_in_any_case(parameter.name, name)) out.push_back(parameter);
  }
  return out;
}

/// Undoes `\x` and folding of a quoted string.
void decode_quoted(std::string_view text, std::size_t begin, std::size_t end, Decoder& out) {
  static constexpr ByteSet kSigns("\\\r\n");
  text = text.substr(0, end);
  std::size_t verbatim = begin;
  for (std::size_t i = kSigns.find(text, begin); i < end;) {
    out.verbatim(verbatim, i);
    if (text[i] == '\\' && i + 1 < end) {
      out.atom(i, i + 2, text.substr(i + 1, 1));
      i += 2;
    } else {
      i = text[i] == '\\' ? i + 1 : behind_line_end(text, i);
    }
    verbatim = i;
    i = kSigns.find(text, i);
  }
  out.verbatim(verbatim, end);
}

void decode_percent(std::string_view text, std::size_t begin, std::size_t end, Decoder& out) {
  text = text.substr(0, end);
  std::size_t verbatim = begin;
  for (std::size_t i = text.find('%', begin); i < end;) {
    const std::int64_t byte = hex_at(text, i + 1, 2);
    if (byte < 0) {
      i = text.find('%', i + 1);
      continue;
    }
    out.verbatim(verbatim, i);
    const char value = static_cast<char>(byte);
    out.units(i, {&value, 1}, 1, 3);
    verbatim = i + 3;
    i = text.find('%', verbatim);
  }
  out.verbatim(verbatim, end);
}

void decode_value(std::string_view text, const Parameter& parameter, Decoder& out) {
  if (parameter.extended) {
    decode_percent(text, parameter.begin, parameter.end, out);
  } else if (parameter.quoted) {
    decode_quoted(text, parameter.begin, parameter.end, out);
  } else {
    out.verbatim(parameter.begin, parameter.end);
  }
}

/// RFC 2231 section 4: charset "'" [language] "'" value. Without the quotes it is all value.
std::string_view take_charset(std::string_view text, Parameter& parameter) noexcept {
  if (!parameter.extended) return {};
  const std::string_view value = text.substr(parameter.begin, parameter.end - parameter.begin);
  const std::size_t first = value.find('\'');
  if (first == std::string_view::npos) return {};
  const std::size_t second = value.find('\'', first + 1);
  if (second == std::string_view::npos) return {};
  parameter.begin += second + 1;
  return value.substr(0, first);
}

/// The sections from number 0 on, each once, up to the first that is missing.
std::vector<Parameter> sections_of(std::vector<Parameter> all) {
  const auto others =
      std::remove_if(all.begin(), all.end(), [](const Parameter& p) { return !p.section; });
  all.erase(others, all.end());
  std::stable_sort(all.begin(), all.end(),
                   [](const Parameter& a, const Parameter& b) { return a.number < b.number; });
  std::vector<Parameter> out;
  for (const Parameter& parameter : all) {
    if (parameter.number == out.size()) out.push_back(parameter);
    if (parameter.number > out.size()) break;
  }
  return out;
}

/// Joins the values. Where they stand in another order than their numbers say, places are known no
/// better than to the whole of them.
void join(std::string_view text, const std::vector<Parameter>& parts, Decoder& out) {
  const bool ascend =
      std::is_sorted(parts.begin(), parts.end(),
                     [](const Parameter& a, const Parameter& b) { return a.begin < b.begin; });
  if (ascend) {
    for (const Parameter& part : parts) decode_value(text, part, out);
    return;
  }
  std::string bytes;
  std::size_t begin = text.size();
  std::size_t end = 0;
  for (const Parameter& part : parts) {
    Decoder piece(text, 0);
    decode_value(text, part, piece);
    bytes += piece.bytes();
    begin = std::min(begin, part.begin);
    end = std::max(end, part.end);
  }
  out.atom(begin, end, std::string_view(bytes));
}

}  // namespace

TextSpan decode_header(Document& document, TextSpan where) {
  const std::string_view text = document.bytes(where);
  Decoder out(text, where.begin, kMostWholeRuns);
  HeaderReader reader(text, out);
  reader.read();
  if (!reader.changed()) return decode_charset(document, where, {});
  const bool utf8 = is_all_utf8(out.bytes(), reader.stretches());
  const auto size = static_cast<Off>(out.bytes().size());
  const TextSpan transfer{out.take(document, where.text, Layer::transfer), 0, size};
  if (utf8) return transfer;
  const std::string_view bytes = document.bytes(transfer);
  Decoder charsets(bytes, 0, kMostWholeRuns);
  std::size_t begin = 0;
  for (const Stretch& stretch : reader.stretches()) {
    decode_charset(bytes, begin, stretch.end, stretch.charset, charsets);
    begin = stretch.end;
  }
  const auto decoded = static_cast<Off>(charsets.bytes().size());
  return {charsets.take(document, transfer.text, Layer::charset), 0, decoded};
}

std::optional<TextSpan> decode_parameter(Document& document, TextSpan where,
                                         std::string_view name) {
  const std::string_view text = document.bytes(where);
  std::vector<Parameter> all = parameters_of(text, name);
  if (all.empty()) return std::nullopt;
  const auto first = [&all](bool extended) {
    return std::find_if(all.begin(), all.end(), [extended](const Parameter& p) {
      return !p.section && p.extended == extended;
    });
  };
  std::vector<Parameter> parts;
  if (first(true) != all.end()) {
    parts = {*first(true)};
  } else if (parts = sections_of(all); parts.empty()) {
    if (first(false) == all.end()) return std::nullopt;
    parts = {*first(false)};
  }
  const std::string_view charset = take_charset(text, parts.front());
  const bool extended =
      std::any_of(parts.begin(), parts.end(), [](const Parameter& p) { return p.extended; });
  TextSpan value{where.text, where.begin + static_cast<Off>(parts.front().begin),
                 where.begin + static_cast<Off>(parts.front().end)};
  const std::string_view raw = document.bytes(value);
  const bool as_it_stands = parts.size() == 1 && !extended &&
                            (!parts.front().quoted || raw.find_first_of("\\\r\n") == raw.npos);
  if (!as_it_stands) {
    Decoder out(text, where.begin, kMostWholeRuns);
    join(text, parts, out);
    const auto size = static_cast<Off>(out.bytes().size());
    value = {out.take(document, where.text, extended ? Layer::percent : Layer::transfer), 0, size};
  }
  return extended ? decode_charset(document, value, charset) : decode_header(document, value);
}

}  // namespace urilint
