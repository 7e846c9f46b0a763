#include "git/lines.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "unit/git/repositories.hpp"

using namespace urilint::git;
using urilint::testing::Folder;
using urilint::testing::have_git;
using urilint::testing::Inside;
using urilint::testing::Variable;

namespace {

std::string dump(const ChangedLines& lines) {
  if (lines.all) return "all";
  std::string out;
  for (const LineRange& range : lines.ranges) {
    out += (out.empty() ? "" : " ") + std::to_string(range.begin) + '-' + std::to_string(range.end);
  }
  return out;
}

std::string diff(std::string_view before, std::string_view after) {
  LineDiff differ((Program()));
  const auto lines = differ.changed(before, after);
  return lines ? dump(*lines) : "error: " + lines.error().message;
}

std::string parse(std::string_view patch) {
  const auto ranges = ranges_of_patch(patch);
  return ranges ? dump({false, *ranges}) : "error";
}

}  // namespace

TEST_CASE("git/lines: ranges are half open and touch by lines") {
  const ChangedLines lines{false, {{3, 5}, {9, 10}}};
  CHECK_FALSE(lines.touches(1, 2));
  CHECK(lines.touches(1, 3));
  CHECK(lines.touches(4, 4));
  CHECK_FALSE(lines.touches(5, 8));
  CHECK(lines.touches(5, 9));
  CHECK(lines.touches(9, 100));
  CHECK_FALSE(lines.touches(10, 100));
  CHECK(ChangedLines::everything().touches(1, 1));
  CHECK_FALSE(ChangedLines{}.touches(1, 100));
}

TEST_CASE("git/lines: hunks of a patch") {
  CHECK(parse("") == "");
  CHECK(parse("diff --git a/0 b/1\n--- a/0\n+++ b/1\n@@ -1 +1 @@\n-a\n+b\n") == "1-2");
  CHECK(parse("@@ -5,2 +4,0 @@ x\n-a\n-b\n@@ -9,0 +8,3 @@\n+a\n+b\n+c\n") == "8-11");
  // Lines of a text that look like a patch.
  CHECK(parse("@@ -1 +1,2 @@\n-@@ -1 +9 @@\n+@@ -1 +7 @@\n++++ b/x\n") == "1-3");
  CHECK(
      parse("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n") ==
      "1-2");
  for (const char* bad :
       {"@@ -1 +1 @@\n-a\n", "@@ -1 +1 @@\n+a\n-b\n", "@@ -1 +1 @@\n-a\n+b\n-c\n", "@@ -x +1 @@\n",
        "@@ -1 +1\n-a\n+b\n", "@@ -1,1 +99999999999999999999 @@\n",
        "@@ -0,0 +5 @@\n+a\n@@ -0,0 +2 @@\n+a\n", "@@ -0,0 +1,18446744073709551615 @@\n+a\n"}) {
    CAPTURE(bad);
    CHECK(parse(bad) == "error");
  }
}

TEST_CASE("git/lines: texts are compared by git") {
  if (!have_git()) return;
  CHECK(diff("a\n", "a\n") == "");
  CHECK(diff("a\nb\nc\n", "a\nB\nc\n") == "2-3");
  CHECK(diff("a\nb\nc\n", "b\nc\nd\ne\n") == "3-5");
  CHECK(diff("a\nb\nc\n", "a\n") == "");
  CHECK(diff("", "a\nb\n") == "1-3");
  CHECK(diff("a\n", "") == "");
  CHECK(diff("1\n2\n3\n4\n5\n", "1\nx\n3\ny\n5\n") == "2-3 4-5");
  CHECK(diff("@@ -1 +1 @@\n", "@@ -1 +1 @@\n+++ b/x\n--- a/x\n") == "2-4");
  // Bytes that are no text for anybody.
  CHECK(diff("\xff\n\x80\n", "\xff\n\x81\n") == "2-3");
}

TEST_CASE("git/lines: how lines end is no change") {
  if (!have_git()) return;
  CHECK(diff("a\nb\n", "a\r\nb\r\n") == "");
  CHECK(diff("a\nb\n", "a\rb") == "");
  CHECK(diff("a\nb\nc\n", "a\r\nB\r\nc\r\n") == "2-3");
  CHECK(diff("a", "a\nb\n") == "2-3");
  CHECK(with_plain_line_ends("a\r\r\nb\n\rc") == "a\n\nb\n\nc\n");
  CHECK(with_plain_line_ends("") == "");
}

TEST_CASE("git/lines: what has no lines changed as a whole") {
  using namespace std::string_view_literals;
  CHECK(has_no_lines("a\0b"sv));
  CHECK(
      has_no_lines("\xff\xfe"
                   "a\0"sv));
  CHECK_FALSE(has_no_lines("a\n"));
  CHECK(diff("a\0\n"sv, "b\0\n"sv) == "all");
  CHECK(diff("a\0\n"sv, "a\0\n"sv) == "");
}

TEST_CASE("git/lines: a long text of equal lines, and one line of many bytes") {
  if (!have_git()) return;
  std::string many;
  for (int i = 0; i < 200000; ++i) many += "x\n";
  CHECK(diff(many, many + "y\n") == "200001-200002");
  const std::string one(3'000'000, 'x');
  CHECK(diff(one, one + 'y') == "1-2");
}

TEST_CASE("git/lines: no configuration, no attributes, nothing left behind") {
  if (!have_git()) return;
  const Folder folder;
  const std::string trap = folder.trap();
  folder.write("home/.gitconfig", "[diff]\n\texternal = " + trap +
                                      "\n[core]\n\tattributesFile = " + folder.path("attributes") +
                                      "\n[diff \"x\"]\n\ttextconv = " + trap + "\n");
  folder.write("attributes", "* diff=x\n");
  folder.write(".gitattributes", "* diff=x\n");
  // The temporary folder lies in a repository.
  folder.sh("git init -q . && mkdir tmp");
  folder.write(".git/config", "[core]\n\trepositoryformatversion = 0\n[diff]\n\texternal = " +
                                  trap + "\n[diff \"x\"]\n\ttextconv = " + trap + "\n");
  const Variable home("HOME", folder.path("home"));
  const Variable external("GIT_EXTERNAL_DIFF", trap);
  const Variable options("GIT_DIFF_OPTS", "-u5");
  const Variable temporary("TMPDIR", folder.path("tmp"));
  CHECK(diff("a\nb\nc\n", "a\nB\nc\n") == "2-3");
  CHECK_FALSE(folder.has("ran"));
  CHECK(std::filesystem::is_empty(folder.path("tmp")));
}
