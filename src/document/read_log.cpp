// Lines are prose. JSON from a brace to the end of its line is read as JSON; from lines with an
// escape the sequences of a terminal (ECMA-48: CSI, OSC and the short ones) are left out. Values of
// a query that are encoded URLs are decoded, unless a URL around them will tell.
#include <algorithm>

#include "document/chars.hpp"
#include "document/readers.hpp"
#include "document/segment_writer.hpp"
#include "document/without_comments.hpp"

namespace urilint {
namespace {

using namespace reading;

constexpr char kEscape = '\x1b';
constexpr std::size_t kMostRuns = std::size_t{1} << 18;
constexpr std::size_t kLongestScheme = 24;
constexpr std::size_t kMostWord = 2048;  // in which a URL must show itself
constexpr ByteSet kWordEnds(" \t\"'<>`(");
constexpr ByteSet kValueEnds(" \t\"<>`&#\r\n");

/// `%3A%2F%2F` at `i`.
bool is_encoded_slashes(std::string_view text, std::size_t i) noexcept {
  constexpr std::string_view kSlashes = "%3a%2f%2f";
  if (text.size() - i < kSlashes.size()) return false;
  return std::equal(kSlashes.begin(), kSlashes.end(), text.begin() + static_cast<std::ptrdiff_t>(i),
                    [](char wanted, char c) { return wanted == (is_alpha(c) ? c | 0x20 : c); });
}

/// Where the scheme that ends at `end` begins if a value begins with it, else `end`.
std::size_t value_scheme(std::string_view text, std::size_t end) noexcept {
  std::size_t i = end;
  while (i > 0 && end - i < kLongestScheme && is_scheme_char(text[i - 1])) --i;
  return i > 0 && text[i - 1] == '=' && end - i > 1 && is_alpha(text[i]) ? i : end;
}

/// True if a URL begins with `word`, so that what follows is judged inside it.
bool begins_url(std::string_view word) noexcept {
  if (word.find("://") != std::string_view::npos) return true;
  std::size_t i = 0;
  while (is_alpha(at(word, i)) || at(word, i) == '+' || at(word, i) == '-') ++i;
  return i > 1 && at(word, i) == ':' && !is_digit(at(word, i + 1));
}

class LogReader {
 public:
  LogReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : document_(document),
        sink_(sink),
        writer_(document, where, sink),
        text_(writer_.text()),
        options_(options) {}

  bool run() {
    while (i_ < text_.size() && more_ && writer_.more()) line();
    plain(text_.size());
    return more_ && writer_.more();
  }

 private:
  void line();
  void json(std::size_t begin, std::size_t end);
  void encoded_values(std::size_t begin, std::size_t end);
  void encoded(std::size_t begin, std::size_t end);
  void coloured(std::size_t begin, std::size_t end);
  std::size_t sequence(std::size_t i, std::size_t end, Decoder& decoder) const;
  void plain(std::size_t end);

  Document& document_;
  SegmentSink& sink_;
  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  std::size_t i_ = 0;
  std::size_t plain_begin_ = 0;  // lines that nothing was done about yet
  bool more_ = true;
};

void LogReader::line() {
  const std::size_t begin = i_;
  const std::size_t end = line_end(text_, begin);
  const std::string_view line = text_.substr(begin, end - begin);
  i_ = behind_line_end(text_, end);
  if (line.find(kEscape) != std::string_view::npos) return coloured(begin, end);
  if (!line.empty() && line.back() == '}') {
    const std::size_t brace = line.find("{\"");
    if (brace != std::string_view::npos) return json(begin + brace, end);
  }
  encoded_values(begin, end);
}

void LogReader::encoded_values(std::size_t begin, std::size_t end) {
  const std::string_view text = text_.substr(0, end);
  std::size_t word = begin;  // where the word begins that holds `i`, as far as it was looked at
  for (std::size_t i = text.find("%3", begin), seen = begin; i < end; i = text.find("%3", i + 2)) {
    if (!is_encoded_slashes(text, i)) continue;
    const std::size_t scheme = value_scheme(text, i);
    for (; seen < i; ++seen) {
      if (kWordEnds.has(text[seen])) word = seen + 1;
    }
    if (scheme == i || scheme < plain_begin_) continue;
    const std::size_t last = kValueEnds.find(text, i);
    if (begins_url(text.substr(word, std::min<std::size_t>(scheme - word, kMostWord)))) {
      i = last;  // also those behind it in the same word
      continue;
    }
    encoded(scheme, last);
    i = last;
  }
}

void LogReader::encoded(std::size_t begin, std::size_t end) {
  plain(begin);
  Segment segment;
  segment.key = options_.key;
  Decoder decoder = writer_.decoder();
  const auto push = [&] {
    segment.context = value_context(decoder.bytes());
    writer_.decoded(decoder, Layer::percent, segment);
  };
  for (std::size_t i = begin; i < end;) {
    const std::int64_t byte = text_[i] == '%' ? hex_at(text_.substr(0, end), i + 1, 2) : -1;
    if (byte >= 0) {
      const char decoded = static_cast<char>(byte);
      decoder.atom(i, i + 3, std::string_view(&decoded, 1));
      i += 3;
    } else {
      const std::size_t next = std::min(text_.substr(0, end).find('%', i + 1), end);
      decoder.verbatim(i, next);
      i = next;
    }
    if (SegmentWriter::is_cut(decoder)) push();
  }
  push();
  plain_begin_ = end;
}

void LogReader::plain(std::size_t end) {
  Segment segment;
  segment.key = options_.key;
  writer_.raw(plain_begin_, end, segment);
}

void LogReader::json(std::size_t begin, std::size_t end) {
  plain(begin);
  if (!writer_.more()) return;
  ReaderOptions options = options_;
  ++options.depth;
  WithoutComments sink(sink_);
  more_ = read_json(document_, writer_.span(begin, end), options, sink);
  plain_begin_ = end;
}

void LogReader::coloured(std::size_t begin, std::size_t end) {
  plain(begin);
  Segment segment;
  segment.key = options_.key;
  Decoder decoder = writer_.decoder();
  for (std::size_t i = begin; i < end;) {
    if (text_[i] == kEscape) {
      i = sequence(i, end, decoder);
    } else {
      const std::size_t next = std::min(text_.substr(0, end).find(kEscape, i), end);
      decoder.verbatim(i, next);
      i = next;
    }
    const bool blank = !decoder.bytes().empty() && is_space(decoder.bytes().back());
    if (decoder.runs() > kMostRuns && (blank || decoder.runs() > 8 * kMostRuns)) {
      writer_.decoded(decoder, Layer::derived, segment);
    }
  }
  writer_.decoded(decoder, Layer::derived, segment);
  plain_begin_ = end;
}

/// Behind the sequence at `i`. The text of OSC is kept between blanks: a link's target is in it.
std::size_t LogReader::sequence(std::size_t i, std::size_t end, Decoder& decoder) const {
  const char kind = i + 1 < end ? text_[i + 1] : '\0';
  std::size_t next = i + 2;
  if (kind == '[') {
    while (next < end && text_[next] >= 0x20 && text_[next] < 0x40) ++next;
    const bool final_byte = next < end && text_[next] >= 0x40 && text_[next] < 0x7f;
    return final_byte ? next + 1 : next;
  }
  if (kind == ']') {
    while (next < end && (is_digit(text_[next]) || text_[next] == ';')) ++next;
    decoder.atom(i, next, " ");
    return next;
  }
  if (kind == '\\') {  // ends OSC
    decoder.atom(i, next, " ");
    return next;
  }
  const bool two = kind == '(' || kind == ')' || kind == '#';
  const bool short_one = (kind >= '0' && kind <= '9') || kind == '=' || kind == '>' || two;
  return std::min(end, short_one ? i + (two ? 3U : 2U) : i + 1);
}

}  // namespace

bool read_log(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink) {
  return LogReader(document, where, options, sink).run();
}

}  // namespace urilint
