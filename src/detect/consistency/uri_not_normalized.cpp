// Walks the components in their order and compares each with its normal form (RFC 3986 6.2.2, and
// the ports of 6.2.3) without making it: marks the first part that differs (dot segments last) and
// counts the kinds.
#include <array>
#include <string_view>

#include "detect/common/scope.hpp"
#include "tables/schemes.hpp"
#include "uri/bytes.hpp"
#include "uri/percent.hpp"

namespace urilint::detect {
namespace uri_not_normalized {

enum Kind : std::uint8_t {
  kSchemeCase,
  kHostCase,
  kDefaultPort,
  kEmptyPort,
  kNeedlessTriplet,
  kHexCase,
  kDotSegment,
  kKinds
};

struct Words {
  std::string_view variant;
  std::string_view also;  // what the message says of a kind that is not the first
};
constexpr std::array<Words, kKinds> kWords = {{
    {"scheme-case", ", the scheme in lower case"},
    {"host-case", ", the host in lower case"},
    {"default-port", ", no default port"},
    {"empty-port", ", no empty port"},
    {"needless-triplet", ", unreserved characters not encoded"},
    {"hex-case", ", upper-case digits in percent-encoding"},
    {"dot-segment", ", no dot segments"},
}};

bool has_upper(std::string_view text) noexcept {
  std::uint32_t bits = 0;
  for (const char c : text) bits |= bytes::class_of(c);
  return (bits & bytes::kUpper) != 0;
}

struct Finder {
  const Subject& subject;
  UriSpan first{};
  Kind first_kind = kKinds;
  std::array<bool, kKinds> found{};

  void add(Kind kind, UriSpan span) noexcept {
    if (subject.touches_hole(span)) return;
    if (first_kind == kKinds) {
      first = span;
      first_kind = kind;
    }
    found[kind] = true;
  }

  void scheme() noexcept {
    if (!subject.parts.has(Signal::scheme_upper)) return;
    add(kSchemeCase, subject.span(Component::scheme));
  }

  // Hosts of schemes that are not listed may be names of another kind, written in two cases.
  void host() noexcept {
    const bool listed = subject.parts.has(Signal::scheme_listed);
    if (!subject.parts.has(Signal::host_upper)) return;
    if (!listed && subject.parts.has(Component::scheme)) return;
    const UriSpan span = subject.span(Component::host);
    // Letters of a triplet are digits.
    const std::string_view text = subject.view(span);
    for (Off at = 0; at < text.size(); ++at) {
      if (bytes::pct_byte(text.data() + at, text.size() - at) >= 0) {
        at += 2;
      } else if (has_upper(text.substr(at, 1))) {
        return add(kHostCase, span);
      }
    }
  }

  void port() noexcept {
    const UriParts& parts = subject.parts;
    if (!parts.has(Component::port) || parts.host_kind == HostKind::empty) return;
    const UriSpan with_colon{parts.host_end, parts.path_begin};
    if (with_colon.size() == 1) {
      // The colon of a second scheme, `http://https://…`, is none of a port.
      const bool scheme_behind = subject.view(Component::path).starts_with("//");
      return scheme_behind ? void() : add(kEmptyPort, with_colon);
    }
    if (parts.scheme_id == 0 || !parts.has(Signal::port_valid)) return;
    const std::uint32_t usual = tables::kSchemes[parts.scheme_id - 1].port;
    if (usual != 0 && usual == parts.port) add(kDefaultPort, with_colon);
  }

  void triplets(Component component) noexcept {
    const UriSpan span = subject.span(component);
    const std::string_view text = subject.text.substr(0, span.end);
    for (std::size_t at = text.find('%', span.begin); at != std::string_view::npos;
         at = text.find('%', at + 3)) {
      const int octet = bytes::pct_byte(text.data() + at, text.size() - at);
      if (octet < 0) return;  // the text is invalid
      const UriSpan triplet{static_cast<Off>(at), static_cast<Off>(at + 3)};
      if (is_unreserved(static_cast<char>(octet))) {
        add(kNeedlessTriplet, triplet);
      } else if (text[at + 1] >= 'a' || text[at + 2] >= 'a') {
        add(kHexCase, triplet);
      }
    }
  }

  // In a relative path `..` at the beginning stays, and `.` before a segment that begins with `/`
  // or holds a colon may have to. Of a path that leaves its root a stronger rule speaks.
  void dot_segments() noexcept {
    if (!subject.parts.has(Signal::dot_segment) || !has_segments(subject)) return;
    if (subject.has_hole(Component::path)) return;  // it may hold segments, or none
    const UriSpan path = subject.span(Component::path);
    const bool relative = subject.parts.path_kind == PathKind::rootless;
    UriSpan mark{};
    std::int64_t depth = relative ? 0 : -1;  // the empty segment before the first slash is none
    bool above_root = false;
    for_each_segment(subject, [&](UriSpan segment) {
      const std::string_view text = subject.view(segment);
      const bool leading = segment.begin == path.begin + (relative ? 0 : 1);
      bool goes = false;
      if (text == ".") {
        goes = !leading || subject.parts.has(Component::authority);
      } else if (text == "..") {
        goes = depth > 0;
        if (goes) {
          --depth;
        } else {
          above_root = !relative;
        }
      } else {
        ++depth;
      }
      if (goes && mark.empty()) mark = segment;
    });
    if (!mark.empty() && !above_root) add(kDotSegment, mark);
  }
};

}  // namespace uri_not_normalized

void detect_uri_not_normalized(const Subject& subject, Sink& sink) noexcept {
  using namespace uri_not_normalized;
  if (subject.parts.has(Signal::invalid) || shares_outer_bytes(subject)) return;
  Finder finder{subject};
  finder.scheme();
  if (subject.parts.has(Signal::pct)) finder.triplets(Component::userinfo);
  finder.host();
  if (subject.parts.has(Signal::host_pct)) finder.triplets(Component::host);
  finder.port();
  if (subject.parts.has(Signal::pct)) {
    finder.triplets(Component::path);
    finder.triplets(Component::query);
    finder.triplets(Component::fragment);
  }
  // Last, since a rule of their own tells those of absolute URIs, and silences this one then.
  finder.dot_segments();
  if (finder.first_kind == kKinds) return;
  const auto also = [&finder](Kind kind) -> std::string_view {
    return finder.found[kind] && kind != finder.first_kind ? kWords[kind].also : "";
  };
  sink.emit(
      {.component = component_at(subject.parts, finder.first.begin),
       .primary = finder.first,
       .args = {DecodedSpan{finder.first}, also(kSchemeCase), also(kHostCase), also(kDefaultPort),
                also(kEmptyPort), also(kNeedlessTriplet), also(kHexCase), also(kDotSegment)},
       .variant = kWords[finder.first_kind].variant});
}

}  // namespace urilint::detect
