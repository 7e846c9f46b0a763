// Raw ones anywhere; of percent-encoded ones only those that turn text round, since marks are
// copied into encoded links with every other right-to-left title.
#include "detect/common/code_points.hpp"
#include "detect/common/invisible.hpp"
#include "detect/common/mark_list.hpp"

namespace urilint::detect {
namespace {

// The first octet of each control: U+061C, and those of the block U+2000.
constexpr bool may_begin_control(std::string_view text, Off at) noexcept {
  return text[at] == '\xd8' || text[at] == '\xe2' || text[at] == '%';
}

constexpr bool is_direction_mark(std::uint32_t code) noexcept {
  return code == 0x61c || code == 0x200e || code == 0x200f;
}

}  // namespace

void detect_bidi_control(const Subject& subject, Sink& sink) noexcept {
  const std::string_view text = subject.text;
  MarkList raw(subject), encoded(subject);
  for (Off at = 0; at < text.size();) {
    if (!may_begin_control(text, at)) {
      ++at;
      continue;
    }
    const DecodedPoint point = point_at(text, at, 1);
    if (point.valid && is_bidi_control(point.value)) {
      if (text[at] != '%') {
        raw.add({at, point.end});
      } else if (!is_direction_mark(point.value)) {
        encoded.add({at, point.end});
      }
    }
    at = point.end;
  }
  raw.emit(sink, "raw");
  encoded.emit(sink, "encoded");
}

}  // namespace urilint::detect
