// The tables of data/ as conditions name them: sorted keys, each with one value for messages.
#pragma once

#include <span>
#include <string_view>

namespace urilint {

struct DataTable {
  struct Row {
    std::string_view key;
    std::string_view value;
    bool suffix = false;  ///< in a table of hosts: all hosts below it as well
  };
  std::string_view name;
  std::string_view date;
  std::span<const Row> rows;  ///< ascending by key (bytes)
  bool hosts = false;         ///< `# hosts: yes`: the keys are names of hosts

  /// The row of `key` (exact bytes; callers lower the case), or null.
  [[nodiscard]] const Row* find(std::string_view key) const noexcept;
  /// The row of a host, a trailing dot ignored, or else of its nearest parent domain that is listed
  /// with all below it, or null. Callers lower the case.
  [[nodiscard]] const Row* find_host(std::string_view host) const noexcept;
};

/// Every table of data/ whose first column is text. Generated.
[[nodiscard]] std::span<const DataTable> data_tables() noexcept;
/// The table of that name, or null.
[[nodiscard]] const DataTable* data_table(std::string_view name) noexcept;

}  // namespace urilint
