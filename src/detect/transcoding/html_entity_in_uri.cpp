// `&name;` of the few entities that templates write into links, and `&#…;` of any character. Looks
// through the host and all behind it: the `#` of `&#47;` begins a fragment, and may end the host.
#include <algorithm>
#include <array>

#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace html_entity_in_uri {

constexpr std::array<std::string_view, 12> kNames = {
    "amp", "lt", "gt", "quot", "apos", "nbsp", "sol", "num", "quest", "colon", "equals", "period"};

// Where the entity ends that begins with the `&` at `at`, or 0.
Off entity_end(std::string_view text, std::size_t at) noexcept {
  constexpr std::size_t kLongest = 10;  // `&#1114111;`
  const std::string_view rest = text.substr(at + 1, kLongest);
  const std::size_t semicolon = rest.find(';');
  if (semicolon == std::string_view::npos || semicolon == 0) return 0;
  std::string_view name = rest.substr(0, semicolon);
  bool found = false;
  if (name[0] != '#') {
    found = std::any_of(kNames.begin(), kNames.end(),
                        [name](std::string_view known) { return equals_lower(name, known); });
  } else {
    name.remove_prefix(1);
    const bool hex = !name.empty() && to_lower(name[0]) == 'x';
    if (hex) name.remove_prefix(1);
    const std::uint32_t digits = hex ? bytes::kHex : bytes::kDigit;
    found = !name.empty() && std::all_of(name.begin(), name.end(), [digits](char c) {
      return (bytes::class_of(c) & digits) != 0;
    });
  }
  return found ? static_cast<Off>(at + semicolon + 2) : 0;
}

// The `#` of an entity may have cut off the host behind the `&`.
Off begin_of(const Subject& subject) noexcept {
  const UriSpan host = subject.span(Component::host);
  const bool cut = subject.parts.has(Component::host) && host.end == subject.parts.path_begin &&
                   !host.empty() && subject.text[host.end - 1] == '&';
  return cut ? host.end - 1 : subject.parts.path_begin;
}

}  // namespace html_entity_in_uri

void detect_html_entity_in_uri(const Subject& subject, Sink& sink) noexcept {
  if (shares_outer_bytes(subject) || has_body(subject)) return;
  const std::string_view text = subject.text;
  if (text.find(';', subject.parts.path_begin) == std::string_view::npos) return;
  MarkList marks(subject);
  for (std::size_t at = text.find('&', html_entity_in_uri::begin_of(subject));
       at != std::string_view::npos; at = text.find('&', at + 1)) {
    const Off end = html_entity_in_uri::entity_end(text, at);
    if (end != 0) marks.add({static_cast<Off>(at), end});
  }
  const bool in_host = !marks.empty() && marks.first().begin < subject.parts.path_begin;
  marks.emit(sink, in_host ? "host" : "behind");
}

}  // namespace urilint::detect
