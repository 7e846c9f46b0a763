// One pass over tokens. A line outside of brackets begins a table or a key; if it does neither, the
// line is prose. Arrays and inline tables are a stack of bounded height; one that is never closed
// ends where a line can only be a key or a table.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "document/chars.hpp"
#include "document/escaped_text.hpp"
#include "document/escapers.hpp"
#include "document/json_string.hpp"
#include "document/key_path.hpp"
#include "document/readers.hpp"
#include "document/templates.hpp"

namespace urilint {
namespace {

using namespace reading;

constexpr std::size_t kDeepestTable = 64;     // as deep as a key path is followed
constexpr std::size_t kMostArrays = 1 << 12;  // arrays of tables that are counted …
constexpr std::size_t kLongestArray = 512;    // … and how long their paths may be

bool is_bare(char c) noexcept { return is_alnum(c) || c == '_' || c == '-'; }
bool is_word(char c) noexcept {
  return is_bare(c) || c == '+' || c == '.' || c == ':' || !is_ascii(c);
}

/// A number, a date or a literal: syntax that can be no part of a URI.
bool is_scalar(std::string_view word) noexcept {
  if (word == "true" || word == "false") return true;
  if (!word.empty() && (word[0] == '+' || word[0] == '-')) word.remove_prefix(1);
  if (word == "inf" || word == "nan") return true;
  return !word.empty() && is_digit(word[0]) &&
         word.find_first_not_of("0123456789abcdefABCDEFxoTZtz+-._:") == std::string_view::npos;
}

/// escape = "b" / "t" / "n" / "f" / "r" / "e" / %x22 / %x5C / "x" 2HEXDIG / "u" 4HEXDIG / "U"
/// 8HEXDIG; mlb-escaped-nl = "\" ws newline *( wschar / newline )
std::size_t decode_toml_escape(std::string_view text, std::size_t i, std::size_t end,
                               Decoder& decoder) {
  constexpr std::string_view kLetters = "btnfre\"\\";
  constexpr std::string_view kBytes = "\b\t\n\f\r\x1b\"\\";
  text = text.substr(0, end);
  const char letter = at(text, i + 1);
  const std::size_t simple = kLetters.find(letter);
  if (i + 1 < end && simple != std::string_view::npos) {
    decoder.atom(i, i + 2, kBytes.substr(simple, 1));
    return i + 2;
  }
  const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
  const std::int64_t point = digits == 0 ? -1 : hex_at(text, i + 2, digits);
  if (point >= 0) {
    decoder.atom(i, i + 2 + digits, static_cast<std::uint32_t>(point));
    return i + 2 + digits;
  }
  std::size_t next = i + 1;
  while (is_blank(at(text, next))) ++next;
  if (is_line_end(at(text, next))) {
    while (next < end && (is_blank(text[next]) || is_line_end(text[next]))) ++next;
    decoder.atom(i, next, std::string_view());
    return next;
  }
  next = std::min(i + 2, end);
  decoder.verbatim(i, next);
  return next;
}

/// A string: what is between its quotes, and where it began and ends.
struct String {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t next = 0;
  bool closed = false;
  bool literal = false;
};

/// A part of a dotted key.
struct Part {
  String name;
  bool quoted = false;
};

class TomlReader {
 public:
  TomlReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : writer_(document, where, sink),
        text_(writer_.text()),
        options_(options),
        path_(options.key) {}

  bool run() {
    while (i_ < text_.size() && writer_.more()) step();
    end_gap(text_.size());
    return writer_.more();
  }

 private:
  void step();
  void line();
  bool table();
  bool key();
  void enter_table(const std::vector<Part>& parts, bool array);
  void enter_array(const std::string& path, bool grows);
  void token();
  void newline();
  void open(char c);
  void close();
  void end_value();
  void word();
  void string();
  void comment();
  void prose_line();
  void other(std::size_t next);
  void end_gap(std::size_t end);
  void behind(std::size_t next) { gap_begin_ = i_ = next; }
  [[nodiscard]] String string_at(std::size_t i);
  [[nodiscard]] String short_string(std::size_t begin, char quote) const;
  [[nodiscard]] std::size_t long_string_end(std::size_t begin, char quote);
  [[nodiscard]] std::size_t behind_blanks(std::size_t i) const;
  [[nodiscard]] std::size_t parts_at(std::size_t i, std::vector<Part>& parts) const;
  [[nodiscard]] bool unclosed() const;
  [[nodiscard]] bool key_may_begin() const;
  [[nodiscard]] std::string name_of_part(const Part& part) const;
  void push_string(const String& string);
  void push_name(const Part& part) {
    if (part.quoted) push_string(part.name);
  }

  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  KeyPath path_;
  std::size_t i_ = 0;
  bool line_begins_ = true;
  std::size_t table_depth_ = 0;        // of the path of the table
  std::size_t depth_ = 0;              // brackets that are open
  std::vector<std::uint32_t> dotted_;  // mappings that dotted keys opened, by depth
  char last_ = '\0';                   // the last punctuation, or `x` behind a value
  std::map<std::string, std::uint64_t, std::less<>> arrays_;  // the last index of each, by path
  std::vector<Part> parts_;
  std::size_t gap_begin_ = 0;
  bool gap_holds_words_ = false;
  std::string gap_key_;
  bool no_more_basic_ = false;  // no `"""` follows
  bool no_more_literal_ = false;
};

void TomlReader::step() {
  if (line_begins_) {
    line_begins_ = false;
    if (depth_ == 0 || unclosed()) return line();
  }
  token();
}

std::size_t TomlReader::behind_blanks(std::size_t i) const {
  while (is_blank(at(text_, i))) ++i;
  return i;
}

/// A line inside of brackets that can only stand outside: they were never closed.
bool TomlReader::unclosed() const {
  if (!path_.in_sequence()) return false;
  std::size_t i = i_;
  const bool header = text_[i] == '[';
  while (at(text_, i) == '[') ++i;
  const std::size_t begin = i;
  const std::size_t limit = std::min(text_.size(), begin + 128);
  while (i < limit && (is_bare(text_[i]) || text_[i] == '.')) ++i;
  const std::string_view word = text_.substr(begin, i - begin);
  if (word.empty() || is_scalar(word) || template_end(text_, i_) != 0) return false;
  return at(text_, header ? i : behind_blanks(i)) == (header ? ']' : '=');
}

/// The beginning of a line outside of brackets.
void TomlReader::line() {
  end_gap(i_);
  while (path_.depth() > table_depth_) path_.close();
  path_.next();
  depth_ = 0;
  dotted_.assign(1, 0);
  last_ = '\0';
  const std::size_t begin = behind_blanks(i_);
  behind(begin);
  const char c = at(text_, begin);
  if (begin >= text_.size() || is_line_end(c) || c == '#') return;
  if (c == '[' ? table() : key()) return;
  prose_line();
}

/// The dotted key at `i`; behind it and the blanks after it, or 0.
std::size_t TomlReader::parts_at(std::size_t i, std::vector<Part>& parts) const {
  parts.clear();
  for (;;) {
    i = behind_blanks(i);
    Part part;
    const char c = at(text_, i);
    if (c == '"' || c == '\'') {
      part.quoted = true;
      part.name = short_string(i + 1, c);
      if (!part.name.closed) return 0;
    } else {
      part.name.begin = i;
      while (is_bare(at(text_, i))) ++i;
      if (i == part.name.begin) return 0;
      part.name.end = part.name.next = i;
      part.name.literal = true;
    }
    parts.push_back(part);
    i = behind_blanks(part.name.next);
    if (at(text_, i) != '.') return i;
    ++i;
  }
}

std::string TomlReader::name_of_part(const Part& part) const {
  return unescaped(writer_, {part.name.begin, part.name.end,
                             part.name.literal ? nullptr : decode_toml_escape, Layer::toml});
}

bool TomlReader::table() {
  const bool array = at(text_, i_ + 1) == '[';
  const std::size_t i = parts_at(i_ + (array ? 2 : 1), parts_);
  if (i == 0 || at(text_, i) != ']' || (array && at(text_, i + 1) != ']')) return false;
  enter_table(parts_, array);
  behind(i + (array ? 2 : 1));
  last_ = 'x';
  return true;
}

void TomlReader::enter_table(const std::vector<Part>& parts, bool array) {
  path_.reset();
  for (std::size_t k = 0; k < parts.size(); ++k) {
    path_.key(name_of_part(parts[k]));
    push_name(parts[k]);
    const std::string_view here = path_.view();
    if (k < kDeepestTable && here.size() <= kLongestArray) {
      enter_array(std::string(here), array && k + 1 == parts.size());
    }
    path_.open_mapping();
  }
  table_depth_ = path_.depth();
}

/// Into the last element of the array of tables at `path`, if it is one; or into a new one.
void TomlReader::enter_array(const std::string& path, bool grows) {
  auto known = arrays_.find(path);
  if (grows && known != arrays_.end()) {
    // The arrays of the element before are done with.
    arrays_.erase(arrays_.lower_bound(path + '['), arrays_.lower_bound(path + '\\'));
    ++known->second;
  } else if (grows && arrays_.size() < kMostArrays) {
    known = arrays_.emplace(path, 0).first;
  }
  if (known != arrays_.end()) path_.open_sequence(known->second);
}

/// A key and its `=`; other things may stand there, too.
bool TomlReader::key() {
  const std::size_t i = parts_at(i_, parts_);
  if (i == 0 || at(text_, i) != '=') return false;
  end_gap(i_);
  const bool counted = depth_ < dotted_.size();
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    path_.key(name_of_part(parts_[k]));
    push_name(parts_[k]);
    if (k + 1 == parts_.size() || !counted) continue;
    path_.open_mapping();
    ++dotted_[depth_];
  }
  behind(i + 1);
  last_ = '=';
  return true;
}

bool TomlReader::key_may_begin() const {
  return depth_ > 0 && !path_.in_sequence() && (last_ == '{' || last_ == ',');
}

void TomlReader::token() {
  if (i_ >= text_.size()) return;
  const char c = text_[i_];
  if (is_line_end(c)) return newline();
  if (is_space(c)) {
    ++i_;
    return;
  }
  if (key_may_begin() && (is_bare(c) || c == '"' || c == '\'') && key()) return;
  const bool within_word = i_ > 0 && is_alnum(text_[i_ - 1]);
  if (c == '"' || (c == '\'' && !within_word)) {
    string();
  } else if (c == '#' && (last_ != 'w' || is_space(text_[i_ - 1]))) {
    comment();
  } else if (c == '[' || c == '{') {
    open(c);
  } else if ((c == ']' || c == '}') && depth_ > 0) {
    close();
  } else if (c == ',' && depth_ > 0) {
    end_value();
    path_.next();
    last_ = c;
    ++i_;
  } else if (is_word(c)) {
    word();
  } else {
    other(i_ + 1);
  }
}

void TomlReader::newline() {
  if (depth_ == 0) end_gap(i_);
  i_ = behind_line_end(text_, i_);
  if (depth_ == 0) gap_begin_ = i_;
  line_begins_ = true;
}

void TomlReader::open(char c) {
  const std::size_t behind_template = template_end(text_, i_);
  if (behind_template != 0) return other(behind_template);
  if (c == '{') {
    path_.open_mapping();
  } else {
    path_.open_sequence();
  }
  ++depth_;
  if (depth_ == dotted_.size() && depth_ < kDeepestTable) dotted_.push_back(0);
  if (depth_ < dotted_.size()) dotted_[depth_] = 0;
  last_ = c;
  ++i_;
}

void TomlReader::close() {
  end_value();
  path_.close();
  --depth_;
  last_ = 'x';
  ++i_;
}

/// Leaves the mappings that a dotted key opened.
void TomlReader::end_value() {
  if (depth_ >= dotted_.size()) return;
  for (; dotted_[depth_] > 0; --dotted_[depth_]) path_.close();
}

void TomlReader::word() {
  const std::size_t begin = i_;
  while (i_ < text_.size() && is_word(text_[i_])) ++i_;
  if (is_scalar(text_.substr(begin, i_ - begin))) {
    last_ = 'x';
  } else {
    other(i_);
  }
}

/// A string that ends with its line at the latest.
String TomlReader::short_string(std::size_t begin, char quote) const {
  String out;
  out.begin = begin;
  out.literal = quote == '\'';
  std::size_t i = begin;
  while (i < text_.size() && text_[i] != quote && !is_line_end(text_[i])) {
    const bool escapes = text_[i] == '\\' && !out.literal;
    const bool may_open = text_[i] == '{' || text_[i] == '<';
    const std::size_t next = may_open ? quoting_template_end(text_, i, quote) : 0;
    const bool pair = escapes && i + 1 < text_.size() && !is_line_end(text_[i + 1]);
    i = next != 0 ? next : pair ? i + 2 : i + 1;
  }
  out.end = i;
  out.closed = at(text_, i) == quote;
  out.next = out.closed ? i + 1 : i;
  return out;
}

/// At the three quotes that end it, or npos.
std::size_t TomlReader::long_string_end(std::size_t begin, char quote) {
  bool& none = quote == '"' ? no_more_basic_ : no_more_literal_;
  if (none) return std::string_view::npos;
  const std::string_view mark = quote == '"' ? "\"\"\"" : "'''";
  const std::string_view stops = quote == '"' ? "\"\\" : "'";
  for (std::size_t i = begin;; ++i) {
    i = text_.find_first_of(stops, i);
    if (i == std::string_view::npos) break;
    if (text_[i] == '\\') {
      ++i;
    } else if (text_.substr(i, 3) == mark) {
      // Two more quotes may belong to the text.
      for (int more = 0; more < 2 && at(text_, i + 3) == quote; ++more) ++i;
      return i;
    }
  }
  none = true;
  return std::string_view::npos;
}

String TomlReader::string_at(std::size_t i) {
  const char quote = text_[i];
  if (at(text_, i + 1) == quote && at(text_, i + 2) == quote) {
    const std::size_t end = long_string_end(i + 3, quote);
    if (end != std::string_view::npos) {
      return {std::min(behind_line_end(text_, i + 3), end), end, end + 3, true, quote == '\''};
    }
  }
  return short_string(i + 1, quote);
}

void TomlReader::string() {
  end_gap(i_);
  const String string = string_at(i_);
  push_string(string);
  last_ = 'x';
  behind(string.next);
}

void TomlReader::push_string(const String& string) {
  Segment segment;
  segment.context = Segment::Context::value;
  segment.key = path_.view();
  segment.identifier = path_.names();
  segment.escaper = string.literal ? &toml_literal_escaper() : &toml_escaper();
  push_escaped(
      writer_,
      {string.begin, string.end, string.literal ? nullptr : decode_toml_escape, Layer::toml},
      segment, options_.decode_all);
}

void TomlReader::comment() {
  end_gap(i_);
  const std::size_t end = line_end(text_, i_);
  Segment segment;
  segment.context = Segment::Context::comment;
  segment.key = path_.view();
  writer_.raw(i_ + 1, end, segment);
  behind(end);
}

void TomlReader::prose_line() {
  const std::size_t end = line_end(text_, i_);
  Segment segment;
  segment.key = path_.view();
  writer_.raw(i_, end, segment);
  behind(end);
}

void TomlReader::other(std::size_t next) {
  if (!gap_holds_words_) gap_key_ = path_.view();
  gap_holds_words_ = true;
  last_ = 'w';
  i_ = next;
}

void TomlReader::end_gap(std::size_t end) {
  if (gap_holds_words_) {
    Segment segment;
    segment.key = gap_key_;
    writer_.raw(gap_begin_, end, segment);
  }
  gap_holds_words_ = false;
}

class TomlEscaper final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    return reading::escape_string(text, '"', "0123456789ABCDEF");
  }
};

class TomlLiteralEscaper final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    const bool fits = std::none_of(text.begin(), text.end(), [](char c) {
      return c == '\'' || c == '\x7f' || static_cast<unsigned char>(c) < 0x20;
    });
    return fits ? std::optional<std::string>(text) : std::nullopt;
  }
};

}  // namespace

const Escaper& toml_escaper() noexcept {
  static const TomlEscaper escaper;
  return escaper;
}
const Escaper& toml_literal_escaper() noexcept {
  static const TomlLiteralEscaper escaper;
  return escaper;
}

bool read_toml(Document& document, TextSpan where, const ReaderOptions& options,
               SegmentSink& sink) {
  return TomlReader(document, where, options, sink).run();
}

}  // namespace urilint
