// The port that is written, or else the one of the scheme; and the one that browsers read, where
// that may be another. A port of too many digits is also judged as software that wraps it has it.
#include "detect/common/browser_host.hpp"
#include "detect/policy/common.hpp"
#include "tables/schemes.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"
#include "urilint/reference.hpp"

namespace urilint::detect {
namespace policy_port {

struct Port {
  std::uint32_t number = 0;
  bool written = false;
};

std::optional<Port> default_port(std::string_view scheme) noexcept {
  const auto* const row = find_row(tables::kSchemes, tables::kSchemesIndex, hash_lower(scheme),
                                   scheme, [](const tables::SchemesRow& r) { return r.scheme; });
  if (row == nullptr || row->port == 0) return std::nullopt;
  return Port{row->port, false};
}

// What is left of it in 16 bits; nothing if there is anything but digits and blanks.
std::optional<std::uint32_t> wrapped(std::string_view port) {
  constexpr std::size_t kLongest = 1024;
  constexpr std::uint32_t kBlank = bytes::kTabNewline | bytes::kSpace | bytes::kControl;
  std::uint32_t value = 0;
  bool any = false;
  for (const char c : pct_decode(port.substr(0, kLongest))) {
    if ((bytes::class_of(c) & kBlank) != 0) continue;
    if ((bytes::class_of(c) & bytes::kDigit) == 0) return std::nullopt;
    value = (value * 10 + static_cast<std::uint32_t>(c - '0')) & 0xffffU;
    any = true;
  }
  return any ? std::optional(value) : std::nullopt;
}

void emit(const Subject& subject, PolicyVerdict verdict, const Port& port, Sink& sink) noexcept {
  const bool denied = verdict == PolicyVerdict::denied;
  const bool has_port =
      subject.parts.has(Component::port) && !subject.span(Component::port).empty();
  const Component component = port.written && has_port ? Component::port
                              : port.written           ? Component::uri
                                                       : Component::scheme;
  const UriSpan browsers = browser_host(subject);
  const UriSpan primary =
      component == Component::uri && !browsers.empty() ? browsers : subject.span(component);
  sink.emit({.component = component,
             .primary = primary,
             .args = {std::int64_t{port.number}},
             .variant = port.written ? (denied ? "denied" : "outside")
                                     : (denied ? "denied-default" : "outside-default"),
             .certain_despite_hole = true});
}

// True if there was something to say.
bool judge(const Subject& subject, const std::optional<Port>& port, Sink& sink) noexcept {
  if (!port) return false;
  const PolicyVerdict verdict = subject.policy->port(port->number);
  if (verdict == PolicyVerdict::inside) return false;
  emit(subject, verdict, *port, sink);
  return true;
}

bool judge_bad_port(const Subject& subject, Sink& sink) {
  const std::optional<std::uint32_t> rest = wrapped(subject.view(Component::port));
  if (!rest || subject.policy->port(*rest) != PolicyVerdict::denied) return false;
  emit(subject, PolicyVerdict::denied, {*rest, true}, sink);
  return true;
}

// As RFC 3986 reads it.
bool judge_own(const Subject& subject, Sink& sink) {
  const UriParts& parts = subject.parts;
  if (!parts.has(Component::authority) || subject.view(Component::host).empty()) return false;
  if (subject.has_hole(Component::port)) return false;
  if (parts.has(Signal::port_valid)) return judge(subject, Port{parts.port, true}, sink);
  if (parts.has(Signal::port_bad)) return judge_bad_port(subject, sink);
  if (subject.has_hole(Component::scheme) || hole_ends_authority(subject)) return false;
  return judge(subject, default_port(subject.view(Component::scheme)), sink);
}

}  // namespace policy_port

void detect_policy_port(const Subject& subject, Sink& sink) noexcept {
  if (subject.policy == nullptr || !subject.policy->judges_ports()) return;
  if (!may_have_authority(subject.parts) || is_beyond_policy(subject)) return;
  if (policy_port::judge_own(subject, sink)) return;
  const std::optional<WhatwgUrl> browsers = browsers_reading(subject);
  if (!browsers) return;
  if (browsers->port) {
    policy_port::judge(subject, policy_port::Port{*browsers->port, true}, sink);
  } else if (subject.parts.has(Component::scheme)) {
    policy_port::judge(subject, policy_port::default_port(browsers->scheme), sink);
  }
}

}  // namespace urilint::detect
