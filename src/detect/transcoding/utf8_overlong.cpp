// Overlong and surrogate forms among percent-encoded bytes, decoded once. They weigh only where
// they make a dot segment, or a slash beside one: such byte pairs are letters in legacy charsets.
#include <algorithm>

#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/transcoding/common.hpp"

namespace urilint::detect {
namespace utf8_overlong {

// A sequence that UTF-8 forbids; `point` is what a lenient decoder makes of it. `end` 0: none.
struct Sequence {
  std::uint32_t point = 0;
  Off end = 0;
};

struct Form {
  unsigned char lead_min, lead_max;      // the first byte
  unsigned char second_min, second_max;  // the second, where the form is overlong or a surrogate
  int length;
  unsigned lead_mask;
};
constexpr Form kForms[] = {
    {0xc0, 0xc1, 0x80, 0xbf, 2, 0x1f}, {0xe0, 0xe0, 0x80, 0x9f, 3, 0x0f},
    {0xed, 0xed, 0xa0, 0xbf, 3, 0x0f}, {0xf0, 0xf0, 0x80, 0x8f, 4, 0x07},
    {0xf8, 0xf8, 0x80, 0x87, 5, 0x03}, {0xfc, 0xfc, 0x80, 0x83, 6, 0x01},
};

Sequence sequence_at(std::string_view text, Off at, int times) noexcept {
  const Octet lead = octet_at(text, at, times);
  if (text[at] != '%' || lead.byte < 0xc0) return {};
  const auto* form = std::find_if(std::begin(kForms), std::end(kForms), [&](const Form& f) {
    return f.lead_min <= lead.byte && lead.byte <= f.lead_max;
  });
  if (form == std::end(kForms)) return {};
  std::uint32_t point = lead.byte & form->lead_mask;
  Off end = lead.end;
  for (int i = 1; i < form->length; ++i) {
    if (end >= text.size()) return {};
    const Octet next = octet_at(text, end, times);
    const unsigned char low = i == 1 ? form->second_min : std::uint8_t{0x80};
    const unsigned char high = i == 1 ? form->second_max : std::uint8_t{0xbf};
    if (next.byte < low || next.byte > high) return {};
    point = point << 6 | (next.byte & 0x3fU);
    end = next.end;
  }
  return {point, end};
}

// `%c0%2f`, `%c1%1c`: decoders of old took the low six bits of any second byte. Legacy charsets
// have such pairs, too, so only a dot or a slash counts, and only beside dots.
Sequence careless_at(std::string_view text, Off at, int times) noexcept {
  const Octet lead = octet_at(text, at, times);
  if ((lead.byte != 0xc0 && lead.byte != 0xc1) || lead.end >= text.size()) return {};
  const Octet next = octet_at(text, lead.end, times);
  const std::uint32_t point = (lead.byte & 0x1fU) << 6 | (next.byte & 0x3fU);
  const bool is_path = point == '.' || point == '/' || point == '\\';
  return text[lead.end] == '%' && is_path ? Sequence{point, next.end} : Sequence{};
}

Glyph glyph_at(std::string_view text, Off at, int times) noexcept {
  const Octet octet = octet_at(text, at, times);
  if (text[at] != '%' || octet.byte < 0xc0)
    return {static_cast<char>(octet.byte), octet.end, false};
  Sequence sequence = sequence_at(text, at, times);
  if (sequence.end == 0) sequence = careless_at(text, at, times);
  if (sequence.end == 0) return {'\0', octet.end, false};
  return {sequence.point < 0x80 ? static_cast<char>(sequence.point) : '\0', sequence.end, true};
}

struct Finder {
  const Subject& subject;
  MarkList dots{subject};
  MarkList any{subject};

  // A stretch between raw delimiters.
  void stretch(UriSpan span) noexcept {
    const UriParts& parts = subject.parts;
    if (subject.view(span).find('%') == std::string_view::npos) return;
    if (parts.has(Signal::pct_high)) {
      sequences(span);
      if (read(span, 1)) return;
    }
    if (may_decode_twice(parts)) read(span, 2);
  }

  void sequences(UriSpan span) noexcept {
    const std::string_view text = subject.text.substr(0, span.end);
    for (Off at = span.begin; at < span.end;) {
      const Octet octet = octet_at(text, at, 1);
      const Sequence sequence = octet.byte < 0xc0 ? Sequence{} : sequence_at(text, at, 1);
      if (sequence.end != 0) any.add({at, sequence.end});
      at = std::max(octet.end, sequence.end);
    }
  }

  // True if the stretch, decoded so many times, holds a dot segment in a forbidden form.
  bool read(UriSpan span, int times) noexcept {
    const std::string_view text = subject.text.substr(0, span.end);
    bool found = false;
    const auto glyph = [text, times](Off at) { return glyph_at(text, at, times); };
    for_each_dot_piece(span, glyph, [&](const DotPiece& piece) {
      found = true;
      dots.add(piece.span);
    });
    return found;
  }

  void run() noexcept {
    const std::string_view text = subject.text;
    for (Off begin = subject.parts.path_begin; begin <= text.size();) {
      const std::size_t stop = std::min(text.find_first_of("/?#&=;", begin), text.size());
      stretch({begin, static_cast<Off>(stop)});
      begin = static_cast<Off>(stop) + 1;
    }
  }
};

}  // namespace utf8_overlong

void detect_utf8_overlong(const Subject& subject, Sink& sink) noexcept {
  if (!subject.parts.has(Signal::pct_high) && !may_decode_twice(subject.parts)) return;
  if (shares_outer_bytes(subject)) return;
  utf8_overlong::Finder finder{subject};
  finder.run();
  if (!finder.dots.empty()) return finder.dots.emit(sink, "dot-segment");
  finder.any.emit(sink, "bytes");
}

}  // namespace urilint::detect
