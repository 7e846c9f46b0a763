// The git program, called so that nothing which a repository brings along is executed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "git/process.hpp"

namespace urilint::git {

/// Where a repository is, once that is known. Absolute paths.
struct Place {
  std::string git_dir;
  std::string index;  ///< empty: the one of the git directory
};

/// Makes commands. What a command may read is configuration, refs, the index and objects; no hook,
/// pager, editor, filter, textconv, external diff, file system monitor, credential helper or
/// transport of any kind is started by what is run through here.
class Program {
 public:
  /// Nothing is run yet. `path` empty: git is looked for in PATH.
  explicit Program(std::string path = {});
  [[nodiscard]] bool exists() const noexcept { return !path_.empty(); }

  /// In `directory`, with the repository that git finds from there. `of_hook`: GIT_DIR and its kind
  /// in our own environment are handed on.
  enum class Surroundings : std::uint8_t { of_hook, none };
  [[nodiscard]] Command discovering(const std::string& directory, Surroundings surroundings,
                                    std::vector<std::string> arguments) const;
  /// In that repository, which is taken as bare: no file of a work tree is looked at.
  [[nodiscard]] Command inside(const Place& place, std::vector<std::string> arguments) const;
  /// In `directory` (a real path), outside of any repository, without anybody's configuration.
  [[nodiscard]] Command outside(const std::string& directory,
                                std::vector<std::string> arguments) const;

 private:
  [[nodiscard]] Command command(std::vector<std::string> arguments,
                                std::vector<std::string> environment) const;
  std::string path_;
};

/// Runs it; a status other than 0 is `refused`, with git's own words.
[[nodiscard]] tl::expected<std::string, Error> run_git(const Command& command);

/// git's own words, without `fatal: ` and the blank lines at the end.
[[nodiscard]] std::string words_of(std::string_view errors);

/// Longest output that is kept of a command.
inline constexpr std::size_t kMostOutput = std::size_t{512} << 20;

}  // namespace urilint::git
