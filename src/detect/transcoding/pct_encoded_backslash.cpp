// `%5C` in the path. In the host authority-encoded-delimiter tells it, in the userinfo it is the
// right spelling of `DOMAIN\user`.
#include "detect/transcoding/encoded_separator.hpp"

namespace urilint::detect {

void detect_pct_encoded_backslash(const Subject& subject, Sink& sink) noexcept {
  if (shares_outer_bytes(subject) || !has_segments(subject)) return;
  MarkList marks(subject);
  mark_encoded_separators(subject, '\\', marks);
  marks.emit(sink, {});
}

}  // namespace urilint::detect
