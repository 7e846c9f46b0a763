// Files are opened without following a link at their end, and read up to a limit.
#include "config/config_tree.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace urilint {
namespace {

std::string words_of(int error) { return std::generic_category().message(error); }

// Reads an open file to its end or to one byte more than `most`, and closes it.
tl::expected<std::optional<std::string>, std::string> read_all(int fd, std::size_t most) {
  std::string bytes;
  std::array<char, 16384> buffer;
  ssize_t n = 0;
  do {
    n = ::read(fd, buffer.data(), buffer.size());
    if (n > 0) bytes.append(buffer.data(), static_cast<std::size_t>(n));
  } while ((n > 0 && bytes.size() <= most) || (n < 0 && errno == EINTR));
  const int error = errno;
  ::close(fd);
  if (n < 0) return tl::make_unexpected(words_of(error));
  return bytes;
}

}  // namespace

tl::expected<std::optional<std::string>, std::string> DiskTree::read(const std::string& path,
                                                                     std::size_t most) const {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  if (fd < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return std::optional<std::string>();
    return tl::make_unexpected(errno == ELOOP ? "is a symbolic link" : words_of(errno));
  }
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(fd);
    return tl::make_unexpected(std::string("is no regular file"));
  }
  return read_all(fd, most);
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
    struct stat status {};
    if (::lstat((at == "/" ? "/.git" : at + "/.git").c_str(), &status) == 0) return at;
    if (at == "/") break;
  }
  return relative_path(directory, working_directory) ? working_directory : directory;
}

}  // namespace urilint
