// A stack of directories instead of recursion. Real files and directories come first; links are
// looked at when the tree is done, so that a file is reported by its real name where it has one.
#include "source/walk.hpp"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "source/ignore.hpp"
#include "source/path_filter.hpp"
#include "source/paths.hpp"

namespace urilint {
namespace {

std::string words(int error) { return std::generic_category().message(error); }

std::string join(const std::string& directory, std::string_view name) {
  if (directory.empty()) return std::string(name);
  std::string path = directory;
  if (path.back() != '/') path += '/';
  return path.append(name);
}

bool is_below(std::string_view path, std::string_view root) {
  if (root == "/") return true;
  return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
}

bool passes_git(std::string_view path) {
  constexpr std::string_view kGit = ".git";
  for (std::size_t i = path.find(kGit); i != std::string_view::npos; i = path.find(kGit, i + 1)) {
    const std::size_t end = i + kGit.size();
    if ((i == 0 || path[i - 1] == '/') && (end == path.size() || path[end] == '/')) return true;
  }
  return false;
}

/// The kind of an entry as the directory tells it, in the terms of stat(2); 0 if it must be asked.
mode_t mode_of(const dirent& item) {
  switch (item.d_type) {
    case DT_REG:
      return S_IFREG;
    case DT_DIR:
      return S_IFDIR;
    case DT_LNK:
      return S_IFLNK;
    default:
      return 0;
  }
}

/// One entry of a directory, or a path that was named.
struct Entry {
  std::string path;  ///< reported
  std::string open_path;
  std::string real;                          ///< real path, for identity and ignore files
  std::shared_ptr<const IgnoreRules> rules;  ///< those of the directory that it stands in
  bool directory = false;
  bool named = false;
};

class Walker {
 public:
  Walker(const WalkOptions& options, const std::function<void(Input)>& found,
         const std::function<void(SkipNote)>& skipped)
      : options_(options),
        found_(found),
        skipped_(skipped),
        filter_(options.include, options.exclude) {}

  void root(const std::string& path);

 private:
  void walk(Entry root);
  void drain(std::vector<Entry>& stack, std::vector<Input>& files);
  void list(const Entry& directory, std::vector<Entry>& stack, std::vector<Input>& files);
  void visit(Entry entry, mode_t mode, std::vector<Entry>& below, std::vector<Input>& files);
  void follow(Entry link, std::vector<Input>& files);
  void take(const Entry& entry, std::vector<Input>& files);
  [[nodiscard]] bool excluded(const Entry& entry) const {
    return filter_.excludes(entry.path, entry.directory);
  }
  [[nodiscard]] bool included(std::string_view path) const { return filter_.includes(path); }
  void note(SkipReason reason, const Entry& entry, std::string detail) {
    const bool fatal = entry.named && reason != SkipReason::loop && reason != SkipReason::symlink;
    skipped_({reason, entry.path.empty() ? "." : entry.path, std::move(detail), fatal});
  }

  const WalkOptions& options_;
  const std::function<void(Input)>& found_;
  const std::function<void(SkipNote)>& skipped_;
  PathFilter filter_;
  std::unordered_set<std::string> seen_;  // real paths of files and directories
  std::vector<Entry> links_;
  std::string real_root_;
  bool stdin_seen_ = false;
};

void Walker::root(const std::string& path) {
  if (path == "-") {
    if (!std::exchange(stdin_seen_, true)) found_({"stdin", "-", true, true});
    return;
  }
  Entry entry{reported_path(path), path, {}, nullptr, false, true};
  struct stat status {};
  if (path.empty() || ::stat(path.c_str(), &status) != 0) {
    const int error = path.empty() ? ENOENT : errno;
    const bool missing = error == ENOENT || error == ENOTDIR;
    note(missing ? SkipReason::missing : SkipReason::unreadable, entry, words(error));
    return;
  }
  entry.real = real_path(path);
  entry.directory = S_ISDIR(status.st_mode);
  if (options_.force_exclude && filter_.excludes_above(entry.path)) return;
  if (entry.directory) {
    walk(std::move(entry));
  } else if (!S_ISREG(status.st_mode)) {
    note(SkipReason::special_file, entry, "not a regular file");
  } else if (!options_.force_exclude || !excluded(entry)) {
    std::vector<Input> files;
    take(entry, files);
    for (Input& file : files) found_(std::move(file));
  }
}

void Walker::walk(Entry root) {
  real_root_ = root.real;
  if (options_.force_exclude && excluded(root)) return;
  if (!options_.no_ignore) root.rules = IgnoreRules::above(root.real);
  std::vector<Input> files;
  std::vector<Entry> stack;
  stack.push_back(std::move(root));
  drain(stack, files);
  // Links found while following links join the end of the row.
  for (std::size_t i = 0; i < links_.size(); ++i) follow(std::move(links_[i]), files);
  links_.clear();
  std::sort(files.begin(), files.end(),
            [](const Input& a, const Input& b) { return a.path < b.path; });
  for (Input& file : files) found_(std::move(file));
}

void Walker::drain(std::vector<Entry>& stack, std::vector<Input>& files) {
  while (!stack.empty()) {
    const Entry directory = std::move(stack.back());
    stack.pop_back();
    if (!seen_.insert(directory.real).second) {
      if (!directory.named) note(SkipReason::loop, directory, "already visited");
      continue;
    }
    list(directory, stack, files);
  }
}

/// Reads one directory; its directories go onto the stack, in the order in which they are to come.
void Walker::list(const Entry& directory, std::vector<Entry>& stack, std::vector<Input>& files) {
  struct Close {
    void operator()(DIR* d) const noexcept { ::closedir(d); }
  };
  const std::unique_ptr<DIR, Close> handle(::opendir(directory.open_path.c_str()));
  if (!handle) {
    note(SkipReason::unreadable, directory, words(errno));
    return;
  }
  struct Name {
    std::string text;
    mode_t mode = 0;  // 0: the directory does not say
  };
  std::vector<Name> names;
  for (errno = 0; const dirent* item = ::readdir(handle.get()); errno = 0) {
    const std::string_view name = item->d_name;
    if (name != "." && name != ".." && name != ".git")
      names.push_back({std::string(name), mode_of(*item)});
  }
  if (errno != 0) note(SkipReason::unreadable, directory, words(errno));
  std::sort(names.begin(), names.end(),
            [](const Name& a, const Name& b) { return a.text < b.text; });
  std::shared_ptr<const IgnoreRules> rules = directory.rules;
  if (!options_.no_ignore) {
    rules = IgnoreRules::with_file(rules, join(directory.open_path, ".gitignore"), directory.real);
  }
  std::vector<Entry> below;
  for (const auto& [name, known] : names) {
    Entry entry{join(directory.path, name),
                join(directory.open_path, name),
                join(directory.real, name),
                rules,
                false,
                false};
    struct stat status {};
    if (known != 0) {
      visit(std::move(entry), known, below, files);
    } else if (::lstat(entry.open_path.c_str(), &status) == 0) {
      visit(std::move(entry), status.st_mode, below, files);
    } else {
      note(SkipReason::unreadable, entry, words(errno));
    }
  }
  for (auto entry = below.rbegin(); entry != below.rend(); ++entry)
    stack.push_back(std::move(*entry));
}

void Walker::visit(Entry entry, mode_t mode, std::vector<Entry>& below, std::vector<Input>& files) {
  entry.directory = S_ISDIR(mode);
  if (excluded(entry)) return;
  if (!options_.no_ignore && entry.rules && entry.rules->ignores(entry.real, entry.directory))
    return;
  if (S_ISLNK(mode)) {
    links_.push_back(std::move(entry));
  } else if (entry.directory) {
    below.push_back(std::move(entry));
  } else if (!included(entry.path)) {
    return;
  } else if (S_ISREG(mode)) {
    take(entry, files);
  } else {
    note(SkipReason::special_file, entry, "not a regular file");
  }
}

/// A symbolic link of the tree: only what lies inside the tree and was not reached yet.
void Walker::follow(Entry link, std::vector<Input>& files) {
  struct stat status {};
  if (::stat(link.open_path.c_str(), &status) != 0) {
    const bool loop = errno == ELOOP;
    note(loop ? SkipReason::loop : SkipReason::symlink, link, words(errno));
    return;
  }
  link.real = real_path(link.open_path);
  if (link.real.empty() || !is_below(link.real, real_root_)) {
    note(SkipReason::symlink, link, "leads out of the tree");
    return;
  }
  if (passes_git(std::string_view(link.real).substr(real_root_.size()))) {
    note(SkipReason::symlink, link, "leads into .git");
    return;
  }
  link.directory = S_ISDIR(status.st_mode);
  if (link.directory) {
    if (excluded(link)) return;
    if (!options_.no_ignore) {
      if (auto rules = IgnoreRules::above(link.real)) link.rules = std::move(rules);
    }
    std::vector<Entry> stack;
    stack.push_back(std::move(link));
    drain(stack, files);
  } else if (!included(link.path)) {
    return;
  } else if (S_ISREG(status.st_mode)) {
    take(link, files);
  } else {
    note(SkipReason::special_file, link, "not a regular file");
  }
}

void Walker::take(const Entry& entry, std::vector<Input>& files) {
  if (!seen_.insert(entry.real).second) return;
  files.push_back({entry.path, entry.open_path, entry.named, false});
}

}  // namespace

std::string reported_path(std::string_view path) {
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '/' && !out.empty() && out.back() == '/') continue;
    out += path[i];
  }
  while (out.starts_with("./")) out.erase(0, 2);
  while (out.size() > 1 && out.back() == '/') out.pop_back();
  return out == "." ? std::string() : out;
}

void collect_inputs(const std::vector<std::string>& paths, const WalkOptions& options,
                    const std::function<void(Input)>& found,
                    const std::function<void(SkipNote)>& skipped) {
  Walker walker(options, found, skipped);
  for (const std::string& path : paths) walker.root(path);
}

}  // namespace urilint
