// Marks what was altered; the engine judges the URI that it stands for as one inside this one.
#include "detect/common/mark_list.hpp"
#include "engine/defang.hpp"

namespace urilint::detect {

void detect_uri_defanged(const Subject& subject, Sink& sink) noexcept {
  if (!is_defanged(subject.parts, subject.text)) return;
  MarkList marks(subject);
  FangReader reader(subject.text);
  while (const auto fang = reader.next()) marks.add(fang->span);
  marks.emit(sink, {});
}

}  // namespace urilint::detect
