// One pass over lines and nodes, with a stack of indents instead of a grammar. A scalar that stands
// on one line without escapes is a view; what is folded or escaped is decoded through a map. What
// fits nowhere is a plain scalar or prose, so that templates and broken files lose nothing.
#include <algorithm>
#include <vector>

#include "document/chars.hpp"
#include "document/escapers.hpp"
#include "document/key_path.hpp"
#include "document/readers.hpp"
#include "document/segment_writer.hpp"
#include "document/templates.hpp"
#include "document/yaml_scalar.hpp"

namespace urilint {
namespace {

using namespace reading;

constexpr std::size_t kDeepest = 4096;  // indents that are remembered
constexpr long kNone = -1;

bool is_flow_sign(char c) noexcept {
  return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

/// A stretch of one line.
struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0;   ///< without the blanks behind
  std::size_t next = 0;  ///< where reading stopped
};

/// A scalar in quotes, between them.
struct Quoted {
  std::size_t end = 0;
  bool closed = false;
  bool verbatim = true;  ///< no escape and no line break
  std::size_t line = 0;  ///< where its last line begins, if it has more than one
};

/// The header of a block scalar: `|2-`, `>+`.
struct BlockHeader {
  bool folded = false;
  char chomping = '\0';
  std::size_t indent = 0;   ///< 0: that of the first line
  std::size_t end = 0;      ///< of its line
  std::size_t comment = 0;  ///< where a comment begins, or `end`
};

class YamlReader {
 public:
  YamlReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : writer_(document, where, sink),
        text_(writer_.text()),
        options_(options),
        path_(options.key) {}

  bool run() {
    while (i_ < text_.size() && writer_.more()) {
      if (line_start_) {
        start_line();
      } else {
        node();
      }
    }
    return writer_.more();
  }

 private:
  struct Frame {
    long indent = 0;
    bool sequence = false;
  };

  // lines
  void start_line();
  void end_line();
  bool whole_line();
  void marker();
  void close_deeper(long column);
  void leave_flow();
  [[nodiscard]] long column() const noexcept { return static_cast<long>(i_ - line_begin_); }
  [[nodiscard]] long indent() const noexcept {
    return frames_.empty() ? kNone : frames_.back().indent;
  }

  // nodes
  void node();
  bool sign();
  bool flow_sign();
  bool block_sign();
  void open_flow(char c);
  void dash();
  void property();
  void alias();
  void quoted(char quote);
  void plain();
  void block_scalar(const BlockHeader& header);

  // keys
  void mapping_at(long column);
  bool take_key(std::size_t i, std::string_view name);
  [[nodiscard]] bool colon_at(std::size_t i) const;
  [[nodiscard]] bool colon_follows(std::size_t i) const;
  [[nodiscard]] bool space_at(std::size_t i) const {
    return i >= text_.size() || is_space(text_[i]);
  }
  void begin_node();

  // scalars
  [[nodiscard]] Extent plain_line(std::size_t begin) const;
  [[nodiscard]] bool continues(const Fold& fold) const;
  [[nodiscard]] Quoted quoted_extent(std::size_t begin, char quote) const;
  [[nodiscard]] std::string quoted_text(std::size_t begin, Quoted extent, char quote) const;
  [[nodiscard]] bool block_header(BlockHeader& header) const;
  [[nodiscard]] std::size_t block_indent(std::size_t begin, const BlockHeader& header) const;
  void folded_plain(Extent line, const Escaper* escaper);
  void push_quoted(std::size_t begin, Quoted extent, char quote, const Escaper* escaper);
  void push(Decoder& decoder, Segment segment);
  void push_key(Decoder& decoder, Segment segment);
  void prose(std::size_t begin, std::size_t end);
  void comment(std::size_t begin);
  [[nodiscard]] Segment scalar(const Escaper* escaper);

  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  KeyPath path_;
  std::vector<Frame> frames_;
  std::size_t i_ = 0;
  std::size_t line_begin_ = 0;
  bool line_start_ = true;
  long node_column_ = kNone;  // of the node's first property, if it is on this line
  bool explicit_key_ = false;
  std::size_t flow_ = 0;      // depth of `[` and `{`
  bool behind_json_ = false;  // in a flow, behind quotes or brackets: a colon needs no blank
};

// --- lines --------------------------------------------------------------------------------------

void YamlReader::start_line() {
  line_begin_ = i_;
  line_start_ = false;
  node_column_ = kNone;
  if (text_.substr(i_).starts_with("\xef\xbb\xbf")) {
    i_ += 3;
    line_begin_ = i_;
  }
  if (is_document_marker(text_, i_)) return marker();
  while (at(text_, i_) == ' ') ++i_;
  std::size_t first = i_;
  while (is_blank(at(text_, first))) ++first;
  if (first >= text_.size() || is_line_end(text_[first]) || text_[first] == '#') {
    i_ = first;
    return;
  }
  if (whole_line()) return;
  if (flow_ > 0) {
    const char c = text_[first];
    if (column() > indent() || c == ']' || c == '}' || c == ',') return;
    leave_flow();
  }
  close_deeper(column());
}

void YamlReader::end_line() {
  i_ = behind_line_end(text_, i_);
  line_start_ = true;
}

/// A directive, or a line of nothing but a template expression: neither changes where we are.
bool YamlReader::whole_line() {
  const std::size_t end = line_end(text_, i_);
  const bool directive = text_[i_] == '%' && i_ == line_begin_ && frames_.empty() && flow_ == 0;
  if (!directive) {
    std::size_t behind = template_end(text_, i_);
    if (behind == 0) return false;
    while (is_blank(at(text_, behind))) ++behind;
    if (behind < end) return false;
  }
  Segment segment;
  segment.key = options_.key;
  writer_.raw(i_, end, segment);
  i_ = end;
  return true;
}

void YamlReader::marker() {
  frames_.clear();
  path_.reset();
  flow_ = 0;
  explicit_key_ = false;
  i_ += 3;
}

void YamlReader::close_deeper(long column) {
  while (!frames_.empty() && frames_.back().indent > column) {
    frames_.pop_back();
    path_.close();
    explicit_key_ = false;
  }
}

/// A bracket that is not closed ends where the block around it does.
void YamlReader::leave_flow() {
  for (; flow_ > 0; --flow_) path_.close();
}

// --- nodes --------------------------------------------------------------------------------------

void YamlReader::node() {
  while (is_blank(at(text_, i_))) ++i_;
  if (i_ >= text_.size()) return;
  const char c = text_[i_];
  if (is_line_end(c)) return end_line();
  if (c == '#' && (i_ == line_begin_ || is_space(text_[i_ - 1]) || is_flow_sign(text_[i_ - 1]))) {
    return comment(i_);
  }
  if (sign()) return;
  begin_node();
  if (c == '"' || c == '\'') return quoted(c);
  BlockHeader header;
  if (flow_ == 0 && (c == '|' || c == '>') && block_header(header)) return block_scalar(header);
  plain();
}

/// What is no scalar.
bool YamlReader::sign() {
  const char c = text_[i_];
  if ((c == '{' || c == '[') && template_end(text_, i_) == 0) {
    begin_node();
    open_flow(c);
    return true;
  }
  if (c == '&' || c == '!') {
    begin_node();
    property();
    return true;
  }
  if (c == '*' && !space_at(i_ + 1)) {
    begin_node();
    alias();
    return true;
  }
  return flow_ > 0 ? flow_sign() : block_sign();
}

bool YamlReader::flow_sign() {
  const char c = text_[i_];
  if (c == ',') {
    path_.next();
  } else if (c == ']' || c == '}') {
    path_.close();
    --flow_;
  } else if (!(c == ':' && (behind_json_ || colon_at(i_))) && !(c == '?' && space_at(i_ + 1))) {
    return false;
  }
  ++i_;
  node_column_ = kNone;
  behind_json_ = c == ']' || c == '}';
  if (flow_ == 0) take_key(i_, "…");
  return true;
}

bool YamlReader::block_sign() {
  const char c = text_[i_];
  if ((c != '-' && c != '?' && c != ':') || !space_at(i_ + 1)) return false;
  if (c == '-') {
    dash();
  } else {
    mapping_at(column());
    explicit_key_ = c == '?';
  }
  ++i_;
  node_column_ = kNone;
  return true;
}

void YamlReader::open_flow(char c) {
  if (c == '{') {
    path_.open_mapping();
  } else {
    path_.open_sequence();
  }
  ++flow_;
  ++i_;
}

void YamlReader::dash() {
  const long at_column = column();
  if (!frames_.empty() && frames_.back().sequence && frames_.back().indent >= at_column) {
    path_.next();
  } else if (frames_.size() < kDeepest) {
    frames_.push_back({at_column, true});
    path_.open_sequence();
  }
}

/// An anchor or a tag; a tag may be a URI.
void YamlReader::property() {
  const std::size_t begin = i_;
  const bool verbatim = at(text_, i_ + 1) == '<';
  while (i_ < text_.size() && !is_space(text_[i_]) &&
         (flow_ == 0 || verbatim || !is_flow_sign(text_[i_]))) {
    ++i_;
  }
  if (text_.substr(begin, i_ - begin).find(':') != std::string_view::npos) prose(begin, i_);
}

void YamlReader::alias() {
  const std::size_t begin = i_;
  while (i_ < text_.size() && !is_space(text_[i_]) && (flow_ == 0 || !is_flow_sign(text_[i_]))) {
    ++i_;
  }
  const std::string_view name = text_.substr(begin, i_ - begin);
  if (name.find(':') != std::string_view::npos) prose(begin, i_);
  take_key(i_, name);
}

/// Remembers where the node begins: a key's column is that of its anchor.
void YamlReader::begin_node() {
  if (node_column_ == kNone) node_column_ = column();
}

// --- keys ---------------------------------------------------------------------------------------

/// The mapping whose keys stand at that column is the innermost one.
void YamlReader::mapping_at(long at_column) {
  if (flow_ > 0) return;
  close_deeper(at_column);
  if (!frames_.empty() && frames_.back().indent == at_column && frames_.back().sequence) {
    frames_.pop_back();
    path_.close();
  }
  if (indent() == at_column || frames_.size() >= kDeepest) return;
  frames_.push_back({at_column, false});
  path_.open_mapping();
}

bool YamlReader::colon_at(std::size_t i) const {
  return at(text_, i) == ':' && (space_at(i + 1) || (flow_ > 0 && is_flow_sign(at(text_, i + 1))));
}

/// A colon that ends a key, behind blanks.
bool YamlReader::colon_follows(std::size_t i) const {
  while (is_blank(at(text_, i))) ++i;
  return colon_at(i);
}

/// True if a colon behind `i` makes a key of the node that ends there; reading goes on behind it.
bool YamlReader::take_key(std::size_t i, std::string_view name) {
  while (is_blank(at(text_, i))) ++i;
  if (!colon_at(i)) {
    if (explicit_key_) path_.key(name);
    return false;
  }
  mapping_at(node_column_ == kNone ? column() : node_column_);
  path_.key(name);
  explicit_key_ = false;
  node_column_ = kNone;
  i_ = i + 1;
  return true;
}

// --- plain scalars ------------------------------------------------------------------------------

/// The part of a plain scalar on this line. In a flow, brackets that open and close within it are
/// no YAML, but parts of `https://example.com/{id}`.
Extent YamlReader::plain_line(std::size_t begin) const {
  Extent line{begin, begin, begin};
  std::size_t open = 0;
  std::size_t i = begin;
  static constexpr ByteSet kStops(" \t\r\n:#,[]{}<");
  for (;;) {
    const std::size_t word = i;
    i = kStops.find(text_, i);
    if (i > word) line.end = i;
    if (i >= text_.size() || is_line_end(text_[i])) break;
    const char c = text_[i];
    const std::size_t behind = c == '{' || c == '<' ? template_end(text_, i) : 0;
    if (behind != 0) {
      line.end = i = behind;
      continue;
    }
    if (c == ':' && colon_at(i)) break;
    if (c == '#' && i > begin && is_blank(text_[i - 1])) break;
    if (flow_ > 0 && i > begin && (c == '{' || c == '[')) ++open;
    if (flow_ > 0 && is_flow_sign(c)) {
      if (open == 0) break;
      if (c == '}' || c == ']') --open;
    }
    ++i;
    if (!is_blank(c)) line.end = i;
  }
  line.next = i;
  return line;
}

/// True if a plain scalar goes on behind the fold.
bool YamlReader::continues(const Fold& fold) const {
  if (fold.breaks == 0 || fold.next >= text_.size() || text_[fold.next] == '#') return false;
  if (fold.indent == 0 && is_document_marker(text_, fold.next)) return false;
  if (flow_ > 0) {
    const char c = text_[fold.next];
    return !is_flow_sign(c) && !colon_at(fold.next) && static_cast<long>(fold.indent) > indent();
  }
  if (static_cast<long>(fold.indent) <= indent()) return false;
  const std::size_t behind = template_end(text_, fold.next);
  if (behind != 0 && space_at(behind)) return false;
  // A key there is no YAML, but what was meant.
  return !colon_at(plain_line(fold.next).next);
}

void YamlReader::plain() {
  behind_json_ = false;
  const Extent line = plain_line(i_);
  const std::string_view name = text_.substr(line.begin, line.end - line.begin);
  if (line.next == line.begin) {  // a sign that stands where it means nothing
    ++i_;
    prose(line.begin, i_);
    return;
  }
  i_ = line.next;
  const bool is_key = explicit_key_ || colon_follows(line.next);
  if (take_key(line.next, name) || !continues(fold_at(text_, line.next))) {
    Segment segment = scalar(is_key ? nullptr : &yaml_plain_escaper());
    segment.context = value_context(name);
    writer_.raw(line.begin, line.end, segment);
    node_column_ = kNone;
    return;
  }
  folded_plain(line, is_key ? nullptr : &yaml_plain_escaper());
}

void YamlReader::folded_plain(Extent line, const Escaper* escaper) {
  const Segment segment = scalar(escaper);
  Decoder decoder = writer_.decoder();
  for (;;) {
    decoder.verbatim(line.begin, line.end);
    if (SegmentWriter::is_cut(decoder)) push(decoder, segment);
    i_ = line.next;
    if (i_ < text_.size() && !is_line_end(text_[i_])) break;
    const Fold fold = fold_at(text_, i_);
    if (!continues(fold)) break;
    fold_into(decoder, line.end, fold);
    line_begin_ = fold.next - fold.indent;
    line = plain_line(fold.next);
  }
  push_key(decoder, segment);
  node_column_ = kNone;
}

// --- quoted scalars -----------------------------------------------------------------------------

/// The string whose first byte behind its quote is at `begin`. It ends, not closed, where the block
/// around it does.
Quoted YamlReader::quoted_extent(std::size_t begin, char quote) const {
  Quoted out;
  std::size_t i = begin;
  while (i < text_.size()) {
    const char c = text_[i];
    if (c == quote) {
      if (quote == '"' || at(text_, i + 1) != '\'') {
        out.closed = true;
        break;
      }
      out.verbatim = false;
      i += 2;
    } else if (c == '\\' && quote == '"') {
      out.verbatim = false;
      i += is_line_end(at(text_, i + 1)) ? 1U : 2U;
    } else if (is_line_end(c)) {
      const Fold fold = fold_at(text_, i);
      const bool inside = static_cast<long>(fold.indent) > indent() || indent() < 0;
      if (!inside || (fold.indent == 0 && is_document_marker(text_, fold.next))) break;
      out.verbatim = false;
      out.line = fold.next - std::min(fold.next, fold.indent);
      i = fold.next;
    } else if (c == '{' || c == '<') {
      const std::size_t behind = quoting_template_end(text_, i, quote);
      i = behind == 0 ? i + 1 : behind;
    } else {
      ++i;
    }
  }
  out.end = std::min(i, text_.size());
  return out;
}

std::string YamlReader::quoted_text(std::size_t begin, Quoted extent, char quote) const {
  constexpr std::size_t kLongestKey = 512;
  const std::string_view raw = text_.substr(begin, extent.end - begin);
  if (extent.verbatim || raw.size() > kLongestKey) return std::string(raw.substr(0, kLongestKey));
  Decoder decoder = writer_.decoder();
  QuotedDecoder quoted(text_, begin, extent.end, quote, decoder);
  while (quoted.step()) {
  }
  return std::string(decoder.bytes());
}

void YamlReader::quoted(char quote) {
  const std::size_t begin = i_ + 1;
  const Quoted extent = quoted_extent(begin, quote);
  if (!extent.closed) {
    const std::size_t end = line_end(text_, i_);
    prose(i_, end);
    i_ = end;
    return;
  }
  i_ = extent.end + 1;
  behind_json_ = true;
  const std::string name = quoted_text(begin, extent, quote);
  bool is_key = explicit_key_ || colon_follows(i_);
  if (!take_key(i_, name) && flow_ > 0 && at(text_, i_) == ':') {
    is_key = true;
    path_.key(name);
  }
  const Escaper& escaper = quote == '"' ? json_escaper() : yaml_single_escaper();
  push_quoted(begin, extent, quote, is_key ? nullptr : &escaper);
  node_column_ = kNone;
  line_begin_ = std::max(line_begin_, extent.line);
}

void YamlReader::push_quoted(std::size_t begin, Quoted extent, char quote, const Escaper* escaper) {
  Segment segment = scalar(escaper);
  const std::string_view raw = text_.substr(begin, extent.end - begin);
  if (extent.verbatim || !(options_.decode_all || may_hold_uri(raw))) {
    segment.context = value_context(raw);
    writer_.raw(begin, extent.end, segment);
    return;
  }
  Decoder decoder = writer_.decoder();
  QuotedDecoder decoded(text_, begin, extent.end, quote, decoder);
  while (decoded.step()) {
    if (SegmentWriter::is_cut(decoder)) push(decoder, segment);
  }
  push(decoder, segment);
}

// --- block scalars ------------------------------------------------------------------------------

/// c-b-block-header: indentation and chomping indicators in any order, a comment.
bool YamlReader::block_header(BlockHeader& header) const {
  header.folded = text_[i_] == '>';
  std::size_t i = i_ + 1;
  for (; i < text_.size() && i < i_ + 3; ++i) {
    const char c = text_[i];
    if (c >= '1' && c <= '9') {
      header.indent = static_cast<std::size_t>(c - '0');
    } else if (c == '+' || c == '-') {
      header.chomping = c;
    } else {
      break;
    }
  }
  header.end = line_end(text_, i);
  const std::size_t blank = i;
  while (is_blank(at(text_, i))) ++i;
  header.comment = i;
  if (i == header.end) return true;
  return text_[i] == '#' && i > blank;
}

/// The indent of the content; that of the first line with content, if none is given.
std::size_t YamlReader::block_indent(std::size_t begin, const BlockHeader& header) const {
  const auto around = static_cast<std::size_t>(std::max(indent(), 0L));
  if (header.indent != 0) return around + header.indent;
  std::size_t deepest = 0;
  for (std::size_t i = begin; i < text_.size();) {
    std::size_t first = i;
    while (at(text_, first) == ' ') ++first;
    if (first < text_.size() && !is_line_end(text_[first])) {
      return static_cast<long>(first - i) > indent() ? first - i : around + 1;
    }
    deepest = std::max(deepest, first - i);
    if (first >= text_.size()) break;
    i = behind_line_end(text_, first);
  }
  return std::max(deepest, around + 1);
}

void YamlReader::block_scalar(const BlockHeader& header) {
  if (header.comment < header.end) comment(header.comment);
  i_ = header.end;
  const std::size_t first = behind_line_end(text_, header.end);
  const std::size_t content = block_indent(first, header);
  const Segment segment = scalar(explicit_key_ ? nullptr : &yaml_block_escaper());
  Decoder decoder = writer_.decoder();
  std::string key;
  std::size_t last_end = first;  // where the text before the pending breaks ends
  std::size_t breaks = 0;
  bool any = false;
  bool last_indented = false;
  std::size_t i = first;
  while (i < text_.size()) {
    std::size_t begin = i;
    while (begin < i + content && at(text_, begin) == ' ') ++begin;
    const std::size_t end = line_end(text_, begin);
    if (begin == end) {
      ++breaks;
    } else {
      if (begin < i + content || (content == 0 && is_document_marker(text_, i))) break;
      const bool indented = is_blank(text_[begin]);
      if (breaks > 0) {
        const bool folds = header.folded && any && !last_indented && !indented;
        const std::string between = !folds        ? std::string(breaks, '\n')
                                    : breaks == 1 ? std::string(" ")
                                                  : std::string(breaks - 1, '\n');
        decoder.atom(last_end, begin, between);
      }
      if (SegmentWriter::is_cut(decoder)) push(decoder, segment);
      decoder.verbatim(begin, end);
      any = true;
      last_indented = indented;
      last_end = end;
      breaks = end < text_.size() ? 1 : 0;
    }
    i_ = end;
    if (end >= text_.size()) {
      if (begin == end && begin == i) --breaks;
      break;
    }
    i = behind_line_end(text_, end);
    if (i >= text_.size()) break;
  }
  const std::size_t kept = header.chomping == '-'   ? 0
                           : header.chomping == '+' ? breaks
                                                    : std::min<std::size_t>(any ? 1 : 0, breaks);
  if (kept > 0) {
    const std::size_t behind = behind_line_end(text_, std::max(i_, last_end));
    decoder.atom(last_end, behind, std::string(kept, '\n'));
  }
  push_key(decoder, segment);
  node_column_ = kNone;
}

// --- segments -----------------------------------------------------------------------------------

Segment YamlReader::scalar(const Escaper* escaper) {
  Segment segment;
  segment.key = path_.view();
  segment.identifier = path_.names();
  segment.escaper = escaper;
  return segment;
}

void YamlReader::push(Decoder& decoder, Segment segment) {
  segment.context = value_context(decoder.bytes());
  writer_.decoded(decoder, Layer::yaml, segment);
}

/// The same for what may be a key: then the path names it, and the view of the path is a new one.
void YamlReader::push_key(Decoder& decoder, Segment segment) {
  if (explicit_key_) {
    path_.key(decoder.bytes());
    segment.key = path_.view();
  }
  push(decoder, segment);
}

void YamlReader::prose(std::size_t begin, std::size_t end) {
  Segment segment;
  segment.key = path_.view();
  writer_.raw(begin, end, segment);
}

void YamlReader::comment(std::size_t begin) {
  const std::size_t end = line_end(text_, begin);
  Segment segment;
  segment.context = Segment::Context::comment;
  segment.key = path_.view();
  writer_.raw(begin + 1, end, segment);
  i_ = end;
}

}  // namespace

bool read_yaml(Document& document, TextSpan where, const ReaderOptions& options,
               SegmentSink& sink) {
  return YamlReader(document, where, options, sink).run();
}

}  // namespace urilint
