// What git ignores: .gitignore files from the repository root down, and .git/info/exclude.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "source/glob.hpp"

namespace urilint {

/// The patterns that hold in one directory: its own, then those of the directories above.
class IgnoreRules {
 public:
  /// Patterns of `file`, relative to `directory` (a real path), in front of those of `above`.
  /// `above` itself if there is no such file, or it is no regular file.
  [[nodiscard]] static std::shared_ptr<const IgnoreRules> with_file(
      std::shared_ptr<const IgnoreRules> above, const std::string& file, std::string directory);
  /// The rules that hold in `directory` (a real path) but for its own .gitignore: those of the
  /// repository it stands in. Null without a repository.
  [[nodiscard]] static std::shared_ptr<const IgnoreRules> above(const std::string& directory);

  /// True if git ignores the entry at `path` (real), provided that nothing above it is ignored.
  [[nodiscard]] bool ignores(std::string_view path, bool is_directory) const;

 private:
  struct Rule {
    Glob glob;
    bool negated = false;
  };
  std::shared_ptr<const IgnoreRules> above_;
  std::string directory_;
  std::vector<Rule> rules_;
};

}  // namespace urilint
