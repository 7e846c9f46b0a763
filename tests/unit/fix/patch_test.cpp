// Patches as git and patch(1) read them.
#include "fix/patch.hpp"

#include <catch2/catch.hpp>

using namespace urilint;

namespace {

bool always(const HunkLines& /*hunk*/) { return true; }

}  // namespace

TEST_CASE("patch: names are quoted as git quotes them") {
  CHECK(patch_name("a/", "conf/app.yaml") == "a/conf/app.yaml");
  CHECK(patch_name("b/", "/tmp/x") == "b/tmp/x");
  CHECK(patch_name("a/", "two words") == "a/two words\t");
  CHECK(patch_name("a/", "\xc3\xa9\"\\\t\x01") == R"("a/\303\251\"\\\t\001")");
}

TEST_CASE("patch: lines with their context") {
  const std::string before = "1\n2\n3\n4\nold\n6\n7\n8\n9\n";
  const std::string after = "1\n2\n3\n4\nnew\n6\n7\n8\n9\n";
  CHECK(make_patch("f", before, after, always).text ==
        "--- a/f\n+++ b/f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-old\n+new\n 6\n 7\n 8\n");
  CHECK(make_patch("f", before, before, always).text.empty());
}

TEST_CASE("patch: neighbours are one hunk, a missing line end is said") {
  CHECK(make_patch("f", "a\nb\r\nc", "A\nb\r\nC", always).text ==
        "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n-a\n+A\n b\r\n-c\n\\ No newline at end of file\n"
        "+C\n\\ No newline at end of file\n");
  CHECK(make_patch("f", "a\nb\n", "A\nB\n", always).text ==
        "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n-b\n+A\n+B\n");
}

TEST_CASE("patch: hunks that may not be shown are counted") {
  std::string before = "secret\n";
  for (int i = 0; i < 10; ++i) before += "x\n";
  std::string after = "Secret\n" + before.substr(7);
  before += "old\n";
  after += "new\n";
  const Patch patch = make_patch("f", before, after, [&](const HunkLines& hunk) {
    return before.substr(hunk.before.begin, hunk.before.size()).find("secret") == std::string::npos;
  });
  CHECK(patch.hidden == 1);
  CHECK(patch.text == "--- a/f\n+++ b/f\n@@ -9,4 +9,4 @@\n x\n x\n x\n-old\n+new\n");
  const Patch none = make_patch("f", before, after, [](const HunkLines&) { return false; });
  CHECK(none.hidden == 2);
  CHECK(none.text.empty());
  CHECK(make_patch("f", "a\n", "a\nb\n", always).hidden == 1);
}
