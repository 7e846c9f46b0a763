// --include and --exclude.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "source/glob.hpp"

namespace urilint {

/// Which paths a walk takes. Paths as they are reported.
class PathFilter {
 public:
  /// Globs; no `include` at all includes everything.
  PathFilter(const std::vector<std::string>& include, const std::vector<std::string>& exclude);

  [[nodiscard]] bool excludes(std::string_view path, bool is_directory) const;
  /// True if a directory above `path` is excluded.
  [[nodiscard]] bool excludes_above(std::string_view path) const;
  /// True if the file, or a directory above it, is included.
  [[nodiscard]] bool includes(std::string_view path) const;

 private:
  std::vector<Glob> include_;
  std::vector<Glob> exclude_;
};

}  // namespace urilint
