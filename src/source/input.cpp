// Whole inputs are one window. Longer ones are cut where no URI can cross (a line end, else a
// blank, else a quote); the next window begins a little before the cut, so that the finder sees the
// same.
#include "source/input.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "document/lines.hpp"
#include "document/prefilter.hpp"
#include "source/byte_stream.hpp"
#include "source/charset.hpp"

namespace urilint {
namespace {

constexpr std::size_t kHead = std::size_t{8} << 10;       // where NUL bytes make a file binary
constexpr std::size_t kContext = std::size_t{8} << 10;    // kept before a cut that is no line end
constexpr std::size_t kListBatch = std::size_t{1} << 20;  // a window of a list

constexpr std::array<std::string_view, 7> kReasonNames = {
    "binary", "special-file", "unreadable", "symlink", "loop", "too-long", "missing",
};
static_assert(kReasonNames.size() == static_cast<std::size_t>(SkipReason::missing) + 1);

bool is_blank(char c) noexcept { return static_cast<unsigned char>(c) <= 0x20; }
bool is_delimiter(char c) noexcept { return is_blank(c) || c == '"' || c == '<' || c == '>'; }

std::size_t code_point_floor(std::string_view text, std::size_t at) noexcept {
  for (int i = 0; i < 3 && at > 0 && at < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[at]) & 0xc0U) != 0x80) break;
    --at;
  }
  return at;
}

/// Behind the last byte of (low, high] that `good` accepts, or 0.
template <typename Good>
std::size_t last_behind(std::string_view text, std::size_t low, std::size_t high, Good good) {
  for (std::size_t i = high; i > low; --i) {
    if (good(text[i - 1])) return i;
  }
  return 0;
}

/// A place in (low, high] that a URI crosses as rarely as can be.
std::size_t safe_cut(std::string_view text, std::size_t low, std::size_t high) {
  std::size_t cut = last_behind(text, low, high, [](char c) { return c == '\n'; });
  if (cut == 0) cut = last_behind(text, low, high, is_blank);
  if (cut == 0) cut = last_behind(text, low, high, is_delimiter);
  return cut != 0 ? cut : std::max(code_point_floor(text, high), low + 1);
}

/// Where the window after a cut begins.
std::size_t context_begin(std::string_view text, std::size_t cut) {
  if (text[cut - 1] == '\n') return cut;
  const std::size_t reach = std::min(kContext, cut / 8);
  const std::size_t near = cut - reach;
  const std::size_t begin = last_behind(text, near - std::min(reach, near), near, is_blank);
  return begin != 0 ? begin : code_point_floor(text, near);
}

/// One input, read from its beginning to its end.
class InputReader {
 public:
  InputReader(const Input& input, const ReadOptions& options, WindowSink& sink)
      : input_(input), options_(options), sink_(sink) {}

  ReadStats run();

 private:
  /// The base text of a window and how it was made; lives as long as the document.
  struct Base {
    Document document;
    std::string_view text;
  };

  void run_text();
  void run_list();
  bool text_window(std::string_view raw, bool last);
  [[nodiscard]] Format format_of_window(std::string_view text) const noexcept;
  bool list_window(std::string_view raw, bool last);
  void skip_line();
  void drop(std::size_t raw_size);
  void load(Base& base, std::string_view raw) const;
  void advance(const Base& base, std::size_t text_offset);
  void count_lines(std::string_view text);
  void note_long_run(std::string_view text, std::size_t cut);
  void note(SkipReason reason, std::string detail, bool fatal = false) {
    const bool named = input_.named || input_.is_stdin;
    sink_.note({reason, input_.path, std::move(detail), fatal, named});
  }
  [[nodiscard]] std::size_t aligned(std::size_t size) const noexcept {
    return size - size % unit_of(charset_);
  }
  [[nodiscard]] std::size_t line_end(std::string_view raw, std::size_t from,
                                     bool first) const noexcept;

  const Input& input_;
  const ReadOptions& options_;
  WindowSink& sink_;
  ByteStream stream_;
  Buffer buffer_;
  Charset charset_ = Charset::utf8;
  std::uint64_t offset_ = 0;  // of the first byte of buffer_ in the input
  Position position_;         // of the same
  Off report_begin_ = 0;
  bool whole_ = false;  // the input is one window
  bool long_noted_ = false;
  bool open_line_ = false;  // the last counted byte was not the end of a line
  ReadStats stats_;
};

ReadStats InputReader::run() {
  if (auto refused = stream_.open(input_)) {
    sink_.note(*refused);
    return stats_;
  }
  const bool list = options_.format == Format::list;
  stream_.fill(buffer_, list ? 4 : kHead);
  const std::string_view head = buffer_.view().substr(0, kHead);
  const CharsetGuess guess = charset_of(head, !list);
  const bool binary = guess.charset == Charset::utf8 && head.find('\0') != std::string_view::npos;
  if (binary && !list) {
    note(SkipReason::binary, "NUL bytes");
    return stats_;
  }
  charset_ = guess.charset;
  offset_ = guess.bom;
  buffer_.consume(guess.bom);
  if (list) {
    run_list();
  } else {
    run_text();
  }
  if (!stream_.error().empty()) note(SkipReason::unreadable, stream_.error(), input_.named);
  stats_.bytes = offset_;
  if (open_line_) ++stats_.lines;
  return stats_;
}

/// Makes the document of a window over `raw`.
void InputReader::load(Base& base, std::string_view raw) const {
  Text text;
  text.bytes = raw;
  text.map.base = offset_;
  base.document.add(std::move(text));
  base.text = raw;
  if (charset_ == Charset::utf8) return;
  DecodedText decoded = decode_text(raw, charset_);
  base.document.base_text =
      base.document.add_owned(std::move(decoded.bytes), std::move(decoded.map), Layer::charset);
  base.text = base.document.text(base.document.base_text).bytes;
}

/// Consumes what stands before `text_offset` of the window.
void InputReader::advance(const Base& base, std::size_t text_offset) {
  const auto place = static_cast<Off>(text_offset);
  position_ = Locator(base.text, position_).locate(place);
  const SourceSpan source = base.document.to_source({base.document.base_text, place, place});
  buffer_.consume(static_cast<std::size_t>(source.begin - offset_));
  offset_ = source.begin;
}

void InputReader::count_lines(std::string_view text) {
  if (text.empty()) return;
  stats_.lines += count_bytes(text, '\n');
  open_line_ = text.back() != '\n';
}

// --- text ---------------------------------------------------------------------------------------

void InputReader::run_text() {
  const std::size_t window = std::max<std::size_t>(options_.window, 64);
  const bool large = stream_.size() > options_.whole_limit;
  if (!large) stream_.fill(buffer_, options_.whole_limit + 1);
  if (!large && stream_.ended()) {
    whole_ = true;
    text_window(buffer_.view(), true);
    return;
  }
  for (;;) {
    stream_.fill(buffer_, window + 1);
    const bool last = stream_.ended() && buffer_.size() <= window;
    const std::size_t size = last ? buffer_.size() : aligned(std::min(window, buffer_.size()));
    if (!text_window(buffer_.view().substr(0, size), last) || last) return;
  }
}

/// Only whole inputs have a format: a window may begin anywhere in it.
Format InputReader::format_of_window(std::string_view text) const noexcept {
  if (!whole_) return Format::text;
  if (options_.format != Format::automatic) return options_.format;
  return format_of(input_.path, text.substr(0, kHead));
}

/// Hands out one window and consumes what the next one does not need. False: stop.
bool InputReader::text_window(std::string_view raw, bool last) {
  Base base;
  load(base, raw);
  const std::string_view text = base.text;
  Window window{position_, report_begin_, static_cast<Off>(text.size()), last};
  if (!last) {
    const std::size_t overlap = std::min(options_.overlap, text.size() / 2);
    const std::size_t high = text.size() - overlap;
    const std::size_t low =
        std::max<std::size_t>(report_begin_, high - std::min(overlap, high / 2));
    window.report_end = static_cast<Off>(safe_cut(text, low, high));
    note_long_run(text, window.report_end);
  }
  sink_.begin_window(base.document, window);
  const TextSpan all{base.document.base_text, 0, static_cast<Off>(text.size())};
  const Format format = format_of_window(text);
  const bool more = (options_.prefilter && !may_hold_uris(format, text)) ||
                    read_document(format, base.document, all, {}, sink_);
  sink_.end_window();
  count_lines(text.substr(report_begin_, window.report_end - report_begin_));
  if (last) {  // where the lines stand behind it asks nobody
    offset_ += raw.size();
    buffer_.consume(raw.size());
    return more;
  }
  const std::size_t next = context_begin(text, window.report_end);
  report_begin_ = window.report_end - static_cast<Off>(next);
  advance(base, next);
  return more;
}

/// A URI that begins before the cut and is not over at the end of the window.
void InputReader::note_long_run(std::string_view text, std::size_t cut) {
  if (long_noted_ || last_behind(text, cut, text.size(), is_delimiter) != 0) return;
  const std::size_t begin = last_behind(text, report_begin_, cut, is_delimiter);
  const std::string_view run = text.substr(std::max<std::size_t>(begin, report_begin_));
  if (run.find("://") == std::string_view::npos && run.find("data:") == std::string_view::npos)
    return;
  long_noted_ = true;
  note(SkipReason::too_long,
       "a URI longer than " + std::to_string(options_.overlap) + " bytes is read in pieces");
}

// --- lists --------------------------------------------------------------------------------------

/// Behind the first or last LF of `raw` at or behind `from`, or 0.
std::size_t InputReader::line_end(std::string_view raw, std::size_t from,
                                  bool first) const noexcept {
  const std::size_t unit = unit_of(charset_);
  if (unit == 1) {
    const std::size_t at = first ? raw.find('\n', from) : raw.substr(from).rfind('\n');
    if (at == std::string_view::npos) return 0;
    return (first ? at : from + at) + 1;
  }
  const bool big = charset_ == Charset::utf16be || charset_ == Charset::utf32be;
  const auto is_lf = [&](std::size_t i) {
    for (std::size_t k = 0; k < unit; ++k) {
      if (raw[i + k] != (k == (big ? unit - 1 : 0) ? '\n' : '\0')) return false;
    }
    return true;
  };
  std::size_t found = 0;
  for (std::size_t i = aligned(from); i + unit <= raw.size() && !(first && found != 0); i += unit) {
    if (is_lf(i)) found = i + unit;
  }
  return found;
}

void InputReader::run_list() {
  std::size_t searched = 0;  // bytes of the buffer that hold no LF
  for (;;) {
    while (buffer_.size() < searched + kListBatch && stream_.read(buffer_, kListBatch) != 0) {
      if (!stream_.is_ready()) break;
    }
    const bool last = stream_.ended();
    const std::string_view raw = buffer_.view();
    const std::size_t end = last ? raw.size() : line_end(raw, searched, false);
    if (end == 0 && !last) {
      if (raw.size() > options_.line_limit) {
        skip_line();
        searched = 0;
      } else {
        searched = aligned(raw.size());
      }
      continue;
    }
    searched = 0;
    if (!list_window(raw.substr(0, end), last) || last) return;
  }
}

/// Each line a segment. False: stop.
bool InputReader::list_window(std::string_view raw, bool last) {
  Base base;
  load(base, raw);
  const std::string_view text = base.text;
  sink_.begin_window(base.document, {position_, 0, static_cast<Off>(text.size()), last});
  bool more = true;
  Segment segment;
  segment.context = Segment::Context::line;
  segment.strict_list = true;
  for (std::size_t begin = 0; more && begin < text.size();) {
    const std::size_t lf = text.find('\n', begin);
    std::size_t end = lf == std::string_view::npos ? text.size() : lf;
    const std::size_t next = lf == std::string_view::npos ? end : lf + 1;
    if (lf != std::string_view::npos && end > begin && text[end - 1] == '\r') --end;
    if (end - begin > options_.line_limit) {
      note(SkipReason::too_long,
           "a line of more than " + std::to_string(options_.line_limit) + " bytes");
    } else if (end > begin) {
      segment.where = {base.document.base_text, static_cast<Off>(begin), static_cast<Off>(end)};
      more = sink_.segment(segment);
    }
    begin = next;
  }
  sink_.end_window();
  count_lines(text);
  advance(base, text.size());
  return more;
}

/// Reads and forgets the rest of a line that is too long, its line end included.
void InputReader::skip_line() {
  note(SkipReason::too_long,
       "a line of more than " + std::to_string(options_.line_limit) + " bytes");
  for (;;) {
    const std::size_t end = line_end(buffer_.view(), 0, true);
    if (end != 0) {
      drop(end);
      return;
    }
    // A CR at the edge may be half of a line end: it is kept until its neighbour is there.
    const std::size_t size = aligned(buffer_.size());
    drop(size > unit_of(charset_) ? size - unit_of(charset_) : 0);
    if (stream_.read(buffer_, kListBatch) == 0) {
      drop(buffer_.size());
      return;
    }
  }
}

void InputReader::drop(std::size_t raw_size) {
  Base base;
  load(base, buffer_.view().substr(0, raw_size));
  count_lines(base.text);
  advance(base, base.text.size());
}

}  // namespace

std::string_view name_of(SkipReason reason) noexcept {
  return kReasonNames[static_cast<std::size_t>(reason)];
}

ReadStats read_input(const Input& input, const ReadOptions& options, WindowSink& sink) {
  return InputReader(input, options, sink).run();
}

}  // namespace urilint
