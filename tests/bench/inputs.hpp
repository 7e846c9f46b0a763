// The texts that the benchmarks read: lists, generated URLs, hostile shapes.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace urilint::bench {

/// A text in a block of exactly its size: a parser that reads past the end is seen by valgrind and
/// the sanitizers, and gains nothing here.
struct Block {
  std::unique_ptr<char[]> bytes;
  std::size_t size;

  explicit Block(std::string_view text);
  [[nodiscard]] std::string_view view() const noexcept { return {bytes.get(), size}; }
};

/// A text that repeats `unit` behind `prefix`.
struct Shape {
  std::string_view name;
  std::string_view prefix;
  std::string_view unit;
};
/// The shapes that the design gives a budget, where they hurt most. Static storage.
[[nodiscard]] std::span<const Shape> hostile_shapes() noexcept;

/// The texts of `generated`, of the name of a shape (one text of 1 MiB), or of a file with one a
/// line, which gzip may have packed. Empty if there is no such thing.
[[nodiscard]] std::vector<Block> read_input(std::string_view name);

}  // namespace urilint::bench
