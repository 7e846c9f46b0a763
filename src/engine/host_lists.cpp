// Nearly every host is dismissed by its last bytes: three bits of one filter for all tables.
#include "engine/host_lists.hpp"

#include "tables/host_lists.hpp"

namespace urilint {
namespace {

bool in_filter(std::uint64_t key) noexcept {
  const std::uint32_t slot = filter_slot(key, tables::kHostFilterBits);
  return (tables::kHostFilter[slot / 64] >> slot % 64 & 1U) != 0;
}

bool may_be_listed(std::string_view host) noexcept {
  const std::uint64_t tail = host_tail(host);
  return in_filter(shorten(tail, kTailBytes[0])) || in_filter(shorten(tail, kTailBytes[1])) ||
         in_filter(shorten(tail, kTailBytes[2]));
}

}  // namespace

bool is_listed_host(std::string_view host) noexcept {
  if (!host.empty() && host.back() == '.') host.remove_suffix(1);
  return may_be_listed(host) &&
         find_host_row(tables::kHostLists, tables::kHostListsIndex, host,
                       [](const tables::HostListsRow& r) { return r.host; }) != nullptr;
}

}  // namespace urilint
