// NUL after one or two decodings. Values of query parameters may be binary: hashes of BitTorrent by
// their name, others by the bytes beside the NUL.
#include "detect/common/mark_list.hpp"
#include "detect/common/octets.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"

namespace urilint::detect {
namespace nul_encoded {

bool is_binary_parameter(std::string_view name) noexcept {
  return equals_lower(name, "info_hash") || equals_lower(name, "peer_id");
}

// The length of the UTF-8 sequence at `at`, decoded once, where its bytes end; 0 if it is none.
Off utf8_end(std::string_view text, Off at) noexcept {
  const Octet lead = octet_at(text, at, 1);
  const int more = lead.byte >= 0xf0 && lead.byte < 0xf5   ? 3
                   : lead.byte >= 0xe0 && lead.byte < 0xf0 ? 2
                   : lead.byte >= 0xc2 && lead.byte < 0xe0 ? 1
                                                           : 0;
  if (more == 0) return 0;
  Off end = lead.end;
  for (int i = 0; i < more; ++i) {
    if (end >= text.size()) return 0;
    const Octet next = octet_at(text, end, 1);
    if (next.byte < 0x80 || next.byte >= 0xc0) return 0;
    end = next.end;
  }
  return end;
}

// Two bytes that no text holds, or four NULs, make a value binary.
bool is_binary(std::string_view text, Off at) noexcept {
  int strange = 0;
  int nuls = 0;
  while (at < text.size()) {
    const Octet octet = octet_at(text, at, 1);
    Off end = octet.end;
    if (octet.byte == 0) {
      ++nuls;
    } else if (octet.byte >= 0x80) {
      const Off sequence = utf8_end(text, at);
      if (sequence == 0) ++strange;
      if (sequence != 0) end = sequence;
    } else if (octet.byte < 0x20 || octet.byte == 0x7f) {
      if (octet.byte != '\t' && octet.byte != '\n' && octet.byte != '\r') ++strange;
    }
    if (strange >= 2 || nuls >= 4) return true;
    at = end;
  }
  return false;
}

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
    find(subject, p.value, is_binary(view, p.value.begin) ? binary : text);
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
