// All of it is prose. A link in backticks whose target stands in angle brackets (docutils'
// "embedded URI") is a Link besides; literals in two backticks hold none.
#include <algorithm>

#include "document/chars.hpp"
#include "document/readers.hpp"
#include "document/schemeless_value.hpp"
#include "document/segment_writer.hpp"

namespace urilint {
namespace {

using namespace reading;

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::size_t kLongestLink = 2048;
constexpr std::size_t kLongestLiteral = 4096;

class RstReader {
 public:
  RstReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : sink_(sink), writer_(document, where, sink), text_(writer_.text()), options_(options) {}

  bool run() {
    for (std::size_t i = text_.find('`'); i != kNone && more(); i = text_.find('`', i)) {
      i = ticks(i);
    }
    prose(text_.size());
    return more();
  }

 private:
  [[nodiscard]] bool more() const noexcept { return more_ && writer_.more(); }
  std::size_t ticks(std::size_t open);
  void reference(std::size_t begin, std::size_t close);
  void prose(std::size_t end);

  /// The first of `what` at or behind `i`, not farther than `reach`.
  [[nodiscard]] std::size_t near(std::string_view what, std::size_t i, std::size_t reach) const {
    const std::size_t end = std::min(text_.size(), i + std::min(reach, text_.size()));
    return text_.substr(0, end).find(what, i);
  }

  SegmentSink& sink_;
  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  std::size_t prose_begin_ = 0;
  bool more_ = true;
};

/// What begins with the backtick at `open`; returns where to go on.
std::size_t RstReader::ticks(std::size_t open) {
  const std::size_t begin = std::min(text_.find_first_not_of('`', open), text_.size());
  if (begin - open > 1) {
    const std::size_t close = near("``", begin, kLongestLiteral);
    return close == kNone ? begin : close + 2;
  }
  const std::size_t close = near("`", begin, kLongestLink);
  if (close == kNone) return begin;
  // Behind a role (`:doc:`) or a word it is no reference.
  const char before = open == 0 ? ' ' : text_[open - 1];
  const bool starts = before != ':' && before != '\\' && !is_alnum(before);
  if (!starts || at(text_, close + 1) != '_')
    return at(text_, close + 1) == '`' ? close : close + 1;
  reference(begin, close);
  return close + 1;
}

/// `text <target>` between single backticks.
void RstReader::reference(std::size_t begin, std::size_t close) {
  const std::string_view inside = text_.substr(begin, close - begin);
  const std::size_t angle = inside.rfind('<');
  if (inside.empty() || inside.back() != '>' || angle == kNone || angle == 0) return;
  const std::string_view target = inside.substr(angle + 1, inside.size() - angle - 2);
  const bool path = network_path_url(target).body != 0;
  if (!is_space(inside[angle - 1]) || (target.find(':') == kNone && !path)) return;
  if (std::any_of(target.begin(), target.end(), is_space)) return;
  std::size_t end = angle;
  while (end > 0 && is_space(inside[end - 1])) --end;
  if (path) {  // in prose nobody would know it for one
    prose(begin + angle + 1);
    Segment url{.context = Segment::Context::value, .key = options_.key, .url = true};
    url.element = "a";
    writer_.raw(begin + angle + 1, close - 1, url);
    prose_begin_ = close - 1;
  }
  prose(close + 1);
  if (!more() || end == 0) return;
  Link link;
  link.target.key = link.shown.key = options_.key;
  link.target.element = link.shown.element = "a";
  link.target.context = Segment::Context::value;
  link.target.where = writer_.span(begin + angle + 1, close - 1);
  link.shown.where = writer_.span(begin, begin + end);
  more_ = sink_.link(link);
}

void RstReader::prose(std::size_t end) {
  writer_.raw(prose_begin_, end, {.key = options_.key});
  prose_begin_ = end;
}

}  // namespace

bool read_rst(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink) {
  return RstReader(document, where, options, sink).run();
}

}  // namespace urilint
