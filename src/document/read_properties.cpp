// java.util.Properties, section "load": a logical line is a comment, or a key, a separator and a
// value; a backslash before a line end continues it, and blanks that follow are nothing.
#include <algorithm>
#include <optional>
#include <string>

#include "document/chars.hpp"
#include "document/escaped_text.hpp"
#include "document/escapers.hpp"
#include "document/json_string.hpp"
#include "document/key_path.hpp"
#include "document/readers.hpp"

namespace urilint {
namespace {

using namespace reading;

std::size_t decode_properties_escape(std::string_view text, std::size_t i, std::size_t end,
                                     Decoder& decoder) {
  constexpr std::string_view kLetters = "tnrf";
  constexpr std::string_view kBytes = "\t\n\r\f";
  text = text.substr(0, end);
  if (i + 1 >= end) {
    decoder.atom(i, end, std::string_view());
    return end;
  }
  const char letter = text[i + 1];
  if (is_line_end(letter)) {
    std::size_t next = behind_line_end(text, i + 1);
    while (next < end && (is_blank(text[next]) || text[next] == '\f')) ++next;
    decoder.atom(i, next, std::string_view());
    return next;
  }
  if (letter == 'u' && hex_at(text, i + 2, 4) >= 0)
    return decode_json_escape(text, i, end, decoder);
  const std::size_t known = kLetters.find(letter);
  decoder.atom(i, i + 2,
               known == std::string_view::npos ? text.substr(i + 1, 1) : kBytes.substr(known, 1));
  return i + 2;
}

class PropertiesReader {
 public:
  PropertiesReader(Document& document, TextSpan where, const ReaderOptions& options,
                   SegmentSink& sink)
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
  void pair(std::size_t begin, std::size_t end);
  void push_string(std::size_t begin, std::size_t end, const Escaper* escaper);
  void push(std::size_t begin, std::size_t end, Segment::Context context);
  [[nodiscard]] static bool is_white(char c) noexcept { return is_blank(c) || c == '\f'; }
  [[nodiscard]] std::size_t logical_end(std::size_t begin) const;
  [[nodiscard]] std::size_t behind_white(std::size_t i, std::size_t end) const;

  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  KeyPath path_;
  std::size_t i_ = 0;
};

/// Blanks, and continued lines between them.
std::size_t PropertiesReader::behind_white(std::size_t i, std::size_t end) const {
  while (i < end) {
    if (is_white(text_[i])) {
      ++i;
    } else if (text_[i] == '\\' && is_line_end(at(text_, i + 1))) {
      i = std::min(behind_line_end(text_, i + 1), end);
    } else {
      break;
    }
  }
  return i;
}

/// The end of the line whose last backslash, if their number is odd, continues it.
std::size_t PropertiesReader::logical_end(std::size_t begin) const {
  std::size_t end = line_end(text_, begin);
  for (;;) {
    std::size_t first = end;
    while (first > begin && text_[first - 1] == '\\') --first;
    const std::size_t next = behind_line_end(text_, end);
    if ((end - first) % 2 == 0 || next == end) return end;
    begin = next;
    end = line_end(text_, next);
  }
}

void PropertiesReader::line() {
  path_.reset();
  const std::size_t begin = behind_white(i_, text_.size());
  const char c = at(text_, begin);
  std::size_t end = line_end(text_, begin);
  if (c == '#' || c == '!') {
    push(begin + 1, end, Segment::Context::comment);
  } else {
    end = logical_end(begin);
    pair(begin, end);
  }
  i_ = behind_line_end(text_, end);
  if (i_ == end) i_ = text_.size();
}

void PropertiesReader::pair(std::size_t begin, std::size_t end) {
  std::size_t i = begin;
  while (i < end && text_[i] != '=' && text_[i] != ':' && !is_white(text_[i])) {
    i += text_[i] == '\\' ? 2U : 1U;
  }
  const std::size_t name_end = std::min(i, end);
  // A URI that nobody escaped: `https://…` is no key with a value.
  if (name_end == begin || text_.substr(name_end, 3) == "://") {
    return push(begin, end, Segment::Context::prose);
  }
  path_.key(unescaped(writer_, {begin, name_end, decode_properties_escape, Layer::properties}));
  push_string(begin, name_end, nullptr);
  i = behind_white(name_end, end);
  if (i < end && (text_[i] == '=' || text_[i] == ':')) i = behind_white(i + 1, end);
  push_string(i, end, &properties_escaper());
}

void PropertiesReader::push_string(std::size_t begin, std::size_t end, const Escaper* escaper) {
  if (begin >= end) return;
  Segment segment;
  segment.context = Segment::Context::value;
  segment.key = path_.view();
  segment.escaper = escaper;
  push_escaped(writer_, {begin, end, decode_properties_escape, Layer::properties}, segment,
               options_.decode_all);
}

void PropertiesReader::push(std::size_t begin, std::size_t end, Segment::Context context) {
  Segment segment;
  segment.context = context;
  segment.key = path_.view();
  writer_.raw(begin, end, segment);
}

class PropertiesEscaper final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= 0x80) return std::nullopt;  // the charset of the file decides
      if (byte < 0x20 || byte == 0x7f) {
        out += "\\u00";
        out += kDigits[byte >> 4U];
        out += kDigits[byte & 0xfU];
        continue;
      }
      const bool blank_first = c == ' ' && out.empty();
      if (c == '\\' || blank_first) out += '\\';
      out += c;
    }
    return out;
  }
};

}  // namespace

const Escaper& properties_escaper() noexcept {
  static const PropertiesEscaper escaper;
  return escaper;
}

bool read_properties(Document& document, TextSpan where, const ReaderOptions& options,
                     SegmentSink& sink) {
  return PropertiesReader(document, where, options, sink).run();
}

}  // namespace urilint
