// `%2F` between raw slashes. What it makes of dots beside it is told by dot-segment-encoded.
#include "detect/transcoding/encoded_separator.hpp"

namespace urilint::detect {

void detect_pct_encoded_slash(const Subject& subject, Sink& sink) noexcept {
  if (shares_outer_bytes(subject) || !has_segments(subject)) return;
  MarkList marks(subject);
  mark_encoded_separators(subject, '/', marks);
  marks.emit(sink, {});
}

}  // namespace urilint::detect
