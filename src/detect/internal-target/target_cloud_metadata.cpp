// By name: one look-up of the hash that the split made. By address: whatever spelling named it,
// also inside an IPv6 address.
#include <algorithm>
#include <array>

#include "engine/detector.hpp"
#include "tables/cloud-metadata.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

// A host with none of these is a plain name, and the hash of the split is that of its table row.
constexpr std::uint64_t kNotPlainName = bit(Signal::host_numeric) | bit(Signal::host_brackets) |
                                        bit(Signal::host_odd) | bit(Signal::host_non_ascii) |
                                        bit(Signal::host_pct) | bit(Signal::host_trailing_dot);

struct FoundMetadata {
  std::string_view provider;
  std::string_view service;
};

FoundMetadata metadata_by_hash(const UriParts& parts, std::string_view host) noexcept {
  const auto* row = find_row(tables::kCloudMetadata, tables::kCloudMetadataIndex, parts.host_hash,
                             host, [](const tables::CloudMetadataRow& r) { return r.host; });
  return row == nullptr ? FoundMetadata{} : FoundMetadata{row->provider, row->service};
}

// No name in the table is longer than this, however it is encoded.
constexpr std::size_t kLongestMetadataName = 64;

const MetadataService* metadata_by_encoded_name(std::string_view host) noexcept {
  std::array<char, kLongestMetadataName> name;
  std::size_t size = 0;
  for (std::size_t at = 0; at < host.size();) {
    const int byte = bytes::pct_byte(host.data() + at, host.size() - at);
    if (size == name.size()) return nullptr;
    name[size++] = byte < 0 ? host[at] : static_cast<char>(byte);
    at += byte < 0 ? 1 : 3;
  }
  return metadata_service(std::string_view(name.data(), size));
}

// Buckets, labels and containers have such names too; the services speak HTTP.
bool is_meant_as_host(const Subject& subject) noexcept {
  return !subject.parts.has(Signal::host_single_label) || subject.parts.has(Signal::scheme_special);
}

void emit_name(const Subject& subject, FoundMetadata found, Sink& sink) noexcept {
  if (found.provider.empty() || !is_meant_as_host(subject)) return;
  sink.emit({.component = Component::host,
             .primary = subject.span(Component::host),
             .args = {found.provider, found.service},
             .variant = "name"});
}

// The host as it is written, up to the end of an IPv6 address that lacks its brackets.
UriSpan written_host(const Subject& subject) noexcept {
  UriSpan span = subject.span(Component::host);
  if (subject.host().ipv6.valid && !subject.parts.has(Signal::host_brackets)) {
    span.end = subject.span(Component::authority).end;
  }
  return span;
}

std::string_view without_literal_brackets(std::string_view host) noexcept {
  if (host.size() < 2 || host.front() != '[' || host.back() != ']') return host;
  return host.substr(1, host.size() - 2);
}

void emit_address(const Subject& subject, Sink& sink) noexcept {
  const HostFacts& facts = subject.host();
  const bool inside = metadata_service(facts.address) == nullptr;
  const Address address = inside ? Address::v4(facts.ipv6.ipv4) : facts.address;
  const UriSpan host = written_host(subject);
  const bool canonical =
      !inside && without_literal_brackets(subject.view(host)) == to_text(address).view();
  sink.emit({.component = Component::host,
             .primary = host,
             .args = {facts.metadata->provider, facts.metadata->service, address},
             .variant = canonical ? "address" : "spelling"});
}

}  // namespace

void detect_target_cloud_metadata(const Subject& subject, Sink& sink) noexcept {
  const UriParts& parts = subject.parts;
  if (!parts.has(Component::host) || subject.has_hole(Component::host)) return;
  const std::string_view host = subject.view(Component::host);
  if ((static_cast<std::uint64_t>(parts.signals) & kNotPlainName) == 0) {
    return emit_name(subject, metadata_by_hash(parts, host), sink);
  }
  const HostFacts& facts = subject.host();
  if (facts.metadata != nullptr && facts.has_address) return emit_address(subject, sink);
  const MetadataService* found = facts.metadata;
  if (found == nullptr && parts.has(Signal::host_pct)) found = metadata_by_encoded_name(host);
  if (found != nullptr) emit_name(subject, {found->provider, found->service}, sink);
}

}  // namespace urilint::detect
