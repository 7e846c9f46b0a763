// Reads each segment of the path decoded once, then twice. Only what becomes a whole `.` or `..`
// counts: a segment, or what encoded slashes make of one; `1%2e2` is neither.
#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/transcoding/common.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace dot_segment_encoded {

bool has_malformed_triplet(std::string_view text) noexcept {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    if (bytes::pct_byte(text.data() + at, text.size() - at) < 0) return true;
  }
  return false;
}

struct Finder {
  const Subject& subject;
  MarkList parent{subject};
  MarkList current{subject};  // `.` beside an encoded slash: `a%2f.%2fb` moves nothing
  std::string_view variant{};
  int times = 1;

  // True if the segment, decoded so many times, is or holds a dot segment.
  bool read(UriSpan segment, int decodings) noexcept {
    const std::string_view text = subject.text.substr(0, segment.end);
    bool found = false;
    const auto glyph = [text, decodings](Off at) {
      const Octet octet = octet_at(text, at, decodings);
      return Glyph{static_cast<char>(octet.byte), octet.end, octet.end - at > 1};
    };
    for_each_dot_piece(segment, glyph, [&](const DotPiece& piece) {
      found = true;
      if (piece.dots == 1 && !piece.whole) return current.add(piece.span);
      if (parent.empty()) {
        times = decodings;
        variant = decodings == 1 ? (piece.whole ? "dots" : "slash")
                  : has_malformed_triplet(subject.view(piece.span)) ? "malformed"
                                                                    : "double";
      }
      parent.add(piece.span);
    });
    return found;
  }
};

}  // namespace dot_segment_encoded

void detect_dot_segment_encoded(const Subject& subject, Sink& sink) noexcept {
  if (shares_outer_bytes(subject) || !has_segments(subject)) return;
  dot_segment_encoded::Finder finder{subject};
  for_each_segment(subject, [&](UriSpan segment) {
    if (subject.view(segment).find('%') == std::string_view::npos) return;
    if (!finder.read(segment, 1)) finder.read(segment, 2);
  });
  if (!finder.parent.empty()) {
    const DecodedSpan decoded{finder.parent.first(), finder.times};
    return finder.parent.emit(sink, finder.variant, {decoded});
  }
  if (!finder.current.empty()) {
    finder.current.emit(sink, "current", {DecodedSpan{finder.current.first(), finder.times}});
  }
}

}  // namespace urilint::detect
