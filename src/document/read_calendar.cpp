// Content lines (RFC 5545 section 3.1, RFC 6350): folded lines are joined and the escapes of TEXT
// undone in one pass, parameters and value apart. A value of HTML is read as such.
#include <algorithm>

#include "document/chars.hpp"
#include "document/key_path.hpp"
#include "document/readers.hpp"
#include "document/segment_writer.hpp"
#include "document/transfer.hpp"

namespace urilint {
namespace {

using namespace reading;

class CalendarReader {
 public:
  CalendarReader(Document& document, TextSpan where, const ReaderOptions& options,
                 SegmentSink& sink)
      : document_(document),
        where_(where),
        options_(options),
        sink_(sink),
        writer_(document, where, sink),
        text_(writer_.text()),
        path_(options.key) {}

  bool run() {
    for (std::size_t i = 0; i < text_.size() && more();) i = line(i);
    return more();
  }

 private:
  [[nodiscard]] bool more() const noexcept { return more_ && writer_.more(); }
  /// Where the line goes on behind a fold at `i`, or `i`.
  [[nodiscard]] std::size_t behind_fold(std::size_t i) const noexcept {
    const std::size_t next = behind_line_end(text_, i);
    return next > i && is_blank(at(text_, next)) ? next + 1 : i;
  }

  std::size_t line(std::size_t begin);
  std::size_t colon_of(std::size_t begin, std::size_t end) const;
  void parameters(std::size_t begin, std::size_t end, Segment segment);
  void value(std::size_t begin, std::size_t end, bool html, Segment segment);
  void html(Decoder& decoder, const Segment& segment);

  Document& document_;
  TextSpan where_;
  const ReaderOptions& options_;
  SegmentSink& sink_;
  SegmentWriter writer_;
  std::string_view text_;
  KeyPath path_;
  bool more_ = true;
};

/// Reads the folded line at `begin`; behind it.
std::size_t CalendarReader::line(std::size_t begin) {
  std::size_t end = line_end(text_, begin);
  while (end < text_.size() && behind_fold(end) != end) end = line_end(text_, behind_fold(end));
  const std::size_t next = behind_line_end(text_, end);
  const std::size_t colon = colon_of(begin, end);
  std::size_t name = begin;
  while (name < colon && (is_alnum(text_[name]) || text_[name] == '-')) ++name;
  Segment segment;
  if (colon == end || name == begin || text_.substr(colon, 3) == "://") {
    segment.key = options_.key;
    value(begin, end, false, segment);
    return next;
  }
  path_.key(text_.substr(begin, name - begin));
  segment.key = path_.view();
  const std::string_view before = text_.substr(name, colon - name);
  parameters(name, colon, segment);
  if (more()) value(colon + 1, end, before.find("text/html") != before.npos, segment);
  return next;
}

/// The colon before the value: the first that is not between quotation marks.
std::size_t CalendarReader::colon_of(std::size_t begin, std::size_t end) const {
  bool quoted = false;
  for (std::size_t i = begin; i < end; ++i) {
    if (text_[i] == '"') quoted = !quoted;
    if (text_[i] == ':' && !quoted) return i;
  }
  return end;
}

/// `;ALTREP="https://…";CN=…`
void CalendarReader::parameters(std::size_t begin, std::size_t end, Segment segment) {
  if (text_.substr(begin, end - begin).find(':') == std::string_view::npos) return;
  Decoder decoder = writer_.decoder();
  for (std::size_t i = begin; i < end;) {
    const std::size_t next = std::min(line_end(text_, i), end);
    decoder.verbatim(i, next);
    i = next == end ? end : behind_fold(next);
  }
  writer_.decoded(decoder, Layer::transfer, segment);
}

void CalendarReader::value(std::size_t begin, std::size_t end, bool is_html, Segment segment) {
  constexpr ByteSet kSigns("\\\r\n");
  if (kSigns.find(text_, begin) >= end && !is_html) return writer_.raw(begin, end, segment);
  // HTML must stand in one piece.
  Decoder decoder = is_html ? Decoder(text_, where_.begin, kMostWholeRuns) : writer_.decoder();
  for (std::size_t i = begin; i < end && more();) {
    const std::size_t sign = std::min(kSigns.find(text_, i), end);
    decoder.verbatim(i, sign);
    i = sign;
    if (sign == end) break;
    const char next = sign + 1 < end ? text_[sign + 1] : '\0';
    if (text_[sign] != '\\') {
      i = behind_fold(sign);
    } else if (next == 'n' || next == 'N') {
      decoder.atom(sign, sign + 2, "\n");
      i = sign + 2;
    } else if (next == ',' || next == ';' || next == '\\') {
      decoder.atom(sign, sign + 2, std::string_view(&next, 1));
      i = sign + 2;
    } else {
      decoder.verbatim(sign, sign + 1);
      i = sign + 1;
    }
    if (!is_html && SegmentWriter::is_cut(decoder)) {
      writer_.decoded(decoder, Layer::transfer, segment);
    }
  }
  if (is_html) return html(decoder, segment);
  writer_.decoded(decoder, Layer::transfer, segment);
}

/// `X-ALT-DESC;FMTTYPE=text/html:…`
void CalendarReader::html(Decoder& decoder, const Segment& segment) {
  if (decoder.bytes().empty()) return;
  const std::string key(segment.key);
  ReaderOptions options = options_;
  options.key = key;
  ++options.depth;
  const std::uint32_t before = document_.count();
  const auto size = static_cast<Off>(decoder.bytes().size());
  const TextSpan all{decoder.take(document_, where_.text, Layer::transfer), 0, size};
  const bool deep = options.depth > kDeepestEmbedding;
  if (deep) sink_.cut(kTooDeep);
  Reader& read = deep ? read_text : read_html;
  more_ = read(document_, all, options, sink_);
  document_.truncate(before);
}

}  // namespace

bool read_calendar(Document& document, TextSpan where, const ReaderOptions& options,
                   SegmentSink& sink) {
  return CalendarReader(document, where, options, sink).run();
}

}  // namespace urilint
