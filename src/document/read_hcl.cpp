// One pass over tokens: blocks and attributes give the key, strings and here-documents are values
// with their templates as they stand, all that is more than syntax between them is prose. A string
// ends with its line; quotes inside of `${…}` do not end it.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/chars.hpp"
#include "document/escaped_text.hpp"
#include "document/escapers.hpp"
#include "document/heredoc.hpp"
#include "document/json_string.hpp"
#include "document/key_path.hpp"
#include "document/readers.hpp"
#include "document/templates.hpp"

namespace urilint {
namespace {

using namespace reading;

constexpr std::size_t kDeepest = 64;    // as deep as a key path is followed
constexpr std::size_t kMostLabels = 8;  // of a block

bool is_word(char c) noexcept { return is_alnum(c) || c == '_' || c == '-' || !is_ascii(c); }

/// "\" ( "n" / "r" / "t" / %x22 / "\" / "u" 4HEXDIG / "U" 8HEXDIG )
std::size_t decode_hcl_escape(std::string_view text, std::size_t i, std::size_t end,
                              Decoder& decoder) {
  constexpr std::string_view kLetters = "nrt\"\\";
  constexpr std::string_view kBytes = "\n\r\t\"\\";
  text = text.substr(0, end);
  const char letter = at(text, i + 1);
  const std::size_t simple = kLetters.find(letter);
  const std::size_t digits = letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
  const std::int64_t point = digits == 0 ? -1 : hex_at(text, i + 2, digits);
  if (i + 1 < end && simple != std::string_view::npos) {
    decoder.atom(i, i + 2, kBytes.substr(simple, 1));
    return i + 2;
  }
  if (point >= 0) {
    decoder.atom(i, i + 2 + digits, static_cast<std::uint32_t>(point));
    return i + 2 + digits;
  }
  const std::size_t next = std::min(i + 2, end);
  decoder.verbatim(i, next);
  return next;
}

class HclReader {
 public:
  HclReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : writer_(document, where, sink),
        text_(writer_.text()),
        options_(options),
        path_(options.key),
        heredocs_(text_) {}

  bool run() {
    while (i_ < text_.size() && writer_.more()) step();
    end_gap(text_.size());
    return writer_.more();
  }

 private:
  struct Extent {
    std::size_t end = 0;
    std::size_t next = 0;
  };
  struct Bracket {
    bool list = false;
    std::size_t parens = 0;  // that were open around it
    std::size_t frames = 1;  // levels of the key path that it opened
  };

  void step();
  void newline();
  void next();
  void string();
  void word();
  bool name(std::string name, std::size_t behind);
  void open(char c);
  void close(char c);
  void slash();
  bool heredoc();
  void comment(std::size_t begin, std::size_t end, std::size_t next);
  void other(std::size_t next);
  void end_gap(std::size_t end);
  [[nodiscard]] Extent string_extent(std::size_t begin) const;
  [[nodiscard]] std::size_t interpolation_end(std::size_t begin) const;
  [[nodiscard]] bool sign_follows(std::size_t i) const;
  void behind(std::size_t next) { gap_begin_ = i_ = next; }

  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  KeyPath path_;
  HeredocSearch heredocs_;
  std::size_t i_ = 0;
  bool key_place_ = true;            // a key or a block may begin here
  std::vector<std::string> labels_;  // the names before a block's brace
  std::vector<Bracket> brackets_;    // open ones
  std::size_t beyond_ = 0;           // those that are deeper
  std::size_t parens_ = 0;           // open ones in the innermost bracket
  std::size_t gap_begin_ = 0;
  bool gap_holds_words_ = false;
  std::string gap_key_;
  bool no_more_comments_ = false;  // no `*/` follows
};

void HclReader::step() {
  const char c = text_[i_];
  if (is_line_end(c)) {
    newline();
  } else if (is_space(c)) {
    ++i_;
  } else if (c == '"') {
    string();
  } else if (c == '#') {
    const std::size_t end = line_end(text_, i_);
    comment(i_ + 1, end, end);
  } else if (c == '/') {
    slash();
  } else if (c == '{' || c == '[') {
    open(c);
  } else if (c == '}' || c == ']') {
    close(c);
  } else if (c == ',') {
    ++i_;
    if (parens_ == 0) next();
  } else if (c == '=' || c == ':') {
    key_place_ = false;
    ++i_;
  } else if (c == '(' || c == ')') {
    if (c == '(') ++parens_;
    if (c == ')' && parens_ > 0) --parens_;
    key_place_ = false;
    ++i_;
  } else if (c == '<' && heredoc()) {
    return;
  } else if (is_word(c)) {
    word();
  } else {
    other(i_ + 1);
  }
}

/// A line end ends an attribute, but no element of a list and no argument.
void HclReader::newline() {
  i_ = behind_line_end(text_, i_);
  if (parens_ == 0 && !path_.in_sequence()) next();
}

void HclReader::next() {
  path_.next();
  labels_.clear();
  key_place_ = true;
}

bool HclReader::sign_follows(std::size_t i) const {
  while (is_blank(at(text_, i))) ++i;
  const char c = at(text_, i);
  return (c == '=' && at(text_, i + 1) != '=') || (c == ':' && text_.substr(i, 3) != "://");
}

/// A name where a key or a block may begin: true if it may be one.
bool HclReader::name(std::string name, std::size_t behind) {
  if (!key_place_ || path_.in_sequence()) return false;
  if (labels_.empty() && sign_follows(behind)) {
    path_.key(name);
    key_place_ = false;
  } else if (labels_.size() < kMostLabels) {
    labels_.push_back(std::move(name));
  }
  return true;
}

HclReader::Extent HclReader::string_extent(std::size_t begin) const {
  std::size_t i = begin;
  while (i < text_.size() && text_[i] != '"' && !is_line_end(text_[i])) {
    const char c = text_[i];
    std::size_t next = 0;
    if ((c == '$' || c == '%') && at(text_, i + 1) == '{') {
      const bool literal = i > begin && text_[i - 1] == c;
      next = literal ? 0 : interpolation_end(i + 1);
    } else if (c == '{' || c == '<') {
      next = quoting_template_end(text_, i, '"');
    } else if (c == '\\' && i + 1 < text_.size() && !is_line_end(text_[i + 1])) {
      next = i + 2;
    }
    i = next == 0 ? i + 1 : next;
  }
  return {i, at(text_, i) == '"' ? i + 1 : i};
}

/// Behind the brace that closes the one at `begin`, near and on the same line; or 0. Strings inside
/// may hold templates again: `d` is a brace, `s` a string on the stack.
std::size_t HclReader::interpolation_end(std::size_t begin) const {
  constexpr std::size_t kNear = 512;
  const std::size_t limit = std::min(text_.size(), begin + kNear);
  std::string stack;
  for (std::size_t i = begin; i < limit && !is_line_end(text_[i]); ++i) {
    const char c = text_[i];
    const bool in_string = !stack.empty() && stack.back() == 's';
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        stack.pop_back();
      } else if ((c == '$' || c == '%') && at(text_, i + 1) == '{') {
        stack += 'd';
        ++i;
      }
    } else if (c == '"') {
      stack += 's';
    } else if (c == '{') {
      stack += 'd';
    } else if (c == '}') {
      stack.pop_back();
      if (stack.empty()) return i + 1;
    }
  }
  return 0;
}

void HclReader::string() {
  end_gap(i_);
  const std::size_t begin = i_ + 1;
  const Extent extent = string_extent(begin);
  const EscapedText text{begin, extent.end, decode_hcl_escape, Layer::json};
  const bool is_name = key_place_ && name(unescaped(writer_, text), extent.next);
  Segment segment;
  segment.context = Segment::Context::value;
  segment.key = path_.view();
  if (!is_name) segment.escaper = &hcl_escaper();
  push_escaped(writer_, text, segment, options_.decode_all);
  behind(extent.next);
}

void HclReader::word() {
  const std::size_t begin = i_;
  while (i_ < text_.size() && is_word(text_[i_])) ++i_;
  const std::string_view word = text_.substr(begin, i_ - begin);
  if (word.size() <= 256 && name(std::string(word), i_)) return;
  if (is_digit(word[0]) || word == "true" || word == "false" || word == "null") return;
  other(i_);
}

void HclReader::open(char c) {
  const std::size_t behind_template = template_end(text_, i_);
  if (behind_template != 0) return other(behind_template);
  ++i_;
  Bracket bracket{c == '[', parens_, 1};
  parens_ = 0;
  if (brackets_.size() == kDeepest) ++beyond_;
  if (c == '[') {
    path_.open_sequence();
  } else if (labels_.empty() || brackets_.size() == kDeepest) {
    path_.open_mapping();
  } else {
    bracket.frames = labels_.size();
    for (const std::string& label : labels_) {
      path_.key(label);
      path_.open_mapping();
    }
  }
  if (brackets_.size() < kDeepest) brackets_.push_back(bracket);
  labels_.clear();
  key_place_ = c == '{';
}

/// A brace closes the lists inside of it, too; a bracket that opens none closes none.
void HclReader::close(char c) {
  ++i_;
  labels_.clear();
  key_place_ = false;
  if (beyond_ > 0) {
    --beyond_;
    return path_.close();
  }
  while (!brackets_.empty()) {
    const Bracket last = brackets_.back();
    if (c == ']' && !last.list) return;
    for (std::size_t frames = last.frames; frames > 0; --frames) path_.close();
    parens_ = last.parens;
    brackets_.pop_back();
    if (c == ']' || !last.list) return;
  }
}

/// A comment, or a slash of something unquoted (`https://…`).
void HclReader::slash() {
  const char next = at(text_, i_ + 1);
  if (next == '*' && !no_more_comments_) {
    const std::size_t end = text_.find("*/", i_ + 2);
    no_more_comments_ = end == std::string_view::npos;
    if (!no_more_comments_) return comment(i_ + 2, end, end + 2);
  } else if (next == '/') {
    const bool of_uri =
        i_ > 1 && text_[i_ - 1] == ':' && !is_space(text_[i_ - 2]) && text_[i_ - 2] != '"';
    const std::size_t end = line_end(text_, i_);
    return of_uri ? other(end) : comment(i_ + 2, end, end);
  }
  other(i_ + 1);
}

bool HclReader::heredoc() {
  const auto mark = heredoc_mark(text_, i_);
  const std::size_t line = mark ? line_end(text_, mark->next) : 0;
  if (!mark || text_.substr(mark->next, line - mark->next).find_first_not_of(" \t") < line) {
    return false;
  }
  const std::size_t begin = behind_line_end(text_, line);
  // Terraform takes the indented end without `-`, too.
  HeredocMark indented = *mark;
  indented.indented = true;
  const auto body = heredocs_.body(begin, indented);
  if (!body) return false;
  end_gap(i_);
  Segment segment;
  segment.key = path_.view();
  writer_.raw(begin, body->end, segment);
  behind(body->next);
  return true;
}

void HclReader::comment(std::size_t begin, std::size_t end, std::size_t next) {
  end_gap(i_);
  Segment segment;
  segment.context = Segment::Context::comment;
  segment.key = path_.view();
  writer_.raw(begin, end, segment);
  behind(next);
}

void HclReader::other(std::size_t next) {
  if (!gap_holds_words_) gap_key_ = path_.view();
  gap_holds_words_ = true;
  i_ = next;
}

void HclReader::end_gap(std::size_t end) {
  if (gap_holds_words_) {
    Segment segment;
    segment.key = gap_key_;
    writer_.raw(gap_begin_, end, segment);
  }
  gap_holds_words_ = false;
}

class HclEscaper final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    return reading::escape_string(text, '"', "0123456789abcdef");
  }
};

}  // namespace

const Escaper& hcl_escaper() noexcept {
  static const HclEscaper escaper;
  return escaper;
}

bool read_hcl(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink) {
  return HclReader(document, where, options, sink).run();
}

}  // namespace urilint
