// The last pattern of the nearest file that matches decides. This is a reading of gitignore(5) of
// our own, so that a walk needs no git program; files that git tracks although ignored are left
// out.
#include "source/ignore.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace urilint {
namespace {

constexpr std::size_t kLongestFile = std::size_t{4} << 20;

/// The bytes of a small regular file; empty if it is none. Does not wait and follows no link.
std::string read_small(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  if (fd < 0) return {};
  std::string bytes;
  struct stat status {};
  if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
    char chunk[4096];
    for (;;) {
      const ssize_t got = ::read(fd, chunk, sizeof chunk);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0 || bytes.size() > kLongestFile) break;
      bytes.append(chunk, static_cast<std::size_t>(got));
    }
  }
  ::close(fd);
  return bytes;
}

bool exists(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

bool is_directory(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos || path == "/") return {};
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string join(const std::string& directory, std::string_view name) {
  std::string path = directory;
  if (path.empty() || path.back() != '/') path += '/';
  return path.append(name);
}

std::string first_line(std::string bytes) {
  bytes.resize(std::min(bytes.find_first_of("\r\n"), bytes.size()));
  return bytes;
}

/// The info/exclude of the repository at `root`; a worktree's `.git` is a file that names another.
std::string exclude_file(const std::string& root) {
  const std::string git = join(root, ".git");
  if (is_directory(git)) return join(git, "info/exclude");
  constexpr std::string_view kKey = "gitdir: ";
  const std::string line = first_line(read_small(git));
  if (!line.starts_with(kKey)) return {};
  std::string directory = line.substr(kKey.size());
  if (!directory.starts_with('/')) directory = join(root, directory);
  const std::string common = first_line(read_small(join(directory, "commondir")));
  if (!common.empty()) directory = common.starts_with('/') ? common : join(directory, common);
  return join(directory, "info/exclude");
}

/// One line without its trailing spaces, unless they are escaped.
std::string_view trimmed(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  while (line.ends_with(' ')) {
    std::size_t backslashes = 0;
    while (backslashes + 1 < line.size() && line[line.size() - 2 - backslashes] == '\\')
      ++backslashes;
    if (backslashes % 2 != 0) break;
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace

std::shared_ptr<const IgnoreRules> IgnoreRules::with_file(std::shared_ptr<const IgnoreRules> above,
                                                          const std::string& file,
                                                          std::string directory) {
  const std::string bytes = read_small(file);
  auto rules = std::make_shared<IgnoreRules>();
  for (std::size_t begin = 0; begin < bytes.size();) {
    std::size_t end = bytes.find('\n', begin);
    if (end == std::string::npos) end = bytes.size();
    std::string_view line = trimmed(std::string_view(bytes).substr(begin, end - begin));
    begin = end + 1;
    if (line.empty() || line[0] == '#') continue;
    const bool negated = line[0] == '!';
    if (negated) line.remove_prefix(1);
    if (!line.empty() && line != "/") rules->rules_.push_back({Glob(line), negated});
  }
  if (rules->rules_.empty()) return above;
  rules->above_ = std::move(above);
  rules->directory_ = std::move(directory);
  if (rules->directory_ == "/") rules->directory_.clear();
  return rules;
}

std::shared_ptr<const IgnoreRules> IgnoreRules::above(const std::string& directory) {
  std::vector<std::string> chain;  // from `directory` up to the repository root
  std::string root;
  for (std::string at = directory; !at.empty() && root.empty(); at = parent_of(at)) {
    chain.push_back(at);
    if (exists(join(at, ".git"))) root = at;
  }
  if (root.empty()) return nullptr;
  std::shared_ptr<const IgnoreRules> rules;
  if (const std::string file = exclude_file(root); !file.empty()) {
    rules = with_file(nullptr, file, root);
  }
  for (std::size_t i = chain.size(); i > 1; --i) {
    rules = with_file(std::move(rules), join(chain[i - 1], ".gitignore"), chain[i - 1]);
  }
  return rules;
}

bool IgnoreRules::ignores(std::string_view path, bool is_directory) const {
  for (const IgnoreRules* level = this; level != nullptr; level = level->above_.get()) {
    const std::size_t prefix = level->directory_.size();
    const bool below =
        path.size() > prefix + 1 && path.starts_with(level->directory_) && path[prefix] == '/';
    if (!below) continue;
    const std::string_view relative = path.substr(prefix + 1);
    for (auto rule = level->rules_.rbegin(); rule != level->rules_.rend(); ++rule) {
      if (rule->glob.directory_only() && !is_directory) continue;
      if (rule->glob.matches(relative)) return !rule->negated;
    }
  }
  return false;
}

}  // namespace urilint
