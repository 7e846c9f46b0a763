// Reads each segment of the path decoded once, then twice. Only what becomes a whole `.` or `..`
// counts: a segment, or what encoded slashes make of one; `1%2e2` is neither. Where browsers read a
// raw backslash as a slash, it is one in disguise.
#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"
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

// Browsers do so in the paths of their own schemes. Files have paths of Windows.
bool is_slash_to_browsers(const Subject& subject) noexcept {
  if (!subject.parts.has(Signal::backslash)) return false;
  if (!subject.parts.has(Component::scheme)) return true;
  return subject.parts.has(Signal::scheme_special) && !scheme_is(subject, "file");
}

struct Finder {
  const Subject& subject;
  bool backslash;  // it is a slash in disguise
  MarkList parent{subject};
  MarkList current{subject};  // `.` beside a slash in disguise: `a%2f.%2fb` moves nothing
  std::string_view variant{};
  int times = 1;

  // True if the segment, decoded so many times, is or holds a dot segment.
  bool read(UriSpan segment, int decodings) noexcept {
    const std::string_view text = subject.text.substr(0, segment.end);
    bool found = false;
    const auto glyph = [this, text, decodings](Off at) {
      const Octet octet = octet_at(text, at, decodings);
      const bool disguised = octet.end - at > 1 || (backslash && text[at] == '\\');
      return Glyph{static_cast<char>(octet.byte), octet.end, disguised};
    };
    for_each_dot_piece(segment, glyph, [&](const DotPiece& piece) {
      found = true;
      if (piece.dots == 1 && !piece.whole) return current.add(piece.span);
      if (parent.empty()) {
        times = decodings;
        variant = variant_of(piece, decodings);
      }
      parent.add(piece.span);
    });
    return found;
  }

  [[nodiscard]] std::string_view variant_of(const DotPiece& piece, int decodings) const noexcept {
    const std::string_view text = subject.view(piece.span);
    if (text.find('%') == std::string_view::npos) return "backslash";
    if (decodings == 1) return piece.whole ? "dots" : "slash";
    return has_malformed_triplet(text) ? "malformed" : "double";
  }
};

}  // namespace dot_segment_encoded

void detect_dot_segment_encoded(const Subject& subject, Sink& sink) noexcept {
  const UriParts& parts = subject.parts;
  const bool twice = may_decode_twice(parts);
  constexpr std::uint64_t kOnce =
      bit(Signal::pct_dot) | bit(Signal::pct_slash) | bit(Signal::backslash);
  if (!twice && (static_cast<std::uint64_t>(parts.signals) & kOnce) == 0) return;
  if (shares_outer_bytes(subject) || !has_segments(subject)) return;
  dot_segment_encoded::Finder finder{subject, dot_segment_encoded::is_slash_to_browsers(subject)};
  for_each_segment(subject, [&](UriSpan segment) {
    if (subject.view(segment).find_first_of("%\\") == std::string_view::npos) return;
    if (!finder.read(segment, 1) && twice) finder.read(segment, 2);
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
