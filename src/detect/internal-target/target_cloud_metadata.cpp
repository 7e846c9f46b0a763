// By name: one look-up of the hash that the split made. By address: whatever spelling named it,
// also inside an IPv6 address.
#include <algorithm>
#include <array>

#include "detect/internal-target/common.hpp"
#include "tables/cloud-metadata.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

// A host with none of these is a plain name, and the hash of the split is that of its table row.
constexpr std::uint64_t kNotPlainName = bit(Signal::host_numeric) | bit(Signal::host_brackets) |
                                        bit(Signal::host_odd) | bit(Signal::host_non_ascii) |
                                        bit(Signal::host_pct) | bit(Signal::host_trailing_dot) |
                                        bit(Signal::host_empty) | bit(Signal::authority_backslash);

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

bool emit_address(const Subject& subject, Sink& sink) noexcept {
  const Targets targets(subject);
  for (const Target& target : targets.list()) {
    const MetadataService* const found = metadata_service(target.address);
    if (found == nullptr) continue;
    sink.emit({.component = component_at(subject.parts, target.where.begin),
               .primary = target.where,
               .args = {found->provider, found->service, target.address},
               .variant = target.is_disputed    ? "reading"
                          : target.is_canonical ? "address"
                                                : "spelling",
               .address = target.address});
    return true;
  }
  return false;
}

// A name that only some software reads.
void emit_disputed_name(const Subject& subject, Sink& sink) noexcept {
  const OtherReadings readings(subject);
  for (const HostReading& reading : readings.list()) {
    const MetadataService* const found = metadata_service(reading.text());
    if (found == nullptr || !subject.parts.has(Signal::scheme_special)) continue;
    sink.emit({.component = component_at(subject.parts, reading.where().begin),
               .primary = reading.where(),
               .args = {found->provider, found->service, reading.where()},
               .variant = "reading"});
    return;
  }
}

}  // namespace

void detect_target_cloud_metadata(const Subject& subject, Sink& sink) noexcept {
  const UriParts& parts = subject.parts;
  const std::string_view host = subject.view(Component::host);
  const bool readable = parts.has(Component::host) && !subject.has_hole(Component::host);
  if (readable && (static_cast<std::uint64_t>(parts.signals) & kNotPlainName) == 0) {
    emit_name(subject, metadata_by_hash(parts, host), sink);
  } else if (!emit_address(subject, sink)) {
    const MetadataService* found = readable ? subject.host().metadata : nullptr;
    if (found == nullptr && readable && parts.has(Signal::host_pct)) {
      found = metadata_by_encoded_name(host);
    }
    if (found == nullptr) return emit_disputed_name(subject, sink);
    emit_name(subject, {found->provider, found->service}, sink);
  }
}

}  // namespace urilint::detect
