// Decoded texts go out one at a time: the document is cut back to where it was behind each.
#include "document/segment_writer.hpp"

#include <algorithm>
#include <iterator>

#include "document/chars.hpp"
#include "document/login_value.hpp"
#include "document/schemeless_value.hpp"

namespace urilint::reading {

namespace {

/// Schemes behind which blanks and quotes belong to the URI.
constexpr std::string_view kWholeValues[] = {"javascript:", "vbscript:", "data:"};
constexpr ByteSet kWholeBegins("jJvVdD");
/// A key that asks no more of a remote than its shape.
constexpr std::string_view kAnyKey = ".url";

bool begins_with_any_case(std::string_view text, std::string_view word) noexcept {
  return text.size() >= word.size() &&
         std::equal(word.begin(), word.end(), text.begin(), [](char w, char c) {
           return w == (c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c);
         });
}

bool is_whole_value(std::string_view value) noexcept {
  return kWholeBegins.has(at(value, 0)) &&
         std::any_of(
             std::begin(kWholeValues), std::end(kWholeValues),
             [value](std::string_view scheme) { return begins_with_any_case(value, scheme); });
}

/// True if a URI may stand at the beginning, or none can stand anywhere.
bool may_begin_uri(std::string_view value) noexcept {
  std::size_t i = 0;
  while (is_scheme_char(at(value, i))) ++i;
  return at(value, i) == ':' || value.starts_with("//") ||
         value.find(':', i) == std::string_view::npos;
}

/// What is no single word is exact all the same, if what makes it so stands in a password.
Segment::Context unless_login(std::string_view value) noexcept {
  static constexpr ByteSet kStops(" \t\r\n\f\v\"'`<>\\");
  const LoginValue login = login_value(value);
  const bool odd = login.end != 0 && kStops.find(value, login.begin) < login.end;
  return odd ? Segment::Context::value : Segment::Context::prose;
}

}  // namespace

Segment::Context value_context(std::string_view value) noexcept {
  if (is_whole_value(value)) return Segment::Context::value;
  // `--url=https://…`, `${A:-https://…}`: the end of the value is not just the end of the URI.
  if (!may_begin_uri(value)) {
    const bool remote = scp_colon(value, kAnyKey) != 0;
    return remote ? Segment::Context::value : unless_login(value);
  }
  static constexpr ByteSet kSigns(" \t\r\n\f\v\"'`:\\");
  for (std::size_t i = kSigns.find(value, 0); i < value.size(); i = kSigns.find(value, i + 1)) {
    const char next = at(value, i + 1);
    if (value[i] != ':' && value[i] != '\\') return unless_login(value);
    // `:\/\/`, `\://`: escaped once more.
    if (value[i] != next && (next == ':' || next == '\\')) return unless_login(value);
  }
  const bool half = value.find(":/\\") != std::string_view::npos;
  return half ? Segment::Context::prose : Segment::Context::value;
}

bool may_hold_uri(std::string_view raw) noexcept {
  constexpr std::string_view kSigns[] = {"\\u", "\\U", "\\x", "//", "\\/", "@", "www", "WWW", "&"};
  if (raw.find(':') != std::string_view::npos) return true;
  for (const std::string_view sign : kSigns) {
    if (raw.find(sign) != std::string_view::npos) return true;
  }
  return false;
}

void SegmentWriter::raw(std::size_t begin, std::size_t end, Segment segment) {
  if (begin >= end || !more_) return;
  segment.where = span(begin, end);
  if (segment.url) return push(segment, UrlPlace::url);
  more_ = sink_.segment(segment);
}

bool SegmentWriter::is_cut(const Decoder& decoder) noexcept {
  if (decoder.runs() <= kMostRuns || decoder.bytes().empty()) return false;
  return is_space(decoder.bytes().back()) || decoder.runs() > 8 * kMostRuns;
}

void SegmentWriter::decoded(Decoder& decoder, Layer layer, Segment segment) {
  if (decoder.bytes().empty() || !more_) return;
  const std::uint32_t before = document_.count();
  const auto size = static_cast<Off>(decoder.bytes().size());
  segment.where = {decoder.take(document_, where_.text, layer), 0, size};
  const bool string = layer == Layer::json || layer == Layer::yaml || layer == Layer::toml;
  if (segment.url || string) {
    push(segment, segment.url ? UrlPlace::url : UrlPlace::value);
  } else {
    more_ = sink_.segment(segment);
  }
  document_.truncate(before);
}

/// Without what a browser deletes, if it is a URL that is broken so: a value then, and no prose.
void SegmentWriter::push(Segment segment, UrlPlace place) {
  const std::uint32_t before = document_.count();
  const TextSpan stripped = without_line_breaks(document_, segment.where, place);
  const bool prose = segment.context == Segment::Context::prose;
  if (stripped.text != segment.where.text && prose) segment.context = Segment::Context::value;
  segment.where = stripped;
  more_ = sink_.segment(segment);
  document_.truncate(before);
}

}  // namespace urilint::reading
