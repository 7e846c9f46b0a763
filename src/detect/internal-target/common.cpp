// The address decides, not its spelling; where software disagrees about the host, each reading is
// judged, since the request may come from any of it.
#include "detect/internal-target/common.hpp"

#include <algorithm>
#include <utility>

#include "detect/common/browser_host.hpp"
#include "detect/rare-ip/common.hpp"
#include "tables/target-classes.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

constexpr std::pair<std::string_view, TargetKind> kTargetKinds[] = {
    {"loopback", TargetKind::loopback},
    {"private", TargetKind::private_network},
    {"link-local", TargetKind::link_local},
    {"reserved", TargetKind::reserved},
};

constexpr bool is_deleted_break(char c) noexcept { return c == '\t' || c == '\n' || c == '\r'; }

constexpr bool is_blank_octet(int byte) noexcept {
  return (byte >= 0 && byte <= 0x20) || byte == 0x7f;
}

// What is before the first blank or control, percent-encoded or not; nothing if there is none.
UriSpan before_blank(const Subject& subject, UriSpan host) noexcept {
  const std::string_view text = subject.view(host).substr(0, kMostHostBytes);
  constexpr std::uint32_t kMayBeBlank =
      bytes::kPct | bytes::kControl | bytes::kTabNewline | bytes::kSpace;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if ((bytes::class_of(text[at]) & kMayBeBlank) == 0) continue;
    const int octet = bytes::pct_byte(text.data() + at, text.size() - at);
    if (!is_blank_octet(octet >= 0 ? octet : static_cast<unsigned char>(text[at]))) continue;
    return {host.begin, host.begin + static_cast<Off>(at)};
  }
  return {};
}

bool may_differ_for_browsers(const UriParts& parts) noexcept {
  if (parts.has(Signal::authority_backslash) || parts.has(Signal::scheme_only)) return true;
  return parts.has(Signal::host_odd) || parts.has(Signal::host_empty);
}

std::string_view inside_of_brackets(std::string_view host) noexcept {
  if (host.size() < 2 || host.front() != '[' || host.back() != ']') return host;
  return host.substr(1, host.size() - 2);
}

Address reached_through(const Ipv6Reading& reading) noexcept {
  return reading.inside == Ipv4Inside::none ? reading.address : Address::v4(reading.ipv4);
}

}  // namespace

TargetKind target_kind_of(const Address& address) noexcept {
  const std::string_view name = class_of(address);
  const auto* const row =
      find_row(tables::kTargetClasses, tables::kTargetClassesIndex, hash_lower(name), name,
               [](const tables::TargetClassesRow& r) { return r.klass; });
  if (row == nullptr) return TargetKind::elsewhere;
  for (const auto& [word, kind] : kTargetKinds) {
    if (row->kind == word) return kind;
  }
  return TargetKind::elsewhere;
}

HostReading::HostReading(const Subject& subject, UriSpan where) noexcept : where_(where) {
  for (const char c : subject.view(where)) {
    if (is_deleted_break(c)) continue;
    if (size_ == text_.size()) {
      size_ = 0;
      return;
    }
    text_[size_++] = c;
  }
}

OtherReadings::OtherReadings(const Subject& subject) noexcept {
  const UriParts& parts = subject.parts;
  const UriSpan host = subject.span(Component::host);
  if (may_differ_for_browsers(parts)) {
    const UriSpan browsers = browser_host(subject);
    const std::string_view text = subject.view(browsers);
    const bool deletes =
        parts.has(Signal::tab_newline) && std::any_of(text.begin(), text.end(), is_deleted_break);
    if (browsers != host || deletes) add(subject, browsers);
  }
  constexpr std::uint64_t kBlanks =
      bit(Signal::pct) | bit(Signal::control) | bit(Signal::space) | bit(Signal::tab_newline);
  if (parts.has(Signal::host_odd) && (static_cast<std::uint64_t>(parts.signals) & kBlanks) != 0)
    add(subject, before_blank(subject, host));
}

void OtherReadings::add(const Subject& subject, UriSpan where) noexcept {
  if (where.empty() || subject.touches_hole(where)) return;
  readings_[count_++] = HostReading(subject, where);
}

Targets::Targets(const Subject& subject) noexcept {
  if (subject.parts.has(Component::host)) add_own(subject);
  const OtherReadings readings(subject);
  for (const HostReading& reading : readings.list()) add_other(subject, reading);
}

void Targets::add_own(const Subject& subject) noexcept {
  if (!has_plausible_address(subject)) return;
  const HostFacts& facts = subject.host();
  const UriSpan where = address_as_written(subject);
  const Address address = facts.ipv6.valid ? reached_through(facts.ipv6) : facts.address;
  const bool canonical = inside_of_brackets(subject.view(where)) == to_text(address).view();
  targets_[count_++] = {where, address, canonical, false};
}

void Targets::add_other(const Subject& subject, const HostReading& reading) noexcept {
  const std::string_view text = reading.text();
  const std::string_view inside = inside_of_brackets(text);
  if (inside.size() != text.size()) {
    const Ipv6Reading ipv6 = read_ipv6(inside);
    if (ipv6.valid) targets_[count_++] = {reading.where(), reached_through(ipv6), false, true};
    return;
  }
  const Ipv4Reading ipv4 = read_ipv4(text);
  if (ipv4.status != Ipv4Status::address || !is_plausible(subject, ipv4)) return;
  targets_[count_++] = {reading.where(), Address::v4(ipv4.address), false, true};
}

void emit_target(const Subject& subject, TargetKind kind, Sink& sink) noexcept {
  const Targets targets(subject);
  for (const Target& target : targets.list()) {
    if (target_kind_of(target.address) != kind) continue;
    sink.emit({.component = component_at(subject.parts, target.where.begin),
               .primary = target.where,
               .args = {target.address, class_of(target.address)},
               .variant = target.is_disputed    ? "reading"
                          : target.is_canonical ? "address"
                                                : "spelling",
               .address = target.address});
    return;
  }
}

}  // namespace urilint::detect
