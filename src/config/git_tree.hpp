// Configuration as it is in a revision: what a pull request changed does not count.
#pragma once

#include <memory>
#include <string>

#include "config/config_tree.hpp"
#include "git/repository.hpp"

namespace urilint {

/// Files outside of the repository are not there.
class GitTree final : public ConfigTree {
 public:
  /// `commit` is an id, as Repository::resolve gives it.
  GitTree(std::shared_ptr<const git::Repository> repository, std::string commit)
      : repository_(std::move(repository)), commit_(std::move(commit)) {}

  [[nodiscard]] tl::expected<std::optional<std::string>, std::string> read(
      const std::string& path, std::size_t most) const override;
  [[nodiscard]] PackResult pack(const std::string& directory, const std::string& shown,
                                std::span<const RuleInfo* const> known) const override;

 private:
  std::shared_ptr<const git::Repository> repository_;
  std::string commit_;
};

}  // namespace urilint
