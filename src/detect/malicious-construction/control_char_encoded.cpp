// Controls after one decoding, without NUL, CR and LF, which have rules of their own, TAB, which is
// a blank in the fields of forms, and values that are bytes rather than text.
#include "detect/common/binary.hpp"
#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"

namespace urilint::detect {
namespace control_char_encoded {

bool is_control(unsigned char byte) noexcept {
  if (byte == 0 || byte == '\t' || byte == '\n' || byte == '\r') return false;
  return byte < 0x20 || byte == 0x7f;
}

// The octet ESC begins a change of character set: `ESC $ B`, `ESC ( B` of ISO 2022.
bool is_iso_2022(std::string_view text, const Octet& escape) noexcept {
  if (escape.byte != 0x1b || escape.end >= text.size()) return false;
  const unsigned char next = octet_at(text, escape.end, 1).byte;
  return next == '$' || next == '(' || next == ')';
}

struct Marks {
  const Subject& subject;
  MarkList list{subject};

  void find(UriSpan span) noexcept {
    const std::string_view view = subject.text.substr(0, span.end);
    for (Off at = span.begin; at < span.end;) {
      if (view[at] != '%') {
        ++at;
        continue;
      }
      const Octet octet = octet_at(view, at, 1);
      if (is_control(octet.byte) && octet.end == at + 3 && !is_iso_2022(view, octet)) {
        list.add({at, octet.end});
      }
      at = octet.end;
    }
  }

  void pair(const Pair& p) noexcept {
    find(p.name);
    if (is_binary_parameter(subject.view(p.name))) return;
    const std::string_view view = subject.text.substr(0, p.value.end);
    if (!is_binary_text(view, p.value.begin)) find(p.value);
  }
};

}  // namespace control_char_encoded

void detect_control_char_encoded(const Subject& subject, Sink& sink) noexcept {
  if (shares_outer_bytes(subject) || has_body(subject)) return;
  control_char_encoded::Marks marks{subject};
  if (subject.parts.has(Component::authority)) {
    marks.find(subject.span(Component::authority));
  }
  marks.find(subject.span(Component::path));
  const auto pair = [&](const Pair& p) { marks.pair(p); };
  for_each_pair(subject, Component::query, pair);
  for_each_pair(subject, Component::fragment, pair);
  marks.list.emit(sink, {});
}

}  // namespace urilint::detect
