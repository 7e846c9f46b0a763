// Patterns of key paths (`services.*.url`, `**.endpoint`, `hosts[*]`), by the parts of a path.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urilint {

/// A pattern of key paths as reports write them (`a."b.c"[0]`). A part is a name, in which `*`
/// stands for any characters and `?` for one, or an index (`[0]`, `[*]`); the part `*` is any name
/// or index, `**` any number of parts, also none. A name in double quotes is taken exactly, `\"`
/// and `\\` in it are escapes.
class KeyGlob {
  enum class Kind : std::uint8_t { name, wildcard, index, any_index, any, parts };
  struct Part {
    Kind kind = Kind::name;
    std::string text;  // of a name without its quotes, or the digits of an index
  };

 public:
  static constexpr std::size_t kMostParts = 64;

  /// A key path, taken apart once for many patterns. Views nothing.
  class Path {
   public:
    explicit Path(std::string_view key);

   private:
    friend class KeyGlob;
    std::vector<Part> parts_;
    bool good_ = false;  // it is a key path
  };

  /// Nothing if the pattern is empty, has more than `kMostParts`, an empty part, a quote or bracket
  /// that is not closed, or brackets around anything but digits or `*`.
  [[nodiscard]] static std::optional<KeyGlob> parse(std::string_view pattern);
  /// Time is at most parts of the pattern times parts of the path. A path that is none does not
  /// match.
  [[nodiscard]] bool matches(const Path& path) const;
  [[nodiscard]] bool matches(std::string_view key) const { return matches(Path(key)); }

 private:
  static bool split(std::string_view text, std::size_t most, std::vector<Part>& out);
  static Kind kind_of(const Part& part, bool quoted) noexcept;
  [[nodiscard]] static bool part_matches(const Part& pattern, const Part& part);

  std::vector<Part> parts_;
};

}  // namespace urilint
