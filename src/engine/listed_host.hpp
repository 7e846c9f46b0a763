// Whether any table of hosts has a host. Nearly every host is dismissed by its last bytes: two or
// three bits of one filter for all tables.
#pragma once

#include "engine/host_lists.hpp"
#include "tables/host_lists.hpp"

namespace urilint {

/// True if any table of hosts has the host, in any case, with or without a trailing dot. This is
/// `Signal::host_listed`.
[[nodiscard, gnu::always_inline]] inline bool is_listed_host(std::string_view host) noexcept {
  const auto in_filter = [](std::uint64_t key) {
    const std::uint32_t slot = filter_slot(key, tables::kHostFilterBits);
    return (tables::kHostFilter[slot / 64] >> slot % 64 & 1U) != 0;
  };
  if (host.empty()) return false;
  if (host.back() == '.') host.remove_suffix(1);
  const std::uint64_t tail = host_tail(host);
  const std::uint32_t ending = ending_slot(tail);
  const bool may_be_short = (tables::kShortHostEndings[ending / 64] >> ending % 64 & 1U) != 0;
  if (!in_filter(tail) && !(may_be_short && any_short_key(tail, in_filter))) return false;
  return has_host_row(host);
}

}  // namespace urilint
