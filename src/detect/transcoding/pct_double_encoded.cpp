// `%25` and two hexadecimal digits. In a value that holds other encoded delimiters the second layer
// is that of a URI or of a form inside: right, and only a fact. In a known wrapper it is none.
#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/common/wrapped.hpp"
#include "detect/syntax/common.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace pct_double_encoded {

bool is_double(std::string_view text, std::size_t at) noexcept {
  return text.size() - at >= 5 && text[at] == '%' && text[at + 1] == '2' && text[at + 2] == '5' &&
         bytes::is_hex(text[at + 3]) && bytes::is_hex(text[at + 4]);
}

// An encoded `/ : ? & =`: the value is itself made of parts.
bool has_parts(std::string_view text) noexcept {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    const int byte = bytes::pct_byte(text.data() + at, text.size() - at);
    if (byte == '%' && text.substr(at).starts_with("%252")) {
      // `http%253A%252F%252F…`: a whole URI, encoded once for each layer above it.
      const std::string_view behind = text.substr(at);
      if (behind.starts_with("%252F%252F") || behind.starts_with("%252f%252f")) return true;
    }
    if (byte == '/' || byte == ':' || byte == '?' || byte == '&' || byte == '=') return true;
  }
  return false;
}

struct Marks {
  const Subject& subject;
  MarkList plain{subject};
  MarkList nested{subject};
  UriSpan wrapped = wrapped_span(subject);

  void piece(UriSpan span) noexcept {
    const std::string_view text = subject.view(span);
    std::size_t at = text.find("%25");
    if (at == std::string_view::npos || span.overlaps(wrapped)) return;
    MarkList& marks = subject.depth > 0 || has_parts(text) ? nested : plain;
    for (; at != std::string_view::npos; at = text.find("%25", at)) {
      const auto begin = span.begin + static_cast<Off>(at);
      const bool doubled = is_double(text, at);
      if (doubled) marks.add({begin, begin + 5});
      at += doubled ? 5 : 3;
    }
  }
};

}  // namespace pct_double_encoded

void detect_pct_double_encoded(const Subject& subject, Sink& sink) noexcept {
  // The body of `data:` and `javascript:` is decoded once, by the browser.
  if (shares_outer_bytes(subject) || has_body(subject)) return;
  pct_double_encoded::Marks marks{subject};
  if (subject.parts.has(Component::authority)) marks.piece(subject.span(Component::authority));
  for_each_segment(subject, [&](UriSpan segment) { marks.piece(segment); });
  const auto pair = [&](const Pair& p) {
    marks.piece(p.name);
    marks.piece(p.value);
  };
  for_each_pair(subject, Component::query, pair);
  for_each_pair(subject, Component::fragment, pair);
  if (!marks.plain.empty()) {
    return marks.plain.emit(sink, "plain", {DecodedSpan{marks.plain.first(), 1}});
  }
  marks.nested.emit(sink, "nested");
}

}  // namespace urilint::detect
