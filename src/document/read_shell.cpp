// One pass over words. A word that may hold a URI is a segment, decoded as the shell joins its
// quotes; all else is prose. `$(` begins commands, also in double quotes, which go on behind its
// `)`: a stack of bounded height knows. A quote that nothing closes is a byte.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/chars.hpp"
#include "document/escapers.hpp"
#include "document/heredoc.hpp"
#include "document/key_path.hpp"
#include "document/readers.hpp"
#include "document/schemeless_value.hpp"
#include "document/segment_writer.hpp"

namespace urilint {
namespace {

using namespace reading;

constexpr std::size_t kMostRuns = std::size_t{1} << 18;
constexpr std::size_t kDeepest = 256;
constexpr std::size_t kMostPending = 16;
constexpr std::size_t kNear = 512;  // how far holes reach, and where a URI shows itself

bool is_operator(char c) noexcept {
  return c == ';' || c == '|' || c == '&' || c == '(' || c == ')' || c == '<' || c == '>' ||
         c == '`';
}
bool is_name(char c) noexcept { return is_alnum(c) || c == '_' || c == '.' || c == '-'; }

class ShellReader {
 public:
  ShellReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : writer_(document, where, sink),
        text_(writer_.text()),
        options_(options),
        path_(options.key),
        decoder_(writer_.decoder()),
        heredocs_(text_) {}

  bool run() {
    while (i_ < text_.size() && writer_.more()) step();
    end_gap(text_.size());
    return writer_.more();
  }

 private:
  void step();
  void newline();
  void operate(char c);
  void word();
  void assignment();
  bool quoted_byte(char c);
  bool unquoted_byte(char c);
  void escape(bool in_quotes);
  void single_quotes(std::size_t open);
  bool open_double();
  void ansi_quotes(std::size_t open);
  std::size_t ansi_escape(std::size_t i, std::size_t end);
  bool dollar();
  bool backtick();
  void verbatim(std::size_t begin, std::size_t end);
  void atom(std::size_t begin, std::size_t end, std::string_view bytes);
  void atom(std::size_t begin, std::size_t end, std::uint32_t point);
  void settle();
  void flush();
  [[nodiscard]] const Escaper* escaper() const;
  void push_word(std::size_t begin, bool wanted);
  void comment();
  void end_gap(std::size_t end);
  [[nodiscard]] bool closes(char quote, std::size_t from);
  [[nodiscard]] bool joins_query(std::size_t i) const;
  [[nodiscard]] bool holds_authority() const;
  [[nodiscard]] bool comment_follows(std::size_t i) const;
  [[nodiscard]] std::size_t balanced(std::size_t open, char opener, char closer) const;

  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  KeyPath path_;
  std::size_t i_ = 0;
  bool in_double_ = false;
  bool in_ticks_ = false;     // a backtick of this line is open
  std::size_t hole_end_ = 0;  // behind the last command in a URI
  std::string frames_;        // `d`: double quotes go on behind the `)`; `p`: nothing does
  std::vector<HeredocMark> pending_;
  std::size_t gap_begin_ = 0;
  bool gap_holds_words_ = false;

  // The word that is read.
  Decoder decoder_;
  HeredocSearch heredocs_;
  std::size_t word_begin_ = 0;
  std::size_t raw_begin_ = 0;  // as long as it is one stretch of the text
  std::size_t raw_end_ = 0;
  bool stretch_ = true;
  bool quotes_ = false;
  std::size_t none_behind_[2] = {SIZE_MAX, SIZE_MAX};  // no such quote from here on
};

void ShellReader::step() {
  const char c = text_[i_];
  if (in_double_) return word();
  if (is_line_end(c)) return newline();
  if (is_space(c)) {
    ++i_;
  } else if (c == '\\' && is_line_end(at(text_, i_ + 1))) {
    i_ = behind_line_end(text_, i_ + 1);
  } else if (c == '#') {
    comment();
  } else if (is_operator(c)) {
    operate(c);
  } else {
    word();
  }
}

void ShellReader::newline() {
  i_ = behind_line_end(text_, i_);
  in_ticks_ = false;
  if (pending_.empty()) return;
  end_gap(i_);
  for (const HeredocMark& mark : pending_) {
    const auto body = heredocs_.body(i_, mark);
    if (!body) continue;
    Segment segment;
    segment.key = options_.key;
    writer_.raw(i_, body->end, segment);
    i_ = behind_line_end(text_, body->next);
  }
  gap_begin_ = i_;
  pending_.clear();
}

void ShellReader::operate(char c) {
  if (c == '<') {
    const auto mark = heredoc_mark(text_, i_);
    if (mark && pending_.size() < kMostPending) {
      pending_.push_back(*mark);
      i_ = mark->next;
      return;
    }
    // `<<<` is no mark, and its end is none either.
    while (at(text_, i_ + 1) == '<') ++i_;
  } else if (c == '`') {
    in_ticks_ = !in_ticks_;
  } else if (c == '(') {
    if (!frames_.empty() && frames_.size() < kDeepest) frames_ += 'p';
  } else if (c == ')' && !frames_.empty()) {
    in_double_ = frames_.back() == 'd';
    frames_.pop_back();
  }
  ++i_;
}

void ShellReader::comment() {
  end_gap(i_);
  const std::size_t end = line_end(text_, i_);
  Segment segment;
  segment.context = Segment::Context::comment;
  segment.key = options_.key;
  writer_.raw(i_ + 1, end, segment);
  gap_begin_ = i_ = end;
}

void ShellReader::end_gap(std::size_t end) {
  if (gap_holds_words_) {
    Segment segment;
    segment.key = options_.key;
    writer_.raw(gap_begin_, end, segment);
  }
  gap_holds_words_ = false;
}

void ShellReader::word() {
  word_begin_ = i_;
  raw_begin_ = raw_end_ = i_;
  stretch_ = true;
  quotes_ = in_double_;
  const std::size_t begin = i_;
  if (!in_double_) assignment();
  while (i_ < text_.size()) {
    const char c = text_[i_];
    if (!(in_double_ ? quoted_byte(c) : unquoted_byte(c))) break;
  }
  const std::string_view raw = text_.substr(begin, i_ - begin);
  push_word(begin, options_.decode_all || may_hold_uri(raw) || raw.find("$'") < raw.size());
  path_.reset();
  if (i_ == begin) ++i_;  // a byte that begins nothing
}

/// NAME= before a word is its key.
void ShellReader::assignment() {
  std::size_t i = i_;
  if (!is_alpha(at(text_, i)) && at(text_, i) != '_') return;
  const std::size_t limit = std::min(text_.size(), i + 256);
  while (i < limit && is_name(text_[i])) ++i;
  const std::size_t end = i;
  if (at(text_, i) == '+') ++i;
  if (at(text_, i) != '=') return;
  path_.key(text_.substr(i_, end - i_));
  i_ = i + 1;
  raw_begin_ = raw_end_ = word_begin_ = i_;
}

/// False: the word ends here.
bool ShellReader::unquoted_byte(char c) {
  if (c == '\\' && comment_follows(i_ + 1)) return false;
  if (c == '`' && backtick()) return true;
  if (is_space(c) || (is_operator(c) && !(c == '&' && joins_query(i_)))) return false;
  if (c == '\\') {
    escape(false);
  } else if (c == '\'' && closes(c, i_ + 1)) {
    single_quotes(i_);
  } else if (c == '"' && closes(c, i_ + 1)) {
    return open_double();
  } else if (c == '$') {
    return dollar();
  } else {
    verbatim(i_, i_ + 1);
    ++i_;
  }
  return true;
}

bool ShellReader::open_double() {
  quotes_ = in_double_ = true;
  ++i_;
  return true;
}

bool ShellReader::quoted_byte(char c) {
  if (c == '"') {
    in_double_ = false;
    ++i_;
  } else if (c == '\\') {
    escape(true);
  } else if (c == '$') {
    return dollar();
  } else if (c == '`' && backtick()) {
    return true;
  } else {
    if (c == '`') in_ticks_ = !in_ticks_;
    const std::size_t next = std::min(text_.find_first_of("\"\\$`", i_ + 1), text_.size());
    verbatim(i_, next);
    i_ = next;
  }
  return true;
}

/// A line end, and a comment on the next line: Dockerfiles have them between continued lines.
bool ShellReader::comment_follows(std::size_t i) const {
  std::size_t next = behind_line_end(text_, i);
  if (next == i) return false;
  while (is_blank(at(text_, next))) ++next;
  return at(text_, next) == '#';
}

/// In double quotes a backslash is one only before `$`, a backtick, `"`, `\` and a line end.
void ShellReader::escape(bool in_quotes) {
  const char next = at(text_, i_ + 1);
  if (i_ + 1 >= text_.size()) {
    verbatim(i_, i_ + 1);
    ++i_;
  } else if (is_line_end(next)) {
    const std::size_t behind = behind_line_end(text_, i_ + 1);
    atom(i_, behind, std::string_view());
    i_ = behind;
  } else if (in_quotes && std::string_view("$`\"\\").find(next) == std::string_view::npos) {
    verbatim(i_, i_ + 2);
    i_ += 2;
  } else {
    atom(i_, i_ + 2, text_.substr(i_ + 1, 1));
    i_ += 2;
  }
}

/// True if such a quote follows; that none does is found out once.
bool ShellReader::closes(char quote, std::size_t from) {
  std::size_t& none = none_behind_[quote == '"' ? 0 : 1];
  if (from >= none) return false;
  if (text_.find(quote, from) != std::string_view::npos) return true;
  none = from;
  return false;
}

void ShellReader::single_quotes(std::size_t open) {
  const std::size_t close = std::min(text_.find('\'', open + 1), text_.size());
  quotes_ = true;
  verbatim(open + 1, close);
  i_ = std::min(close + 1, text_.size());
}

/// `$'…'`: escapes as in C; it ends at the first quote without a backslash.
void ShellReader::ansi_quotes(std::size_t open) {
  quotes_ = true;
  i_ = open + 1;
  while (i_ < text_.size() && text_[i_] != '\'') {
    if (text_[i_] == '\\') {
      i_ = ansi_escape(i_, text_.size());
    } else {
      const std::size_t next = std::min(text_.find_first_of("'\\", i_), text_.size());
      verbatim(i_, next);
      i_ = next;
    }
  }
  i_ = std::min(i_ + 1, text_.size());
}

std::size_t ShellReader::ansi_escape(std::size_t i, std::size_t end) {
  constexpr std::string_view kLetters = "abeEfnrtv\\'\"?";
  constexpr std::string_view kBytes = "\a\b\x1b\x1b\f\n\r\t\v\\'\"?";
  const char letter = at(text_, i + 1);
  const std::size_t simple = kLetters.find(letter);
  if (i + 1 < end && simple != std::string_view::npos) {
    atom(i, i + 2, kBytes.substr(simple, 1));
    return i + 2;
  }
  const bool octal = letter >= '0' && letter <= '7';
  const std::size_t most = letter == 'x'   ? 2
                           : letter == 'u' ? 4
                           : letter == 'U' ? 8
                           : octal         ? 3
                                           : 0;
  std::size_t next = i + (octal ? 1U : 2U);
  const std::size_t limit = std::min(end, next + most);
  std::uint32_t value = 0;
  while (next < limit && (octal ? text_[next] >= '0' && text_[next] <= '7' : is_hex(text_[next]))) {
    value = value << (octal ? 3U : 4U) | hex_value(text_[next]);
    ++next;
  }
  if (most == 0 || (!octal && next == i + 2)) {
    next = std::min(i + 2, end);
    verbatim(i, next);
  } else if (letter == 'u' || letter == 'U') {
    atom(i, next, value);
  } else {
    const char byte = static_cast<char>(value & 0xffU);
    atom(i, next, std::string_view(&byte, 1));
  }
  return next;
}

/// At the bracket that closes the one at `open`, near and on the same line; or 0.
std::size_t ShellReader::balanced(std::size_t open, char opener, char closer) const {
  const std::size_t limit = std::min(text_.size(), open + kNear);
  std::size_t depth = 0;
  for (std::size_t i = open; i < limit && !is_line_end(text_[i]); ++i) {
    if (text_[i] == opener) ++depth;
    if (text_[i] == closer && --depth == 0) return i;
  }
  return 0;
}

/// An expansion. `$(…)` is a hole of the URI that it stands in, else commands of their own.
bool ShellReader::dollar() {
  const char next = at(text_, i_ + 1);
  if (!in_double_ && next == '\'' && closes(next, i_ + 2)) {
    ansi_quotes(i_ + 1);
    return true;
  }
  if (!in_double_ && next == '"' && closes(next, i_ + 2)) {
    ++i_;
    return open_double();
  }
  const bool commands = next == '(';
  const std::size_t close = commands      ? holds_authority() ? balanced(i_ + 1, '(', ')') : 0
                            : next == '{' ? balanced(i_ + 1, '{', '}')
                                          : 0;
  if (close != 0) {
    verbatim(i_, close + 1);
    i_ = close + 1;
    return true;
  }
  // What is not closed near the URI is text of it.
  if (!commands || holds_authority() || frames_.size() >= kDeepest) {
    const std::size_t end = std::min(i_ + (commands ? 2U : 1U), text_.size());
    verbatim(i_, end);
    i_ = end;
    return true;
  }
  if (i_ > word_begin_ || raw_begin_ < raw_end_) return false;
  frames_ += in_double_ ? 'd' : 'p';
  in_double_ = false;
  i_ += 2;
  return false;
}

/// `` `command` `` in a URI is a hole of it: it becomes the `$(command)` that it means. False if a
/// backtick closes or opens anything else.
bool ShellReader::backtick() {
  if (in_ticks_ || !holds_authority()) return false;
  const std::size_t begin = std::max(hole_end_, i_ - std::min(i_, kNear));
  std::string_view before = text_.substr(begin, i_ - begin);
  const std::size_t authority = before.rfind("://");
  if (authority != before.npos) {
    before.remove_prefix(authority);
  } else if (begin != hole_end_) {
    return false;
  }
  if (before.find_first_of(" \t\"'") != before.npos) return false;
  const std::string_view near = text_.substr(0, std::min(text_.size(), i_ + kNear));
  const std::size_t close = near.find_first_of("`()\\\r\n", i_ + 1);
  if (close == std::string_view::npos || text_[close] != '`' || close == i_ + 1) return false;
  std::string hole("$(");
  hole.append(text_.substr(i_ + 1, close - i_ - 1)).append(")");
  atom(i_, close + 1, hole);
  i_ = hole_end_ = close + 1;
  return true;
}

bool ShellReader::holds_authority() const {
  return text_.substr(word_begin_, std::min(kNear, i_ - word_begin_)).find("://") < kNear;
}

/// `&name=` in the query of a URI that nobody quoted: what is meant is plain, though a shell would
/// run two commands.
bool ShellReader::joins_query(std::size_t i) const {
  std::size_t k = i + 1;
  const std::size_t limit = std::min(text_.size(), k + 64);
  while (k < limit && is_name(text_[k])) ++k;
  if (k == i + 1 || at(text_, k) != '=') return false;
  const std::string_view begun =
      text_.substr(word_begin_, std::min(kNear, i - std::min(i, word_begin_)));
  const std::size_t authority = begun.find("://");
  return authority != std::string_view::npos &&
         begun.find('?', authority) != std::string_view::npos;
}

void ShellReader::verbatim(std::size_t begin, std::size_t end) {
  if (begin >= end) return;
  if (stretch_ && raw_begin_ == raw_end_) {
    raw_begin_ = begin;
    raw_end_ = end;
  } else if (stretch_ && raw_end_ == begin) {
    raw_end_ = end;
  } else {
    settle();
    decoder_.verbatim(begin, end);
  }
}

void ShellReader::atom(std::size_t begin, std::size_t end, std::string_view bytes) {
  settle();
  decoder_.atom(begin, end, bytes);
  if (decoder_.runs() > kMostRuns && !decoder_.bytes().empty() &&
      (is_space(decoder_.bytes().back()) || decoder_.runs() > 8 * kMostRuns)) {
    end_gap(word_begin_);
    flush();
    gap_begin_ = end;
  }
}

void ShellReader::atom(std::size_t begin, std::size_t end, std::uint32_t point) {
  std::string bytes;
  append_utf8(bytes, point);
  atom(begin, end, bytes);
}

/// The word is more than one stretch of the text: it is decoded from here on.
void ShellReader::settle() {
  if (!stretch_) return;
  stretch_ = false;
  decoder_.verbatim(raw_begin_, raw_end_);
}

void ShellReader::flush() {
  Segment segment;
  segment.key = path_.view();
  if (!stretch_) {
    segment.context = value_context(decoder_.bytes());
    writer_.decoded(decoder_, Layer::shell, segment);
    decoder_ = writer_.decoder();
    return;
  }
  const std::string_view raw = text_.substr(raw_begin_, raw_end_ - raw_begin_);
  const bool reference = network_path_value(raw).body != 0 || scp_colon(raw, segment.key) != 0;
  if (quotes_ || reference) segment.context = value_context(raw);
  segment.escaper = escaper();
  writer_.raw(raw_begin_, raw_end_, segment);
}

/// How the one stretch of the word is quoted, if that is certain.
const Escaper* ShellReader::escaper() const {
  if (!quotes_) return &shell_word_escaper();
  const char before = raw_begin_ > 0 ? text_[raw_begin_ - 1] : '\0';
  if (at(text_, raw_end_) != before) return nullptr;
  if (before == '"') return &shell_double_escaper();
  const bool ansi = raw_begin_ > 1 && text_[raw_begin_ - 2] == '$';
  return before == '\'' && !ansi ? &shell_single_escaper() : nullptr;
}

void ShellReader::push_word(std::size_t begin, bool wanted) {
  if (!wanted) {
    if (!stretch_) decoder_ = writer_.decoder();
    if (raw_begin_ < raw_end_ || !stretch_) gap_holds_words_ = true;
    return;
  }
  end_gap(std::max(begin, gap_begin_));
  flush();
  gap_begin_ = i_;
}

/// Outside of quotes, in double and in single ones.
class ShellEscaper final : public Escaper {
 public:
  explicit ShellEscaper(char quote) : quote_(quote) {}
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    std::string out;
    for (const char c : text) {
      if (c == '\0' || (quote_ == '\'' && c == '\'') || (quote_ == '\0' && is_line_end(c))) {
        return std::nullopt;
      }
      const std::string_view special = quote_ == '"'    ? "$`\"\\"
                                       : quote_ == '\0' ? " \t$`\"\\'|&;()<>*?[]{}#~!"
                                                        : "";
      if (special.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
    return out;
  }

 private:
  char quote_;
};

}  // namespace

const Escaper& shell_word_escaper() noexcept {
  static const ShellEscaper escaper('\0');
  return escaper;
}
const Escaper& shell_double_escaper() noexcept {
  static const ShellEscaper escaper('"');
  return escaper;
}
const Escaper& shell_single_escaper() noexcept {
  static const ShellEscaper escaper('\'');
  return escaper;
}

bool read_shell(Document& document, TextSpan where, const ReaderOptions& options,
                SegmentSink& sink) {
  return ShellReader(document, where, options, sink).run();
}

}  // namespace urilint
