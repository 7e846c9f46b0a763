// Field by field: the name chooses a way to read the value. Lines end at LF only, as they do for
// those who transport mail; a CR before it belongs to it.
#include "document/mail_fields.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "document/chars.hpp"
#include "document/encoded_word.hpp"
#include "document/key_path.hpp"
#include "document/segment_writer.hpp"

namespace urilint::reading {
namespace {

/// What the value of a field is to those who read mail.
enum class Value : std::uint8_t {
  words,   ///< text
  trace,   ///< hosts and addresses that nobody visits
  urls,    ///< URLs, each between angle brackets or alone
  opaque,  ///< identifiers, signatures, pictures
};

struct FieldName {
  std::string_view name;  // in lower case; `*` at its end or beginning stands for any bytes
  Value value;
};
constexpr std::array kFields = {
    // Identifiers look like addresses, base64 like anything.
    FieldName{"arc-message-signature", Value::opaque},
    FieldName{"arc-seal", Value::opaque},
    FieldName{"autocrypt*", Value::opaque},
    FieldName{"content-id", Value::opaque},
    FieldName{"dkim-signature", Value::opaque},
    FieldName{"domainkey-signature", Value::opaque},
    FieldName{"face", Value::opaque},
    FieldName{"in-reply-to", Value::opaque},
    FieldName{"*message-id", Value::opaque},
    FieldName{"references", Value::opaque},
    FieldName{"x-face", Value::opaque},
    FieldName{"x-gm-message-state", Value::opaque},
    FieldName{"x-google-dkim-signature", Value::opaque},
    FieldName{"x-google-smtp-source", Value::opaque},
    // Who passed it on, and what they checked.
    FieldName{"arc-authentication-results", Value::trace},
    FieldName{"authentication-results*", Value::trace},
    FieldName{"received", Value::trace},
    FieldName{"received-spf", Value::trace},
    FieldName{"x-originating-ip", Value::trace},
    FieldName{"x-received", Value::trace},
    FieldName{"x-spam-*", Value::trace},
    // RFC 2369, 2919, 5064, 2557 and what programs add.
    FieldName{"archived-at", Value::urls},
    FieldName{"content-base", Value::urls},
    FieldName{"content-location", Value::urls},
    FieldName{"list-archive", Value::urls},
    FieldName{"list-help", Value::urls},
    FieldName{"list-owner", Value::urls},
    FieldName{"list-post", Value::urls},
    FieldName{"list-subscribe", Value::urls},
    FieldName{"list-unsubscribe", Value::urls},
    FieldName{"list-url", Value::urls},
    FieldName{"x-*url", Value::urls},
};

constexpr char lower(char c) noexcept { return is_alpha(c) ? static_cast<char>(c | 0x20) : c; }

/// `name` in any case. A pattern has at most one `*`.
bool matches(std::string_view pattern, std::string_view name) noexcept {
  const auto same = [](char wanted, char c) { return wanted == lower(c); };
  const std::size_t star = pattern.find('*');
  const bool whole = star == std::string_view::npos;
  const std::string_view head = pattern.substr(0, whole ? pattern.size() : star);
  const std::string_view tail = whole ? std::string_view() : pattern.substr(star + 1);
  if (whole ? name.size() != head.size() : name.size() < head.size() + tail.size()) return false;
  return std::equal(head.begin(), head.end(), name.begin(), same) &&
         std::equal(tail.rbegin(), tail.rend(), name.rbegin(), same);
}

Value value_of(std::string_view name) noexcept {
  const auto* const found =
      std::find_if(kFields.begin(), kFields.end(),
                   [name](const FieldName& field) { return matches(field.name, name); });
  return found == kFields.end() ? Value::words : found->value;
}

class FieldsReader {
 public:
  FieldsReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : document_(document),
        options_(options),
        sink_(sink),
        writer_(document, where, sink),
        text_(writer_.text()),
        path_(options.key) {
    path_.key("header");
    path_.open_mapping();
  }

  bool run() {
    for (std::size_t i = 0; i < text_.size() && more();) i = line(i);
    return more();
  }

 private:
  [[nodiscard]] bool more() const noexcept { return more_ && writer_.more(); }
  [[nodiscard]] std::size_t behind_line(std::size_t i) const noexcept {
    const std::size_t end = text_.find('\n', i);
    return end == std::string_view::npos ? text_.size() : end + 1;
  }

  std::size_t line(std::size_t begin);
  void field(std::string_view name, std::size_t begin, std::size_t end);
  void words(TextSpan where, Segment segment);
  void urls(std::size_t begin, std::size_t end, Segment segment);
  void url(std::size_t begin, std::size_t end, Segment segment);

  Document& document_;
  const ReaderOptions& options_;
  SegmentSink& sink_;
  SegmentWriter writer_;
  std::string_view text_;
  KeyPath path_;
  bool more_ = true;
};

/// The field or stray line at `begin`; behind it.
std::size_t FieldsReader::line(std::size_t begin) {
  std::size_t end = behind_line(begin);
  const std::string_view first = text_.substr(begin, end - begin);
  std::string_view name = first.substr(0, first.find(':'));
  const std::size_t colon = begin + name.size();
  while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
  const bool is_name =
      !name.empty() && colon < end &&
      std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c != '\x7f'; });
  // `https://…` alone on a line.
  const bool url = text_.substr(colon, 3) == "://";
  if (!is_name || url) {
    writer_.raw(begin, end, {.key = options_.key});
    return end;
  }
  while (is_blank(at(text_, end))) end = behind_line(end);
  field(name, colon + 1, end);
  return end;
}

void FieldsReader::field(std::string_view name, std::size_t begin, std::size_t end) {
  const Value value = value_of(name);
  while (end > begin && is_space(text_[end - 1])) --end;
  while (begin < end && is_space(text_[begin])) ++begin;
  if (value == Value::opaque || begin == end) return;
  path_.key(name);
  Segment segment;
  segment.key = path_.view();
  segment.element = name;
  const bool encoded = text_.substr(begin, end - begin).find("=?") != std::string_view::npos;
  if (value == Value::urls && !encoded) return urls(begin, end, segment);
  if (value == Value::trace) segment.context = Segment::Context::header;
  words(writer_.span(begin, end), segment);
}

void FieldsReader::words(TextSpan where, Segment segment) {
  const std::uint32_t before = document_.count();
  segment.where = decode_header(document_, where);
  if (segment.where.size() > 0) more_ = sink_.segment(segment);
  document_.truncate(before);
}

/// RFC 2369 section 2: URLs between angle brackets, with commas and comments around them.
void FieldsReader::urls(std::size_t begin, std::size_t end, Segment segment) {
  const std::string_view value = text_.substr(0, end);
  std::size_t i = begin;
  while (i < end && more()) {
    const std::size_t open = value.find('<', i);
    const std::size_t close =
        open == std::string_view::npos ? open : value.find_first_of("<>", open + 1);
    if (close == std::string_view::npos || value[close] == '<') break;
    writer_.raw(i, open, segment);
    url(open + 1, close, segment);
    i = close + 1;
  }
  const std::string_view rest = text_.substr(i, end - i);
  // A list without brackets has blanks or commas in it.
  const bool alone = i == begin && rest.find("://") == rest.rfind("://");
  if (alone) return url(begin, end, segment);
  writer_.raw(i, end, segment);
}

/// Blanks in it were put there by folding.
void FieldsReader::url(std::size_t begin, std::size_t end, Segment segment) {
  const std::string_view value = text_.substr(begin, end - begin);
  if (std::none_of(value.begin(), value.end(), [](char c) { return is_space(c); })) {
    segment.context = value_context(value);
    return writer_.raw(begin, end, segment);
  }
  Decoder decoder = writer_.decoder();
  for (std::size_t i = begin; i < end;) {
    std::size_t next = i;
    while (next < end && !is_space(text_[next])) ++next;
    if (next > i) decoder.verbatim(i, next);
    while (next < end && is_space(text_[next])) ++next;
    i = next;
  }
  segment.context = value_context(decoder.bytes());
  writer_.decoded(decoder, Layer::transfer, segment);
}

}  // namespace

bool read_mail_fields(Document& document, TextSpan where, const ReaderOptions& options,
                      SegmentSink& sink) {
  return FieldsReader(document, where, options, sink).run();
}

}  // namespace urilint::reading
