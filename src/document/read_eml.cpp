// The structure tells where parts begin and end; each is read in its place, between them what
// belongs to none, as prose. Bodies are decoded layer by layer, so that every place leads back.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "document/chars.hpp"
#include "document/flowed.hpp"
#include "document/format.hpp"
#include "document/key_path.hpp"
#include "document/mail_fields.hpp"
#include "document/mail_parts.hpp"
#include "document/mail_structure.hpp"
#include "document/readers.hpp"
#include "document/segment_writer.hpp"
#include "document/transfer.hpp"
#include "document/without_comments.hpp"
#include "source/named_charset.hpp"

namespace urilint {
namespace {

using namespace reading;

constexpr std::size_t kLongestType = 64;

constexpr char lower(char c) noexcept { return is_alpha(c) ? static_cast<char>(c | 0x20) : c; }

bool same(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

/// The media type as a key; whatever else the writer put there is not repeated.
std::string type_key(std::string_view type) {
  constexpr ByteSet kSigns("/.+-_");
  const bool plain =
      type.size() <= kLongestType &&
      std::all_of(type.begin(), type.end(), [&](char c) { return is_alnum(c) || kSigns.has(c); });
  if (type.empty() || !plain) return "unknown";
  std::string out(type);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

/// Where the fields begin: strange lines before them do not keep clients from reading them. 0 if
/// there are none.
std::size_t first_field(std::string_view text) noexcept {
  constexpr int kMostStrayLines = 32;
  std::size_t begin = 0;
  for (int lines = 0; lines < kMostStrayLines && begin < text.size(); ++lines) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t colon = line.find(':');
    const bool is_name =
        colon != 0 && colon != std::string_view::npos && line.substr(colon, 3) != "://" &&
        std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon),
                    [](char c) { return is_alnum(c) || c == '-' || c == '_'; });
    if (is_name) return begin;
    begin = end + 1;
  }
  return 0;
}

class EmlReader {
 public:
  EmlReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : document_(document),
        options_(options),
        sink_(sink),
        writer_(document, where, sink_),
        text_(writer_.text()),
        start_(first_field(text_)),
        structure_(text_.substr(start_)) {}

  bool run() {
    if (structure_.limited())
      sink_.cut("the message has more parts, or deeper ones, than are read");
    const auto parts = structure_.parts();
    for (const UrilintMailPart& part : parts) {
      if (*part.boundary != '\0') boundaries_.insert(part.boundary);
    }
    places_.reserve(parts.size());
    for (std::size_t i = 0; i < parts.size() && more(); ++i) read_part(i);
    gap(text_.size());
    return more();
  }

 private:
  [[nodiscard]] bool more() const noexcept { return more_ && writer_.more(); }
  [[nodiscard]] std::string place_of(const UrilintMailPart& part) const;
  [[nodiscard]] bool has_parts(std::size_t index) const noexcept {
    const auto parts = structure_.parts();
    return index + 1 < parts.size() && parts[index + 1].parent == static_cast<std::int64_t>(index);
  }
  void read_part(std::size_t index);
  void fields(const UrilintMailPart& part, const std::string& place);
  void gap(std::size_t end);
  void hidden_parts(std::size_t end);
  [[nodiscard]] bool is_boundary(std::string_view line) const;
  void body(const UrilintMailPart& part, const std::string& place, std::size_t begin,
            std::size_t end);
  [[nodiscard]] TextSpan decoded(TextSpan where, TransferEncoding encoding);
  void read(Reader& reader, TextSpan where, std::string_view key);
  void read(Format format, TextSpan where, std::string_view key);

  Document& document_;
  const ReaderOptions& options_;
  WithoutComments sink_;
  SegmentWriter writer_;
  std::string_view text_;
  std::size_t start_;  // of the message; its offsets count from here
  MailStructure structure_;
  std::unordered_set<std::string_view> boundaries_;
  std::vector<std::string> places_;  // of parts, as keys
  std::size_t cursor_ = 0;           // everything before was read
  // Of a multipart in which no part was found: it is encoded as a whole, which no RFC allows.
  TransferEncoding gap_encoding_ = TransferEncoding::identity;
  bool more_ = true;
};

/// `part[1][2]`, by the numbers of IMAP (RFC 3501 section 6.4.5): a multipart that is all of a
/// message has none of its own.
std::string EmlReader::place_of(const UrilintMailPart& part) const {
  const bool is_multipart = part.kind == kUrilintMailMultipart;
  const bool is_top = part.parent < 0;
  const std::string around =
      is_top ? std::string(options_.key) : places_[static_cast<std::size_t>(part.parent)];
  const bool of_message =
      is_top ||
      structure_.parts()[static_cast<std::size_t>(part.parent)].kind != kUrilintMailMultipart;
  if (of_message && is_multipart) return around;
  const std::string number = "[" + std::to_string(part.number) + "]";
  const bool numbered = around.size() > options_.key.size();
  if (numbered) return around + number;
  return around + (around.empty() ? "part" : ".part") + number;
}

void EmlReader::read_part(std::size_t index) {
  const UrilintMailPart& part = structure_.parts()[index];
  places_.push_back(place_of(part));
  const std::string place = places_.back();
  if (part.header_begin < part.header_end) fields(part, place);
  if (part.kind == kUrilintMailMultipart && !has_parts(index)) {
    gap_encoding_ = transfer_encoding_named(part.encoding);
  }
  if (part.kind != kUrilintMailLeaf || !more()) return;
  const std::size_t begin = std::max<std::size_t>(cursor_, start_ + part.body_begin);
  const std::size_t end = std::max<std::size_t>(begin, start_ + part.body_end);
  gap(begin);
  body(part, place, begin, end);
  cursor_ = end;
}

/// The header of the message itself is that of its only part, too.
void EmlReader::fields(const UrilintMailPart& part, const std::string& place) {
  const std::size_t begin = std::max<std::size_t>(cursor_, start_ + part.header_begin);
  const std::size_t end = std::max<std::size_t>(begin, start_ + part.header_end);
  gap(begin);
  ReaderOptions options = options_;
  const bool of_message =
      part.parent < 0 ||
      structure_.parts()[static_cast<std::size_t>(part.parent)].kind == kUrilintMailMessage;
  const std::string& key = part.parent < 0 ? std::string(options_.key)
                           : of_message    ? places_[static_cast<std::size_t>(part.parent)]
                                           : place;
  options.key = key;
  if (more()) more_ = read_mail_fields(document_, writer_.span(begin, end), options, sink_);
  cursor_ = end;
}

/// What stands between the parts, but for the lines that separate them: clients of old show it.
void EmlReader::gap(std::size_t end) {
  if (cursor_ >= end) return;
  if (gap_encoding_ != TransferEncoding::identity) return hidden_parts(end);
  Segment segment;
  segment.key = options_.key;
  std::size_t begin = cursor_;
  for (std::size_t i = cursor_; i < end && more();) {
    const std::size_t lf = text_.find('\n', i);
    const std::size_t next = std::min(lf == std::string_view::npos ? end : lf + 1, end);
    if (is_boundary(text_.substr(i, next - i))) {
      writer_.raw(begin, i, segment);
      begin = next;
    }
    i = next;
  }
  writer_.raw(begin, end, segment);
  cursor_ = end;
}

void EmlReader::hidden_parts(std::size_t end) {
  const std::uint32_t before = document_.count();
  read(Format::text, decoded(writer_.span(cursor_, end), gap_encoding_), options_.key);
  document_.truncate(before);
  gap_encoding_ = TransferEncoding::identity;
  cursor_ = end;
}

/// Also of a line of blanks, in which nothing can be found.
bool EmlReader::is_boundary(std::string_view line) const {
  while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
  if (!line.starts_with("--")) return line.empty();
  line.remove_prefix(2);
  if (boundaries_.count(line) != 0) return true;
  if (!line.ends_with("--")) return false;
  line.remove_suffix(2);
  return boundaries_.count(line) != 0;
}

TextSpan EmlReader::decoded(TextSpan where, TransferEncoding encoding) {
  if (encoding == TransferEncoding::identity) return where;
  const TextId id = decode_transfer(document_, where, encoding);
  return {id, 0, static_cast<Off>(document_.text(id).bytes.size())};
}

void EmlReader::body(const UrilintMailPart& part, const std::string& place, std::size_t begin,
                     std::size_t end) {
  if (begin >= end || !more()) return;
  const TransferEncoding encoding = transfer_encoding_named(part.encoding);
  const MailPartKind kind = mail_part_kind(part.type, part.file_name);
  const bool unread = kind.content == MailContent::unread;
  if (unread && encoding != TransferEncoding::identity) return;
  KeyPath path(place);
  path.key(type_key(part.type));
  const std::string key(path.view());
  const std::uint32_t before = document_.count();
  TextSpan where = decoded(writer_.span(begin, end), encoding);
  if (kind.content != MailContent::message && !unread) {
    where = decode_charset(document_, where, part.charset);
  }
  switch (kind.content) {
    case MailContent::plain:
      if (same(part.format, "flowed")) {
        where = decode_flowed(document_, where,
                              same(part.delsp, "yes") ? SoftBlank::drop : SoftBlank::keep);
      }
      [[fallthrough]];
    case MailContent::unread:
      read(Format::text, where, key);
      break;
    case MailContent::calendar:
      read(read_calendar, where, key);
      break;
    case MailContent::message:
      read(read_eml, where, place);
      break;
    case MailContent::document:
      read(kind.format, where, key);
      break;
  }
  document_.truncate(before);
}

void EmlReader::read(Reader& reader, TextSpan where, std::string_view key) {
  if (where.size() == 0) return;
  ReaderOptions options = options_;
  options.key = key;
  ++options.depth;
  const bool deep = options.depth > kDeepestEmbedding;
  if (deep) sink_.cut(kTooDeep);
  Reader& fitting = deep ? read_text : reader;
  more_ = fitting(document_, where, options, sink_);
}

void EmlReader::read(Format format, TextSpan where, std::string_view key) {
  if (where.size() == 0) return;
  ReaderOptions options = options_;
  options.key = key;
  ++options.depth;
  const bool deep = options.depth > kDeepestEmbedding;
  if (deep && format != Format::text) sink_.cut(kTooDeep);
  const Format fitting = deep ? Format::text : format;
  more_ = read_document(fitting, document_, where, options, sink_);
}

}  // namespace

bool read_eml(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink) {
  return EmlReader(document, where, options, sink).run();
}

}  // namespace urilint
