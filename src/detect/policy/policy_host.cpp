// An ordinary name or address is looked up as it stands. Of everything else each reading is
// brought to its canonical form first, and of templates only what is certain is judged.
#include <algorithm>

#include "detect/common/browser_host.hpp"
#include "detect/policy/common.hpp"
#include "detect/policy/loose_host.hpp"
#include "detect/rare-ip/common.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"
#include "urilint/names.hpp"

namespace urilint::detect {
namespace policy_host {

// Hosts with none of these are names in their canonical form, but for a dot at the end.
constexpr std::uint64_t kOdd =
    bit(Signal::invalid) | bit(Signal::host_empty) | bit(Signal::host_numeric) |
    bit(Signal::host_brackets) | bit(Signal::host_pct) | bit(Signal::host_non_ascii) |
    bit(Signal::host_upper) | bit(Signal::host_odd) | bit(Signal::host_odd_label) |
    bit(Signal::authority_backslash) | bit(Signal::scheme_only) | bit(Signal::hole);

bool is_ordinary(const UriParts& parts) noexcept {
  return (static_cast<std::uint64_t>(parts.signals) & kOdd) == 0 &&
         parts.has(Component::authority) && parts.host_kind == HostKind::reg_name;
}

std::string_view without_final_dot(std::string_view host) noexcept {
  if (host.ends_with('.')) host.remove_suffix(1);
  return host;
}

// What stands in the holes is unknown, and may even lead out of the path.
PolicyPath path_of(const Subject& subject) {
  const UriSpan path = subject.span(Component::path);
  if (subject.holes.empty()) return PolicyPath(subject.view(path));
  if (hole_ends_authority(subject)) return PolicyPath({}, PolicyPath::Known::beginning);
  for (const UriSpan hole : subject.holes) {
    if (hole.end < path.begin || hole.begin > path.end || hole.empty()) continue;
    constexpr std::uint64_t kMoves = bit(Signal::dotdot_segment) | bit(Signal::pct_dot) |
                                     bit(Signal::dot_parameter) | bit(Signal::backslash);
    const bool moves = (static_cast<std::uint64_t>(subject.parts.signals) & kMoves) != 0;
    const Off end = moves ? path.begin : std::max(hole.begin, path.begin);
    return PolicyPath(subject.view({path.begin, end}), PolicyPath::Known::beginning);
  }
  return PolicyPath(subject.view(path));
}

// What a reading may differ by that is none of the rules'.
constexpr std::uint64_t kLoose = bit(Signal::invalid) | bit(Signal::host_numeric) |
                                 bit(Signal::host_brackets) | bit(Signal::host_pct) |
                                 bit(Signal::host_non_ascii) | bit(Signal::host_odd) |
                                 bit(Signal::host_odd_label);

bool may_be_read_loosely(const UriParts& parts) noexcept {
  if (parts.host_kind == HostKind::ipv4 || parts.host_kind == HostKind::ipv6) return false;
  return (static_cast<std::uint64_t>(parts.signals) & kLoose) != 0;
}

struct Judged {
  PolicyAnswer answer;
  UriSpan where;           // the host of the reading that was judged
  bool is_loose = false;   // by a reading that few programs make
  bool as_written = true;  // the host is spelt as the policy would
};

std::string_view variant_of(const Judged& judged) noexcept {
  const bool denied = judged.answer.verdict == PolicyVerdict::denied;
  if (judged.answer.by_path) return denied ? "denied-path" : "outside-path";
  if (judged.is_loose) return "denied-reading";
  if (judged.as_written) return denied ? "denied" : "outside";
  return denied ? "denied-spelling" : "outside-spelling";
}

void emit(const Subject& subject, const Judged& judged, Sink& sink) noexcept {
  if (judged.answer.verdict == PolicyVerdict::inside) return;
  const UriSpan path = subject.span(Component::path);
  const bool marks_path = judged.answer.by_path && !path.empty() && path.begin >= judged.where.end;
  const UriSpan primary = marks_path ? path : judged.where;
  sink.emit({.component = component_at(subject.parts, primary.begin),
             .primary = primary,
             .args = {CanonicalHost{judged.where}},
             .variant = variant_of(judged),
             .certain_despite_hole = true});
}

void judge_ordinary(const Subject& subject, Sink& sink) noexcept {
  const UriSpan host = subject.span(Component::host);
  const PolicyHost name{without_final_dot(subject.view(host))};
  const PolicyPath path(subject.view(Component::path));
  emit(subject, {subject.policy->host(name, path), host}, sink);
}

class Judge {
 public:
  explicit Judge(const Subject& subject)
      : subject_(subject), policy_(*subject.policy), path_(path_of(subject)) {}

  void run(Sink& sink) {
    own();
    browsers();
    if (worst_.answer.verdict != PolicyVerdict::denied) loose();
    if (!named_ && worst_.answer.verdict == PolicyVerdict::inside) nobody();
    emit(subject_, worst_, sink);
  }

 private:
  void add(const PolicyHost& host, const PolicyPath& path, UriSpan where) {
    named_ = true;
    const PolicyAnswer answer = policy_.host(host, path);
    if (answer.verdict <= worst_.answer.verdict) return;
    worst_ = {answer, where, false, is_as_written(host, where)};
  }

  bool is_as_written(const PolicyHost& host, UriSpan where) const noexcept {
    const std::string_view written = subject_.view(where);
    if (!host.address) return equals_lower(without_final_dot(written), host.name);
    const auto canonical = to_text(*host.address);
    const std::string_view text = canonical.view();
    if (!written.starts_with('[')) return written == text;
    return written.size() > 2 && written.substr(1, written.size() - 2) == text;
  }

  // The address as the other rules about addresses read it; else the name that is looked up.
  void own() {
    if (!subject_.parts.has(Component::authority)) return;
    const UriSpan where = subject_.span(Component::host);
    const HostFacts& facts = subject_.host();
    if (facts.ipv6.valid) {
      add(of_ipv6(facts.ipv6), path_, address_as_written(subject_));
    } else if (facts.has_address) {
      add({{}, facts.address}, path_, where);
    } else if (where.size() <= kMostHostBytes) {
      std::optional<std::string> name = canonical_host(without_blank_end(where));
      if (name) add(OwnedHost(std::move(*name)).view(), path_, where);
    }
  }

  static PolicyHost of_ipv6(const Ipv6Reading& reading) noexcept {
    const Address inside = Address::v4(reading.ipv4);
    if (reading.inside == Ipv4Inside::mapped) return {{}, inside};
    if (reading.inside == Ipv4Inside::none) return {{}, reading.address};
    return {{}, reading.address, inside};
  }

  std::string_view without_blank_end(UriSpan where) const noexcept {
    std::string_view text = subject_.view(where);
    if (where.end != subject_.text.size()) return text;
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= 0x20) text.remove_suffix(1);
    return text;
  }

  void browsers() {
    const std::optional<WhatwgUrl> url = browsers_reading(subject_);
    if (!url) return;
    std::optional<std::string> name = canonical_host(*url->host);
    if (!name) return;
    const UriSpan found = browser_host(subject_);
    const UriSpan where = found.empty() ? subject_.span(Component::host) : found;
    const OwnedHost host(std::move(*name));
    if (subject_.holes.empty()) {
      add(host.view(), PolicyPath(url->path), where);
    } else {
      add(host.view(), path_, where);
    }
  }

  void loose() {
    const UriSpan where = subject_.span(Component::host);
    if (!policy_.denies_hosts() || !may_be_read_loosely(subject_.parts)) return;
    if (where.empty() || where.size() > kMostHostBytes) return;
    const HostFacts& facts = subject_.host();
    if (facts.ipv4.decimal) deny({{}, Address::v4(*facts.ipv4.decimal)}, where);
    for (const OwnedHost& host : loose_hosts(subject_.view(where))) deny(host.view(), where);
  }

  void deny(const PolicyHost& host, UriSpan where) {
    const PolicyAnswer answer = policy_.denies(host, path_);
    if (answer.verdict > worst_.answer.verdict) worst_ = {answer, where, true, false};
  }

  // A text that names no host to anybody names none of those that are allowed. `...` is no attempt.
  void nobody() {
    const UriSpan where = subject_.span(Component::host);
    const std::string_view text = subject_.view(where);
    const bool attempt = std::any_of(text.begin(), text.end(), [](char c) {
      return (bytes::class_of(c) & (bytes::kAlpha | bytes::kDigit | bytes::kNonAscii)) != 0;
    });
    if (attempt) worst_ = {{policy_.no_host(), false}, where, false, true};
  }

  const Subject& subject_;
  const Policy& policy_;
  const PolicyPath path_;
  Judged worst_;
  bool named_ = false;
};

// --- templates ---

// Whole labels at one end of a host, as a policy compares them; nothing if they are none.
std::optional<std::string> canonical_labels(std::string_view labels) {
  if (labels.empty()) return std::string();
  // A letter keeps numbers from being taken for a whole address.
  std::optional<std::string> name = canonical_host("x." + std::string(labels) + ".x");
  if (!name || name->size() < 4) return std::nullopt;
  return name->substr(2, name->size() - 4);
}

// The part of a label beside a hole is kept if there is only one way to write it.
bool is_plain(std::string_view text) noexcept {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return (bytes::class_of(c) & (bytes::kNotLdh | bytes::kUpper)) != 0;
  });
}

std::string known_tail(std::string_view tail) {
  tail = without_final_dot(tail);
  if (is_plain(tail)) return std::string(tail);
  const std::size_t dot = tail.find('.');
  if (dot == std::string_view::npos) return {};
  const std::optional<std::string> labels = canonical_labels(tail.substr(dot + 1));
  return labels ? '.' + *labels : std::string();
}

std::string known_head(std::string_view head) {
  if (is_plain(head)) return std::string(head);
  const std::size_t dot = head.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::optional<std::string> labels = canonical_labels(head.substr(0, dot));
  return labels ? *labels + '.' : std::string();
}

bool may_be_number(std::string_view tail) noexcept {
  const std::string_view last = tail.substr(tail.rfind('.') + 1);
  return last.empty() || last.size() == tail.size() ||
         (bytes::class_of(last.front()) & bytes::kDigit) != 0;
}

void judge_template(const Subject& subject, Sink& sink) {
  const UriSpan host = subject.span(Component::host);
  if (host.size() > kMostHostBytes || subject.parts.has(Signal::host_brackets)) return;
  if (subject.parts.has(Signal::authority_backslash)) return;
  UriSpan unknown{host.end, host.begin};
  for (const UriSpan hole : subject.holes) {
    if (!hole.overlaps(host)) continue;
    unknown = {std::min(unknown.begin, std::max(hole.begin, host.begin)),
               std::max(unknown.end, std::min(hole.end, host.end))};
  }
  const std::string head = known_head(subject.view({host.begin, unknown.begin}));
  const std::string tail = known_tail(subject.view({unknown.end, host.end}));
  if (head.empty() && tail.empty()) return;
  const PolicyPath path = path_of(subject);
  Judged judged{{}, host};
  const std::size_t dot = tail.find('.');
  if (dot != std::string::npos) {
    const std::string below = '\x01' + tail.substr(dot);
    judged.answer = subject.policy->denies({below}, path);
  }
  if (judged.answer.verdict == PolicyVerdict::inside) {
    judged.answer = subject.policy->host(PolicyHostAround{head, tail, may_be_number(tail)}, path);
  }
  emit(subject, judged, sink);
}

}  // namespace policy_host

void detect_policy_host(const Subject& subject, Sink& sink) noexcept {
  if (subject.policy == nullptr || !subject.policy->judges_hosts()) return;
  const UriParts& parts = subject.parts;
  if (!may_have_authority(parts) || is_beyond_policy(subject)) return;
  if (subject.has_hole(Component::host)) return policy_host::judge_template(subject, sink);
  if (policy_host::is_ordinary(parts)) return policy_host::judge_ordinary(subject, sink);
  // Behind a bare `//` a number that is no address is a date or an id.
  const bool number = subject.host().ipv4.status == Ipv4Status::address;
  if (number && !parts.has(Component::scheme) && !has_plausible_address(subject)) return;
  policy_host::Judge(subject).run(sink);
}

}  // namespace urilint::detect
