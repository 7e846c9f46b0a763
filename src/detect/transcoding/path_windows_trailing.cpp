// Segments that Windows opens under a shorter name: with an encoded space or dot at their end, or
// with the name of a stream behind `::`. Raw dots at the end of a segment are ends of sentences.
#include "detect/common/mark_list.hpp"
#include "detect/common/octets.hpp"
#include "detect/common/scope.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace path_windows_trailing {

struct Finder {
  const Subject& subject;
  MarkList trailing{subject};
  MarkList stream{subject};

  // True if what `text` holds from `at` on, decoded once, is `::$DATA` or the like, to its end.
  static bool is_stream(std::string_view text, Off at) noexcept {
    constexpr std::size_t kLongest = 32;
    char decoded[kLongest] = {};
    std::size_t size = 0;
    while (at < text.size()) {
      if (size == kLongest) return false;
      const Octet octet = octet_at(text, at, 1);
      decoded[size++] = static_cast<char>(octet.byte);
      at = octet.end;
    }
    const std::string_view name(decoded, size);
    return equals_lower(name, "::$data") || equals_lower(name, "::$index_allocation") ||
           equals_lower(name, ":$i30:$index_allocation");
  }

  void segment(UriSpan span) noexcept {
    const std::string_view text = subject.text.substr(0, span.end);
    Off name_end = span.begin;  // behind the last character that Windows keeps
    bool seen_colon = false;
    bool encoded = false;
    bool only_dots = true;
    for (Off at = span.begin; at < span.end;) {
      const Octet octet = octet_at(text, at, 1);
      if (octet.byte == ':' && !seen_colon && at > span.begin) {
        seen_colon = true;
        if (is_stream(text, at)) return stream.add({at, span.end});
      }
      if (octet.byte == ' ' || octet.byte == '.') {
        encoded = encoded || octet.end - at == 3;
        only_dots = only_dots && octet.byte == '.';
      } else {
        name_end = octet.end;
        encoded = false;
        only_dots = false;
      }
      at = octet.end;
    }
    if (encoded && !only_dots && name_end > span.begin) trailing.add({name_end, span.end});
  }
};

}  // namespace path_windows_trailing

void detect_path_windows_trailing(const Subject& subject, Sink& sink) noexcept {
  if (shares_outer_bytes(subject) || !has_segments(subject)) return;
  // Every name of a stream has a dollar sign.
  const bool may_be_stream = subject.view(Component::path).find('$') != std::string_view::npos;
  if (!subject.parts.has(Signal::pct) && !may_be_stream) return;
  path_windows_trailing::Finder finder{subject};
  for_each_segment(subject, [&finder](UriSpan segment) { finder.segment(segment); });
  finder.stream.emit(sink, "stream");
  finder.trailing.emit(sink, "trailing");
}

}  // namespace urilint::detect
