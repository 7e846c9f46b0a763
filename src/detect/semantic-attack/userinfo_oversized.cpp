// The longest run of characters that show nothing, or little, decides whether it is padding; the
// length as it is written decides the rest.
#include <algorithm>
#include <span>

#include "engine/detector.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace {

constexpr Off kLongestUsual = 64;   // bytes
constexpr int kShortestBlanks = 4;  // in a row
constexpr int kShortestDashes = 16;

struct PadUnit {
  Off size = 1;        // bytes as written
  bool blank = false;  // shows nothing
  bool dash = false;   // a line, whoever repeats it draws one
};

bool is_shown(char c) noexcept {
  constexpr std::uint32_t kShown = bytes::kAlpha | bytes::kDigit | bytes::kColon | bytes::kAt;
  return (bytes::class_of(c) & kShown) != 0;
}

// A byte, or a percent-encoded one, or the two of a non-breaking space.
PadUnit pad_unit_at(std::string_view text, Off at) noexcept {
  if (is_shown(text[at])) return {};
  const int byte = bytes::pct_byte(text.data() + at, text.size() - at);
  const Off size = byte < 0 ? 1 : 3;
  const auto value = byte < 0 ? static_cast<unsigned char>(text[at]) : static_cast<unsigned>(byte);
  if (value == 0xC2 && at + size < text.size()) {
    const int second = bytes::pct_byte(text.data() + at + size, text.size() - at - size);
    const Off more = second < 0 ? 1 : 3;
    const auto low =
        second < 0 ? static_cast<unsigned char>(text[at + size]) : static_cast<unsigned>(second);
    return {size + more, low == 0xA0, false};
  }
  const bool blank = value <= 0x20 || value == 0x7F || value == '+';
  return {size, blank, value == '-' || value == '_' || value == '.' || value == '~'};
}

struct Padding {
  UriSpan span{};
  int blanks = 0;
  int dashes = 0;
  [[nodiscard]] bool enough() const noexcept {
    return blanks >= kShortestBlanks || blanks + dashes >= kShortestDashes;
  }
};

Padding longest_padding(std::string_view text, UriSpan in) noexcept {
  const std::string_view seen = text.substr(0, in.end);
  Padding longest;
  Padding run{{in.begin, in.begin}};
  for (Off at = in.begin; at < in.end;) {
    if (is_shown(seen[at])) {
      while (at < in.end && is_shown(seen[at])) ++at;
      run = Padding{{at, at}};
      continue;
    }
    const PadUnit unit = pad_unit_at(seen, at);
    at += unit.size;
    if (unit.blank || unit.dash) {
      run.blanks += unit.blank ? 1 : 0;
      run.dashes += unit.dash ? 1 : 0;
      run.span.end = at;
      if (run.span.size() > longest.span.size()) longest = run;
    } else {
      run = Padding{{at, at}};
    }
  }
  return longest;
}

}  // namespace

void detect_userinfo_oversized(const Subject& subject, Sink& sink) noexcept {
  if (!subject.parts.has(Component::userinfo)) return;
  const UriSpan userinfo = subject.span(Component::userinfo);
  const Mark host{subject.span(Component::host), Role::secondary, "the host"};
  const auto more = std::span(&host, host.span.empty() ? 0U : 1U);
  const Padding padding = longest_padding(subject.text, userinfo);
  if (padding.enough()) {
    sink.emit({.component = Component::userinfo,
               .primary = padding.span,
               .args = {static_cast<std::int64_t>(padding.span.size())},
               .variant = "padded",
               .more = more});
  } else if (userinfo.size() > kLongestUsual && !subject.touches_hole(userinfo)) {
    sink.emit({.component = Component::userinfo,
               .primary = userinfo,
               .args = {static_cast<std::int64_t>(userinfo.size())},
               .variant = "long",
               .more = more});
  }
}

}  // namespace urilint::detect
