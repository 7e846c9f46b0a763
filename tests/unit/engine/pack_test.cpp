// Packs: folders as users write them, and as nobody should.
#include "engine/pack.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace urilint;
namespace fs = std::filesystem;

namespace {

std::string rule_text(std::string_view extra = {}) {
  return std::string(extra) + R"(since = "1.0"
summary = "s"
severity = "warning"
message = "m"
why = "w"
instead = "i"
wake = { any = ["port-valid"] }
[match]
mark = "port"
field = "port"
op = "present"
[[bad]]
uri = "http://192.0.2.9:25/"
mark = "25"
[[good]]
uri = "http://192.0.2.9/"
)";
}

// A folder that goes with the test.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "urilint-pack-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    outer_ = name;
    fs::create_directory(path());
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(outer_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] fs::path path() const { return outer_ / "pack"; }
  [[nodiscard]] fs::path beside(std::string_view name) const { return outer_ / name; }
  void write(std::string_view name, std::string_view text) const { put(path() / name, text); }
  static void put(const fs::path& file, std::string_view text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }

 private:
  fs::path outer_;
};

// `file line key code;…`, the folder's name left out; or `ok id family, …`.
std::string outcome(const PackResult& result, const std::string& directory) {
  std::string out;
  if (result) {
    out = "ok";
    for (const RuleInfo* rule : (*result)->rules()) {
      out += ' ' + std::string(rule->family) + '/' + std::string(rule->id);
    }
    return out;
  }
  for (const RuleFileError& error : result.error()) {
    CHECK(error.file.starts_with(directory));
    CHECK_FALSE(error.words.empty());
    std::string file = error.file.substr(directory.size());
    out += file.empty() ? "." : file.substr(1);
    out += ' ' + std::to_string(error.line) + ' ' + (error.key.empty() ? "-" : error.key) + ' ' +
           std::string(name_of(error.code)) + ';';
  }
  return out;
}

std::string load(const Folder& folder, std::span<const RuleInfo* const> known = {}) {
  return outcome(load_pack(folder.path().string(), known), folder.path().string());
}

}  // namespace

TEST_CASE("pack: a folder of rules") {
  const Folder folder;
  folder.write("custom/zeta.toml", rule_text("yields_to = [\"alpha\", \"built-in\"]\n"));
  folder.write("alpha.toml", rule_text());
  folder.write("our-family/beta.toml", rule_text());
  folder.write("README.md", "words");
  folder.write("notes/todo.txt", "words");
  folder.write(".git/config.toml", "not a rule");
  folder.write(".hidden.toml", "not a rule");
  folder.write("custom/.hidden.toml", "not a rule");
  RuleInfo builtin;
  builtin.id = "built-in";
  const RuleInfo* known[] = {&builtin};
  const auto pack = load_pack(folder.path().string() + "//", known);
  CHECK(outcome(pack, folder.path().string()) == "ok custom/alpha our-family/beta custom/zeta");
  REQUIRE(pack);
  CHECK((*pack)->rules()[2]->file == "custom/zeta.toml");
  CHECK((*pack)->rules()[0]->file == "alpha.toml");
  CHECK((*pack)->rules()[0]->detect == nullptr);
}

TEST_CASE("pack: what is no folder") {
  const Folder folder;
  Folder::put(folder.beside("file"), "x");
  const auto at = [&](std::string_view name) {
    const std::string path = folder.beside(name).string();
    return outcome(load_pack(path, {}), path);
  };
  CHECK(at("missing") == ". 0 - unreadable;");
  CHECK(at("file") == ". 0 - not-a-folder;");
  CHECK(at("pack") == ". 0 - no-files;");
  CHECK(outcome(load_pack("", {}), "") == ". 0 - unreadable;");
}

TEST_CASE("pack: all errors of all files") {
  const Folder folder;
  folder.write("a/one.toml", rule_text("detector = true\n"));
  folder.write("a/two.toml", rule_text("references = [\"http://example.com/\", \"RFC 3986\"]\n"));
  folder.write("a/Three.toml", rule_text());
  folder.write("a/four.toml", "x = \n");
  folder.write("A b/five.toml", rule_text());
  folder.write("a/six.toml", rule_text("yields_to = [\"one\"]\n"));
  CHECK(load(folder) ==
        "A b/five.toml 1 - unknown-family;a/Three.toml 1 - bad-id;a/four.toml 1 - syntax;"
        "a/one.toml 9 match detector-and-match;a/two.toml 1 references[0] bad-reference;");
}

TEST_CASE("pack: ids that are taken") {
  const Folder folder;
  RuleInfo builtin;
  builtin.id = "built-in";
  constexpr std::string_view kAliases[] = {"old-name"};
  builtin.aliases = kAliases;
  const RuleInfo* known[] = {&builtin};
  SECTION("by a built-in rule") {
    folder.write("built-in.toml", rule_text());
    folder.write("x/old-name.toml", rule_text());
    folder.write("x/mine.toml", rule_text("aliases = [\"built-in\"]\n"));
    CHECK(load(folder, known) ==
          "built-in.toml 1 - duplicate-id;x/mine.toml 1 aliases[0] duplicate-id;"
          "x/old-name.toml 1 - duplicate-id;");
  }
  SECTION("by another rule of the pack") {
    folder.write("a/same.toml", rule_text());
    folder.write("b/same.toml", rule_text());
    CHECK(load(folder) == "b/same.toml 1 - duplicate-id;");
  }
  SECTION("by a family") {
    folder.write("a/transport.toml", rule_text());
    CHECK(load(folder) == "a/transport.toml 1 - bad-id;");
  }
  SECTION("and names that nobody has") {
    folder.write("a/one.toml", rule_text("yields_to = [\"nobody\"]\n"));
    folder.write("a/two.toml", rule_text("yields_to = [\"three\"]\n"));
    folder.write("a/three.toml", rule_text("yields_to = [\"two\"]\n"));
    CHECK(load(folder) ==
          "a/one.toml 1 yields_to[0] unknown-rule;a/two.toml 1 yields_to yields-cycle;");
  }
}

TEST_CASE("pack: links") {
  const Folder folder;
  folder.write("a/inside.toml", rule_text());
  Folder::put(folder.beside("secret.toml"), rule_text());
  Folder::put(folder.beside("elsewhere/rule.toml"), rule_text());
  Folder::put(folder.beside("pack-of-others/rule.toml"), rule_text());
  SECTION("out of the pack") {
    fs::create_symlink("../../secret.toml", folder.path() / "a/link.toml");
    fs::create_symlink(folder.beside("secret.toml"), folder.path() / "absolute.toml");
    fs::create_directory_symlink("../elsewhere", folder.path() / "b");
    // Its name begins like the pack's.
    fs::create_directory_symlink("../pack-of-others", folder.path() / "c");
    CHECK(load(folder) ==
          "a/link.toml 0 - outside-pack;absolute.toml 0 - outside-pack;b 0 - outside-pack;"
          "c 0 - outside-pack;");
  }
  SECTION("to itself, or to nothing") {
    fs::create_symlink("loop.toml", folder.path() / "loop.toml");
    fs::create_symlink("nothing.toml", folder.path() / "a/broken.toml");
    CHECK(load(folder) == "a/broken.toml 0 - unreadable;loop.toml 0 - unreadable;");
  }
  SECTION("inside the pack") {
    fs::create_symlink("a/inside.toml", folder.path() / "other-name.toml");
    CHECK(load(folder) == "ok a/inside custom/other-name");
  }
  SECTION("a folder that holds itself") {
    fs::create_directory_symlink("..", folder.path() / "a/up");
    CHECK(load(folder) == "a/up 0 - wrong-place;");
  }
  SECTION("the pack itself may be a link") {
    fs::create_directory_symlink("pack", folder.beside("link"));
    const std::string path = folder.beside("link").string();
    CHECK(outcome(load_pack(path, {}), path) == "ok a/inside");
  }
}

TEST_CASE("pack: what is no regular file") {
  const Folder folder;
  folder.write("a/rule.toml", rule_text());
  fs::create_directory(folder.path() / "a/folder.toml");
  fs::create_directory(folder.path() / "folder.toml");
  REQUIRE(::mkfifo((folder.path() / "pipe.toml").c_str(), 0600) == 0);
  CHECK(load(folder) ==
        "a/folder.toml 0 - not-a-file;folder.toml 0 - not-a-file;pipe.toml 0 - not-a-file;");
}

TEST_CASE("pack: folders below a family") {
  const Folder folder;
  folder.write("a/rule.toml", rule_text());
  folder.write("a/deep/rule.toml", rule_text());
  CHECK(load(folder) == "a/deep 0 - wrong-place;");
}

TEST_CASE("pack: limits") {
  const Folder folder;
  SECTION("one file") {
    folder.write("a/large.toml", rule_text() + '#' + std::string(kRuleFileMax, 'x'));
    CHECK(load(folder) == "a/large.toml 1 - too-large;");
  }
  SECTION("files") {
    for (std::size_t i = 0; i <= kPackFilesMax; ++i) {
      folder.write("a/r" + std::to_string(i) + ".toml", rule_text());
    }
    CHECK(load(folder) == ". 0 - too-many-files;");
    fs::remove(folder.path() / "a/r0.toml");
    CHECK(load(folder).starts_with("ok a/r1 "));
  }
  SECTION("names of any kind") {
    for (std::size_t i = 0; i <= kPackEntriesMax; ++i) folder.write("a/" + std::to_string(i), "");
    folder.write("rule.toml", rule_text());
    CHECK(load(folder).find(". 0 - too-many-files;") != std::string::npos);
  }
  SECTION("bytes together") {
    const std::string text = rule_text() + '#' + std::string(250 * 1024, 'x');
    for (int i = 0; i < 33; ++i) folder.write("a/r" + std::to_string(i) + ".toml", text);
    CHECK(load(folder) == ". 0 - pack-too-large;");
  }
  SECTION("patterns together") {
    std::string leaves;
    for (int i = 0; i < 16; ++i) {
      leaves += "{ field = \"path\", op = \"matches\", value = \"" + std::to_string(i) + "\" },";
    }
    std::string text = rule_text();
    text.replace(text.find("field"), std::string_view("field = \"port\"\nop = \"present\"").size(),
                 "any = [" + leaves + ']');
    for (int i = 0; i < 16; ++i) folder.write("a/r" + std::to_string(10 + i) + ".toml", text);
    CHECK(load(folder).starts_with("ok a/r10 "));
    folder.write("a/r26.toml", text);
    CHECK(load(folder) == "a/r26.toml 0 - too-many;");
  }
  SECTION("errors") {
    for (int i = 0; i < 300; ++i) folder.write("a/r" + std::to_string(i) + ".toml", "x = ");
    const auto result = load_pack(folder.path().string(), {});
    REQUIRE(!result);
    CHECK(result.error().size() == kRuleErrorsMax);
  }
}

TEST_CASE("pack: files in memory") {
  const auto result = load_pack_files("rules",
                                      {{"b.toml", rule_text()},
                                       {"x/a.toml", rule_text()},
                                       {"README.md", "x"},
                                       {".x.toml", "x"},
                                       {"x/.y.toml", "x"}},
                                      {});
  CHECK(outcome(result, "rules") == "ok x/a custom/b");
  CHECK(outcome(load_pack_files("rules", {}, {}), "rules") == ". 0 - no-files;");
  CHECK(outcome(load_pack_files("rules", {{"a/b/c.toml", rule_text()}, {"../x.toml", ""}}, {}),
                "rules") == "a/b/c.toml 0 - wrong-place;");
  CHECK(outcome(load_pack_files("rules", {{"a/x.toml", "="}}, {}), "rules") ==
        "a/x.toml 1 - syntax;");
  std::vector<PackFile> many(kPackFilesMax + 1, {"x.toml", ""});
  CHECK(outcome(load_pack_files("rules", many, {}), "rules") == ". 0 - too-many-files;");
  CHECK(outcome(load_pack_files("rules", {{"x.toml", std::string(kPackBytesMax + 1, '#')}}, {}),
                "rules") == ". 0 - pack-too-large;");
}
