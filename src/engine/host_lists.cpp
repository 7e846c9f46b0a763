// Only hosts that the filter lets through come here.
#include "engine/host_lists.hpp"

#include "tables/host_lists.hpp"

namespace urilint {

bool has_host_row(std::string_view host) noexcept {
  return find_host_row(tables::kHostLists, tables::kHostListsIndex, host,
                       [](const tables::HostListsRow& r) { return r.host; }) != nullptr;
}

}  // namespace urilint
