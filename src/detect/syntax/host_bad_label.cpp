// Labels against RFC 1034 3.5 and the lengths of DNS, each kind of fault one finding.
#include "detect/common/mark_list.hpp"
#include "detect/syntax/common.hpp"

namespace urilint::detect {
namespace {

constexpr Off kLongestLabel = 63;
constexpr Off kLongestName = 253;

// Names of other schemes are often no names of hosts.
bool is_dns_host(const Subject& subject) noexcept {
  const UriParts& parts = subject.parts;
  if (parts.has(Component::scheme) && !parts.has(Signal::scheme_special)) return false;
  if (equals_lower(subject.view(Component::scheme), "file")) return false;
  return parts.host_kind == HostKind::reg_name && !subject.has_hole(Component::host) &&
         !parts.has(Signal::host_pct) && !parts.has(Signal::host_non_ascii);
}

struct LabelFaults {
  explicit LabelFaults(const Subject& subject) noexcept
      : underscore(subject), hyphen(subject), empty(subject), length(subject) {}
  MarkList underscore, hyphen, empty, length;
};

void judge_label(const Subject& subject, UriSpan label, LabelFaults& faults) noexcept {
  const std::string_view text = subject.view(label);
  if (text.empty()) return;
  if (text.size() > kLongestLabel) faults.length.add(label);
  if (text.find('_') != std::string_view::npos) faults.underscore.add(label);
  // A-labels have a rule of their own.
  const bool edge = text.front() == '-' || text.back() == '-';
  if (edge && !equals_lower(text.substr(0, 4), "xn--")) faults.hyphen.add(label);
}

}  // namespace

void detect_host_bad_label(const Subject& subject, Sink& sink) noexcept {
  const bool odd = subject.parts.has(Signal::host_odd) || subject.parts.has(Signal::host_odd_label);
  // Nothing but a length can be wrong.
  if (!odd && subject.span(Component::host).size() <= kLongestLabel) return;
  if (!is_dns_host(subject)) return;
  UriSpan host = subject.span(Component::host);
  LabelFaults faults(subject);
  const std::string_view text = subject.text.substr(0, host.end);
  for (Off begin = host.begin; begin <= host.end;) {
    const std::size_t dot = text.find('.', begin);
    const Off end = dot == std::string_view::npos ? host.end : static_cast<Off>(dot);
    judge_label(subject, {begin, end}, faults);
    // The label behind the last dot is the root's.
    if (begin == end && begin != host.end) faults.empty.add({end, end + 1});
    begin = end + 1;
  }
  if (text.ends_with('.')) --host.end;
  if (host.size() > kLongestName && faults.length.empty()) faults.length.add(host);
  faults.underscore.emit(sink, "underscore");
  faults.hyphen.emit(sink, "hyphen");
  faults.empty.emit(sink, "empty");
  faults.length.emit(sink, "length");
}

}  // namespace urilint::detect
