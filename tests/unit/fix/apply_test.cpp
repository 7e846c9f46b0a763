// Edits in bytes and files: all of them or none, and nothing else.
#include "fix/apply.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "support/fixing.hpp"
#include "unit/source/files.hpp"

using namespace urilint;
using fixing::Shop;

namespace {

FileKind kind_of(Format format) { return {"file", format, true}; }

Fix fix_of(std::vector<Edit> edits) { return {"a fix", std::move(edits), {}, {}, true}; }

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string utf16(std::string_view ascii, bool big) {
  std::string out = big ? std::string("\xfe\xff") : std::string("\xff\xfe");
  for (const char c : ascii) {
    if (big) out += '\0';
    out += c;
    if (!big) out += '\0';
  }
  return out;
}

ContentTag tag_of(std::string_view bytes) {
  ContentTag tag;
  tag.add(piece_of(0, bytes));
  return tag;
}

}  // namespace

TEST_CASE("apply: of fixes that overlap the first wins, shared edits are made once") {
  const std::vector<Fix> fixes = {
      fix_of({{4, 0, "s"}, {10, 3, ""}}),
      fix_of({{10, 3, ""}, {20, 1, "F"}}),
      fix_of({{12, 2, "x"}}),
      fix_of({{4, 0, "t"}}),
      fix_of({{13, 2, "y"}}),
      fix_of({}),
  };
  const MergedFixes merged = merge_fixes(fixes);
  REQUIRE(merged.taken.size() == 3);
  CHECK(merged.taken[0] == &fixes[0]);
  CHECK(merged.taken[1] == &fixes[1]);
  CHECK(merged.taken[2] == &fixes[4]);
  CHECK(merged.edits == std::vector<Edit>{{4, 0, "s"}, {10, 3, ""}, {13, 2, "y"}, {20, 1, "F"}});
}

TEST_CASE("apply: edits that leave the file are refused") {
  const std::vector<Edit> inside = {{1, 1, "xy"}, {3, 0, "z"}};
  CHECK(edited("abc", inside, true) == "axycz");
  CHECK_FALSE(edited("abc", std::vector<Edit>{{2, 2, ""}}, true));
  CHECK_FALSE(edited("abc", std::vector<Edit>{{4, 0, "x"}}, true));
  CHECK_FALSE(edited("abc", std::vector<Edit>{{1, 1, ""}, {0, 1, ""}}, true));
}

TEST_CASE("apply: the charset, the mark and the line ends of a file stay") {
  Shop shop({{"example.com"}});
  const std::string_view text =
      "{\"a\": \"http://example.com:80/%2f\",\r\n \"b\": \"\xc3\xa9\"}\r\n";
  const std::string_view meant =
      "{\"a\": \"https://example.com/%2F\",\r\n \"b\": \"\xc3\xa9\"}\r\n";
  const FileKind json = kind_of(Format::json);
  CHECK(shop.fix(text, json).bytes == meant);
  CHECK(shop.fix("\xef\xbb\xbf" + std::string(text), json).bytes ==
        "\xef\xbb\xbf" + std::string(meant));
  const std::string_view ascii = "{\"a\": \"http://example.com:80/%2f\"}\r\n";
  const std::string_view ascii_meant = "{\"a\": \"https://example.com/%2F\"}\r\n";
  for (const bool big : {false, true}) {
    CHECK(shop.fix(utf16(ascii, big), json).bytes == utf16(ascii_meant, big));
  }
  const std::string latin = "{\"a\": \"\xe9\", \"b\": \"https://example.com:443/a|b\"}\n";
  CHECK(shop.fix(latin, json).bytes == "{\"a\": \"\xe9\", \"b\": \"https://example.com/a%7Cb\"}\n");
}

TEST_CASE("apply: the proof sees what an edit breaks") {
  const FileKind json = kind_of(Format::json);
  const std::string_view before =
      R"({"a": "https://example.com/a|b", "c": "https://example.com/"})";
  const SourceSpan uri{7, 30};
  const Fix good{"", {{28, 1, "%7C"}}, {{{21, 22}, "%7C"}}, uri, true};
  const Fix* const fixes[] = {&good};
  CHECK(before.substr(28, 1) == "|");
  const auto proved = [&](std::string_view after) { return proves(before, after, json, fixes); };
  CHECK(proved(R"({"a": "https://example.com/a%7Cb", "c": "https://example.com/"})"));
  CHECK_FALSE(proved(R"({"a": "https://example.com/a%7Cc", "c": "https://example.com/"})"));
  CHECK_FALSE(proved(R"({"a": "https://example.com/a%7Cb", "d": "https://example.com/"})"));
  CHECK_FALSE(proved(R"({"a": "https://example.com/a%7Cb, "c": "https://example.com/"})"));
  CHECK_FALSE(proved(before));
  // A fix about a URI that is not there.
  const Fix elsewhere{"", {{28, 1, "%7C"}}, {{{21, 22}, "%7C"}}, {8, 30}, true};
  const Fix* const wrong[] = {&elsewhere};
  CHECK_FALSE(proves(before, before, json, wrong));
}

TEST_CASE("apply: a tag tells whether bytes are what was read") {
  ContentTag tag;
  CHECK_FALSE(tag.matches(""));
  tag.add(piece_of(3, "abc"));
  tag.add(piece_of(6, "def"));
  CHECK(
      tag.matches("\xef\xbb\xbf"
                  "abcdef"));
  CHECK_FALSE(
      tag.matches("\xef\xbb\xbf"
                  "abcdeg"));
  CHECK_FALSE(
      tag.matches("\xef\xbb\xbf"
                  "abcdefg"));
  CHECK_FALSE(tag.matches("ab"));
  ContentTag gap;
  gap.add(piece_of(0, "abc"));
  gap.add(piece_of(4, "e"));
  CHECK_FALSE(gap.matches("abcde"));
}

TEST_CASE("apply: a file is replaced whole, with its mode") {
  const testing::TempTree tree;
  const std::string path = tree.write("a.json", "old");
  REQUIRE(::chmod(path.c_str(), 0640) == 0);
  CHECK(replace_file(path, "old", "new").empty());
  CHECK(read_file(path) == "new");
  struct stat info {};
  REQUIRE(::stat(path.c_str(), &info) == 0);
  CHECK((info.st_mode & 07777) == 0640);
  CHECK_FALSE(replace_file(path, "old", "newer").empty());
  CHECK(read_file(path) == "new");
  CHECK_FALSE(replace_file(tree.path("none"), "old", "new").empty());
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(tree.path())) {
    ++files;
  }
  CHECK(files == 1);  // nothing stays behind
}

TEST_CASE("apply: links, changed files and long ones are left alone") {
  const testing::TempTree tree;
  const std::string text = R"({"a": "https://example.com:443/"})";
  const std::string path = tree.write("a.json", text);
  const FileKind kind{"a.json", Format::automatic, true};
  Shop shop;
  std::vector<Fix> fixes;
  for (auto& offer : shop.offers(text, kind)) fixes.push_back(std::move(offer.fix));
  REQUIRE(fixes.size() == 1);
  const FixedFile good = fix_file(path, kind, tag_of(text), fixes);
  CHECK(good.outcome == FixOutcome::ready);
  CHECK(good.after == R"({"a": "https://example.com/"})");
  CHECK(fix_file(path, kind, tag_of(text + " "), fixes).outcome == FixOutcome::changed);
  CHECK(fix_file(path, kind, tag_of(text), fixes, 8).outcome == FixOutcome::too_long);
  CHECK(fix_file(tree.path("none"), kind, tag_of(text), fixes).outcome == FixOutcome::unreadable);
  tree.link("b.json", path);
  CHECK(fix_file(tree.path("b.json"), kind, tag_of(text), fixes).outcome == FixOutcome::link);
  REQUIRE(::link(path.c_str(), tree.path("c.json").c_str()) == 0);
  CHECK(fix_file(path, kind, tag_of(text), fixes).outcome == FixOutcome::link);
}
