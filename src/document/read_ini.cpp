// Line by line: a section, a key, a comment, the continuation of a value, or prose. `*.conf` is any
// language: a line is a key only if what stands before the sign can be nothing else.
#include <algorithm>
#include <optional>
#include <string>

#include "document/chars.hpp"
#include "document/escaped_text.hpp"
#include "document/escapers.hpp"
#include "document/key_path.hpp"
#include "document/readers.hpp"

namespace urilint {
namespace {

using namespace reading;

constexpr std::size_t kLongestKey = 256;

bool is_key(char c) noexcept {
  return is_alnum(c) || is_blank(c) || c == '_' || c == '.' || c == '-' || c == '@' || c == '[' ||
         c == ']' || c == '*' || c == '/' || c == ':' || c == '$' || !is_ascii(c);
}

/// In double quotes `\"` and `\\` (git, systemd); a backslash and a line end are nothing.
std::size_t decode_ini_escape(std::string_view text, std::size_t i, std::size_t end,
                              Decoder& decoder) {
  const char next = i + 1 < end ? text[i + 1] : '\0';
  if (next == '"' || next == '\\') {
    decoder.atom(i, i + 2, text.substr(i + 1, 1));
    return i + 2;
  }
  if (is_line_end(next)) {
    const std::size_t behind = std::min(behind_line_end(text, i + 1), end);
    decoder.atom(i, behind, std::string_view());
    return behind;
  }
  decoder.verbatim(i, i + 1);
  return i + 1;
}

/// Without quotes only a continued line is an escape.
std::size_t decode_continuation(std::string_view text, std::size_t i, std::size_t end,
                                Decoder& decoder) {
  const bool continues = i + 1 < end && is_line_end(text[i + 1]);
  if (continues) return decode_ini_escape(text, i, end, decoder);
  decoder.verbatim(i, i + 1);
  return i + 1;
}

class IniReader {
 public:
  IniReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : writer_(document, where, sink),
        text_(writer_.text()),
        options_(options),
        path_(options.key) {}

  bool run() {
    while (i_ < text_.size() && writer_.more()) line();
    return writer_.more();
  }

 private:
  void line();
  bool section(std::size_t begin, std::size_t end);
  bool key(std::size_t begin, std::size_t end);
  void value(std::size_t begin);
  void push_value(std::size_t begin, std::size_t end);
  void push(std::size_t begin, std::size_t end, Segment::Context context);
  void leave(std::size_t end) { i_ = behind_line_end(text_, end); }
  [[nodiscard]] std::size_t behind_blanks(std::size_t i) const;
  [[nodiscard]] std::size_t logical_end(std::size_t begin) const;
  [[nodiscard]] std::size_t key_end(std::size_t begin, std::size_t end) const;
  [[nodiscard]] std::size_t quoted_end(std::size_t begin, std::size_t end) const;

  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  KeyPath path_;
  std::size_t i_ = 0;
  bool has_key_ = false;  // an indented line may continue its value
};

std::size_t IniReader::behind_blanks(std::size_t i) const {
  while (is_blank(at(text_, i))) ++i;
  return i;
}

void IniReader::line() {
  const std::size_t begin = behind_blanks(i_);
  const std::size_t end = line_end(text_, begin);
  const char c = at(text_, begin);
  if (c == '#' || c == ';') {
    push(begin + 1, end, Segment::Context::comment);
    return leave(end);
  }
  if (begin == end) return leave(end);
  if (c == '[' && section(begin, end)) return;
  if (key(begin, end)) return;
  if (begin > i_ && has_key_) return value(begin);
  path_.next();
  has_key_ = false;
  push(begin, end, Segment::Context::prose);
  leave(end);
}

/// `[name]`, git's `[name "sub"]`; what follows on the line is a comment or a key.
bool IniReader::section(std::size_t begin, std::size_t end) {
  std::size_t close = begin + 1;
  bool inside = false;
  for (; close < end && (inside || text_[close] != ']'); ++close) {
    if (text_[close] == '\\' && inside) {
      ++close;
    } else if (text_[close] == '"') {
      inside = !inside;
    }
  }
  if (close >= end || text_[begin + 1] == '"') return false;
  path_.reset();
  has_key_ = false;
  const std::string_view name = text_.substr(begin + 1, close - begin - 1);
  const std::size_t quote = name.find('"');
  std::string_view head = name.substr(0, quote);
  while (!head.empty() && is_blank(head.back())) head.remove_suffix(1);
  path_.key(head);
  path_.open_mapping();
  if (quote != std::string_view::npos) {
    if (may_hold_uri(head)) push(begin + 1, begin + 1 + quote, Segment::Context::prose);
    const EscapedText sub{begin + 2 + quote, std::max(begin + 2 + quote, close - 1),
                          decode_ini_escape, Layer::properties};
    path_.key(unescaped(writer_, sub));
    path_.open_mapping();
    Segment segment;
    segment.context = Segment::Context::value;
    segment.key = path_.view();
    push_escaped(writer_, sub, segment, options_.decode_all);
  } else {
    push(begin + 1, close, Segment::Context::prose);
  }
  path_.next();
  i_ = close + 1;
  if (behind_blanks(i_) == end) leave(end);
  return true;
}

/// At the sign behind the key, or 0: `=`, or a `:` before a blank.
std::size_t IniReader::key_end(std::size_t begin, std::size_t end) const {
  const std::size_t limit = std::min(end, begin + kLongestKey);
  for (std::size_t i = begin; i < limit; ++i) {
    const char c = text_[i];
    if (c == '=') return i == begin || text_[i - 1] == '/' ? 0 : i;
    if (c == ':' && (i + 1 == end || is_blank(text_[i + 1]))) return i == begin ? 0 : i;
    if (!is_key(c) || (c == ':' && text_.substr(i, 3) == "://")) return 0;
  }
  return 0;
}

bool IniReader::key(std::size_t begin, std::size_t end) {
  const std::size_t sign = key_end(begin, end);
  if (sign == 0) return false;
  std::size_t name_end = sign;
  while (name_end > begin && is_blank(text_[name_end - 1])) --name_end;
  path_.next();
  path_.key(text_.substr(begin, name_end - begin));
  has_key_ = true;
  const std::string_view name = text_.substr(begin, name_end - begin);
  // `//host/:_authToken=…`: npm's key and its value are one reference.
  if (name.starts_with("//") && name.find("/:_") != std::string_view::npos && name_end == sign) {
    push(begin, end, Segment::Context::prose);
    leave(end);
    return true;
  }
  if (may_hold_uri(name)) push(begin, name_end, Segment::Context::prose);
  value(behind_blanks(sign + 1));
  return true;
}

/// The end of a line that backslashes continue.
std::size_t IniReader::logical_end(std::size_t begin) const {
  std::size_t end = line_end(text_, begin);
  while (end < text_.size() && end > begin && text_[end - 1] == '\\') {
    const std::size_t next = behind_line_end(text_, end);
    if (next >= text_.size()) break;
    end = line_end(text_, next);
  }
  return end;
}

void IniReader::value(std::size_t begin) {
  const std::size_t end = logical_end(begin);
  std::size_t sign = begin;
  bool inside = false;
  for (; sign < end; ++sign) {
    const char c = text_[sign];
    if (c == '"' && (sign == begin || text_[sign - 1] != '\\')) inside = !inside;
    const bool comment = (c == ';' || c == '#') && sign > begin && is_blank(text_[sign - 1]);
    if (comment && !inside) break;
  }
  std::size_t last = sign;
  while (last > begin && is_blank(text_[last - 1])) --last;
  push_value(begin, last);
  if (sign < end) push(sign + 1, end, Segment::Context::comment);
  leave(end);
}

/// At the quote that ends the value; 0 if it is not one string in quotes.
std::size_t IniReader::quoted_end(std::size_t begin, std::size_t end) const {
  const char quote = at(text_, begin);
  if ((quote != '"' && quote != '\'') || end - begin < 2 || text_[end - 1] != quote) return 0;
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (text_[i] == '\\' && quote == '"') {
      ++i;
    } else if (text_[i] == quote) {
      return i + 1 == end ? i : 0;
    }
  }
  return 0;
}

void IniReader::push_value(std::size_t begin, std::size_t end) {
  if (begin >= end) return;
  const std::size_t quote = quoted_end(begin, end);
  const bool continued = text_.substr(begin, end - begin).find_first_of("\r\n") < end - begin;
  EscapedText string{begin, end, continued ? decode_continuation : nullptr, Layer::properties};
  Segment segment;
  segment.context = Segment::Context::value;
  segment.key = path_.view();
  segment.escaper = &ini_escaper();
  if (quote != 0) {
    string = {begin + 1, quote, text_[begin] == '"' ? decode_ini_escape : nullptr,
              Layer::properties};
  }
  push_escaped(writer_, string, segment, options_.decode_all);
}

void IniReader::push(std::size_t begin, std::size_t end, Segment::Context context) {
  Segment segment;
  segment.context = context;
  segment.key = path_.view();
  writer_.raw(begin, end, segment);
}

/// The flavours agree on nothing but that plain text is plain: to configparser and systemd a
/// percent sign begins a reference.
class IniEscaper final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    const bool fits = text.find_first_of("\"'\\;#%\r\n\t ") == std::string_view::npos;
    return fits ? std::optional<std::string>(text) : std::nullopt;
  }
};

}  // namespace

const Escaper& ini_escaper() noexcept {
  static const IniEscaper escaper;
  return escaper;
}

bool read_ini(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink) {
  return IniReader(document, where, options, sink).run();
}

}  // namespace urilint
