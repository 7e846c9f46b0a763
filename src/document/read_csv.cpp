// RFC 4180: records of fields, a field in quotes with its quotes doubled. The first lines tell the
// separator; a first record of names gives the keys. Fields that can hold no URI are read together.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/chars.hpp"
#include "document/escapers.hpp"
#include "document/key_path.hpp"
#include "document/readers.hpp"
#include "document/segment_writer.hpp"

namespace urilint {
namespace {

using namespace reading;

constexpr std::size_t kHead = 1 << 14;  // bytes, and lines of them, that tell the separator
constexpr std::size_t kHeadLines = 16;
constexpr std::size_t kMostColumns = 1024;
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kMostRuns = std::size_t{1} << 18;

/// Behind the lines that begin with `#`, and the empty ones.
std::size_t behind_comments(std::string_view text, std::size_t i) {
  while (i < text.size() && (text[i] == '#' || is_line_end(text[i]))) {
    i = behind_line_end(text, line_end(text, i));
    if (i > 0 && !is_line_end(text[i - 1])) break;
  }
  return i;
}

/// How often the separator stands in each of the first lines, if it is as often in each; else 0.
std::size_t columns_of(std::string_view head, char separator) {
  std::size_t common = 0;
  std::size_t lines = 0;
  for (std::size_t i = behind_comments(head, 0); i < head.size() && lines < kHeadLines; ++lines) {
    std::size_t count = 0;
    bool quoted = false;
    for (; i < head.size() && (quoted || !is_line_end(head[i])); ++i) {
      if (head[i] == '"') quoted = !quoted;
      if (head[i] == separator && !quoted) ++count;
    }
    if (i == head.size() && lines > 0) break;  // the line may be cut
    if (lines > 0 && count != common) return 0;
    common = count;
    i = behind_comments(head, i);
  }
  return common;
}

char separator_of(std::string_view text) {
  constexpr std::string_view kSeparators = ",\t;|";
  const std::string_view head = text.substr(0, kHead);
  char best = '\0';
  std::size_t most = 0;
  for (const char separator : kSeparators) {
    const std::size_t count = columns_of(head, separator);
    if (count > most) {
      most = count;
      best = separator;
    }
  }
  if (best != '\0') return best;
  // Records of several lengths: `;` and `|` may as well be text.
  const std::size_t first = behind_comments(head, 0);
  const std::string_view line = head.substr(first, line_end(head, first) - first);
  if (line.find('\t') != std::string_view::npos) return '\t';
  return line.find(',') != std::string_view::npos ? ',' : '\0';
}

/// A word or a few, as a column is named.
bool is_column_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestName && !is_digit(name[0]) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return is_alnum(c) || c == '_' || c == '-' || c == ' ' || c == '.' || c == '#' ||
                  c == '(' || c == ')' || !is_ascii(c);
         });
}

struct Field {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t next = 0;  // at the separator, the line end or the end
  bool quoted = false;
  bool doubled = false;  // holds quotes that stand for one
};

class CsvReader {
 public:
  CsvReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : writer_(document, where, sink),
        text_(writer_.text()),
        options_(options),
        path_(options.key),
        separator_(separator_of(text_)) {}

  bool run() {
    read_names();
    path_.open_sequence();
    while (i_ < text_.size() && writer_.more()) record();
    end_gap(text_.size());
    return writer_.more();
  }

 private:
  void read_names();
  void record();
  void field(const Field& field, std::size_t column);
  void decode(const Field& field, Segment segment);
  void end_gap(std::size_t end);
  [[nodiscard]] Field field_at(std::size_t i);
  [[nodiscard]] bool ends_field(std::size_t i) const {
    return i >= text_.size() || text_[i] == separator_ || is_line_end(text_[i]);
  }

  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  KeyPath path_;
  char separator_;
  std::vector<std::string> names_;
  std::size_t i_ = 0;
  std::size_t gap_begin_ = 0;
  bool gap_holds_words_ = false;
  bool no_more_quotes_ = false;  // no quote that ends a field follows
};

/// A quote that no quote before a separator or a line end closes is a byte.
Field CsvReader::field_at(std::size_t i) {
  Field out;
  if (at(text_, i) == '"' && !no_more_quotes_) {
    out.quoted = true;
    out.begin = i + 1;
    for (std::size_t k = i + 1; k < text_.size(); ++k) {
      k = text_.find('"', k);
      if (k == std::string_view::npos) break;
      if (at(text_, k + 1) == '"') {
        out.doubled = true;
        ++k;
      } else if (ends_field(k + 1)) {
        out.end = k;
        out.next = k + 1;
        return out;
      }
    }
    no_more_quotes_ = true;
    out = {};
  }
  out.begin = i;
  while (!ends_field(i)) ++i;
  out.end = out.next = i;
  return out;
}

/// The first record, if it holds nothing but names.
void CsvReader::read_names() {
  const std::string_view first = text_.substr(0, std::min(kHead, line_end(text_, 0)));
  for (std::size_t i = 0; names_.size() < kMostColumns;) {
    const Field field = field_at(i);
    const std::string_view name = text_.substr(field.begin, field.end - field.begin);
    if (field.next > first.size() || !is_column_name(name)) {
      names_.clear();
      return;
    }
    names_.emplace_back(name);
    if (field.next == first.size()) return;
    i = field.next + 1;
  }
}

/// The record of names has no number.
void CsvReader::record() {
  const bool names = i_ == 0 && !names_.empty();
  if (!names && names_.empty()) path_.open_sequence();
  if (!names && !names_.empty()) path_.open_mapping();
  for (std::size_t column = 0;; ++column) {
    const Field here = field_at(i_);
    field(here, names ? SIZE_MAX : column);
    if (!names) path_.next();
    i_ = here.next;
    if (i_ >= text_.size() || text_[i_] != separator_ || !writer_.more()) break;
    ++i_;
  }
  if (!names) {
    path_.close();
    path_.next();
  }
  i_ = behind_line_end(text_, i_);
}

void CsvReader::field(const Field& field, std::size_t column) {
  const std::string_view raw = text_.substr(field.begin, field.end - field.begin);
  if (raw.empty()) return;
  if (!options_.decode_all && !may_hold_uri(raw)) {
    gap_holds_words_ = true;
    return;
  }
  end_gap(field.begin);
  if (column < names_.size()) path_.key(names_[column]);
  Segment segment;
  segment.context = value_context(raw);
  segment.key = column == SIZE_MAX ? options_.key : path_.view();
  segment.escaper = field.quoted ? &csv_quoted_escaper() : &csv_escaper();
  if (field.doubled) {
    decode(field, segment);
  } else {
    writer_.raw(field.begin, field.end, segment);
  }
  gap_begin_ = field.next;
}

void CsvReader::decode(const Field& field, Segment segment) {
  Decoder decoder = writer_.decoder();
  const auto push = [&] {
    segment.context = value_context(decoder.bytes());
    writer_.decoded(decoder, Layer::csv, segment);
  };
  for (std::size_t i = field.begin; i < field.end;) {
    if (text_[i] == '"' && at(text_, i + 1) == '"' && i + 1 < field.end) {
      decoder.atom(i, i + 2, "\"");
      i += 2;
    } else {
      const std::size_t next = std::min(text_.substr(0, field.end).find('"', i + 1), field.end);
      decoder.verbatim(i, next);
      i = next;
    }
    const bool blank = !decoder.bytes().empty() && is_space(decoder.bytes().back());
    if (decoder.runs() > kMostRuns && (blank || decoder.runs() > 8 * kMostRuns)) push();
  }
  push();
}

void CsvReader::end_gap(std::size_t end) {
  if (gap_holds_words_) {
    Segment segment;
    segment.key = options_.key;
    writer_.raw(gap_begin_, end, segment);
  }
  gap_holds_words_ = false;
}

class CsvEscaper final : public Escaper {
 public:
  explicit CsvEscaper(bool quoted) : quoted_(quoted) {}
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    if (!quoted_) {
      const bool fits = text.find_first_of("\",;\t|\r\n") == std::string_view::npos;
      return fits ? std::optional<std::string>(text) : std::nullopt;
    }
    std::string out;
    for (const char c : text) {
      if (c == '"') out += c;
      out += c;
    }
    return out;
  }

 private:
  bool quoted_;
};

}  // namespace

const Escaper& csv_escaper() noexcept {
  static const CsvEscaper escaper(false);
  return escaper;
}
const Escaper& csv_quoted_escaper() noexcept {
  static const CsvEscaper escaper(true);
  return escaper;
}

bool read_csv(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink) {
  return CsvReader(document, where, options, sink).run();
}

}  // namespace urilint
