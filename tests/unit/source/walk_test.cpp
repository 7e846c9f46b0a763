#include "source/walk.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include "unit/source/files.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

struct Walked {
  std::vector<Input> inputs;
  std::vector<SkipNote> notes;

  [[nodiscard]] std::vector<std::string> paths(const std::string& prefix = {}) const {
    std::vector<std::string> out;
    for (const Input& input : inputs) {
      const bool cut = !prefix.empty() && input.path.starts_with(prefix + "/");
      out.push_back(cut ? input.path.substr(prefix.size() + 1) : input.path);
    }
    return out;
  }
};

Walked walk(const std::vector<std::string>& paths, const WalkOptions& options = {}) {
  Walked walked;
  collect_inputs(
      paths, options, [&](Input input) { walked.inputs.push_back(std::move(input)); },
      [&](SkipNote note) { walked.notes.push_back(std::move(note)); });
  return walked;
}

using Paths = std::vector<std::string>;

/// Sets the working directory while it lives.
class Here {
 public:
  explicit Here(const std::string& path) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(path);
  }
  ~Here() { std::filesystem::current_path(before_); }
  Here(const Here&) = delete;
  Here& operator=(const Here&) = delete;

 private:
  std::filesystem::path before_;
};

}  // namespace

TEST_CASE("a directory is walked in the order of path bytes, hidden files too") {
  const TempTree tree;
  for (const char* name :
       {"b", "a/z", "a-b", "a.c", ".env", ".github/w.yml", "B", "a/\xff", ".git/config"}) {
    tree.write(name);
  }
  const Walked walked = walk({tree.path()});
  CHECK(walked.paths(tree.path()) ==
        Paths{".env", ".github/w.yml", "B", "a-b", "a.c", "a/z", "a/\xff", "b"});
  CHECK(walked.notes.empty());
}

TEST_CASE("paths are reported as they were given") {
  const TempTree tree;
  tree.write("a/b");
  tree.write("c");
  const Here here(tree.path());
  CHECK(walk({"."}).paths() == Paths{"a/b", "c"});
  CHECK(walk({"./a"}).paths() == Paths{"a/b"});
  CHECK(walk({"a/"}).paths() == Paths{"a/b"});
  CHECK(walk({"./a//b"}).paths() == Paths{"a/b"});
  CHECK(walk({"a/../c"}).paths() == Paths{"a/../c"});
  CHECK(walk({"c", "a"}).paths() == Paths{"c", "a/b"});
  CHECK(walk({"c", ".", "c", "./c", "a"}).paths() == Paths{"c", "a/b"});
  const Walked named = walk({"c", "-"});
  REQUIRE(named.inputs.size() == 2);
  CHECK(named.inputs[0].named);
  CHECK(named.inputs[1].is_stdin);
  CHECK(named.inputs[1].path == "stdin");
  CHECK_FALSE(walk({"a"}).inputs.at(0).named);
}

TEST_CASE("what is missing or special is noted") {
  const TempTree tree;
  tree.write("d/a");
  REQUIRE(::mkfifo(tree.path("d/fifo").c_str(), 0600) == 0);
  const Walked walked = walk({tree.path("none"), tree.path("d"), tree.path("d/fifo"), ""});
  CHECK(walked.paths(tree.path()) == Paths{"d/a"});
  REQUIRE(walked.notes.size() == 4);
  CHECK(walked.notes[0].reason == SkipReason::missing);
  CHECK(walked.notes[0].fatal);
  CHECK(walked.notes[1].reason == SkipReason::special_file);
  CHECK_FALSE(walked.notes[1].fatal);
  CHECK(walked.notes[2].reason == SkipReason::special_file);
  CHECK(walked.notes[2].fatal);
  CHECK(walked.notes[3].reason == SkipReason::missing);
}

TEST_CASE("an unreadable directory is noted, and fatal if named") {
  if (::geteuid() == 0) {
    WARN("run by root: nothing is unreadable, skipped");
    return;
  }
  const TempTree tree;
  tree.write("d/a");
  ::chmod(tree.path("d").c_str(), 0);
  const Walked named = walk({tree.path("d")});
  const Walked found = walk({tree.path()});
  ::chmod(tree.path("d").c_str(), 0700);
  REQUIRE(named.notes.size() == 1);
  CHECK(named.notes[0].reason == SkipReason::unreadable);
  CHECK(named.notes[0].fatal);
  REQUIRE(found.notes.size() == 1);
  CHECK_FALSE(found.notes[0].fatal);
}

TEST_CASE("links are followed inside the tree only, and everything comes once") {
  const TempTree tree;
  tree.write("t/d/a");
  tree.write("t/x");
  tree.write("outside/secret");
  tree.write("t/.git/config");
  tree.link("t/d/up", "..");
  tree.link("t/again", "d");
  tree.link("t/alias", "x");
  tree.link("t/out", "../outside");
  tree.link("t/out-file", "../outside/secret");
  tree.link("t/self", "self");
  tree.link("t/gitlink", ".git/config");
  tree.link("t/dangling", "nowhere");
  const Walked walked = walk({tree.path("t")});
  CHECK(walked.paths(tree.path("t")) == Paths{"d/a", "x"});
  std::size_t loops = 0;
  std::size_t links = 0;
  for (const SkipNote& note : walked.notes) {
    loops += note.reason == SkipReason::loop;
    links += note.reason == SkipReason::symlink;
    CHECK_FALSE(note.fatal);
  }
  CHECK(loops == 3);  // up, again, self
  CHECK(links == 4);  // out, out-file, gitlink, dangling
  CHECK(walk({tree.path("t/out-file")}).paths(tree.path()) == Paths{"t/out-file"});
  CHECK(walk({tree.path("t/out")}).paths(tree.path()) == Paths{"t/out/secret"});
}

TEST_CASE("a link to what the walk leaves out is read by its own name") {
  const TempTree tree;
  tree.write("skipped/a/b");
  tree.link("z", "skipped/a");
  WalkOptions options;
  options.exclude = {"skipped"};
  CHECK(walk({tree.path()}, options).paths(tree.path()) == Paths{"z/b"});
}

TEST_CASE("include and exclude") {
  const TempTree tree;
  for (const char* name :
       {"a.yml", "b.json", "d/c.yml", "node_modules/x/e.yml", "d/node_modules/f.yml"}) {
    tree.write(name);
  }
  const Here here(tree.path());
  WalkOptions options;
  options.exclude = {"node_modules"};
  CHECK(walk({"."}, options).paths() == Paths{"a.yml", "b.json", "d/c.yml"});
  options.include = {"*.yml"};
  CHECK(walk({"."}, options).paths() == Paths{"a.yml", "d/c.yml"});
  options.include = {"d/**"};
  options.exclude.clear();
  CHECK(walk({"."}, options).paths() == Paths{"d/c.yml", "d/node_modules/f.yml"});
  options.include = {"./d"};
  options.exclude = {"d/node_modules/"};
  CHECK(walk({"."}, options).paths() == Paths{"d/c.yml"});
  options.include.clear();
  options.exclude = {"*.json", "node_modules", "d/*"};
  CHECK(walk({"b.json", "node_modules/x/e.yml"}, options).paths() ==
        Paths{"b.json", "node_modules/x/e.yml"});
  options.force_exclude = true;
  CHECK(walk({"b.json", "node_modules/x/e.yml", "node_modules", "a.yml"}, options).paths() ==
        Paths{"a.yml"});
}

TEST_CASE("gitignore files are obeyed from the repository root down") {
  const TempTree tree;
  for (const char* name :
       {"repo/a.log", "repo/b.txt", "repo/build/x", "repo/sub/build/x", "repo/sub/keep.log",
        "repo/sub/other.log", "repo/sub/deep/only.tmp", "repo/local", "repo/sub/c.txt"}) {
    tree.write(name);
  }
  tree.write("repo/.gitignore", "*.log\n/build/\n# comment\n\\#x\n\n");
  tree.write("repo/sub/.gitignore", "!keep.log\r\ndeep/*.tmp\n");
  tree.write("repo/.git/info/exclude", "/local\n");
  CHECK(walk({tree.path("repo")}).paths(tree.path("repo")) ==
        Paths{".gitignore", "b.txt", "sub/.gitignore", "sub/build/x", "sub/c.txt", "sub/keep.log"});
  CHECK(walk({tree.path("repo/sub")}).paths(tree.path("repo/sub")) ==
        Paths{".gitignore", "build/x", "c.txt", "keep.log"});
  CHECK(walk({tree.path("repo/a.log")}).inputs.size() == 1);
  WalkOptions all;
  all.no_ignore = true;
  CHECK(walk({tree.path("repo")}, all).inputs.size() == 11);
}

TEST_CASE("an ignore file that is a FIFO or a link does not hang or count") {
  const TempTree tree;
  tree.write("a.log");
  REQUIRE(::mkfifo(tree.path(".gitignore").c_str(), 0600) == 0);
  CHECK(walk({tree.path()}).paths(tree.path()) == Paths{"a.log"});
}

TEST_CASE("deep trees are walked without recursion, up to what a path can name") {
  const TempTree tree;
  tree.write("a");
  int directory = ::open(tree.path().c_str(), O_RDONLY | O_DIRECTORY);
  for (int depth = 0; depth < 3000; ++depth) {
    REQUIRE(::mkdirat(directory, "d", 0700) == 0);
    const int below = ::openat(directory, "d", O_RDONLY | O_DIRECTORY);
    ::close(directory);
    directory = below;
  }
  ::close(directory);
  const Walked walked = walk({tree.path()});
  CHECK(walked.paths(tree.path()) == Paths{"a"});
  REQUIRE(walked.notes.size() == 1);
  CHECK(walked.notes[0].reason == SkipReason::unreadable);
  CHECK_FALSE(walked.notes[0].fatal);
}

TEST_CASE("globs") {
  struct {
    const char* pattern;
    const char* path;
    bool matches;
  } const cases[] = {
      {"a", "a", true},
      {"a", "x/a", true},
      {"a", "a/x", false},
      {"*.yml", "d/e/f.yml", true},
      {"*.yml", "d/e/f.yaml", false},
      {"/a", "a", true},
      {"/a", "x/a", false},
      {"d/*.c", "d/x.c", true},
      {"d/*.c", "d/e/x.c", false},
      {"d/*.c", "e/d/x.c", false},
      {"**/x.c", "x.c", true},
      {"**/x.c", "a/b/x.c", true},
      {"**/x.c", "a/bx.c", false},
      {"a/**/b", "a/b", true},
      {"a/**/b", "a/x/y/b", true},
      {"a/**/b", "ab", false},
      {"a/**", "a/b/c", true},
      {"a/**", "a", false},
      {"**", "a/b", true},
      {"a**b", "axxb", true},
      {"***/x.c", "a/b/x.c", true},
      {"a/**/", "a/b", true},
      {"?b", "ab", true},
      {"?b", "/b", false},
      {"a?b/c", "a/b/c", false},
      {"[a-c]x", "bx", true},
      {"[!a-c]x", "bx", false},
      {"[^a-c]x", "dx", true},
      {"[]x]", "]", true},
      {"[a-]", "-", true},
      {"[[:digit:]]x", "7x", true},
      {"[[:digit:]]x", "ax", false},
      {"a[b", "a[b", true},
      {"a\\*", "a*", true},
      {"a\\*", "ab", false},
      {"[\\]]", "]", true},
      {"d/", "d", true},
      {"\xff*", "\xff\xfe", true},
      {"", "a", false},
      {"*", ".hidden", true},
      {"a/*/c", "a/b/c", true},
      {"a/*/c", "a/c", false},
  };
  for (const auto& c : cases) {
    CAPTURE(c.pattern, c.path);
    CHECK(glob_match(c.pattern, c.path) == c.matches);
  }
}

TEST_CASE("hostile globs take no exponential time") {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  CHECK_FALSE(glob_match(pattern + "b", std::string(4000, 'a')));
  std::string parts;
  for (int i = 0; i < 100; ++i) parts += "**/a/";
  std::string path;
  for (int i = 0; i < 1000; ++i) path += "a/";
  CHECK_FALSE(glob_match(parts + "b", path + "c"));
}
