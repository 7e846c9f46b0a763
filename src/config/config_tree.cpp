// Files are opened without following a link at their end, and read up to a limit.
#include "config/config_tree.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "source/descriptor.hpp"
#include "source/paths.hpp"

namespace urilint {
namespace {

std::string words_of(int error) { return std::generic_category().message(error); }

}  // namespace

tl::expected<std::optional<std::string>, std::string> DiskTree::read(const std::string& path,
                                                                     std::size_t most) const {
  const Descriptor file(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW));
  if (!file.is_open()) {
    if (errno == ENOENT || errno == ENOTDIR) return std::optional<std::string>();
    return tl::make_unexpected(errno == ELOOP ? "is a symbolic link" : words_of(errno));
  }
  if (!is_regular(file)) return tl::make_unexpected(std::string("is no regular file"));
  auto bytes = read_all(file, most + 1);
  if (!bytes) return tl::make_unexpected(words_of(errno));
  return bytes;
}

PackResult DiskTree::pack(const std::string& directory, const std::string& shown,
                          std::span<const RuleInfo* const> known) const {
  PackResult pack = load_pack(directory, known);
  if (pack) return pack;
  for (RuleFileError& error : pack.error()) {
    if (error.file.starts_with(directory)) error.file.replace(0, directory.size(), shown);
  }
  return pack;
}

std::string absolute_path(const std::string& directory, const std::string& path) {
  const std::filesystem::path joined = std::filesystem::path(directory) / path;
  std::string normal = joined.lexically_normal().string();
  while (normal.size() > 1 && normal.back() == '/') normal.pop_back();
  return normal;
}

std::optional<std::string> relative_path(std::string_view path, std::string_view root) {
  if (root == "/") return std::string(path.substr(1));
  if (!path.starts_with(root)) return std::nullopt;
  if (path.size() == root.size()) return std::string();
  if (path[root.size()] != '/') return std::nullopt;
  return std::string(path.substr(root.size() + 1));
}

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

std::string project_root(const std::string& directory, const std::string& working_directory) {
  for (std::string at = directory;; at = parent_of(at)) {
    if (exists(joined(at, ".git"))) return at;
    if (at == "/") break;
  }
  return relative_path(directory, working_directory) ? working_directory : directory;
}

}  // namespace urilint
