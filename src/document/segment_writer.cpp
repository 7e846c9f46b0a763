// Decoded texts go out one at a time: the document is cut back to where it was behind each.
#include "document/segment_writer.hpp"

#include "document/chars.hpp"

namespace urilint::reading {

Segment::Context value_context(std::string_view value) noexcept {
  if (value.find('\\') == std::string_view::npos) return Segment::Context::value;
  const bool quotes = value.find_first_of("\"'` \t\r\n") != std::string_view::npos;
  const bool escaped = value.find(":\\") != std::string_view::npos ||
                       value.find("\\:") != std::string_view::npos ||
                       value.find(":/\\") != std::string_view::npos;
  return quotes || escaped ? Segment::Context::prose : Segment::Context::value;
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
  more_ = sink_.segment(segment);
}

void SegmentWriter::decoded(Decoder& decoder, Layer layer, Segment segment) {
  if (decoder.bytes().empty() || !more_) return;
  const std::uint32_t before = document_.count();
  const auto size = static_cast<Off>(decoder.bytes().size());
  segment.where = {decoder.take(document_, where_.text, layer), 0, size};
  more_ = sink_.segment(segment);
  document_.truncate(before);
}

}  // namespace urilint::reading
