// An empty host under a scheme of data/schemes.tsv that needs one. Browsers skip the slashes of a
// special scheme and take what comes next as the host, which makes two meanings of one text.
#include "detect/common/mark_list.hpp"
#include "detect/syntax/common.hpp"

namespace urilint::detect {
namespace host_empty {

// What a browser reads as the authority behind an empty one; empty if it would refuse, too.
UriSpan browsers_host(const Subject& subject) noexcept {
  const UriParts& parts = subject.parts;
  if (!parts.has(Signal::scheme_special) || parts.has(Component::userinfo) ||
      parts.has(Component::port) || subject.has_hole(Component::path)) {
    return {};
  }
  const UriSpan path = subject.span(Component::path);
  const std::string_view text = subject.view(path);
  const std::size_t begin = text.find_first_not_of("/\\");
  if (begin == std::string_view::npos) return {};
  const std::size_t end = text.find_first_of("/\\", begin);
  return {path.begin + static_cast<Off>(begin),
          end == std::string_view::npos ? path.end : path.begin + static_cast<Off>(end)};
}

}  // namespace host_empty

void detect_host_empty(const Subject& subject, Sink& sink) noexcept {
  const auto* row = scheme_row(subject);
  if (row == nullptr || !row->needs_host || subject.has_hole(Component::authority)) return;
  if (!subject.parts.has(Component::authority) || subject.parts.host_kind != HostKind::empty) {
    return;
  }
  MarkList marks(subject);
  marks.add({0, subject.parts.path_begin});
  const UriSpan read = host_empty::browsers_host(subject);
  if (read.empty()) return marks.emit(sink, "missing");
  marks.emit(sink, "slashes", {read}, {{read, Role::reading, "browsers read this as the host"}});
}

}  // namespace urilint::detect
