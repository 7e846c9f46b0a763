// One pass over tokens: comments, strings and `url(…)` are segments, and so is all between them,
// as it stands. What is not closed ends with its line, or is read as prose.
#include <algorithm>

#include "document/chars.hpp"
#include "document/escapers.hpp"
#include "document/readers.hpp"
#include "document/segment_writer.hpp"
#include "document/templates.hpp"

namespace urilint {
namespace {

using namespace reading;

bool ends_url(char c) noexcept {
  return c == ')' || c == '(' || c == '"' || c == '\'' || is_space(c);
}

bool is_name(char c) noexcept { return is_alnum(c) || c == '-' || c == '_' || !is_ascii(c); }

class CssReader {
 public:
  CssReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : writer_(document, where, sink), text_(writer_.text()), options_(options) {}

  bool run() {
    constexpr std::string_view kSigns = "/\"'uU@";
    while (writer_.more()) {
      i_ = text_.find_first_of(kSigns, i_);
      if (i_ == std::string_view::npos) break;
      step();
    }
    end_gap(text_.size());
    return writer_.more();
  }

 private:
  /// A URL is read exactly, whatever it looks like.
  enum class Content : std::uint8_t { words, url };

  void step();
  void comment();
  void string(Content content);
  void url(std::size_t open);
  void at_rule();
  void push(std::size_t begin, std::size_t end, Content content, Segment segment);
  std::size_t escape(std::size_t i, std::size_t end, Decoder& out) const;
  void end_gap(std::size_t end);
  [[nodiscard]] std::size_t escape_end(std::size_t i, std::size_t end) const;
  [[nodiscard]] Segment segment(Segment::Context context) const;
  [[nodiscard]] std::size_t url_open(std::size_t i) const;
  [[nodiscard]] std::size_t string_end(std::size_t i, char quote) const;

  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  std::size_t i_ = 0;
  std::size_t gap_begin_ = 0;
  std::size_t import_ = 0;         // behind `@import`, until something else follows
  bool no_more_comments_ = false;  // no `*/` follows
};

Segment CssReader::segment(Segment::Context context) const {
  Segment out;
  out.context = context;
  out.key = options_.key;
  return out;
}

void CssReader::end_gap(std::size_t end) {
  const std::string_view gap = text_.substr(gap_begin_, end - gap_begin_);
  if (std::any_of(gap.begin(), gap.end(), [](char c) { return !is_space(c); })) {
    writer_.raw(gap_begin_, end, segment(Segment::Context::prose));
  }
}

void CssReader::step() {
  const char c = text_[i_];
  const std::size_t open = c == 'u' || c == 'U' ? url_open(i_) : 0;
  if (c == '/' && at(text_, i_ + 1) == '*') {
    comment();
  } else if (c == '"' || c == '\'') {
    string(Content::words);
  } else if (c == '@') {
    at_rule();
  } else if (open != 0) {
    url(open);
  } else {
    ++i_;
  }
}

void CssReader::comment() {
  const std::size_t begin = i_ + 2;
  const std::size_t end = no_more_comments_ ? std::string_view::npos : text_.find("*/", begin);
  if (end == std::string_view::npos) {
    no_more_comments_ = true;
    i_ = begin;
    return;
  }
  end_gap(i_);
  writer_.raw(begin, end, segment(Segment::Context::comment));
  gap_begin_ = i_ = end + 2;
}

void CssReader::at_rule() {
  const std::size_t begin = ++i_;
  while (i_ < text_.size() && is_name(text_[i_])) ++i_;
  if (text_.substr(begin, i_ - begin) == "import") {
    while (i_ < text_.size() && is_space(text_[i_])) ++i_;
    import_ = i_;
  }
}

/// Behind `url(` and blanks, or 0.
std::size_t CssReader::url_open(std::size_t i) const {
  const std::string_view word = text_.substr(i, 4);
  if (word.size() < 4 || (word[1] | 0x20) != 'r' || (word[2] | 0x20) != 'l' || word[3] != '(' ||
      (i > 0 && is_name(text_[i - 1]))) {
    return 0;
  }
  i += 4;
  while (i < text_.size() && is_space(text_[i])) ++i;
  return i;
}

void CssReader::url(std::size_t open) {
  if (at(text_, open) == '"' || at(text_, open) == '\'') {
    if (import_ == i_) import_ = open;
    i_ = open;
    return string(Content::url);
  }
  std::size_t end = open;
  while (end < text_.size() && !ends_url(text_[end])) {
    const std::size_t behind = template_end(text_, end);
    end = behind != 0 ? behind : text_[end] == '\\' ? escape_end(end, text_.size()) : end + 1;
  }
  end = std::min(end, text_.size());
  const bool imported = import_ != 0 && import_ == i_;
  i_ = end;
  while (i_ < text_.size() && is_space(text_[i_])) ++i_;
  if (i_ < text_.size() && text_[i_] != ')') return;  // no URL to browsers: as it stands
  Segment prototype = segment(Segment::Context::value);
  if (imported) prototype.element = "@import";
  end_gap(open);
  push(open, end, Content::url, prototype);
  gap_begin_ = i_;
}

void CssReader::string(Content content) {
  Segment prototype = segment(Segment::Context::value);
  if (import_ != 0 && import_ == i_) {
    prototype.element = "@import";
    content = Content::url;
  }
  const char quote = text_[i_];
  const std::size_t begin = i_ + 1;
  const std::size_t end = string_end(begin, quote);
  end_gap(i_);
  push(begin, end, content, prototype);
  gap_begin_ = i_ = at(text_, end) == quote ? end + 1 : end;
}

/// At the quote that closes, or where the line ends.
std::size_t CssReader::string_end(std::size_t i, char quote) const {
  while (i < text_.size() && text_[i] != quote && !is_line_end(text_[i])) {
    const std::size_t behind = quoting_template_end(text_, i, quote);
    if (behind != 0) {
      i = behind;
    } else if (text_[i] == '\\') {
      i = std::max(behind_line_end(text_, i + 1), i + 2);
    } else {
      ++i;
    }
  }
  return std::min(i, text_.size());
}

void CssReader::push(std::size_t begin, std::size_t end, Content content, Segment prototype) {
  const auto context_of = [content](std::string_view value) {
    return content == Content::url ? Segment::Context::value : value_context(value);
  };
  const std::string_view raw = text_.substr(begin, end - begin);
  prototype.escaper = &css_escaper();
  prototype.url = content == Content::url;
  if (raw.find('\\') == std::string_view::npos) {
    prototype.context = context_of(raw);
    writer_.raw(begin, end, prototype);
    return;
  }
  Decoder decoder = writer_.decoder();
  for (std::size_t i = begin; i < end;) {
    if (text_[i] == '\\') {
      i = escape(i, end, decoder);
    } else {
      const std::size_t next = std::min(text_.find('\\', i), end);
      decoder.verbatim(i, next);
      i = next;
    }
    if (SegmentWriter::is_cut(decoder)) writer_.decoded(decoder, Layer::css, prototype);
  }
  prototype.context = context_of(decoder.bytes());
  writer_.decoded(decoder, Layer::css, prototype);
}

/// CSS Syntax 3, 4.3.7: up to six digits and a blank, a line ending, or any other byte.
std::size_t CssReader::escape_end(std::size_t i, std::size_t end) const {
  ++i;
  if (i >= end) return end;
  if (!is_hex(text_[i])) return std::min(std::max(behind_line_end(text_, i), i + 1), end);
  const std::size_t most = std::min(end, i + 6);
  while (i < most && is_hex(text_[i])) ++i;
  if (i < end && (is_blank(text_[i]) || text_[i] == '\f')) return i + 1;
  return std::min(behind_line_end(text_, i), end);
}

/// Behind the escape; that of a line ending stands for nothing.
std::size_t CssReader::escape(std::size_t i, std::size_t end, Decoder& out) const {
  const std::size_t next = escape_end(i, end);
  const char c = at(text_, i + 1);
  if (i + 1 >= end) {
    out.verbatim(i, end);
  } else if (!is_ascii(c)) {
    out.verbatim(i + 1, next);  // the other bytes of the character follow
  } else if (is_hex(c)) {
    std::uint32_t point = 0;
    for (std::size_t k = i + 1; k < next && is_hex(text_[k]); ++k) {
      point = point << 4 | hex_value(text_[k]);
    }
    out.atom(i, next, point == 0 ? 0xfffdU : point);
  } else if (!is_line_end(c)) {
    out.atom(i, next, text_.substr(i + 1, 1));
  }
  return next;
}

/// In a string of either quote, or in `url(…)`.
class CssEscaper final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte == 0) return std::nullopt;
      if (byte < 0x20 || byte == 0x7f) {
        out += '\\';
        if (byte >= 0x10) out += kDigits[byte >> 4U];
        out += kDigits[byte & 0xfU];
        out += ' ';
        continue;
      }
      if (std::string_view("\\\"'() ").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
    return out;
  }
};

}  // namespace

bool read_css(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink) {
  return CssReader(document, where, options, sink).run();
}

const Escaper& css_escaper() noexcept {
  static const CssEscaper kEscaper;
  return kEscaper;
}

}  // namespace urilint
