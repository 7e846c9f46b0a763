// Stretches without a backslash are copied whole; a map that grows too long is handed out at a
// blank, which no URI crosses.
#include "document/escaped_text.hpp"

#include <algorithm>

#include "document/chars.hpp"

namespace urilint::reading {
namespace {

constexpr std::size_t kMostRuns = std::size_t{1} << 18;
constexpr std::size_t kLongestUnescaped = 512;

/// Decodes one escape, or what stands before the next one.
std::size_t step(std::string_view text, std::size_t i, const EscapedText& string,
                 Decoder& decoder) {
  if (text[i] == '\\') return string.decode(text, i, string.end, decoder);
  const std::size_t next = std::min(text.substr(0, string.end).find('\\', i), string.end);
  decoder.verbatim(i, next);
  return next;
}

}  // namespace

void push_escaped(SegmentWriter& writer, const EscapedText& string, Segment segment,
                  bool decode_all) {
  const std::string_view text = writer.text();
  const std::string_view raw = text.substr(string.begin, string.end - string.begin);
  const bool escapes = string.decode != nullptr && raw.find('\\') != std::string_view::npos;
  const bool value = segment.context == Segment::Context::value;
  if (!escapes || !(decode_all || may_hold_uri(raw))) {
    if (value) segment.context = value_context(raw);
    writer.raw(string.begin, string.end, segment);
    return;
  }
  Decoder decoder = writer.decoder();
  const auto push = [&] {
    if (value) segment.context = value_context(decoder.bytes());
    writer.decoded(decoder, string.layer, segment);
  };
  for (std::size_t i = string.begin; i < string.end;) {
    i = step(text, i, string, decoder);
    const bool blank = !decoder.bytes().empty() && is_space(decoder.bytes().back());
    if (decoder.runs() > kMostRuns && (blank || decoder.runs() > 8 * kMostRuns)) push();
  }
  push();
}

std::string unescaped(const SegmentWriter& writer, const EscapedText& string) {
  const std::string_view text = writer.text();
  const std::string_view raw = text.substr(string.begin, string.end - string.begin);
  if (string.decode == nullptr || raw.size() > kLongestUnescaped ||
      raw.find('\\') == std::string_view::npos) {
    return std::string(raw);
  }
  Decoder decoder = writer.decoder();
  for (std::size_t i = string.begin; i < string.end;) i = step(text, i, string, decoder);
  return std::string(decoder.bytes());
}

}  // namespace urilint::reading
