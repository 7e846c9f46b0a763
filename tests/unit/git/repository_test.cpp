#include "git/repository.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "git/changes.hpp"
#include "unit/git/repositories.hpp"

using namespace urilint::git;
using urilint::testing::Folder;
using urilint::testing::have_git;
using urilint::testing::Inside;
using urilint::testing::Variable;

namespace {

std::shared_ptr<const Repository> opened(const std::string& directory) {
  const auto repository = Repository::open(directory);
  INFO((repository ? std::string() : repository.error().message));
  REQUIRE(repository);
  REQUIRE(*repository);
  return *repository;
}

std::string staged_paths(const Repository& repository) {
  const auto staged = repository.staged();
  if (!staged) return "error: " + staged.error().message;
  std::string out;
  for (const StagedFile& file : staged->files) {
    out += (file.before.empty() ? "+" : "~") + file.path + '\n';
  }
  for (const std::string& path : staged->unmerged) out += "!" + path + '\n';
  return out;
}

std::string dump(const ChangedLines& lines) {
  if (lines.all) return "all";
  std::string out;
  for (const LineRange& range : lines.ranges) {
    out += (out.empty() ? "" : " ") + std::to_string(range.begin) + '-' + std::to_string(range.end);
  }
  return out;
}

std::string staged_lines(const std::shared_ptr<const Repository>& repository,
                         const std::string& path) {
  const auto staged = repository->staged();
  REQUIRE(staged);
  return dump(Changes(repository, *staged).lines_of(path).lines);
}

std::string since(const std::shared_ptr<const Repository>& repository, std::string_view rev,
                  const std::string& path) {
  const auto changes = Changes::since(repository, rev);
  if (!changes) return "error: " + changes.error().message;
  return dump((*changes)->lines_of(path).lines);
}

void commit_all(const Folder& folder) { folder.sh("git add -A . && git commit -q -m change"); }

/// A repository with `a.txt` of three lines, committed.
void make_simple(const Folder& folder, const std::string& how = "") {
  folder.sh("git init -q -b main " + how + " .");
  folder.write("a.txt", "one\ntwo\nthree\n");
  commit_all(folder);
}

/// Configuration that names `trap` wherever git may start a program.
std::string hostile_configuration(const std::string& trap) {
  return "[core]\n\tfsmonitor = " + trap + "\n\tpager = " + trap + "\n\tsshCommand = " + trap +
         "\n\teditor = " + trap + "\n\taskPass = " + trap + "\n\talternateRefsCommand = " + trap +
         "\n\tgitProxy = " + trap + "\n[diff]\n\texternal = " + trap +
         "\n[diff \"x\"]\n\ttextconv = " + trap + "\n\tcommand = " + trap +
         "\n[filter \"x\"]\n\tclean = " + trap + "\n\tsmudge = " + trap + "\n\tprocess = " + trap +
         "\n\trequired = true\n[credential]\n\thelper = !" + trap + "\n[alias]\n\trev-parse = !" +
         trap + "\n\tcat-file = !" + trap + "\n\tdiff-index = !" + trap +
         "\n[pager]\n\tls-tree = " + trap + "\n\trev-parse = " + trap + "\n\tdiff = " + trap +
         "\n[gpg]\n\tprogram = " + trap + "\n[protocol]\n\tallow = always\n";
}

}  // namespace

TEST_CASE("git/repository: where it is") {
  if (!have_git()) return;
  const Folder folder;
  make_simple(folder);
  folder.write("sub/deep/x", "x");
  const auto top = opened(folder.path());
  CHECK(top->root() == folder.path());
  CHECK(top->prefix().empty());
  const auto deep = opened(folder.path("sub/deep"));
  CHECK(deep->root() == folder.path());
  CHECK(deep->prefix() == "sub/deep/");
  CHECK(deep->inside(folder.path("a.txt")) == "a.txt");
  CHECK(deep->inside(folder.path()) == "");
  CHECK_FALSE(deep->inside("/"));
  CHECK_FALSE(deep->inside(folder.path("absent")));
  const Inside inside(folder.path("sub"));
  CHECK(deep->inside("deep/../deep/x") == "sub/deep/x");
  folder.sh("ln -s sub/deep/x link && ln -s sub/deep way");
  CHECK(deep->would_be_inside("deep/x") == "sub/deep/x");
  CHECK(deep->would_be_inside("deep//absent/./y/") == "sub/deep/absent/y");
  CHECK(deep->would_be_inside("absent") == "sub/absent");
  CHECK(deep->would_be_inside("..") == "");
  CHECK(deep->would_be_inside("../link") == "link");
  CHECK(deep->would_be_inside("../way/x") == "sub/deep/x");
  CHECK_FALSE(deep->would_be_inside("../../absent"));
  CHECK_FALSE(deep->would_be_inside("absent/../x"));
  CHECK_FALSE(deep->would_be_inside("/absent"));
}

TEST_CASE("git/repository: none, and none with a work tree") {
  if (!have_git()) return;
  const Folder folder;
  folder.sh("mkdir plain && git init -q --bare bare && git init -q full");
  for (const char* name : {"plain", "bare", "full/.git"}) {
    CAPTURE(name);
    const auto none = Repository::open(folder.path(name));
    REQUIRE(none);
    CHECK(*none == nullptr);
  }
  const auto absent = Repository::open(folder.path("absent"));
  REQUIRE_FALSE(absent);
  CHECK(absent.error().code == ErrorCode::io);
}

TEST_CASE("git/repository: no git, and one that fails") {
  const Folder folder;
  folder.write("empty/x", "");
  folder.write("git", "#!/bin/sh\necho 'fatal: out of order' >&2\nexit 128\n");
  folder.sh("chmod +x git");
  {
    const Variable path("PATH", folder.path("empty"));
    const auto none = Repository::open(folder.path());
    REQUIRE_FALSE(none);
    CHECK(none.error().code == ErrorCode::no_program);
  }
  const Variable path("PATH", folder.path());
  const auto broken = Repository::open(folder.path());
  REQUIRE_FALSE(broken);
  CHECK(broken.error().code == ErrorCode::refused);
  CHECK(broken.error().message == "out of order");
}

TEST_CASE("git/repository: somebody else's is refused in git's words") {
  if (!have_git()) return;
  if (::geteuid() != 0) {
    WARN("skipped: only root can give a folder away");
    return;
  }
  const Folder folder;
  make_simple(folder);
  const Variable global("GIT_CONFIG_GLOBAL", "/dev/null");
  const Variable system("GIT_CONFIG_NOSYSTEM", "1");
  folder.sh("chown -R 65534 .");
  const auto refused = Repository::open(folder.path());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::refused);
  CHECK(refused.error().message.find("dubious ownership") != std::string::npos);
  CHECK(refused.error().message.find("safe.directory") != std::string::npos);
  CHECK(refused.error().message.find_first_of("\n\t") == std::string::npos);
}

TEST_CASE("git/repository: a linked work tree, sha256, line ends in the path") {
  if (!have_git()) return;
  const Folder folder;
  folder.sh("mkdir main 'new\nline'");
  folder.sh(
      "cd main && git init -q -b main . && echo one > a && git add a && git commit -q -m a && "
      "git worktree add -q ../linked && cd ../linked && echo two >> a && git add a");
  const auto linked = opened(folder.path("linked"));
  CHECK(linked->root() == folder.path("linked"));
  CHECK(staged_paths(*linked) == "~a\n");
  CHECK(staged_paths(*opened(folder.path("main"))).empty());
  folder.sh("git init -q --object-format=sha256 wide && cd wide && echo x > x && git add x");
  const auto wide = opened(folder.path("wide"));
  CHECK(staged_paths(*wide) == "+x\n");
  folder.sh("cd wide && git commit -q -m x && echo y >> x && git add x");
  CHECK(wide->resolve("HEAD").value().size() == 64);
  CHECK(staged_lines(wide, "x") == "2-3");
  CHECK(wide->read("HEAD", "x").value() == "x\n");
  folder.sh("cd 'new\nline' && git init -q . && echo x > x && git add x");
  const auto odd = opened(folder.path("new\nline"));
  CHECK(odd->root() == folder.path("new\nline"));
  CHECK(staged_paths(*odd) == "+x\n");
}

TEST_CASE("git/repository: revisions are no options") {
  if (!have_git()) return;
  const Folder folder;
  make_simple(folder);
  folder.sh("git tag -a -m t v1 && git branch feature/x");
  const auto repository = opened(folder.path());
  const std::string head = repository->resolve("HEAD").value();
  CHECK(head.size() == 40);
  CHECK(repository->head().value() == head);
  for (const char* name : {"main", "v1", "feature/x", "@"})
    CHECK(repository->resolve(name) == head);
  CHECK(repository->resolve(head.substr(0, 12)) == head);
  for (const std::string& bad :
       {std::string(), std::string("absent"), std::string("--all"), std::string("-h"),
        std::string("--git-dir"), std::string("HEAD:a.txt"), std::string("HEAD~7"),
        std::string("HEAD\nHEAD"), std::string("HEAD\0x", 6), std::string(40, 'a'),
        std::string("^HEAD"), std::string("HEAD..main"), std::string(100000, 'x')}) {
    CAPTURE(bad.substr(0, 100));
    const auto id = repository->resolve(bad);
    REQUIRE_FALSE(id);
    CHECK(id.error().code == ErrorCode::unknown_revision);
  }
}

TEST_CASE("git/repository: files of a revision") {
  if (!have_git()) return;
  const Folder folder;
  make_simple(folder);
  folder.write("conf/.urilint.toml", "x = 1\n");
  folder.write("conf/sub/b", "b");
  folder.write("conf-other", "");
  folder.write(":(top)a.txt", "magic");
  folder.write("line\nend", "odd");
  folder.write("-x\t\"\xff", "odder");
  folder.sh(
      "ln -s a.txt link && chmod +x conf/sub/b && git init -q module && cd module && "
      "git commit -q --allow-empty -m m && cd .. && git add -A . && git commit -q -m more");
  const auto repository = opened(folder.path("conf"));
  CHECK(repository->read("HEAD", "a.txt").value() == "one\ntwo\nthree\n");
  CHECK(repository->read("HEAD", "conf/.urilint.toml").value() == "x = 1\n");
  CHECK(repository->read("HEAD", ":(top)a.txt").value() == "magic");
  CHECK(repository->read("HEAD", "line\nend").value() == "odd");
  CHECK(repository->read("HEAD", "-x\t\"\xff").value() == "odder");
  CHECK(repository->read("HEAD", "conf-other").value() == "");
  for (const char* none :
       {"", "link", "module", "conf", "conf/", "absent", "../a.txt", "/a.txt", "*"}) {
    CAPTURE(none);
    const auto bytes = repository->read("HEAD", none);
    CHECK((bytes && !*bytes));
  }
  CHECK_FALSE(repository->read("HEAD~1", "conf/sub/b").value());
  CHECK(repository->read("absent", "a.txt").error().code == ErrorCode::unknown_revision);
  CHECK(repository->read("HEAD", "a.txt", 5).error().code == ErrorCode::too_much);

  using Kind = TreeFile::Kind;
  const auto conf = repository->list("HEAD", "conf").value();
  REQUIRE(conf.size() == 2);
  CHECK(conf[0].path == "conf/.urilint.toml");
  CHECK(conf[1].path == "conf/sub/b");
  CHECK(conf[1].kind == Kind::executable);
  const auto all = repository->list("HEAD").value();
  CHECK(all.size() == 9);
  for (const TreeFile& file : all) {
    if (file.path == "link") CHECK(file.kind == Kind::symlink);
    if (file.path == "module") CHECK(file.kind == Kind::submodule);
  }
  CHECK(repository->list("HEAD", "a.txt").value().empty());
  CHECK(repository->list("HEAD", "absent").value().empty());
}

TEST_CASE("git/repository: what is staged") {
  if (!have_git()) return;
  const Folder folder;
  folder.sh("git init -q -b main .");
  folder.write("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\n");
  folder.write("gone", "x");
  folder.write("moved", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  folder.write("mode", "x");
  folder.sh("ln -s a.txt link && git add a.txt");
  const auto repository = opened(folder.path());
  CHECK(repository->head().value().empty());
  CHECK(staged_paths(*repository) == "+a.txt\n");
  CHECK(staged_lines(repository, "a.txt") == "all");
  commit_all(folder);
  CHECK(staged_paths(*repository).empty());

  folder.sh(
      "git rm -q gone && git mv moved 'sub dir' 2>/dev/null && echo ten >> 'sub dir' && "
      "chmod +x mode && rm link");
  folder.write("a.txt", "one\nTWO\nthree\nfour\nfive\nsix\nseven\n");
  folder.write("link", "a file now\n");
  folder.write("line\nend \"\t\xff", "new\n");
  folder.write(":(glob)*", "new\n");
  folder.write("empty", "");
  folder.sh("git add -A . && printf 'eight\\n' >> a.txt");
  CHECK(staged_paths(*repository) ==
        "+:(glob)*\n~a.txt\n+empty\n+line\nend \"\t\xff\n+link\n~sub dir\n");
  CHECK(staged_lines(repository, "a.txt") == "2-3");
  CHECK(staged_lines(repository, "sub dir") == "10-11");
  CHECK(staged_lines(repository, "link") == "all");

  // The bytes are those of the index.
  const auto staged = repository->staged().value();
  Blobs blobs = repository->blobs();
  for (const StagedFile& file : staged.files) {
    if (file.path == "a.txt") {
      CHECK(blobs.whole(file.id, 100).value() == "one\nTWO\nthree\nfour\nfive\nsix\nseven\n");
    }
    if (file.path == "empty") CHECK(blobs.whole(file.id, 100).value().empty());
    if (file.path == "link") CHECK(blobs.whole(file.id, 100).value() == "a file now\n");
  }
}

TEST_CASE("git/repository: conflicts hold nothing that is staged") {
  if (!have_git()) return;
  const Folder folder;
  make_simple(folder);
  folder.sh(
      "git checkout -q -b other && echo x > a.txt && git commit -q -am x && "
      "git checkout -q main && echo y > a.txt && git commit -q -am y && "
      "{ git merge -q other || true; }");
  CHECK(staged_paths(*opened(folder.path())) == "!a.txt\n");
}

TEST_CASE("git/repository: a hook's index and repository") {
  if (!have_git()) return;
  const Folder other;
  make_simple(other);
  const std::string elsewhere = other.path();
  const Folder folder;
  make_simple(folder);
  folder.write("sub/b.txt", "b\n");
  folder.write("c.txt", "c\n");
  folder.sh("git add c.txt && cp .git/index .git/other && GIT_INDEX_FILE=.git/other git add sub");
  CHECK(staged_paths(*opened(folder.path())) == "+c.txt\n");
  const Inside inside(folder.path("sub"));
  {
    // git itself reads a relative name from the top of the work tree.
    const Variable index("GIT_INDEX_FILE", ".git/other");
    CHECK(staged_paths(*opened(".")) == "+c.txt\n+sub/b.txt\n");
  }
  const Variable index("GIT_INDEX_FILE", folder.path(".git/other"));
  const Variable directory("GIT_DIR", folder.path(".git"));
  const Variable tree("GIT_WORK_TREE", folder.path());
  CHECK(staged_paths(*opened(".")) == "+c.txt\n+sub/b.txt\n");
  {
    // git would take the current directory for the top.
    ::unsetenv("GIT_WORK_TREE");
    CHECK(opened(".")->root() == folder.path());
    CHECK(opened(".")->prefix() == "sub/");
    CHECK(staged_paths(*opened("..")) == "+c.txt\n+sub/b.txt\n");
    ::setenv("GIT_WORK_TREE", folder.path().c_str(), 1);
  }
  // They are not those of another repository.
  {
    const Variable unset("GIT_INDEX_FILE", elsewhere + "/.git/index");
    const Variable dir("GIT_DIR", elsewhere + "/.git");
    const Variable work("GIT_WORK_TREE", elsewhere);
    CHECK(opened(folder.path("sub"))->root() == folder.path());
    CHECK(staged_paths(*opened(folder.path("sub"))) == "+c.txt\n");
  }
}

TEST_CASE("git/repository: blobs, one after the other") {
  if (!have_git()) return;
  const Folder folder;
  make_simple(folder);
  folder.write("big", std::string(3'000'000, 'x'));
  folder.write("empty", "");
  commit_all(folder);
  const auto repository = opened(folder.path());
  std::string big, empty, small;
  const auto files = repository->list("HEAD").value();
  for (const TreeFile& file : files) {
    (file.path == "big" ? big : file.path == "empty" ? empty : small) = file.id;
  }
  Blobs blobs = repository->blobs();
  for (int round = 0; round < 3; ++round) {
    CHECK(blobs.open(big).value() == 3'000'000);  // and left unread
    CHECK(blobs.whole(small, 100).value() == "one\ntwo\nthree\n");
    CHECK(blobs.whole(empty, 100).value().empty());
    CHECK(blobs.whole(big, 1000).error().code == ErrorCode::too_much);
    CHECK(blobs.open(std::string(40, '0')).error().code == ErrorCode::missing_object);
    CHECK(blobs.open("HEAD").error().code == ErrorCode::missing_object);
    CHECK(blobs.open(repository->head().value()).error().code == ErrorCode::missing_object);
    CHECK(blobs.open(small).value() == 14);
    char c = 0;
    CHECK(blobs.read(&c, 1) == 1);
    CHECK(c == 'o');
  }
}

TEST_CASE("git/changes: since a revision, from where the histories part") {
  if (!have_git()) return;
  const Folder folder;
  make_simple(folder);
  folder.sh("git checkout -q -b topic");
  folder.write("a.txt", "one\ntwo\nthree\nfour\n");
  folder.write("b.txt", "b\n");
  commit_all(folder);
  folder.sh("git checkout -q main");
  folder.write("a.txt", "zero\none\ntwo\nthree\n");
  commit_all(folder);
  folder.sh("git checkout -q topic");
  folder.write("a.txt", "one\n2\nthree\nfour\n");  // not committed
  folder.write("c.txt", "c\n");                    // not tracked
  const auto repository = opened(folder.path());
  CHECK(since(repository, "main", "a.txt") == "2-3 4-5");
  CHECK(since(repository, "main", "b.txt") == "all");
  CHECK(since(repository, "main", "c.txt") == "all");
  CHECK(since(repository, "HEAD", "a.txt") == "2-3");
  CHECK(since(repository, "HEAD", "b.txt").empty());
  CHECK(since(repository, "absent", "a.txt").starts_with("error: 'absent'"));
  // Nothing in common.
  folder.sh(
      "git checkout -q --orphan alone && git rm -q -rf --cached . && git add a.txt && "
      "git commit -q -m alone");
  folder.write("a.txt", "one\n2\nthree\nfour\nfive\n");
  CHECK(since(repository, "main", "a.txt") == "2-3 4-6");
}

TEST_CASE("git/changes: line ends of a work tree, links, what is no file") {
  if (!have_git()) return;
  const Folder folder;
  make_simple(folder);
  folder.write("b.txt", "x\n");
  folder.sh("ln -s a.txt link && git add -A . && git commit -q -m more");
  folder.write("a.txt", "one\r\ntwo\r\nthree\r\n");
  folder.sh("rm b.txt && mkfifo b.txt && rm link && echo x > link");
  const auto repository = opened(folder.path());
  CHECK(since(repository, "HEAD", "a.txt").empty());
  CHECK(since(repository, "HEAD", "b.txt") == "all");
  CHECK(since(repository, "HEAD", "link") == "all");
}

TEST_CASE("git/repository: nothing that a repository configures is executed") {
  if (!have_git()) return;
  const Folder traps;
  const std::string trap = traps.trap();
  const Folder folder;
  make_simple(folder);
  folder.write("b.txt", "b\n");
  folder.write(".gitattributes", "* filter=x diff=x\n");
  commit_all(folder);
  folder.write("a.txt", "one\nTWO\nthree\n");
  folder.sh("git add a.txt");
  folder.write("b.txt", "b\nB\n");
  folder.write("included", hostile_configuration(trap));
  for (const char* hook : {"post-index-change", "reference-transaction", "pre-commit"}) {
    folder.write(std::string(".git/hooks/") + hook, "#!/bin/sh\nexec " + trap + "\n");
  }
  folder.sh(
      "chmod +x .git/hooks/* && git config include.path ../included && "
      "git config core.hooksPath .git/hooks && git config extensions.worktreeConfig true");
  // The trap works: git's own porcelain falls into it.
  folder.sh("touch b.txt && { git --no-pager diff || true; }");
  REQUIRE(traps.has("ran"));
  traps.sh("rm ran");

  const Variable ssh("GIT_SSH_COMMAND", trap);
  const Variable external("GIT_EXTERNAL_DIFF", trap);
  const Variable pager("GIT_PAGER", trap);
  const auto repository = opened(folder.path());
  CHECK(staged_paths(*repository) == "~a.txt\n");
  CHECK(staged_lines(repository, "a.txt") == "2-3");
  CHECK(since(repository, "HEAD", "b.txt") == "2-3");
  CHECK(since(repository, "HEAD", "a.txt") == "2-3");
  CHECK(repository->read("HEAD", "b.txt").value() == "b\n");
  CHECK(repository->list("HEAD").value().size() == 3);
  CHECK_FALSE(traps.has("ran"));
}

TEST_CASE("git/repository: a partial clone fetches nothing") {
  if (!have_git()) return;
  const Folder folder;
  const std::string trap = folder.trap();
  folder.sh(
      "git init -q -b main up && cd up && printf 'one\\n' > a && echo b > b && git add . && "
      "git commit -q -m one && git config uploadpack.allowFilter true && "
      "git config uploadpack.allowAnySHA1InWant true");
  folder.sh("git clone -q --no-checkout --filter=blob:none \"file://$PWD/up\" part");
  folder.sh("cd part && git cat-file -p HEAD:b && git read-tree HEAD");
  // From here on a fetch would start the trap, whatever it was allowed.
  folder.sh("cd part && git config remote.origin.uploadpack " + trap +
            " && git config protocol.file.allow always && git config protocol.ext.allow always");
  folder.write("part/a", "one\ntwo\n");
  folder.write("part/b", "b\nc\n");
  const auto repository = opened(folder.path("part"));
  const auto ask = [&](const char* url) {
    folder.sh(std::string("cd part && git config remote.origin.url '") + url + "'");
    const auto changes = Changes::since(repository, "HEAD");
    REQUIRE(changes);
    const auto missing = (*changes)->lines_of("a");
    CHECK(missing.lines.all);
    CHECK(missing.note.find("not in this clone") != std::string::npos);
    CHECK(dump((*changes)->lines_of("b").lines) == "2-3");
    const auto read = repository->read("HEAD", "a");
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::missing_object);
    CHECK(repository->read("HEAD", "b").value() == "b\n");
  };
  ask(("file://" + folder.path("up")).c_str());
  ask(("ext::" + trap).c_str());
  ask("git@repo.example.com:x/y");
  // An index that differs, too: looking for renames would want blobs.
  folder.sh(
      "cd part && git update-index --add --cacheinfo 100644,$(git rev-parse HEAD:b),new && "
      "git update-index --force-remove a");
  CHECK(staged_paths(*repository) == "+new\n");
  CHECK_FALSE(folder.has("ran"));
}
