// Binary search over generated rows.
#include "engine/data_table.hpp"

#include <algorithm>

#include "engine/host_lists.hpp"

namespace urilint {

const DataTable::Row* DataTable::find(std::string_view key) const noexcept {
  const auto at = std::lower_bound(rows.begin(), rows.end(), key,
                                   [](const Row& row, std::string_view k) { return row.key < k; });
  return at != rows.end() && at->key == key ? &*at : nullptr;
}

const DataTable::Row* DataTable::find_host(std::string_view host) const noexcept {
  const Row* found = nullptr;
  for_each_parent(host, [&](std::string_view above, Parent parent) {
    const Row* row = find(above);
    if (row != nullptr && (parent == Parent::itself || row->suffix)) found = row;
  });
  return found;
}

const DataTable* data_table(std::string_view name) noexcept {
  for (const DataTable& table : data_tables()) {
    if (table.name == name) return &table;
  }
  return nullptr;
}

}  // namespace urilint
