// Counts labels and bytes; lengths that DNS does not allow belong to another rule.
#include "detect/common/host_labels.hpp"

namespace urilint::detect {
namespace {

constexpr std::size_t kUsualLabels = 6;
constexpr Off kUsualLabelBytes = 40;
constexpr Off kLongestLabelBytes = 63;

}  // namespace

void detect_host_many_labels(const Subject& subject, Sink& sink) noexcept {
  if (!is_plain_name(subject) || subject.parts.has(Signal::host_numeric)) return;
  if (subject.parts.labels > kUsualLabels) {
    sink.emit({.component = Component::host,
               .primary = subject.span(Component::host),
               .args = {static_cast<std::int64_t>(subject.parts.labels)},
               .variant = "labels"});
    return;
  }
  if (subject.span(Component::host).size() <= kUsualLabelBytes) return;
  const auto labels = host_labels(subject);  // outlives the loop, as a temporary would not
  for (const UriSpan label : labels.view()) {
    if (label.size() <= kUsualLabelBytes || label.size() > kLongestLabelBytes) continue;
    sink.emit({.component = Component::host,
               .primary = label,
               .args = {static_cast<std::int64_t>(label.size())},
               .variant = "long"});
    return;
  }
}

}  // namespace urilint::detect
