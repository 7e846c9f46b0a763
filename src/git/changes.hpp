// Which lines of which files changed: what is staged, or since a revision.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>

#include "git/lines.hpp"
#include "git/repository.hpp"

namespace urilint::git {

/// Answers for one file at a time, when asked, so that files about which there is nothing to say
/// cost nothing. One thread at a time.
class Changes {
 public:
  struct Answer {
    ChangedLines lines;
    std::string note;  ///< why all lines count as changed, if that is not what git says
  };

  /// The index against HEAD; `staged` as the repository gave it.
  Changes(std::shared_ptr<const Repository> repository, const Staged& staged);
  /// The files of the work tree, as they are when asked, against the merge base of `rev` and HEAD,
  /// or `rev` itself where there is none. unknown_revision, or what else git says.
  [[nodiscard]] static tl::expected<std::unique_ptr<Changes>, Error> since(
      std::shared_ptr<const Repository> repository, std::string_view rev);

  /// `path` from the root. A file that is not in the old version, or was no regular file, changed
  /// as a whole.
  [[nodiscard]] Answer lines_of(const std::string& path);

 private:
  struct Pair {
    std::string before;  // blob id; empty: there was none
    std::string after;   // blob id; empty: the file of the work tree
  };
  explicit Changes(std::shared_ptr<const Repository> repository);
  [[nodiscard]] Answer compare(const std::string& path, const Pair& pair);

  std::shared_ptr<const Repository> repository_;
  std::unordered_map<std::string, Pair> pairs_;
  bool work_tree_ = false;  // what has no pair is new
  Blobs blobs_;
  LineDiff diff_;
};

}  // namespace urilint::git
