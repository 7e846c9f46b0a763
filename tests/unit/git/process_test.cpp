#include "git/process.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>

#include "unit/git/repositories.hpp"

using namespace urilint::git;
using namespace std::chrono_literals;
using urilint::testing::Folder;
using urilint::testing::Inside;
using urilint::testing::Variable;

namespace {

Command shell(std::string line) {
  return {"/bin/sh", {"-c", std::move(line)}, {"PATH=/usr/bin:/bin"}, false, 20s};
}

}  // namespace

TEST_CASE("git/process: both outputs and the status") {
  const auto output = run(shell("echo out; echo err >&2; exit 3"), 100);
  REQUIRE(output);
  CHECK(output->out == "out\n");
  CHECK(output->errors == "err\n");
  CHECK(output->status == 3);
}

TEST_CASE("git/process: arguments pass through no shell, the environment is what was given") {
  const auto output = run(
      {"/bin/sh", {"-c", "printf %s \"$1$HOME\"", "sh", "$(id) `id` ; *\n"}, {}, false, 20s}, 100);
  REQUIRE(output);
  CHECK(output->out == "$(id) `id` ; *\n");
}

TEST_CASE("git/process: outputs are bounded, errors are cut") {
  const auto much = run(shell("head -c 100000 /dev/zero"), 99999);
  REQUIRE_FALSE(much);
  CHECK(much.error().code == ErrorCode::too_much);
  // More than a pipe holds: whoever reads only one of both would wait for ever.
  const auto both = run(shell("head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero"), 300000);
  REQUIRE(both);
  CHECK(both->out.size() == 300000);
  CHECK(both->errors.size() == 4096);
}

TEST_CASE("git/process: silence ends, standard input is empty") {
  Command silent = shell("sleep 60");
  silent.patience = 50ms;
  const auto output = run(silent, 10);
  REQUIRE_FALSE(output);
  CHECK(output.error().code == ErrorCode::timed_out);
  const auto reads = run(shell("cat; echo end"), 10);
  REQUIRE(reads);
  CHECK(reads->out == "end\n");
}

TEST_CASE("git/process: a child that no longer reads is an error, not a signal") {
  Command gone = shell("exec <&-; exit 0");
  gone.feeds = true;
  auto process = Process::start(gone);
  REQUIRE(process);
  char c = 0;
  while (process->read(&c, 1) != 0) {
  }
  CHECK(process->wait() == 0);
  Command again = shell("exec 0<&-; echo ready; sleep 5");
  again.feeds = true;
  auto deaf = Process::start(again);
  REQUIRE(deaf);
  REQUIRE(deaf->read(&c, 1) == 1);
  CHECK_FALSE(deaf->write("x"));
}

TEST_CASE("git/process: a program that is not there") {
  const auto output = run({"/nonexistent/git", {}, {}, false, 1s}, 10);
  REQUIRE_FALSE(output);
  CHECK(output.error().code == ErrorCode::not_started);
  const auto nul = run({"/bin/sh", {std::string("a\0b", 3)}, {}, false, 1s}, 10);
  REQUIRE_FALSE(nul);
  CHECK(nul.error().code == ErrorCode::not_started);
}

TEST_CASE("git/process: programs are found in absolute folders only") {
  const Folder folder;
  folder.write("tool-of-a-test", "#!/bin/sh\n");
  folder.sh("chmod +x tool-of-a-test; mkdir sub; mkdir sub/tool-of-a-test");
  const Inside inside(folder.path());
  {
    const Variable path("PATH", ".::sub:" + folder.path("sub"));
    CHECK(find_program("tool-of-a-test").empty());
  }
  const Variable path("PATH", ".:" + folder.path());
  CHECK(find_program("tool-of-a-test") == folder.path("tool-of-a-test"));
}
