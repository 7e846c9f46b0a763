// NUL after one or two decodings. Values of query parameters may be binary: hashes of BitTorrent by
// their name, others by the bytes beside the NUL.
#include "detect/common/binary.hpp"
#include "detect/common/mark_list.hpp"
#include "detect/common/octets.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"

namespace urilint::detect {
namespace nul_encoded {

struct Marks {
  const Subject& subject;
  MarkList text{subject};
  MarkList binary{subject};

  static void find(const Subject& subject, UriSpan span, MarkList& marks) noexcept {
    const std::string_view view = subject.text.substr(0, span.end);
    for (Off at = span.begin; at < span.end;) {
      if (view[at] != '%') {
        ++at;
        continue;
      }
      const Octet octet = octet_at(view, at, 2);
      if (octet.byte == 0) marks.add({at, octet.end});
      at = octet.end;
    }
  }

  void pair(const Pair& p) noexcept {
    find(subject, p.name, text);
    if (is_binary_parameter(subject.view(p.name))) return;
    const std::string_view view = subject.text.substr(0, p.value.end);
    find(subject, p.value, is_binary_text(view, p.value.begin) ? binary : text);
  }
};

}  // namespace nul_encoded

void detect_nul_encoded(const Subject& subject, Sink& sink) noexcept {
  if (!subject.parts.has(Signal::pct_nul) && !may_decode_twice(subject.parts)) return;
  if (shares_outer_bytes(subject) || scheme_is(subject, "data")) return;
  nul_encoded::Marks marks{subject};
  if (subject.parts.has(Component::authority)) {
    nul_encoded::Marks::find(subject, subject.span(Component::authority), marks.text);
  }
  nul_encoded::Marks::find(subject, subject.span(Component::path), marks.text);
  const auto pair = [&](const Pair& p) { marks.pair(p); };
  for_each_pair(subject, Component::query, pair);
  for_each_pair(subject, Component::fragment, pair);
  marks.text.emit(sink, "text");
  if (marks.text.empty()) marks.binary.emit(sink, "binary");
}

}  // namespace urilint::detect
