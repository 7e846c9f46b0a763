// The tables of data/ as conditions name them: sorted keys, each with one value for messages.
#pragma once

#include <span>
#include <string_view>

namespace urilint {

struct DataTable {
  struct Row {
    std::string_view key;
    std::string_view value;
  };
  std::string_view name;
  std::string_view date;
  std::span<const Row> rows;  ///< ascending by key (bytes)

  /// The row of `key` (exact bytes; callers lower the case), or null.
  [[nodiscard]] const Row* find(std::string_view key) const noexcept;
};

/// Every table of data/ whose first column is text. Generated.
[[nodiscard]] std::span<const DataTable> data_tables() noexcept;
/// The table of that name, or null.
[[nodiscard]] const DataTable* data_table(std::string_view name) noexcept;

}  // namespace urilint
