// A repository with a work tree, read through git's plumbing. Nothing is written to it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "git/blobs.hpp"
#include "git/program.hpp"

namespace urilint::git {

/// A file of a tree or of the index.
struct TreeFile {
  enum class Kind : std::uint8_t { file, executable, symlink, submodule };
  Kind kind{};
  std::string id;    ///< of the blob (of a submodule: of its commit)
  std::string path;  ///< from the root, bytes

  [[nodiscard]] bool is_regular() const noexcept {
    return kind == Kind::file || kind == Kind::executable;
  }
};

/// A regular file of the index that is not the same in HEAD.
struct StagedFile {
  std::string path;    ///< from the root, bytes
  std::string id;      ///< of its blob
  std::string before;  ///< blob that it was in HEAD, under this name or another; empty: it is new
};

/// What is staged.
struct Staged {
  std::vector<StagedFile> files;      ///< by path
  std::vector<std::string> unmerged;  ///< paths in conflict: they hold nothing that is staged
};

/// Immutable; may be shared between threads.
class Repository {
 public:
  /// The repository that holds `directory`, as git finds it from there; null if there is none with
  /// a work tree. GIT_DIR, GIT_WORK_TREE and GIT_INDEX_FILE of a hook hold, if that work tree holds
  /// `directory`. refused: git's own words, for instance about who owns it (safe.directory).
  [[nodiscard]] static tl::expected<std::shared_ptr<const Repository>, Error> open(
      const std::string& directory, Program program = Program());

  /// Top of the work tree, a real path.
  [[nodiscard]] const std::string& root() const noexcept { return root_; }
  /// Of the directory that it was opened from, below the root: empty, or ending in `/`.
  [[nodiscard]] const std::string& prefix() const noexcept { return prefix_; }
  /// Where an existing path (relative to the current directory, or absolute) lies below the root;
  /// links are followed. Empty for the root itself. Nothing if it is not there, or outside.
  [[nodiscard]] std::optional<std::string> inside(const std::string& path) const;
  /// The same for a path whose last parts need not be there; if it is a link itself, it is not
  /// followed.
  [[nodiscard]] std::optional<std::string> would_be_inside(const std::string& path) const;

  /// The id of the commit that `rev` names: a branch, a tag, an id, `HEAD~2` … Never taken as an
  /// option. unknown_revision otherwise.
  [[nodiscard]] tl::expected<std::string, Error> resolve(std::string_view rev) const;
  /// HEAD's commit; empty before the first one.
  [[nodiscard]] tl::expected<std::string, Error> head() const;
  /// Where the histories of two commits part; empty if they have nothing in common (or the clone
  /// is too shallow to know).
  [[nodiscard]] tl::expected<std::string, Error> merge_base(const std::string& commit,
                                                            const std::string& other) const;

  /// The regular file at `path` (from the root) in that revision; nothing if there is none, or
  /// something else (a symbolic link, a folder, a submodule). too_much above `most` bytes;
  /// missing_object in a partial clone.
  [[nodiscard]] tl::expected<std::optional<std::string>, Error> read(
      std::string_view rev, std::string_view path,
      std::uint64_t most = std::uint64_t{64} << 20) const;
  /// Everything below `folder` (from the root, without `/` at its end; empty: all) in that
  /// revision, by path. Nothing if there is no such folder.
  [[nodiscard]] tl::expected<std::vector<TreeFile>, Error> list(std::string_view rev,
                                                                std::string_view folder = {}) const;

  /// The index compared with HEAD, or with nothing before the first commit.
  [[nodiscard]] tl::expected<Staged, Error> staged() const;

  /// A reader of blobs of its own.
  [[nodiscard]] Blobs blobs() const { return {program_, place_}; }
  [[nodiscard]] const Program& program() const noexcept { return program_; }

 private:
  Repository() = default;
  [[nodiscard]] static tl::expected<std::shared_ptr<Repository>, Error> discover(
      const Program& program, const std::string& directory, Program::Surroundings surroundings);
  [[nodiscard]] tl::expected<std::string, Error> run(std::vector<std::string> arguments) const;
  [[nodiscard]] tl::expected<std::vector<TreeFile>, Error> tree(std::string_view rev,
                                                                std::vector<std::string> how,
                                                                std::string_view path) const;

  Program program_;
  Place place_;
  std::string root_;
  std::string prefix_;
  bool sha256_ = false;
};

}  // namespace urilint::git
