// `//` between segments of the path. Where it belongs to a URI that stands in the path
// (`/web/http://…`), or to a scheme written twice, it is none.
#include <algorithm>

#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"

namespace urilint::detect {

void detect_path_empty_segment(const Subject& subject, Sink& sink) noexcept {
  // Keys of object stores and paths of files may hold empty names.
  if (!subject.parts.has(Signal::scheme_special) && subject.parts.has(Component::scheme)) return;
  if (!subject.parts.has(Component::authority) || subject.parts.has(Signal::host_empty)) return;
  if (shares_outer_bytes(subject) || scheme_is(subject, "file")) return;
  const bool scheme_doubled = is_scheme_doubled(subject);
  MarkList marks(subject);
  const UriSpan path = subject.span(Component::path);
  const std::string_view text = subject.text.substr(0, path.end);
  for (std::size_t at = text.find("//", path.begin); at != std::string_view::npos;
       at = text.find("//", at)) {
    const std::size_t end = std::min(text.find_first_not_of('/', at), text.size());
    const bool begins_uri = at == path.begin ? scheme_doubled : text[at - 1] == ':';
    if (!begins_uri) marks.add({static_cast<Off>(at), static_cast<Off>(end)});
    at = end;
  }
  marks.emit(sink, {});
}

}  // namespace urilint::detect
