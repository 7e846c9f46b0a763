// Paths are looked up from the root of the work tree. Links and submodules of the revision are no
// files.
#include "config/git_tree.hpp"

namespace urilint {
namespace {

PackResult no_pack(const std::string& shown, RuleFault code, std::string words) {
  return tl::make_unexpected(std::vector<RuleFileError>{{shown, 0, {}, code, std::move(words)}});
}

}  // namespace

tl::expected<std::optional<std::string>, std::string> GitTree::read(const std::string& path,
                                                                    std::size_t most) const {
  const auto inside = relative_path(path, repository_->root());
  if (!inside || inside->empty()) return std::optional<std::string>();
  auto bytes = repository_->read(commit_, *inside, most);
  if (!bytes) return tl::make_unexpected(bytes.error().message);
  return std::move(*bytes);
}

PackResult GitTree::pack(const std::string& directory, const std::string& shown,
                         std::span<const RuleInfo* const> known) const {
  const auto inside = relative_path(directory, repository_->root());
  if (!inside) {
    return no_pack(shown, RuleFault::outside_pack, "is outside of the repository");
  }
  const auto files = repository_->list(commit_, *inside);
  if (!files) return no_pack(shown, RuleFault::unreadable, files.error().message);
  if (files->empty()) {
    return no_pack(shown, RuleFault::not_a_folder, "is no folder of the revision");
  }
  std::vector<PackFile> pack;
  std::size_t bytes = 0;
  for (const git::TreeFile& file : *files) {
    if (!file.is_regular() || !file.path.ends_with(".toml")) continue;
    if (pack.size() == kPackFilesMax) {
      return no_pack(shown, RuleFault::too_many_files, "has too many files");
    }
    auto content = repository_->read(commit_, file.path, kRuleFileMax);
    if (!content || !*content) {
      const std::string why = content ? "it is gone" : content.error().message;
      return no_pack(shown, RuleFault::unreadable, why);
    }
    bytes += (*content)->size();
    if (bytes > kPackBytesMax) return no_pack(shown, RuleFault::pack_too_large, "is too large");
    const std::size_t skip = inside->empty() ? 0 : inside->size() + 1;
    pack.push_back({file.path.substr(skip), std::move(**content)});
  }
  return load_pack_files(shown, std::move(pack), known);
}

}  // namespace urilint
