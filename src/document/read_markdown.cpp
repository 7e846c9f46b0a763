// Lines decide the blocks; each paragraph is one pass over its inlines with a stack of open
// brackets. Definitions are collected by a pass of their own before, as they may follow their uses.
// Every look ahead ends at what would begin another one, is bounded, or its failure is remembered.
#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "document/chars.hpp"
#include "document/escapers.hpp"
#include "document/html_reference.hpp"
#include "document/readers.hpp"
#include "document/segment_writer.hpp"
#include "document/templates.hpp"

namespace urilint {
namespace {

using namespace reading;

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::size_t kLongestShown = 4096;
constexpr std::size_t kLongestLinkText = std::size_t{1} << 14;
constexpr std::size_t kLongestTag = std::size_t{1} << 14;
constexpr std::size_t kLongestLabel = 999;
constexpr std::size_t kLongestFence = 80;  // and run of backticks
constexpr std::size_t kMostOpen = 1000;    // brackets
constexpr std::size_t kMostPictures = 64;  // that are left out of the text of a link
constexpr std::size_t kMostDefinitions = std::size_t{1} << 16;
constexpr std::size_t kLongestTarget = 2048;  // that may be used again and again
constexpr int kDeepestParentheses = 32;

/// Elements that begin a block of HTML up to a blank line.
constexpr std::string_view kBlocks[] = {
    "address",  "article",  "aside",    "base",       "basefont", "blockquote", "body",   "caption",
    "center",   "col",      "colgroup", "dd",         "details",  "dialog",     "dir",    "div",
    "dl",       "dt",       "fieldset", "figcaption", "figure",   "footer",     "form",   "frame",
    "frameset", "h1",       "h2",       "h3",         "h4",       "h5",         "h6",     "head",
    "header",   "hr",       "html",     "iframe",     "legend",   "li",         "link",   "main",
    "menu",     "menuitem", "nav",      "noframes",   "ol",       "optgroup",   "option", "p",
    "param",    "search",   "section",  "summary",    "table",    "tbody",      "td",     "tfoot",
    "th",       "thead",    "title",    "tr",         "track",    "ul"};

constexpr bool is_punctuation(char c) noexcept {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

std::string lower_of(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

bool is_escape(std::string_view text, std::size_t i, std::size_t end) noexcept {
  return text[i] == '\\' && i + 1 < end && is_punctuation(text[i + 1]);
}

/// The size of the escape or the byte at `i`.
std::size_t step(std::string_view text, std::size_t i, std::size_t end) noexcept {
  return is_escape(text, i, end) ? 2 : 1;
}

/// Labels match without regard to case and to how wide blanks are.
std::string normal_label(std::string_view label) {
  std::string out;
  for (const char c : label) {
    if (!is_space(c)) {
      out += lower(c);
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// What stands in `( … )` of a link, or behind the label of a definition.
struct Destination {
  Range target;
  Range title;
  std::size_t end = 0;  // behind all of it; 0: it is none
};

class MarkdownReader {
 public:
  MarkdownReader(Document& document, TextSpan where, const ReaderOptions& options,
                 SegmentSink& sink)
      : document_(document),
        where_(where),
        options_(options),
        sink_(sink),
        writer_(document, where, sink),
        text_(writer_.text()) {}

  bool run() {
    const std::size_t begin = front_matter();
    if (text_.find("]:") != kNone) {
      collecting_ = true;
      blocks(begin);
      collecting_ = false;
    }
    blocks(begin);
    return more();
  }

 private:
  struct Line {
    std::size_t begin = 0;   // of what stands behind quote signs and list markers
    std::size_t end = 0;     // without its line ending
    std::size_t next = 0;    // the next line
    std::size_t indent = 0;  // in columns, below what a list asks for
    std::size_t quotes = 0;  // how many `>`
    bool item = false;       // begins with a list marker
    [[nodiscard]] bool blank() const noexcept { return begin == end; }
  };
  struct Bracket {
    std::size_t begin = 0;  // behind it
    bool picture = false;
    bool has_inner = false;
  };

  [[nodiscard]] bool more() const noexcept { return more_ && writer_.more(); }

  // Blocks.
  std::size_t front_matter();
  void blocks(std::size_t begin);
  [[nodiscard]] Line line_at(std::size_t i);
  [[nodiscard]] std::size_t list_marker(std::size_t i, std::size_t end) const;
  [[nodiscard]] std::size_t fence_at(const Line& line) const;
  [[nodiscard]] std::size_t fenced(const Line& line, std::size_t width);
  [[nodiscard]] std::size_t indented(const Line& line);
  [[nodiscard]] std::size_t html_block(const Line& line, bool in_paragraph);
  [[nodiscard]] std::size_t html_until(std::size_t begin, std::string_view ending);
  [[nodiscard]] std::size_t definition(std::size_t begin, std::size_t end);
  [[nodiscard]] bool is_heading(const Line& line) const;
  void end_paragraph(std::size_t end);
  void embed(Reader& read, std::size_t begin, std::size_t end);
  void push_raw(std::size_t begin, std::size_t end);

  // Inlines of the paragraph up to `end_`.
  void inlines(std::size_t begin, std::size_t end);
  void code_span();
  void angle();
  void close_bracket();
  [[nodiscard]] bool is_autolink(std::size_t end) const;
  [[nodiscard]] static bool is_exact(std::string_view inside);
  [[nodiscard]] std::size_t tag_end(std::size_t i);
  [[nodiscard]] std::size_t anchor_end(std::size_t i);
  [[nodiscard]] std::size_t find_once(std::string_view what, std::size_t i, std::size_t& from);
  [[nodiscard]] Destination destination(std::size_t i, std::size_t end, bool definition) const;
  [[nodiscard]] Range target_at(std::size_t i, std::size_t end, std::size_t& behind) const;
  [[nodiscard]] std::size_t title_end(std::size_t i, std::size_t end) const;
  [[nodiscard]] const Range* referenced(const Bracket& open, std::size_t close,
                                        std::size_t& behind) const;
  void push_destination(const Destination& found, bool picture);
  void emit_link(Range shown, Range target);
  void show(Range shown, Decoder& out) const;
  [[nodiscard]] std::size_t show_step(std::size_t i, std::size_t end, bool& no_more_tags,
                                      Decoder& out) const;

  // Segments.
  void flush(std::size_t end);
  void push(Range range, Segment segment);
  [[nodiscard]] bool holds_spelling(Range range) const;
  [[nodiscard]] std::size_t decode(std::size_t i, std::size_t end, Decoder& out) const;

  Document& document_;
  TextSpan where_;
  const ReaderOptions& options_;
  SegmentSink& sink_;
  SegmentWriter writer_;
  std::string_view text_;
  bool more_ = true;
  bool collecting_ = false;
  std::unordered_map<std::string, Range> definitions_;

  std::size_t list_ = 0;  // the columns that belong to a list item; 0: there is none
  bool in_paragraph_ = false;
  std::size_t paragraph_ = 0;

  std::size_t i_ = 0;
  std::size_t end_ = 0;
  std::size_t text_begin_ = 0;  // of what is not yet pushed
  std::vector<Bracket> brackets_;
  std::size_t inactive_ = 0;  // brackets below hold a link already
  std::vector<Range> pictures_;
  std::array<std::size_t, kLongestFence + 1> last_run_{};  // of so many backticks; 0: none
  bool runs_known_ = false;
  std::size_t paragraph_size_ = 0;
  std::size_t wasted_ = 0;             // bytes that were taken for a tag in vain
  std::size_t no_anchor_end_ = kNone;  // none from here on
  std::size_t no_comment_end_ = kNone;
  std::size_t no_program_end_ = kNone;
};

// --- blocks --------------------------------------------------------------------------------------

void MarkdownReader::push_raw(std::size_t begin, std::size_t end) {
  if (!collecting_) writer_.raw(begin, end, {.key = options_.key});
}

void MarkdownReader::embed(Reader& read, std::size_t begin, std::size_t end) {
  if (collecting_ || !more()) return;
  ReaderOptions options = options_;
  ++options.depth;
  Reader& fitting = options.depth > kDeepestEmbedding ? read_text : read;
  more_ = fitting(document_, writer_.span(begin, end), options, sink_);
}

/// Between `---` lines YAML, between `+++` lines TOML, at the very beginning. Returns behind it.
std::size_t MarkdownReader::front_matter() {
  const auto line_is = [this](std::size_t i, std::string_view sign) {
    std::string_view line = text_.substr(i, line_end(text_, i) - i);
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    return line == sign;
  };
  const bool yaml = line_is(0, "---");
  if (!yaml && !line_is(0, "+++")) return 0;
  const std::string_view sign = yaml ? "---" : "+++";
  const std::size_t begin = behind_line_end(text_, line_end(text_, 0));
  // A rule above a text is none of it.
  const std::string_view first = text_.substr(begin, line_end(text_, begin) - begin);
  if (first.find(yaml ? ':' : '=') == kNone && !first.starts_with(yaml ? '#' : '[')) return 0;
  for (std::size_t i = begin; i < text_.size();) {
    const std::size_t end = line_end(text_, i);
    if (line_is(i, sign) || (yaml && line_is(i, "..."))) {
      embed(yaml ? read_yaml : read_toml, begin, i);
      return behind_line_end(text_, end);
    }
    i = std::max(behind_line_end(text_, end), i + 1);
  }
  return 0;
}

void MarkdownReader::blocks(std::size_t begin) {
  list_ = 0;
  in_paragraph_ = false;
  bool after_blank = true;
  std::size_t quotes = 0;
  for (std::size_t i = begin; i < text_.size() && more();) {
    const Line line = line_at(i);
    if (line.item || line.blank() || line.quotes > quotes) end_paragraph(i);
    quotes = line.quotes;
    if (!in_paragraph_ && !line.item && !line.blank() && line.begin == i) list_ = 0;
    std::size_t next = 0;
    if (!line.blank()) {
      const std::size_t fence = fence_at(line);
      if (fence != 0) {
        end_paragraph(i);
        next = fenced(line, fence);
      } else if (line.indent >= 4 && !in_paragraph_ && (after_blank || line.item)) {
        next = indented(line);
      } else {
        next = html_block(line, in_paragraph_);
      }
    }
    after_blank = line.blank();
    if (next != 0) {
      i = next;
      continue;
    }
    if (is_heading(line)) {
      end_paragraph(i);
      inlines(line.begin, line.end);
    } else if (!line.blank() && !in_paragraph_) {
      in_paragraph_ = true;
      paragraph_ = line.begin;
    }
    i = line.next;
  }
  end_paragraph(text_.size());
}

/// The columns of a list item are remembered in `list_`, and taken off what follows.
MarkdownReader::Line MarkdownReader::line_at(std::size_t i) {
  Line line;
  line.end = line_end(text_, i);
  line.next = behind_line_end(text_, line.end);
  std::size_t column = 0;
  std::size_t base = 0;
  for (;;) {
    while (i < line.end && is_blank(text_[i])) {
      column = text_[i] == '\t' ? (column / 4 + 1) * 4 : column + 1;
      ++i;
    }
    if (i < line.end && text_[i] == '>' && column < base + list_ + 4) {
      ++line.quotes;
      ++column;
      ++i;
      base = column;
      continue;
    }
    const std::size_t marker = column < base + list_ + 4 ? list_marker(i, line.end) : 0;
    if (marker == 0) break;
    line.item = true;
    column += marker;
    i += marker;
    list_ = column + 1 - base;
  }
  const std::size_t taken = base + list_;
  line.indent = column > taken ? column - taken : 0;
  line.begin = i;
  return line;
}

/// `-`, `+`, `*`, `1.`, `1)` before a blank; its size, or 0.
std::size_t MarkdownReader::list_marker(std::size_t i, std::size_t end) const {
  std::size_t k = i;
  if (k < end && (text_[k] == '-' || text_[k] == '+' || text_[k] == '*')) {
    ++k;
  } else {
    while (k < end && k - i < 9 && is_digit(text_[k])) ++k;
    if (k == i || k == end || (text_[k] != '.' && text_[k] != ')')) return 0;
    ++k;
  }
  return k == end || is_blank(text_[k]) ? k - i : 0;
}

bool MarkdownReader::is_heading(const Line& line) const {
  std::size_t i = line.begin;
  while (i < line.end && i - line.begin < 7 && text_[i] == '#') ++i;
  const std::size_t size = i - line.begin;
  return size > 0 && size < 7 && (i == line.end || is_blank(text_[i]));
}

/// How many signs open a fence there; 0: none.
std::size_t MarkdownReader::fence_at(const Line& line) const {
  const char sign = at(text_, line.begin);
  if (sign != '`' && sign != '~') return 0;
  std::size_t i = line.begin;
  while (i < line.end && text_[i] == sign) ++i;
  if (i - line.begin < 3) return 0;
  const std::string_view info = text_.substr(i, line.end - i);
  return sign == '`' && info.find('`') != kNone ? 0 : i - line.begin;
}

/// Code up to a fence as wide; its information is read with it.
std::size_t MarkdownReader::fenced(const Line& line, std::size_t width) {
  const char sign = text_[line.begin];
  for (std::size_t i = line.next; i < text_.size();) {
    const std::size_t end = line_end(text_, i);
    const std::size_t next = behind_line_end(text_, end);
    std::size_t k = i;
    while (k < end && (is_blank(text_[k]) || (text_[k] == '>' && line.quotes > 0))) ++k;
    const std::size_t begin = k;
    while (k < end && text_[k] == sign) ++k;
    const bool wide = k - begin >= width;
    while (k < end && is_blank(text_[k])) ++k;
    if (wide && k == end) {
      push_raw(line.begin + width, i);
      return next == end ? text_.size() : next;
    }
    i = next == end ? text_.size() : next;
  }
  push_raw(line.begin + width, text_.size());
  return text_.size();
}

std::size_t MarkdownReader::indented(const Line& line) {
  push_raw(line.begin, line.end);
  return line.next == line.end ? text_.size() : line.next;
}

/// CommonMark 4.6: where the block of HTML that begins with the line ends; 0: there is none.
std::size_t MarkdownReader::html_block(const Line& line, bool in_paragraph) {
  const std::size_t i = line.begin;
  if (at(text_, i) != '<') return 0;
  const char c = at(text_, i + 1);
  std::size_t end = 0;
  if (text_.substr(i, 4) == "<!--") {
    end = html_until(i, "-->");
  } else if (c == '?') {
    end = html_until(i, "?>");
  } else if (text_.substr(i, 9) == "<![CDATA[") {
    end = html_until(i, "]]>");
  } else if (c == '!' && is_alpha(at(text_, i + 2))) {
    end = html_until(i, ">");
  } else {
    const std::size_t name = c == '/' ? i + 2 : i + 1;
    std::size_t k = name;
    while (k < line.end && k - name < 12 && is_alnum(text_[k])) ++k;
    const char behind = k < line.end ? text_[k] : ' ';
    if (k == name || !(is_blank(behind) || behind == '>' || behind == '/')) return 0;
    const std::string element = lower_of(text_.substr(name, k - name));
    if (c != '/' &&
        (element == "script" || element == "pre" || element == "style" || element == "textarea")) {
      end = html_until(i, "</" + element);
    } else if (std::find(std::begin(kBlocks), std::end(kBlocks), element) == std::end(kBlocks)) {
      if (in_paragraph) return 0;
      end_ = line.end;
      wasted_ = 0;
      const std::size_t tag = tag_end(i);
      if (tag == 0 || text_.substr(tag, line.end - tag).find_first_not_of(" \t") != kNone) return 0;
    }
  }
  end_paragraph(i);
  if (end == 0) {
    // Up to a blank line.
    for (end = line.end;;) {
      const std::size_t next = behind_line_end(text_, end);
      std::size_t k = next;
      while (k < text_.size() && is_blank(text_[k])) ++k;
      if (next == end || k >= text_.size() || is_line_end(text_[k])) break;
      end = line_end(text_, k);
    }
  }
  embed(read_html, i, end);
  const std::size_t next = behind_line_end(text_, end);
  return next == end ? text_.size() : next;
}

/// The end of the line that holds `ending`, in either case; of the text if there is none.
std::size_t MarkdownReader::html_until(std::size_t begin, std::string_view ending) {
  const auto same = [](char a, char b) { return lower(a) == b; };
  const auto found = std::search(text_.begin() + static_cast<std::ptrdiff_t>(begin) + 1,
                                 text_.end(), ending.begin(), ending.end(), same);
  return line_end(text_, static_cast<std::size_t>(found - text_.begin()));
}

void MarkdownReader::end_paragraph(std::size_t end) {
  if (!in_paragraph_) return;
  in_paragraph_ = false;
  std::size_t begin = paragraph_;
  while (begin < end && more()) {
    const std::size_t next = definition(begin, end);
    if (next == 0) break;
    begin = next;
    while (begin < end && is_space(text_[begin])) ++begin;
  }
  inlines(begin, end);
}

/// `[label]: target "title"`; behind it, or 0.
std::size_t MarkdownReader::definition(std::size_t begin, std::size_t end) {
  if (at(text_, begin) != '[' || at(text_, begin + 1) == '^') return 0;
  std::size_t close = begin + 1;
  while (close < end && close - begin <= kLongestLabel && text_[close] != ']' &&
         text_[close] != '[') {
    close += step(text_, close, end);
  }
  if (close + 1 >= end || text_[close] != ']' || text_[close + 1] != ':') return 0;
  const std::string label = normal_label(text_.substr(begin + 1, close - begin - 1));
  const Destination found = destination(close + 2, end, true);
  if (label.empty() || found.end == 0) return 0;
  if (collecting_) {
    const bool kept = definitions_.size() < kMostDefinitions &&
                      found.target.end - found.target.begin <= kLongestTarget;
    if (kept) definitions_.emplace(label, found.target);
    return found.end;
  }
  text_begin_ = begin;
  flush(close + 2);
  push_destination(found, false);
  return found.end;
}

// --- inlines -------------------------------------------------------------------------------------

void MarkdownReader::inlines(std::size_t begin, std::size_t end) {
  if (collecting_ || begin >= end) return;
  i_ = text_begin_ = begin;
  end_ = end;
  brackets_.clear();
  pictures_.clear();
  inactive_ = 0;
  runs_known_ = false;
  wasted_ = 0;
  paragraph_size_ = end - begin;
  no_anchor_end_ = no_comment_end_ = no_program_end_ = kNone;
  const std::string_view text = text_.substr(0, end);
  while (more()) {
    i_ = text.find_first_of("\\`<[]", i_);
    if (i_ >= end) break;
    switch (text[i_]) {
      case '\\':
        i_ += step(text, i_, end);
        break;
      case '`':
        code_span();
        break;
      case '<':
        angle();
        break;
      case '[': {
        // `\![` is no picture, and neither is `!` of what was pushed.
        const bool sign = i_ > text_begin_ && text[i_ - 1] == '!';
        const bool picture = sign && !(i_ > text_begin_ + 1 && text[i_ - 2] == '\\');
        if (!brackets_.empty()) brackets_.back().has_inner = true;
        if (brackets_.size() == kMostOpen) {
          brackets_.erase(brackets_.begin(), brackets_.begin() + kMostOpen / 2);
          inactive_ -= std::min(inactive_, kMostOpen / 2);
        }
        brackets_.push_back({++i_, picture, false});
        break;
      }
      default:
        close_bracket();
    }
  }
  flush(end);
}

/// What is not yet pushed is prose, which no fix touches.
void MarkdownReader::flush(std::size_t end) {
  push({text_begin_, end}, {.key = options_.key});
  text_begin_ = end;
}

void MarkdownReader::code_span() {
  const std::string_view text = text_.substr(0, end_);
  const auto run_end = [&](std::size_t i) {
    return std::min(text.find_first_not_of('`', i), end_);
  };
  if (!runs_known_) {
    runs_known_ = true;
    last_run_.fill(0);
    for (std::size_t i = i_; i < end_; i = text.find('`', i)) {
      const std::size_t behind = run_end(i);
      if (behind - i <= kLongestFence) last_run_[behind - i] = i;
      i = behind;
    }
  }
  const std::size_t begin = run_end(i_);
  const std::size_t width = begin - i_;
  if (width > kLongestFence || last_run_[width] <= i_) {
    i_ = begin;
    return;
  }
  std::size_t close = 0;
  std::size_t behind = begin;
  do {
    close = text.find('`', behind);
    behind = run_end(close);
  } while (behind - close != width);
  flush(i_);
  push_raw(begin - 1, close + 1);  // with its signs, which end a URI as quotes do
  i_ = text_begin_ = behind;
}

/// `what` from `i` on, in the paragraph; `from` remembers where there is none any more.
std::size_t MarkdownReader::find_once(std::string_view what, std::size_t i, std::size_t& from) {
  if (i >= from && from < end_) return kNone;
  const std::size_t found = text_.substr(0, end_).find(what, i);
  from = found == kNone ? i : kNone;
  return found;
}

/// A link in angle brackets, or HTML; else the sign is text.
void MarkdownReader::angle() {
  const std::size_t begin = i_;
  const char c = at(text_, begin + 1);
  std::size_t end = 0;
  const auto closed = [&](std::string_view what, std::size_t& from) {
    const std::size_t found = find_once(what, begin + 2, from);
    return found == kNone ? 0 : found + what.size();
  };
  if (text_.substr(begin, 4) == "<!--") {
    end = closed("-->", no_comment_end_);
  } else if (c == '?') {
    end = closed("?>", no_program_end_);
  } else if (is_alpha(c)) {
    std::size_t close = begin + 1;
    const auto is_inside = [](char byte) {
      return static_cast<unsigned char>(byte) > 0x20 && byte != 0x7f && byte != '<' && byte != '>';
    };
    while (close < end_ && is_inside(text_[close])) {
      if (close - begin > 32 && text_.substr(begin, 33).find(':') == kNone) break;
      ++close;
    }
    if (close < end_ && text_[close] == '>' && is_autolink(close)) {
      flush(begin);
      Segment link{.key = options_.key, .element = "a"};
      link.context = Segment::Context::value;
      link.escaper = &markdown_autolink_escaper();
      link.strict_list = is_exact(text_.substr(begin + 1, close - begin - 1));
      writer_.raw(begin + 1, close, link);
      i_ = text_begin_ = close + 1;
      return;
    }
    end = tag_end(begin);
    if (end != 0 && lower(c) == 'a' && !is_alnum(at(text_, begin + 2))) {
      end = std::max(end, anchor_end(end));
    }
  } else if (c == '/') {
    end = tag_end(begin);
  }
  if (end == 0 || end > end_) {
    ++i_;
    return;
  }
  flush(begin);
  embed(read_html, begin, end);
  i_ = text_begin_ = end;
}

/// `scheme:` of 2 to 32 letters, digits, `+`, `-`, `.` behind the `<` at `i_`.
bool MarkdownReader::is_autolink(std::size_t end) const {
  const std::string_view inside = text_.substr(i_ + 1, end - i_ - 1);
  const std::size_t colon = inside.find(':');
  return colon != kNone && colon > 1 && colon < 33 &&
         std::all_of(inside.begin(), inside.begin() + static_cast<std::ptrdiff_t>(colon),
                     is_scheme_char);
}

/// What a finder in text would cut or pass over, but no name of XML or placeholder looks like: a
/// backtick in it, or a `+` in a scheme that nobody knows.
bool MarkdownReader::is_exact(std::string_view inside) {
  return inside.find('`') != kNone || inside.find('+') < inside.find(':');
}

/// CommonMark 6.6: behind the tag that begins at `i`, or 0. Bytes that were read in vain are
/// counted, so that a paragraph of endless tags costs no more than a few passes.
std::size_t MarkdownReader::tag_end(std::size_t i) {
  const std::size_t begin = i;
  const std::size_t end = std::min(end_, begin + kLongestTag);
  if (wasted_ > 4 * kLongestTag + 8 * paragraph_size_) return 0;
  const auto fail = [&] {
    wasted_ += i - begin;
    return std::size_t{0};
  };
  const auto skip = [&](auto matches) {
    const std::size_t from = i;
    while (i < end && matches(text_[i])) ++i;
    return i != from;
  };
  i += at(text_, i + 1) == '/' ? std::size_t{2} : 1;
  if (i >= end || !is_alpha(text_[i])) return fail();
  skip([](char c) { return is_alnum(c) || c == '-'; });
  for (;;) {
    const bool apart = skip(is_space);
    if (i >= end) return fail();
    if (text_[i] == '>') return i + 1;
    if (text_[i] == '/' && at(text_, i + 1) == '>') return i + 2;
    if (!apart) return fail();
    const bool name = skip([](char c) {
      return is_alnum(c) || !is_ascii(c) || std::string_view("_:.-@").find(c) != kNone;
    });
    if (!name) return fail();
    const std::size_t behind_name = i;
    skip(is_space);
    if (i >= end || text_[i] != '=') {
      i = behind_name;
      continue;
    }
    ++i;
    skip(is_space);
    const char quote = i < end ? text_[i] : '\0';
    if (quote == '"' || quote == '\'') {
      ++i;
      skip([quote](char c) { return c != quote; });
      if (i++ >= end) return fail();
    } else if (!skip([](char c) {
                 return !is_space(c) && std::string_view("\"'=<>`").find(c) == kNone;
               })) {
      return fail();
    }
  }
}

/// Behind the `</a>` that follows in the paragraph, or 0.
std::size_t MarkdownReader::anchor_end(std::size_t i) {
  const std::size_t found = find_once("</a>", i, no_anchor_end_);
  return found == kNone ? 0 : found + 4;
}

void MarkdownReader::close_bracket() {
  const std::size_t close = i_++;
  if (brackets_.empty()) return;
  const Bracket open = brackets_.back();
  const bool active = open.picture || brackets_.size() > inactive_;
  brackets_.pop_back();
  inactive_ = std::min(inactive_, brackets_.size());
  if (!active) return;
  const Destination found = at(text_, i_) == '(' ? destination(i_ + 1, end_, false) : Destination{};
  std::size_t behind = 0;
  const Range* const reference = found.end == 0 ? referenced(open, close, behind) : nullptr;
  if (found.end == 0 && reference == nullptr) return;
  const Range shown{open.begin, close};
  if (found.end != 0) {
    flush(close);
    push_destination(found, open.picture);
    text_begin_ = behind = found.end;
  }
  i_ = behind;
  if (open.picture) {
    const std::size_t begin = open.begin - 2;
    while (!pictures_.empty() && pictures_.back().begin >= begin) pictures_.pop_back();
    if (pictures_.size() == kMostPictures) pictures_.clear();
    pictures_.push_back({begin, i_});
    return;
  }
  emit_link(shown, reference == nullptr ? found.target : *reference);
  inactive_ = brackets_.size();
  pictures_.clear();
}

/// `[text][label]`, `[label][]`, `[label]`: what its definition says, or null; where it ends.
const Range* MarkdownReader::referenced(const Bracket& open, std::size_t close,
                                        std::size_t& behind) const {
  if (definitions_.empty()) return nullptr;
  Range label{open.begin, close};
  bool has_inner = open.has_inner;
  behind = close + 1;
  if (at(text_, close + 1) == '[') {
    std::size_t end = close + 2;
    while (end < end_ && end - close <= kLongestLabel && text_[end] != ']' && text_[end] != '[') {
      end += step(text_, end, end_);
    }
    if (end >= end_ || text_[end] != ']') return nullptr;
    behind = end + 1;
    if (end != close + 2) {
      label = {close + 2, end};
      has_inner = false;
    }
  }
  if (has_inner || label.end - label.begin > kLongestLabel) return nullptr;
  const auto row =
      definitions_.find(normal_label(text_.substr(label.begin, label.end - label.begin)));
  return row == definitions_.end() ? nullptr : &row->second;
}

/// CommonMark 4.7 and 6.3. A definition ends with its line, a link with `)`.
Destination MarkdownReader::destination(std::size_t i, std::size_t end, bool definition) const {
  const auto blanks = [&](std::size_t from) {
    while (from < end && is_space(text_[from])) ++from;
    return from;
  };
  Destination out;
  i = blanks(i);
  std::size_t behind = 0;
  out.target = target_at(i, end, behind);
  if (behind == 0 || (definition && behind == i)) return {};
  const std::size_t title = blanks(behind);
  const std::size_t close = title == behind ? 0 : title_end(title, end);
  const auto ends_well = [&](std::size_t k) {
    if (!definition) return k < end && text_[k] == ')';
    return k >= end || is_line_end(text_[k]);
  };
  const auto no_line_end = [&](std::size_t from) {
    while (from < end && is_blank(text_[from])) ++from;
    return from;
  };
  if (close != 0) {
    const std::size_t last = definition ? no_line_end(close) : blanks(close);
    if (ends_well(last)) {
      out.title = {title + 1, close - 1};
      out.end = definition ? last : last + 1;
      return out;
    }
  }
  const std::size_t last = definition ? no_line_end(behind) : title;
  if (!ends_well(last)) return {};
  out.end = definition ? last : last + 1;
  return out;
}

/// In angle brackets, or up to a blank with balanced parentheses; `behind` is 0 if it is none.
Range MarkdownReader::target_at(std::size_t i, std::size_t end, std::size_t& behind) const {
  const std::size_t begin = i;
  behind = 0;
  if (i < end && text_[i] == '<') {
    for (++i; i < end && !is_line_end(text_[i]) && text_[i] != '<'; ++i) {
      if (text_[i] == '>') {
        behind = i + 1;
        return {begin + 1, i};
      }
      if (is_escape(text_, i, end)) ++i;
    }
    return {};
  }
  int depth = 0;
  while (i<end&& static_cast<unsigned char>(text_[i])> 0x20 && text_[i] != 0x7f) {
    const std::size_t expression = template_end(text_, i);
    if (expression != 0 && expression <= end) {
      i = expression;
      continue;
    }
    if (text_[i] == '(' && ++depth > kDeepestParentheses) return {};
    if (text_[i] == ')' && --depth < 0) break;
    i += step(text_, i, end);
  }
  if (depth > 0) return {};
  behind = std::min(i, end);
  return {begin, behind};
}

/// Behind the title in quotes or parentheses that begins at `i`, or 0.
std::size_t MarkdownReader::title_end(std::size_t i, std::size_t end) const {
  const char open = i < end ? text_[i] : '\0';
  if (open != '"' && open != '\'' && open != '(') return 0;
  const char close = open == '(' ? ')' : open;
  for (++i; i < end; ++i) {
    if (text_[i] == close) return i + 1;
    if (text_[i] == '(' && open == '(') return 0;
    if (is_escape(text_, i, end)) ++i;
  }
  return 0;
}

void MarkdownReader::push_destination(const Destination& found, bool picture) {
  Segment target{.key = options_.key, .element = picture ? "img" : "a"};
  target.context = Segment::Context::value;
  target.url = true;
  target.blanks = found.target.begin > 0 && text_[found.target.begin - 1] == '<';
  target.escaper = &markdown_escaper();
  push(found.target, target);
  push(found.title, {.key = options_.key});
}

void MarkdownReader::emit_link(Range shown, Range target) {
  if (!more()) return;
  const std::uint32_t before = document_.count();
  Link out;
  out.target.key = out.shown.key = options_.key;
  out.target.element = out.shown.element = "a";
  out.target.escaper = out.shown.escaper = &markdown_escaper();
  out.target.context = Segment::Context::value;
  out.target.where = writer_.span(target.begin, target.end);
  if (holds_spelling(target)) {
    Decoder decoder = writer_.decoder();
    for (std::size_t i = target.begin; i < target.end;) i = decode(i, target.end, decoder);
    const auto size = static_cast<Off>(decoder.bytes().size());
    out.target.where = {decoder.take(document_, where_.text, Layer::markdown), 0, size};
    out.target.where = without_line_breaks(document_, out.target.where, UrlPlace::url);
  }
  Decoder decoder = writer_.decoder();
  show(shown, decoder);
  const auto size = static_cast<Off>(decoder.bytes().size());
  out.shown.where = {decoder.take(document_, where_.text, Layer::markdown), 0, size};
  more_ = sink_.link(out);
  document_.truncate(before);
}

/// What a reader of the page sees: no signs of emphasis and code, no tags, no pictures.
void MarkdownReader::show(Range shown, Decoder& out) const {
  const std::size_t end = std::min(shown.end, shown.begin + kLongestLinkText);
  bool no_more_tags = false;
  auto picture = pictures_.begin();
  for (std::size_t i = shown.begin; i < end && out.bytes().size() < kLongestShown;) {
    while (picture != pictures_.end() && picture->begin < i) ++picture;
    if (picture != pictures_.end() && picture->begin == i && picture->end <= shown.end) {
      out.atom(i, picture->end, " ");
      i = picture->end;
    } else {
      i = show_step(i, end, no_more_tags, out);
    }
  }
}

std::size_t MarkdownReader::show_step(std::size_t i, std::size_t end, bool& no_more_tags,
                                      Decoder& out) const {
  const char c = text_[i];
  const std::string_view text = text_.substr(0, end);
  if (c == '*' || c == '`') return i + 1;
  if (c == '~' && at(text, i + 1) == '~') return i + 2;
  if (c == '_' && !(is_alnum(at(text, i + 1)) && is_alnum(text_[i - 1]))) return i + 1;
  if (c == '<' && !no_more_tags && (is_alpha(at(text, i + 1)) || at(text, i + 1) == '/')) {
    const std::size_t close = text.find('>', i);
    no_more_tags = close == kNone;
    if (close != kNone) {
      const std::string_view inside = text.substr(i + 1, close - i - 1);
      const std::size_t colon = inside.find(':');
      if (colon != kNone && inside.find_first_of(" \t\r\n\"'=") > colon) {
        out.verbatim(i + 1, close);
      } else if (lower_of(inside.substr(0, 2)) == "br") {
        out.atom(i, close + 1, " ");
      }
      return close + 1;
    }
  }
  if (c == '\\' || c == '&') return decode(i, end, out);
  out.verbatim(i, i + 1);
  return i + 1;
}

// --- segments ------------------------------------------------------------------------------------

bool MarkdownReader::holds_spelling(Range range) const {
  const std::string_view text = text_.substr(0, range.end);
  for (std::size_t i = text.find('\\', range.begin); i < range.end; i = text.find('\\', i + 1)) {
    if (is_escape(text, i, range.end)) return true;
  }
  return holds_html_reference(text, range.begin, range.end, ReferencePlace::text);
}

void MarkdownReader::push(Range range, Segment prototype) {
  if (range.begin >= range.end) return;
  if (!holds_spelling(range)) return writer_.raw(range.begin, range.end, prototype);
  Decoder decoder = writer_.decoder();
  for (std::size_t i = range.begin; i < range.end;) {
    i = decode(i, range.end, decoder);
    if (SegmentWriter::is_cut(decoder)) writer_.decoded(decoder, Layer::markdown, prototype);
  }
  writer_.decoded(decoder, Layer::markdown, prototype);
}

/// One escape or reference, or what stands before the next.
std::size_t MarkdownReader::decode(std::size_t i, std::size_t end, Decoder& out) const {
  if (is_escape(text_, i, end)) {
    out.atom(i, i + 2, text_.substr(i + 1, 1));
    return i + 2;
  }
  if (text_[i] == '&') {
    // A name needs its semicolon here.
    const Reference reference = html_reference(text_, i, end, ReferencePlace::text);
    if (reference.end != 0 && text_[reference.end - 1] == ';') {
      return decode_html(text_, i, end, ReferencePlace::text, out);
    }
  }
  const std::size_t next = std::min(text_.substr(0, end).find_first_of("\\&", i + 1), end);
  out.verbatim(i, next);
  return next;
}

class MarkdownEscaper final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    std::string out;
    for (const char c : text) {
      if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7f) return std::nullopt;
      if (c == '&') {
        out += "&amp;";
        continue;
      }
      if (std::string_view("\\()<>[]`*_\"'").find(c) != kNone) out += '\\';
      out += c;
    }
    return out;
  }
};

/// CommonMark 6.5: no escape and no reference means anything there.
class MarkdownAutolinkEscaper final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    const bool fits = std::none_of(text.begin(), text.end(), [](char c) {
      return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f || c == '<' || c == '>';
    });
    return fits ? std::optional<std::string>(text) : std::nullopt;
  }
};

}  // namespace

bool read_markdown(Document& document, TextSpan where, const ReaderOptions& options,
                   SegmentSink& sink) {
  return MarkdownReader(document, where, options, sink).run();
}

const Escaper& markdown_escaper() noexcept {
  static const MarkdownEscaper kEscaper;
  return kEscaper;
}
const Escaper& markdown_autolink_escaper() noexcept {
  static const MarkdownAutolinkEscaper kEscaper;
  return kEscaper;
}

}  // namespace urilint
