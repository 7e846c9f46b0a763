// Computed: the path of RFC 3986 and that of browsers, after each has removed the dot segments that
// it sees and both are percent-encoded alike.
#include "detect/differential/readings.hpp"

namespace urilint::detect {

void detect_path_disagreement(const Subject& subject, Sink& sink) noexcept {
  if (compare_readings(subject).same_path) return;
  const UriSpan path = subject.span(Component::path);
  const bool backslash = subject.view(path).find('\\') != std::string_view::npos;
  sink.emit({.component = Component::path,
             .primary = path,
             .variant = backslash ? "backslash" : "other"});
}

}  // namespace urilint::detect
