// One pass over tokens. Strings and comments are segments; what stands between them and is more
// than punctuation, numbers and literals is a segment of prose, so that templates and merge markers
// are read as they stand. Only the key path knows of nesting.
#include <algorithm>

#include "document/chars.hpp"
#include "document/escapers.hpp"
#include "document/json_string.hpp"
#include "document/key_path.hpp"
#include "document/readers.hpp"
#include "document/segment_writer.hpp"
#include "document/templates.hpp"

namespace urilint {
namespace {

using namespace reading;

constexpr std::size_t kLongestKey = 512;

bool is_word(char c) noexcept {
  return is_alnum(c) || c == '_' || c == '$' || c == '.' || c == '+' || c == '-' || !is_ascii(c);
}

/// A number or a literal: syntax that can be no part of a URI.
bool is_scalar(std::string_view word) noexcept {
  if (word == "true" || word == "false" || word == "null") return true;
  return word.find_first_not_of("0123456789+-.eE") == std::string_view::npos &&
         word.find_first_of("0123456789") != std::string_view::npos;
}

class JsonReader {
 public:
  JsonReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
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
  /// What the bytes between strings hold that is no syntax.
  enum class Gap : std::uint8_t { syntax, keys, words };

  void step();
  void open(char c);
  void string(char quote);
  void push_string(StringExtent extent, std::size_t begin, const Escaper* escaper);
  void slash();
  void comment(std::size_t begin, std::size_t end, std::size_t next);
  void word();
  void other(std::size_t next);
  void content(Gap what);
  void end_gap(std::size_t end);
  [[nodiscard]] bool single_quote_opens() const;
  [[nodiscard]] bool comment_may_begin() const;
  [[nodiscard]] bool colon_follows(std::size_t i) const;
  [[nodiscard]] std::string decoded_key(StringExtent extent, std::size_t begin) const;
  [[nodiscard]] std::size_t comment_end(std::size_t begin);

  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  KeyPath path_;
  std::size_t i_ = 0;
  char last_ = '\0';  // the last punctuation, or `x` behind a value
  std::size_t gap_begin_ = 0;
  Gap gap_ = Gap::syntax;
  std::string gap_key_;
  bool in_words_ = false;          // in something that is no JSON, since the last blank
  bool no_more_comments_ = false;  // no `*/` follows
};

void JsonReader::step() {
  const char c = text_[i_];
  if (is_space(c)) {
    in_words_ = false;
    ++i_;
  } else if (c == '"' || (c == '\'' && single_quote_opens())) {
    string(c);
  } else if (c == '/') {
    slash();
  } else if (c == '{' || c == '[') {
    open(c);
  } else if (c == '}' || c == ']') {
    path_.close();
    last_ = 'x';
    ++i_;
  } else if (c == ',') {
    path_.next();
    last_ = c;
    ++i_;
  } else if (c == ':') {
    last_ = c;
    ++i_;
  } else if (is_word(c)) {
    word();
  } else {
    other(i_ + 1);
  }
}

void JsonReader::open(char c) {
  const std::size_t behind = template_end(text_, i_);
  if (behind != 0) return other(behind);
  if (c == '{') {
    path_.open_mapping();
  } else {
    path_.open_sequence();
  }
  last_ = c;
  ++i_;
}

/// JSON5: only where a key or a value may begin, and closed on its line; else an apostrophe.
bool JsonReader::single_quote_opens() const {
  if (last_ != '\0' && last_ != ':' && last_ != ',' && last_ != '[' && last_ != '{') return false;
  return json_string_extent(text_, i_ + 1, '\'').closed;
}

bool JsonReader::colon_follows(std::size_t i) const {
  while (i < text_.size() && is_space(text_[i])) ++i;
  return at(text_, i) == ':';
}

void JsonReader::string(char quote) {
  end_gap(i_ + 1);  // with the quote, which the finder knows as a delimiter
  const std::size_t begin = i_ + 1;
  const StringExtent extent = json_string_extent(text_, begin, quote);
  const bool is_key = extent.closed && last_ != ':' && colon_follows(extent.next);
  if (is_key) path_.key(decoded_key(extent, begin));
  const Escaper& escaper = quote == '"' ? json_escaper() : json5_escaper();
  push_string(extent, begin, is_key ? nullptr : &escaper);
  last_ = 'x';
  in_words_ = false;
  i_ = extent.next;
  gap_begin_ = extent.end - 1;  // the finder looks at what stands before a quote
}

std::string JsonReader::decoded_key(StringExtent extent, std::size_t begin) const {
  const std::string_view raw = text_.substr(begin, extent.end - begin);
  if (!extent.escapes || raw.size() > kLongestKey) return std::string(raw.substr(0, kLongestKey));
  Decoder decoder = writer_.decoder();
  for (std::size_t i = begin; i < extent.end;) {
    if (text_[i] == '\\') {
      i = decode_json_escape(text_, i, extent.end, decoder);
    } else {
      decoder.verbatim(i, i + 1);
      ++i;
    }
  }
  return std::string(decoder.bytes());
}

void JsonReader::push_string(StringExtent extent, std::size_t begin, const Escaper* escaper) {
  Segment segment;
  segment.key = path_.view();
  segment.identifier = path_.names();
  segment.escaper = escaper;
  const std::string_view raw = text_.substr(begin, extent.end - begin);
  if (!extent.escapes || !(options_.decode_all || may_hold_uri(raw))) {
    segment.context = value_context(raw);
    writer_.raw(begin, extent.end, segment);
    return;
  }
  Decoder decoder = writer_.decoder();
  const auto push = [&] {
    segment.context = value_context(decoder.bytes());
    writer_.decoded(decoder, Layer::json, segment);
  };
  for (std::size_t i = begin; i < extent.end;) {
    if (text_[i] == '\\') {
      i = decode_json_escape(text_, i, extent.end, decoder);
    } else {
      const std::size_t next = std::min(text_.find('\\', i), extent.end);
      decoder.verbatim(i, next);
      i = next;
    }
    if (SegmentWriter::is_cut(decoder)) push();
  }
  push();
}

/// A comment, or a slash of something unquoted (`https://…`).
void JsonReader::slash() {
  const char next = at(text_, i_ + 1);
  if (next == '*') {
    const std::size_t end = comment_end(i_ + 2);
    if (end != 0) return comment(i_ + 2, end, end + 2);
  } else if (next == '/') {
    const std::size_t end = line_end(text_, i_);
    if (comment_may_begin()) return comment(i_ + 2, end, end);
    return other(i_ + 2);
  }
  other(i_ + 1);
}

/// Not within what is no JSON (`https://`, `x://{//`), as far as it goes on without a blank.
bool JsonReader::comment_may_begin() const {
  if (in_words_) return false;
  if (i_ == 0 || text_[i_ - 1] != ':') return true;
  return i_ > 1 && (text_[i_ - 2] == '"' || is_space(text_[i_ - 2]));
}

std::size_t JsonReader::comment_end(std::size_t begin) {
  if (no_more_comments_) return 0;
  const std::size_t end = text_.find("*/", begin);
  no_more_comments_ = end == std::string_view::npos;
  return no_more_comments_ ? 0 : end;
}

void JsonReader::comment(std::size_t begin, std::size_t end, std::size_t next) {
  end_gap(i_);
  Segment segment;
  segment.context = Segment::Context::comment;
  segment.key = path_.view();
  writer_.raw(begin, end, segment);
  in_words_ = false;
  gap_begin_ = i_ = next;
}

/// A number, a literal, a key without quotes, or something else.
void JsonReader::word() {
  const std::size_t begin = i_;
  while (i_ < text_.size() && is_word(text_[i_])) ++i_;
  const std::string_view name = text_.substr(begin, i_ - begin);
  const bool key_place =
      (last_ == '{' || last_ == ',' || last_ == '\0') && text_.substr(i_, 3) != "://";
  if (key_place && colon_follows(i_)) {
    path_.key(name);
    content(Gap::keys);
    last_ = 'x';
  } else if (is_scalar(name)) {
    last_ = 'x';
  } else {
    other(i_);
  }
}

void JsonReader::other(std::size_t next) {
  content(Gap::words);
  in_words_ = true;
  last_ = 'x';
  i_ = next;
}

/// Something in the gap is to be read; its key is that of the first value in it.
void JsonReader::content(Gap what) {
  if (gap_ == Gap::words) return;
  gap_ = what;
  gap_key_ = path_.view();
}

void JsonReader::end_gap(std::size_t end) {
  if (gap_ != Gap::syntax) {
    Segment segment;
    segment.key = gap_key_;
    writer_.raw(gap_begin_, end, segment);
  }
  gap_ = Gap::syntax;
}

}  // namespace

bool read_json(Document& document, TextSpan where, const ReaderOptions& options,
               SegmentSink& sink) {
  return JsonReader(document, where, options, sink).run();
}

}  // namespace urilint
