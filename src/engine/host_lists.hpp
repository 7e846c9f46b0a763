// Looks hosts up in the tables of data/ that declare themselves host tables (`# hosts: yes`):
// the host itself, or a parent domain that is listed with all below it. docs/rules-format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/host_filter.hpp"
#include "uri/table_lookup.hpp"

namespace urilint {

/// True if any table of hosts has the host; `is_listed_host` (engine/listed_host.hpp) says so at
/// less cost.
[[nodiscard]] bool has_host_row(std::string_view host) noexcept;

enum class Parent : std::uint8_t { itself, above };

/// Calls `visit(name, Parent)` for the parents of a host and for itself, the shortest first, as far
/// as they have at most as many labels as a table may; without the trailing dot.
template <typename Visit>
constexpr void for_each_parent(std::string_view host, Visit visit) noexcept {
  if (!host.empty() && host.back() == '.') host.remove_suffix(1);
  if (host.empty()) return;
  std::size_t begin = host.size() + 1;
  for (std::size_t labels = 0; labels < kMostListedLabels && begin != 0; ++labels) {
    const std::size_t dot = host.substr(0, begin - 1).rfind('.');
    begin = dot == std::string_view::npos ? 0 : dot + 1;
    if (host.size() - begin > kLongestListedHost) return;
    visit(host.substr(begin), begin == 0 ? Parent::itself : Parent::above);
  }
}

/// The row of one generated table of hosts (`tables/<name>.hpp`) for the host, or else for its
/// nearest parent whose column `match` is `suffix`; null if there is none. `key_of(row)` gives the
/// first column.
template <typename Row, std::size_t kRows, std::size_t kSlots, typename KeyOf>
[[nodiscard]] constexpr const Row* find_host_row(const Row (&rows)[kRows],
                                                 const std::uint16_t (&index)[kSlots],
                                                 std::string_view host, KeyOf key_of) noexcept {
  const Row* found = nullptr;
  for_each_parent(host, [&](std::string_view name, Parent parent) {
    const Row* row = find_row(rows, index, hash_lower(name), name, key_of);
    if (row == nullptr) return;
    bool covers = parent == Parent::itself;
    if constexpr (requires { row->match; }) covers = covers || row->match == "suffix";
    if (covers) found = row;
  });
  return found;
}

}  // namespace urilint
