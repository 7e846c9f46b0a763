// Where configuration comes from: the file system, or a revision in git.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>

#include "engine/pack.hpp"

namespace urilint {

/// Paths are absolute and normal (no `.`, `..` or doubled `/`). Calls come from one thread.
class ConfigTree {
 public:
  virtual ~ConfigTree() = default;
  /// The bytes of a regular file, nothing if there is no such name. The error is why it cannot be
  /// read; a symbolic link is an error, too: it would show what stands elsewhere.
  [[nodiscard]] virtual tl::expected<std::optional<std::string>, std::string> read(
      const std::string& path, std::size_t most) const = 0;
  /// The rules of a folder; errors name it as `shown`.
  [[nodiscard]] virtual PackResult pack(const std::string& directory, const std::string& shown,
                                        std::span<const RuleInfo* const> known) const = 0;
};

class DiskTree final : public ConfigTree {
 public:
  [[nodiscard]] tl::expected<std::optional<std::string>, std::string> read(
      const std::string& path, std::size_t most) const override;
  [[nodiscard]] PackResult pack(const std::string& directory, const std::string& shown,
                                std::span<const RuleInfo* const> known) const override;
};

/// The folder that configuration is looked for up to: the root of the repository around `directory`
/// (where a `.git` is); without one `working_directory` if that is above, else `directory` itself.
[[nodiscard]] std::string project_root(const std::string& directory,
                                       const std::string& working_directory);

/// `path` made absolute by `directory`, and normal.
[[nodiscard]] std::string absolute_path(const std::string& directory, const std::string& path);
/// Whether `path` is `root` or below it, and how it is named from there (empty: `root` itself).
[[nodiscard]] std::optional<std::string> relative_path(std::string_view path,
                                                       std::string_view root);
/// The folder that holds `path`; of the root itself the root.
[[nodiscard]] std::string parent_of(const std::string& path);

}  // namespace urilint
