// Where things are is asked once; every later command gets it as `--git-dir` and treats the
// repository as bare. Paths come from NUL-separated lists only.
#include "git/repository.hpp"
#include "source/paths.hpp"

#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <utility>

namespace urilint::git {
namespace {

constexpr std::string_view kEmptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
constexpr std::string_view kEmptyTree256 =
    "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";

/// `path` relative to `root`, both real. Nothing if it is not below it.
std::optional<std::string> below(std::string_view path, std::string_view root) {
  if (path == root) return std::string();
  if (root != "/") {
    if (!path.starts_with(root)) return std::nullopt;
    path.remove_prefix(root.size());
  }
  if (!path.starts_with('/')) return std::nullopt;
  return std::string(path.substr(1));
}

/// Takes what stands before `end` from the front of `text`; nothing if there is no `end`.
std::optional<std::string_view> take_until(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at + 1);
  return taken;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (const auto line = take_until(text, '\n')) lines.emplace_back(*line);
  return lines;
}

Error unexpected(std::string_view command) {
  return {ErrorCode::unexpected, std::string(command) + ": git's answer can not be read"};
}

std::optional<TreeFile::Kind> kind_of(std::string_view mode) {
  using Kind = TreeFile::Kind;
  if (mode == "100644" || mode == "100664") return Kind::file;
  if (mode == "100755") return Kind::executable;
  if (mode == "120000") return Kind::symlink;
  if (mode == "160000") return Kind::submodule;
  return std::nullopt;
}
bool is_regular(std::string_view mode) {
  const auto kind = kind_of(mode);
  return kind == TreeFile::Kind::file || kind == TreeFile::Kind::executable;
}

/// A hook was told where the repository, or a part of it, is.
bool is_told_where() {
  constexpr std::array<const char*, 3> kTelling = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"};
  return std::any_of(kTelling.begin(), kTelling.end(),
                     [](const char* name) { return std::getenv(name) != nullptr; });
}

/// No repository, or none with a work tree.
bool says_there_is_none(std::string_view words) {
  constexpr std::array<std::string_view, 3> kNone = {
      "not a git repository (or any ",
      "must be run in a work tree",
      "not a git repository: '.git'",
  };
  return std::any_of(kNone.begin(), kNone.end(), [words](std::string_view one) {
    return words.find(one) != std::string_view::npos;
  });
}

/// A path from the root as trees spell it: no part of it is empty, `.` or `..`.
bool is_tree_path(std::string_view path) {
  if (path.empty() || path.find('\0') != std::string_view::npos) return false;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    begin = end + 1;
  }
  return true;
}

/// One record of `--raw -z`: modes, ids, status, one path or two.
struct RawChange {
  std::string_view old_mode, new_mode, old_id, new_id;
  char status = 0;
  std::string_view path;
};
std::optional<RawChange> take_change(std::string_view& list) {
  RawChange change;
  if (!list.starts_with(':')) return std::nullopt;
  list.remove_prefix(1);
  for (std::string_view* field :
       {&change.old_mode, &change.new_mode, &change.old_id, &change.new_id}) {
    const auto taken = take_until(list, ' ');
    if (!taken) return std::nullopt;
    *field = *taken;
  }
  const auto status = take_until(list, '\0');
  if (!status || status->empty()) return std::nullopt;
  change.status = status->front();
  const bool two = change.status == 'R' || change.status == 'C';
  if (two && !take_until(list, '\0')) return std::nullopt;
  const auto path = take_until(list, '\0');
  if (!path) return std::nullopt;
  change.path = *path;
  return change;
}

}  // namespace

tl::expected<std::shared_ptr<const Repository>, Error> Repository::open(
    const std::string& directory, Program program) {
  if (!program.exists()) {
    return tl::unexpected(Error{ErrorCode::no_program, "there is no git in PATH"});
  }
  const std::string real = real_path(directory);
  if (real.empty()) {
    return tl::unexpected(Error{ErrorCode::io, directory + ": no such directory"});
  }
  std::shared_ptr<Repository> found;
  if (is_told_where()) {
    auto told = discover(program, real, Program::Surroundings::of_hook);
    if (!told) return tl::unexpected(told.error());
    // Where GIT_DIR stands alone, git takes any current directory for the top.
    if (*told && std::getenv("GIT_DIR") != nullptr && std::getenv("GIT_WORK_TREE") == nullptr) {
      const auto looked = discover(program, real, Program::Surroundings::none);
      const bool same = looked && *looked && (*looked)->place_.git_dir == (*told)->place_.git_dir;
      if (same) (*told)->root_ = (*looked)->root_;
    }
    if (*told && below(real, (*told)->root_)) found = std::move(*told);
  }
  if (!found) {
    auto looked = discover(program, real, Program::Surroundings::none);
    if (!looked) return tl::unexpected(looked.error());
    found = std::move(*looked);
  }
  if (!found) return nullptr;
  const auto prefix = below(real, found->root_);
  if (!prefix) return nullptr;  // core.worktree leads elsewhere
  found->prefix_ = prefix->empty() ? std::string() : *prefix + '/';
  return found;
}

tl::expected<std::shared_ptr<Repository>, Error> Repository::discover(
    const Program& program, const std::string& directory, Program::Surroundings surroundings) {
  const auto ask = [&](const std::vector<std::string>& questions) {
    std::vector<std::string> arguments = {"rev-parse", "--path-format=absolute"};
    arguments.insert(arguments.end(), questions.begin(), questions.end());
    return run_git(program.discovering(directory, surroundings, std::move(arguments)));
  };
  const std::vector<std::vector<std::string>> questions = {{"--show-toplevel"},
                                                           {"--absolute-git-dir"},
                                                           {"--git-path", "index"},
                                                           {"--show-object-format"}};
  std::vector<std::string> all;
  for (const auto& question : questions) all.insert(all.end(), question.begin(), question.end());
  const auto together = ask(all);
  if (!together) {
    if (says_there_is_none(together.error().message)) return nullptr;
    return tl::unexpected(together.error());
  }
  std::vector<std::string> answers = lines_of(*together);
  if (answers.size() != questions.size()) {
    // A path holds line ends: one question at a time.
    answers.clear();
    for (const auto& question : questions) {
      auto answer = ask(question);
      if (!answer) return tl::unexpected(answer.error());
      if (answer->ends_with('\n')) answer->pop_back();
      answers.push_back(std::move(*answer));
    }
  }
  std::shared_ptr<Repository> out(new Repository);
  out->program_ = program;
  out->place_ = {answers[1], answers[2]};
  out->root_ = real_path(answers[0]);
  out->sha256_ = answers[3] == "sha256";
  if (out->root_.empty()) return nullptr;
  return out;
}

std::optional<std::string> Repository::inside(const std::string& path) const {
  const std::string real = real_path(path);
  return real.empty() ? std::nullopt : below(real, root_);
}

std::optional<std::string> Repository::would_be_inside(const std::string& path) const {
  struct stat status {};
  std::string there = path;
  while (there.size() > 1 && there.back() == '/') there.pop_back();
  std::string missing;
  for (;;) {
    const bool is_link = ::lstat(there.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
    if (auto folder = is_link && missing.empty() ? std::nullopt : inside(there)) {
      if (!missing.empty()) *folder += (folder->empty() ? "" : "/") + missing;
      return folder;
    }
    if (there.empty() || there == "/" || there == ".") return std::nullopt;
    const std::size_t slash = there.rfind('/');
    const std::string last = slash == std::string::npos ? there : there.substr(slash + 1);
    if (last == "..") return std::nullopt;
    if (!last.empty() && last != ".") missing = missing.empty() ? last : last + '/' + missing;
    there = slash == std::string::npos ? "." : slash == 0 ? "/" : there.substr(0, slash);
  }
}

tl::expected<std::string, Error> Repository::run(std::vector<std::string> arguments) const {
  return run_git(program_.inside(place_, std::move(arguments)));
}

tl::expected<std::string, Error> Repository::resolve(std::string_view rev) const {
  const auto unknown = [&rev] {
    return tl::unexpected(
        Error{ErrorCode::unknown_revision, "'" + std::string(rev) + "' names no commit here"});
  };
  if (rev.empty() || rev.find('\0') != std::string_view::npos) return unknown();
  const Command command = program_.inside(
      place_,
      {"rev-parse", "--verify", "--quiet", "--end-of-options", std::string(rev) + "^{commit}"});
  auto output = urilint::git::run(command, kMostOutput);
  if (!output) return tl::unexpected(output.error());
  std::string id = std::move(output->out);
  if (output->status != 0 || id.size() < 2) return unknown();
  id.pop_back();
  if (id.find_first_not_of("0123456789abcdef") != std::string::npos) return unknown();
  return id;
}

tl::expected<std::string, Error> Repository::head() const {
  auto id = resolve("HEAD");
  if (id || id.error().code != ErrorCode::unknown_revision) return id;
  // Before the first commit HEAD names a branch that does not exist yet.
  auto branch = run({"symbolic-ref", "--quiet", "HEAD"});
  if (!branch) return tl::unexpected(id.error());
  branch->pop_back();
  const auto known = run({"rev-parse", "--verify", "--quiet", "--end-of-options", *branch});
  if (known) return tl::unexpected(id.error());
  return std::string();
}

tl::expected<std::string, Error> Repository::merge_base(const std::string& commit,
                                                        const std::string& other) const {
  const auto output =
      urilint::git::run(program_.inside(place_, {"merge-base", commit, other}), kMostOutput);
  if (!output) return tl::unexpected(output.error());
  if (output->status == 1) return std::string();
  if (output->status != 0) {
    return tl::unexpected(Error{ErrorCode::refused, words_of(output->errors)});
  }
  return output->out.substr(0, output->out.find('\n'));
}

/// The entries that `git ls-tree` names, trees left out.
tl::expected<std::vector<TreeFile>, Error> Repository::tree(std::string_view rev,
                                                            std::vector<std::string> how,
                                                            std::string_view path) const {
  const auto commit = resolve(rev);
  if (!commit) return tl::unexpected(commit.error());
  std::vector<std::string> arguments = {"ls-tree", "-z", "--full-tree"};
  arguments.insert(arguments.end(), how.begin(), how.end());
  arguments.insert(arguments.end(), {*commit, "--"});
  if (!path.empty()) arguments.emplace_back(path);
  const auto listed = run(std::move(arguments));
  if (!listed) return tl::unexpected(listed.error());
  std::vector<TreeFile> files;
  for (std::string_view list = *listed; !list.empty();) {
    const auto mode = take_until(list, ' ');
    const auto type = mode ? take_until(list, ' ') : std::nullopt;
    const auto id = type ? take_until(list, '\t') : std::nullopt;
    const auto name = id ? take_until(list, '\0') : std::nullopt;
    if (!name) return tl::unexpected(unexpected("ls-tree"));
    if (const auto kind = kind_of(*mode)) {
      files.push_back({*kind, std::string(*id), std::string(*name)});
    }
  }
  return files;
}

tl::expected<std::optional<std::string>, Error> Repository::read(std::string_view rev,
                                                                 std::string_view path,
                                                                 std::uint64_t most) const {
  if (!is_tree_path(path)) return std::nullopt;
  const auto files = tree(rev, {}, path);
  if (!files) return tl::unexpected(files.error());
  const auto file = std::find_if(files->begin(), files->end(), [path](const TreeFile& one) {
    return one.is_regular() && one.path == path;
  });
  if (file == files->end()) return std::nullopt;
  auto bytes = blobs().whole(file->id, most);
  if (!bytes) return tl::unexpected(bytes.error());
  return std::optional<std::string>(std::move(*bytes));
}

tl::expected<std::vector<TreeFile>, Error> Repository::list(std::string_view rev,
                                                            std::string_view folder) const {
  if (!folder.empty() && !is_tree_path(folder)) return std::vector<TreeFile>();
  const std::string prefix = folder.empty() ? std::string() : std::string(folder) + '/';
  auto files = tree(rev, {"-r"}, prefix);
  if (!files) return files;
  std::erase_if(*files, [&prefix](const TreeFile& file) { return !file.path.starts_with(prefix); });
  std::sort(files->begin(), files->end(),
            [](const TreeFile& a, const TreeFile& b) { return a.path < b.path; });
  return files;
}

tl::expected<Staged, Error> Repository::staged() const {
  const auto commit = head();
  if (!commit) return tl::unexpected(commit.error());
  const std::string_view nothing = sha256_ ? kEmptyTree256 : kEmptyTree;
  const auto compare = [&](const char* renames) {
    return run({"diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--full-index", renames,
                "-l400", "--ignore-submodules=all", "--no-ext-diff", "--no-textconv",
                commit->empty() ? std::string(nothing) : *commit, "--"});
  };
  auto listed = compare("--find-renames");
  // Looking for renames reads blobs, which a partial clone may lack.
  if (!listed) listed = compare("--no-renames");
  if (!listed) return tl::unexpected(listed.error());
  Staged staged;
  for (std::string_view list = *listed; !list.empty();) {
    const auto change = take_change(list);
    if (!change) return tl::unexpected(unexpected("diff-index"));
    if (change->status == 'U') {
      staged.unmerged.emplace_back(change->path);
    } else if (is_regular(change->new_mode) && change->old_id != change->new_id) {
      staged.files.push_back(
          {std::string(change->path), std::string(change->new_id),
           is_regular(change->old_mode) ? std::string(change->old_id) : std::string()});
    }
  }
  std::sort(staged.files.begin(), staged.files.end(),
            [](const StagedFile& a, const StagedFile& b) { return a.path < b.path; });
  std::sort(staged.unmerged.begin(), staged.unmerged.end());
  return staged;
}

}  // namespace urilint::git
