// Whole inputs are one window. Longer ones are cut where no URI can cross (a line end, else a
// blank, else a quote); the next window begins a little before the cut, so that the finder sees the
// same.
#include "source/input.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "document/escapers.hpp"
#include "document/lines.hpp"
#include "document/mail_structure.hpp"
#include "document/prefilter.hpp"
#include "source/byte_stream.hpp"
#include "source/charset.hpp"

namespace urilint {
namespace {

constexpr std::size_t kHead = std::size_t{8} << 10;     // where NUL bytes make a file binary
constexpr std::size_t kContext = std::size_t{8} << 10;  // kept before a cut that is no line end
constexpr std::size_t kDropped = std::size_t{1} << 20;  // of a line that is too long, at once

constexpr std::array<std::string_view, 8> kReasonNames = {
    "binary", "special-file", "unreadable", "symlink", "loop", "too-long", "missing", "mail",
};
static_assert(kReasonNames.size() == static_cast<std::size_t>(SkipReason::mail) + 1);

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

// NUL bytes make a file binary, but not one whose name or first line says that it is text (a shell
// passes over NUL bytes, and whoever adds one must not hide the rest), and not a few of them.
bool is_binary(std::string_view head, std::string_view path) noexcept {
  constexpr std::ptrdiff_t kTextPerControl = 64;
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && !(c >= '\t' && c <= '\r') && c != '\x1b';
  };
  if (head.find('\0') == std::string_view::npos) return false;
  if (head.starts_with("#!") || format_of(path, {}) != Format::text) return false;
  return std::count_if(head.begin(), head.end(), is_control) * kTextPerControl >
         static_cast<std::ptrdiff_t>(head.size());
}

std::string too_long(const ReadOptions& options) {
  return "a line of more than " + std::to_string(options.line_limit) + " bytes";
}

}  // namespace

class InputReader::Impl {
 public:
  Impl(const Input& input, const ReadOptions& options) : input_(input), options_(options) {}

  Stretch next();

 private:
  [[nodiscard]] bool start(Stretch& out);
  [[nodiscard]] bool next_list(Stretch& out);
  [[nodiscard]] bool next_text(Stretch& out);
  void list_window(Stretch& out, std::size_t size, bool last);
  void text_window(Stretch& out, std::size_t size, bool last);
  [[nodiscard]] Format format_of_window(Stretch& out);
  [[nodiscard]] bool is_mail() const noexcept {
    const Format format =
        options_.format == Format::automatic ? format_of(input_.path, {}) : options_.format;
    return is_mail(format);
  }
  [[nodiscard]] static bool is_mail(Format format) noexcept {
    return format == Format::eml || format == Format::mbox;
  }
  void skip_line(Stretch& out);
  void drop(std::size_t raw_size);
  void load(Stretch& out, std::string_view raw) const;
  [[nodiscard]] std::size_t advance(const Stretch& out, std::size_t text_offset);
  void count_lines(std::string_view text);
  void note_long_run(Stretch& out, std::size_t cut);
  [[nodiscard]] std::size_t aligned(std::size_t size) const noexcept {
    return size - size % unit_of(charset_);
  }
  [[nodiscard]] std::size_t line_end(std::string_view raw, std::size_t from,
                                     bool first) const noexcept;

  const Input& input_;
  const ReadOptions& options_;
  ByteStream stream_;
  Buffer buffer_;
  Charset charset_ = Charset::utf8;
  std::uint64_t offset_ = 0;  // of the first byte of buffer_ in the input
  Position position_;         // of the same
  Off report_begin_ = 0;
  bool started_ = false;
  bool whole_ = false;     // the input is one window
  bool windowed_ = false;  // it is not
  bool long_noted_ = false;
  bool mail_noted_ = false;
  bool open_line_ = false;  // the last counted byte was not the end of a line
  ReadStats stats_;
};

Stretch InputReader::Impl::next() {
  Stretch out(input_, options_);
  if (!started_) {
    started_ = true;
    if (!start(out)) {
      out.last = true;
      out.stats_ = stats_;
      return out;
    }
  }
  out.has_window_ = true;
  out.last = !(options_.format == Format::list ? next_list(out) : next_text(out));
  if (!out.last) return out;
  if (!stream_.error().empty()) {
    out.note(out.after_, SkipReason::unreadable, stream_.error(), input_.named);
  }
  stats_.bytes = offset_;
  if (open_line_) ++stats_.lines;
  out.stats_ = stats_;
  return out;
}

/// Opens the input and looks at its head. False: there is nothing to read.
bool InputReader::Impl::start(Stretch& out) {
  if (auto refused = stream_.open(input_)) {
    out.before_.push_back(std::move(*refused));
    return false;
  }
  const bool list = options_.format == Format::list;
  stream_.fill(buffer_, list ? 4 : kHead);
  const std::string_view head = buffer_.view().substr(0, kHead);
  const CharsetGuess guess = charset_of(head, !list);
  const bool binary =
      !list && guess.charset == Charset::utf8 && !is_mail() && is_binary(head, input_.path);
  if (binary) {
    out.note(out.before_, SkipReason::binary, "NUL bytes");
    return false;
  }
  charset_ = guess.charset;
  offset_ = guess.bom;
  buffer_.consume(guess.bom);
  return true;
}

/// Makes the document of a window over `raw`.
void InputReader::Impl::load(Stretch& out, std::string_view raw) const {
  Text text;
  text.bytes = raw;
  text.map.base = offset_;
  out.document_.add(std::move(text));
  out.text_ = raw;
  if (charset_ == Charset::utf8) return;
  DecodedText decoded = decode_text(raw, charset_);
  out.document_.base_text =
      out.document_.add_owned(std::move(decoded.bytes), std::move(decoded.map), Layer::charset);
  out.text_ = out.document_.text(out.document_.base_text).bytes;
}

/// Moves on to `text_offset` of the window; how many bytes of the buffer stand before it.
std::size_t InputReader::Impl::advance(const Stretch& out, std::size_t text_offset) {
  const auto place = static_cast<Off>(text_offset);
  position_ = Locator(out.text_, position_).locate(place);
  const SourceSpan source = out.document_.to_source({out.document_.base_text, place, place});
  const auto consumed = static_cast<std::size_t>(source.begin - offset_);
  offset_ = source.begin;
  return consumed;
}

void InputReader::Impl::count_lines(std::string_view text) {
  if (text.empty()) return;
  stats_.lines += count_bytes(text, '\n');
  open_line_ = text.back() != '\n';
}

// --- text ---------------------------------------------------------------------------------------

bool InputReader::Impl::next_text(Stretch& out) {
  if (!windowed_) {
    const bool large = stream_.size() > options_.whole_limit;
    if (!large) stream_.fill(buffer_, options_.whole_limit + 1);
    whole_ = !large && stream_.ended();
    windowed_ = !whole_;
  }
  const std::size_t window = std::max<std::size_t>(options_.window, 64);
  if (windowed_) stream_.fill(buffer_, window + 1);
  const bool last = whole_ || (stream_.ended() && buffer_.size() <= window);
  const std::size_t size = last ? buffer_.size() : aligned(std::min(window, buffer_.size()));
  text_window(out, size, last);
  return !last;
}

/// Only whole inputs have a format: a window may begin anywhere in it.
Format InputReader::Impl::format_of_window(Stretch& out) {
  const bool by_content = options_.format == Format::automatic && (whole_ || stats_.lines == 0);
  const Format format =
      by_content ? format_of(input_.path, out.text_.substr(0, kHead)) : options_.format;
  if (is_mail(format) && (!whole_ || !why_no_mail().empty())) {
    const std::string why = whole_ ? why_no_mail() : "it is too large to be taken apart";
    if (!mail_noted_) out.note(out.before_, SkipReason::mail, "read as text: " + why);
    mail_noted_ = true;
    return Format::text;
  }
  return whole_ ? format : Format::text;
}

/// Makes one window and consumes what the next one does not need.
void InputReader::Impl::text_window(Stretch& out, std::size_t size, bool last) {
  load(out, buffer_.view().substr(0, size));
  const std::string_view text = out.text_;
  Window& window = out.window_;
  window = {position_, report_begin_, static_cast<Off>(text.size()), last};
  if (!last) {
    const std::size_t overlap = std::min(options_.overlap, text.size() / 2);
    const std::size_t high = text.size() - overlap;
    const std::size_t low =
        std::max<std::size_t>(report_begin_, high - std::min(overlap, high / 2));
    window.report_end = static_cast<Off>(safe_cut(text, low, high));
    note_long_run(out, window.report_end);
  }
  out.format_ = format_of_window(out);
  count_lines(text.substr(report_begin_, window.report_end - report_begin_));
  if (last) {  // where the lines stand behind it asks nobody
    offset_ += size;
    out.memory_ = buffer_.release(size);
    return;
  }
  const std::size_t next = context_begin(text, window.report_end);
  report_begin_ = window.report_end - static_cast<Off>(next);
  out.memory_ = buffer_.release(advance(out, next));
}

/// A URI that begins before the cut and is not over at the end of the window.
void InputReader::Impl::note_long_run(Stretch& out, std::size_t cut) {
  const std::string_view text = out.text_;
  if (long_noted_ || last_behind(text, cut, text.size(), is_delimiter) != 0) return;
  const std::size_t begin = last_behind(text, report_begin_, cut, is_delimiter);
  const std::string_view run = text.substr(std::max<std::size_t>(begin, report_begin_));
  if (run.find("://") == std::string_view::npos && run.find("data:") == std::string_view::npos)
    return;
  long_noted_ = true;
  out.note(out.before_, SkipReason::too_long,
           "a URI longer than " + std::to_string(options_.overlap) + " bytes is read in pieces");
}

// --- lists --------------------------------------------------------------------------------------

/// Behind the first or last LF of `raw` at or behind `from`, or 0.
std::size_t InputReader::Impl::line_end(std::string_view raw, std::size_t from,
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

bool InputReader::Impl::next_list(Stretch& out) {
  const std::size_t batch = std::max<std::size_t>(options_.batch, 4);
  std::size_t searched = 0;  // bytes of the buffer that hold no LF
  for (;;) {
    while (buffer_.size() < searched + batch && stream_.read(buffer_, batch) != 0) {
      if (!stream_.is_ready()) break;
    }
    const bool last = stream_.ended();
    const std::string_view raw = buffer_.view();
    const std::size_t end = last ? raw.size() : line_end(raw, searched, false);
    if (end != 0 || last) {
      list_window(out, end, last);
      return !last;
    }
    if (raw.size() > options_.line_limit) {
      skip_line(out);
      searched = 0;
    } else {
      searched = aligned(raw.size());
    }
  }
}

void InputReader::Impl::list_window(Stretch& out, std::size_t size, bool last) {
  load(out, buffer_.view().substr(0, size));
  out.format_ = Format::list;
  out.window_ = {position_, 0, static_cast<Off>(out.text_.size()), last};
  count_lines(out.text_);
  out.memory_ = buffer_.release(advance(out, out.text_.size()));
}

/// Reads and forgets the rest of a line that is too long, its line end included.
void InputReader::Impl::skip_line(Stretch& out) {
  out.note(out.before_, SkipReason::too_long, too_long(options_));
  for (;;) {
    const std::size_t end = line_end(buffer_.view(), 0, true);
    if (end != 0) {
      drop(end);
      return;
    }
    // A CR at the edge may be half of a line end: it is kept until its neighbour is there.
    const std::size_t size = aligned(buffer_.size());
    drop(size > unit_of(charset_) ? size - unit_of(charset_) : 0);
    if (stream_.read(buffer_, kDropped) == 0) {
      drop(buffer_.size());
      return;
    }
  }
}

void InputReader::Impl::drop(std::size_t raw_size) {
  Stretch out(input_, options_);
  load(out, buffer_.view().substr(0, raw_size));
  count_lines(out.text_);
  buffer_.consume(advance(out, out.text_.size()));
}

// --- stretches ----------------------------------------------------------------------------------

void Stretch::note(std::vector<SkipNote>& notes, SkipReason reason, std::string detail,
                   bool fatal) const {
  const bool named = input_->named || input_->is_stdin;
  notes.push_back({reason, input_->path, std::move(detail), fatal, named});
}

bool Stretch::read(WindowSink& sink) {
  bool more = true;
  for (const SkipNote& note : before_) sink.note(note);
  if (has_window_) {
    sink.begin_window(document_, window_);
    more = format_ == Format::list ? read_list(sink) : read_text(sink);
    sink.end_window();
  }
  for (const SkipNote& note : after_) sink.note(note);
  return more;
}

/// Each line a segment.
bool Stretch::read_list(WindowSink& sink) {
  bool more = true;
  Segment segment;
  segment.context = Segment::Context::line;
  segment.strict_list = true;
  segment.escaper = &list_escaper();
  for (std::size_t begin = 0; more && begin < text_.size();) {
    const std::size_t lf = text_.find('\n', begin);
    std::size_t end = lf == std::string_view::npos ? text_.size() : lf;
    const std::size_t next = lf == std::string_view::npos ? end : lf + 1;
    if (lf != std::string_view::npos && end > begin && text_[end - 1] == '\r') --end;
    if (end - begin > options_->line_limit) {
      std::vector<SkipNote> notes;
      note(notes, SkipReason::too_long, too_long(*options_));
      sink.note(notes.front());
    } else if (end > begin) {
      segment.where = {document_.base_text, static_cast<Off>(begin), static_cast<Off>(end)};
      more = sink.segment(segment);
    }
    begin = next;
  }
  return more;
}

bool Stretch::read_text(WindowSink& sink) {
  if (options_->prefilter && !may_hold_uris(format_, text_)) return true;
  const TextSpan all{document_.base_text, 0, static_cast<Off>(text_.size())};
  return read_document(format_, document_, all, {}, sink);
}

InputReader::InputReader(const Input& input, const ReadOptions& options)
    : impl_(std::make_unique<Impl>(input, options)) {}
InputReader::~InputReader() = default;

Stretch InputReader::next() { return impl_->next(); }

std::string_view name_of(SkipReason reason) noexcept {
  return kReasonNames[static_cast<std::size_t>(reason)];
}

ReadStats read_input(const Input& input, const ReadOptions& options, WindowSink& sink) {
  InputReader reader(input, options);
  for (;;) {
    Stretch stretch = reader.next();
    if (!stretch.read(sink) || stretch.last) return stretch.stats();
  }
}

}  // namespace urilint
