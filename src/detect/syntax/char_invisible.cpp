// Raw default-ignorable characters outside the host. Selectors behind, and joiners between,
// characters beyond ASCII shape emoji and words and are left alone.
#include "detect/common/code_points.hpp"
#include "detect/common/invisible.hpp"
#include "detect/common/mark_list.hpp"

namespace urilint::detect {
namespace {

constexpr bool is_shape_joiner(std::uint32_t code) noexcept {
  return code == 0x200c || code == 0x200d;
}

// Variation selectors, Mongolian ones, and the tags that flags are spelt with.
constexpr bool is_shape_selector(std::uint32_t code) noexcept {
  return (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef) ||
         (code >= 0x180b && code <= 0x180f);
}
constexpr bool is_flag_tag(std::uint32_t code) noexcept {
  return code >= 0xe0020 && code <= 0xe007f;
}

constexpr std::uint32_t kBlackFlag = 0x1f3f4;

struct ShownBefore {
  std::uint32_t shown = 0;  // the last character that is not invisible; 0: none, or ASCII
  bool flag = false;        // in the tags behind a flag
};

bool is_shaping(std::uint32_t code, const ShownBefore& walk, std::uint32_t after) noexcept {
  if (is_shape_selector(code)) return walk.shown >= 0x80;
  if (is_shape_joiner(code))
    return walk.shown >= 0x80 && after >= 0x80 && !is_default_ignorable(after);
  return is_flag_tag(code) && walk.flag;
}

}  // namespace

void detect_char_invisible(const Subject& subject, Sink& sink) noexcept {
  const std::string_view text = subject.text;
  const UriSpan host =
      subject.parts.has(Component::host) ? subject.span(Component::host) : UriSpan{};
  MarkList marks(subject);
  ShownBefore walk;
  for (Off at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      walk = ShownBefore{};
      ++at;
      continue;
    }
    const DecodedPoint point = point_at(text, at, 0);
    if (point.valid && is_default_ignorable(point.value) && !is_bidi_control(point.value)) {
      const DecodedPoint next =
          point.end < text.size() ? point_at(text, point.end, 0) : DecodedPoint{};
      const bool right = is_shaping(point.value, walk, next.valid ? next.value : 0);
      if (!right && !host.contains({at, point.end})) marks.add({at, point.end});
    } else {
      walk.shown = point.valid ? point.value : 0;
      walk.flag = point.valid && point.value == kBlackFlag;
    }
    at = point.end;
  }
  marks.emit(sink, "");
}

}  // namespace urilint::detect
