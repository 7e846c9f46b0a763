// --staged and --changed-since: what is read from the index, and which lines count.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "git/changes.hpp"
#include "report/record.hpp"
#include "source/walk.hpp"

namespace urilint::cli {

/// Which lines of the inputs changed. For one thread.
class ChangedLines {
 public:
  /// The repository of the current directory. Complain and return null if there is none, or git
  /// fails.
  [[nodiscard]] static std::unique_ptr<ChangedLines> since(const std::string& rev);
  /// The same in a repository that is open already; complaints name `option`.
  [[nodiscard]] static std::unique_ptr<ChangedLines> since(
      std::shared_ptr<const git::Repository> repository, const std::string& rev,
      std::string_view option);
  [[nodiscard]] static std::unique_ptr<ChangedLines> staged();

  /// The staged files that lie at or below one of `paths`, each read from the index. A file is
  /// reported as a walk would report it; what git ignores is no matter, since it is tracked. Only
  /// of `staged`.
  void collect(const std::vector<std::string>& paths, const WalkOptions& options,
               std::vector<Input>& files, std::vector<SkipNote>& skipped);
  /// All lines of standard input count as changed; it is reported by that path.
  void count_whole(const std::string& path) { whole_.insert(path); }

  /// True if a line of the finding, of its URI or of what belongs to it (the text of a link)
  /// changed, or it has no place.
  [[nodiscard]] bool touch(const Record& record);
  /// True if a line of that place in the file that is reported as `path` changed.
  [[nodiscard]] bool touch(const std::string& path, const Location& place);
  /// Whether some lines of the file that is reported as `path` changed and others did not.
  [[nodiscard]] bool is_mixed(const std::string& path);
  /// Why all lines of a file count as changed; once a file. Asked behind `touch`.
  [[nodiscard]] std::optional<NoteRecord> take_note();

 private:
  explicit ChangedLines(std::shared_ptr<const git::Repository> repository)
      : repository_(std::move(repository)) {}
  [[nodiscard]] std::optional<std::string> in_repository(const std::string& path) const;
  void look_at(const std::string& path);

  std::shared_ptr<const git::Repository> repository_;
  std::unique_ptr<git::Changes> changes_;
  git::Staged staged_;
  std::unordered_map<std::string, std::string> staged_paths_;  // by what is reported
  std::unordered_set<std::string> whole_;
  std::optional<std::string> path_;  // of the lines below
  git::ChangedLines lines_;
  std::optional<NoteRecord> note_;
};

/// The repository of the current directory. Complains in the name of `option` and returns null if
/// there is none.
[[nodiscard]] std::shared_ptr<const git::Repository> repository_here(std::string_view option);

/// Adds what HEAD has at or below one of `paths` and a walk left out since something ignores it.
/// Complains and returns false if git fails.
[[nodiscard]] bool collect_tracked(const git::Repository& repository,
                                   const std::vector<std::string>& paths,
                                   const WalkOptions& options, std::vector<Input>& files);

}  // namespace urilint::cli
