// Line by line: NAME=value. Quotes may hold several lines if what follows the closing one ends the
// value; else the quote is a byte like any other. Lines of another kind are prose.
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

constexpr std::size_t kLongestQuoted = std::size_t{1} << 16;  // a key in PEM is a few KiB

bool is_name(char c) noexcept { return is_alnum(c) || c == '_' || c == '.' || c == '-'; }

/// In double quotes: `\n`, `\r`, `\t`, and what a shell would unescape.
std::size_t decode_env_escape(std::string_view text, std::size_t i, std::size_t end,
                              Decoder& decoder) {
  constexpr std::string_view kLetters = "nrt\"\\$`";
  constexpr std::string_view kBytes = "\n\r\t\"\\$`";
  const std::size_t next = std::min(i + 2, end);
  const std::size_t known = i + 1 < end ? kLetters.find(text[i + 1]) : std::string_view::npos;
  if (known == std::string_view::npos) {
    decoder.verbatim(i, next);
  } else {
    decoder.atom(i, next, kBytes.substr(known, 1));
  }
  return next;
}

class EnvReader {
 public:
  EnvReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
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
  [[nodiscard]] std::size_t behind_blanks(std::size_t i) const;
  [[nodiscard]] std::size_t behind_export(std::size_t i) const;
  void value(std::size_t begin);
  bool quoted(std::size_t open);
  void unquoted(std::size_t begin);
  void comment(std::size_t begin, std::size_t end);
  void push(std::size_t begin, std::size_t end, Segment::Context context);
  [[nodiscard]] std::size_t closing_quote(std::size_t open) const;
  [[nodiscard]] bool ends_value(std::size_t i) const;

  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  KeyPath path_;
  std::size_t i_ = 0;
};

std::size_t EnvReader::behind_blanks(std::size_t i) const {
  while (is_blank(at(text_, i))) ++i;
  return i;
}

std::size_t EnvReader::behind_export(std::size_t i) const {
  constexpr std::string_view kExport = "export";
  const bool exports = text_.substr(i, kExport.size()) == kExport;
  return exports && is_blank(at(text_, i + kExport.size())) ? behind_blanks(i + kExport.size()) : i;
}

void EnvReader::line() {
  path_.reset();
  const std::size_t begin = behind_blanks(i_);
  const std::size_t end = line_end(text_, begin);
  if (at(text_, begin) == '#') {
    comment(begin + 1, end);
  } else {
    const std::size_t name = behind_export(begin);
    std::size_t i = name;
    while (is_name(at(text_, i))) ++i;
    const std::size_t name_end = i;
    i = behind_blanks(i);
    if (name_end > name && at(text_, i) == '=') {
      path_.key(text_.substr(name, name_end - name));
      return value(behind_blanks(i + 1));
    }
    push(begin, end, Segment::Context::prose);
  }
  i_ = behind_line_end(text_, end);
}

void EnvReader::value(std::size_t begin) {
  const char quote = at(text_, begin);
  if ((quote == '"' || quote == '\'') && quoted(begin)) return;
  unquoted(begin);
}

/// True where a value may end: a blank, a line end, or the end.
bool EnvReader::ends_value(std::size_t i) const { return i >= text_.size() || is_space(text_[i]); }

/// At the quote that ends the value, or 0. The search ends at the next quote, so no byte is asked
/// twice.
std::size_t EnvReader::closing_quote(std::size_t open) const {
  const char quote = text_[open];
  const std::size_t line = line_end(text_, open);
  const std::size_t limit = std::min(text_.size(), open + kLongestQuoted);
  for (std::size_t i = open + 1; i < limit; ++i) {
    if (text_[i] == '\\' && quote == '"') {
      ++i;
    } else if (text_[i] == quote) {
      return i < line || ends_value(i + 1) ? i : 0;
    }
  }
  return 0;
}

bool EnvReader::quoted(std::size_t open) {
  const std::size_t close = closing_quote(open);
  if (close == 0) return false;
  Segment segment;
  segment.context = Segment::Context::value;
  segment.key = path_.view();
  const bool escapes = text_[open] == '"';
  segment.escaper = escapes ? &env_escaper() : &env_raw_escaper();
  push_escaped(writer_, {open + 1, close, escapes ? decode_env_escape : nullptr, Layer::shell},
               segment, options_.decode_all);
  const std::size_t rest = behind_blanks(close + 1);
  const std::size_t end = line_end(text_, rest);
  if (at(text_, rest) == '#') {
    comment(rest + 1, end);
  } else {
    push(rest, end, Segment::Context::prose);
  }
  i_ = behind_line_end(text_, end);
  return true;
}

/// To the end of the line, or to a `#` behind a blank.
void EnvReader::unquoted(std::size_t begin) {
  const std::size_t end = line_end(text_, begin);
  std::size_t sign = begin;
  while (sign < end && !(text_[sign] == '#' && is_blank(text_[sign - 1]))) ++sign;
  std::size_t last = sign;
  while (last > begin && is_blank(text_[last - 1])) --last;
  push(begin, last, value_context(text_.substr(begin, last - begin)));
  if (sign < end) comment(sign + 1, end);
  i_ = behind_line_end(text_, end);
}

void EnvReader::comment(std::size_t begin, std::size_t end) {
  push(begin, end, Segment::Context::comment);
}

void EnvReader::push(std::size_t begin, std::size_t end, Segment::Context context) {
  Segment segment;
  segment.context = context;
  segment.key = path_.view();
  if (context == Segment::Context::value) segment.escaper = &env_raw_escaper();
  writer_.raw(begin, end, segment);
}

class EnvEscaper final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    constexpr std::string_view kBytes = "\n\r\t\"\\$`";
    constexpr std::string_view kLetters = "nrt\"\\$`";
    std::string out;
    for (const char c : text) {
      const std::size_t known = kBytes.find(c);
      if (known != std::string_view::npos) out += '\\';
      out += known == std::string_view::npos ? c : kLetters[known];
    }
    return out;
  }
};

/// In single quotes, or in none: nothing can be escaped.
class EnvRawEscaper final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    const bool fits =
        text.find_first_of("'\" \t\r\n\\") == std::string_view::npos && !text.starts_with('#');
    return fits ? std::optional<std::string>(text) : std::nullopt;
  }
};

}  // namespace

const Escaper& env_escaper() noexcept {
  static const EnvEscaper escaper;
  return escaper;
}
const Escaper& env_raw_escaper() noexcept {
  static const EnvRawEscaper escaper;
  return escaper;
}

bool read_env(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink) {
  return EnvReader(document, where, options, sink).run();
}

}  // namespace urilint
