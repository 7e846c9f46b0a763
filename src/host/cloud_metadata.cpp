// Addresses are looked up in an array that is sorted while compiling, names in the table's own hash
// index.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "host/address_key.hpp"
#include "tables/cloud-metadata.hpp"
#include "uri/table_lookup.hpp"
#include "urilint/host.hpp"

namespace urilint {
namespace {

using host_tables::Key;

constexpr std::size_t kRows = std::size(tables::kCloudMetadata);

struct ByAddress {
  bool is_v6 = false;
  Key key;
  std::uint8_t row = 0;
};

constexpr bool operator<(const ByAddress& a, const ByAddress& b) noexcept {
  return a.is_v6 != b.is_v6 ? b.is_v6 : a.key < b.key;
}

consteval std::size_t count_addresses() noexcept {
  std::size_t count = 0;
  for (const auto& row : tables::kCloudMetadata) {
    count += host_tables::is_address_text(row.host) ? 1U : 0U;
  }
  return count;
}

consteval auto sort_addresses() noexcept {
  static_assert(kRows < 256);
  std::array<ByAddress, count_addresses()> out{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::string_view host = tables::kCloudMetadata[i].host;
    if (!host_tables::is_address_text(host)) continue;
    out[count++] = {host_tables::is_v6_text(host), host_tables::table_address(host),
                    static_cast<std::uint8_t>(i)};
  }
  std::sort(out.begin(), out.end());
  return out;
}

consteval auto list_services() noexcept {
  std::array<MetadataService, kRows> out{};
  for (std::size_t i = 0; i < kRows; ++i) {
    out[i] = {tables::kCloudMetadata[i].provider, tables::kCloudMetadata[i].service};
  }
  return out;
}

constexpr auto kByAddress = sort_addresses();
constexpr auto kServices = list_services();

}  // namespace

const MetadataService* metadata_service(const Address& address) noexcept {
  const ByAddress wanted{address.is_v6, host_tables::key_of(address), 0};
  const auto* const found = std::lower_bound(kByAddress.begin(), kByAddress.end(), wanted);
  if (found == kByAddress.end() || wanted < *found) return nullptr;
  return &kServices[found->row];
}

const MetadataService* metadata_service(std::string_view name) noexcept {
  if (!name.empty() && name.back() == '.') name.remove_suffix(1);
  const auto* const row =
      find_row(tables::kCloudMetadata, tables::kCloudMetadataIndex, hash_lower(name), name,
               [](const tables::CloudMetadataRow& r) { return r.host; });
  if (row == nullptr || host_tables::is_address_text(row->host)) return nullptr;
  return &kServices[static_cast<std::size_t>(row - tables::kCloudMetadata)];
}

}  // namespace urilint
