// An empty host under a scheme of data/schemes.tsv that needs one. Where browsers find one behind
// further slashes, scheme-extra-slashes says so.
#include "detect/common/mark_list.hpp"
#include "detect/syntax/common.hpp"

namespace urilint::detect {
void detect_host_empty(const Subject& subject, Sink& sink) noexcept {
  const auto* row = scheme_row(subject);
  if (row == nullptr || !row->needs_host || subject.has_hole(Component::authority)) return;
  if (!subject.parts.has(Component::authority) || subject.parts.host_kind != HostKind::empty) {
    return;
  }
  MarkList marks(subject);
  marks.add({0, subject.parts.path_begin});
  marks.emit(sink, {});
}

}  // namespace urilint::detect
