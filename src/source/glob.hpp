// git's pattern language, compiled once.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace urilint {

/// A pattern of `.gitignore`, `--include` or `--exclude`. Matching is a simulation of states: time
/// is at most pattern length times path length.
class Glob {
 public:
  explicit Glob(std::string_view pattern);

  /// `path` is relative, `/` between parts, without one at its end.
  [[nodiscard]] bool matches(std::string_view path) const;
  /// A `[` is not closed: it stands for itself.
  [[nodiscard]] bool has_open_set() const noexcept { return has_open_set_; }
  /// The pattern ended in `/`: it is meant for directories.
  [[nodiscard]] bool directory_only() const noexcept { return directory_only_; }

 private:
  enum class Kind : std::uint8_t {
    literal,      ///< one byte
    any,          ///< `?`: a byte that is no `/`
    set,          ///< `[…]`
    star,         ///< `*`: bytes that are no `/`
    directories,  ///< `**/`: nothing, or whole parts
    everything,   ///< `/**` at the end: at least one byte
  };
  struct Token {
    Kind kind = Kind::literal;
    char byte = 0;
    std::uint32_t set = 0;
  };
  using Set = std::bitset<256>;

  void compile(std::string_view pattern);
  std::size_t compile_set(std::string_view pattern, std::size_t begin);
  [[nodiscard]] bool run(std::string_view text) const;
  [[nodiscard]] bool takes(const Token& token, char c) const noexcept;

  std::vector<Token> tokens_;
  std::vector<Set> sets_;
  std::string literal_;  // the whole pattern, if it has no special characters
  bool is_literal_ = true;
  bool base_name_only_ = false;  // no `/` in the pattern
  bool directory_only_ = false;
  bool has_open_set_ = false;
};

}  // namespace urilint
