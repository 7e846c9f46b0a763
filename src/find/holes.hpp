// Template holes: syntax of template languages, format strings and shells inside a URI.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "find/tool_holes.hpp"

namespace urilint::find {

/// Recognises holes in one text. Asking at ascending places is linear in the text, whatever it
/// holds: a hole is at most `kLongest` bytes and stays on its line.
class HoleScanner {
 public:
  static constexpr std::size_t kLongest = 512;

  explicit HoleScanner(std::string_view text) noexcept : text_(text) {}
  /// The end of the hole that begins at `begin`, or 0 if none does.
  [[nodiscard]] std::size_t end_of(std::size_t begin) noexcept;

 private:
  /// Where a two-byte terminator is known not to stand.
  struct Absent {
    std::size_t from = 0;
    std::size_t until = 0;
  };
  enum Terminator : std::size_t { kBraces, kPercentBrace, kPercentAngle, kTerminators };

  [[nodiscard]] std::size_t general(std::size_t begin) noexcept;
  void remember(std::size_t begin, std::size_t end) noexcept;
  [[nodiscard]] std::size_t dollar(std::size_t begin) const noexcept;
  [[nodiscard]] std::size_t brace(std::size_t begin) noexcept;
  [[nodiscard]] std::size_t angle(std::size_t begin) noexcept;
  [[nodiscard]] std::size_t percent(std::size_t begin) const noexcept;
  [[nodiscard]] std::size_t at_signs(std::size_t begin) const noexcept;
  [[nodiscard]] std::size_t balanced(std::size_t open, char opener, char closer) const noexcept;
  [[nodiscard]] std::size_t through(std::size_t begin, Terminator terminator) noexcept;

  std::string_view text_;
  std::array<Absent, kTerminators> absent_{};
  HolePlace place_;
};

}  // namespace urilint::find
