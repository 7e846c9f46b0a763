// Options in, a Linter or errors out.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "urilint/lint.hpp"

using namespace urilint;

namespace {

// A folder that goes with the test.
class Folder {
 public:
  Folder() {
    std::string form = (std::filesystem::temp_directory_path() / "urilint-XXXXXX").string();
    REQUIRE(::mkdtemp(form.data()) != nullptr);
    path_ = form;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string str() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

constexpr const char* kPackRule = R"(since = "0.1.0"
summary = "a host of the old network"
why = "The old network is switched off, and its names may be taken by somebody else."
instead = "Use the new name."
references = ["RFC 3986 3.2.2"]
severity = "warning"
confidence = "high"
message = "{host} is a host of the old network"
wake = { all = ["authority-present"] }

[match]
field = "host"
op = "equals"
values = ["old.example.com"]
mark = "host"

[[bad]]
uri = "https://old.example.com/"
mark = "old.example.com"

[[good]]
uri = "https://new.example.com/"
)";

std::vector<std::string> ids(const Linter& linter) {
  std::vector<std::string> out;
  for (const LintRule& rule : linter.rules()) out.emplace_back(rule.id);
  return out;
}

Linter make(const LintOptions& options) {
  LinterResult result = Linter::create(options);
  for (const Error& error : result.errors) UNSCOPED_INFO(error.message);
  REQUIRE(result.ok());
  REQUIRE(result.errors.empty());
  return *result.linter;
}

}  // namespace

TEST_CASE("the default options make a linter that describes its rules") {
  const Linter linter = make({});
  const std::vector<std::string> names = ids(linter);
  CHECK(names.size() > 5);
  CHECK(std::is_sorted(names.begin(), names.end()));
  for (const LintRule& rule : linter.rules()) {
    INFO(rule.id);
    CHECK(!rule.family.empty());
    CHECK(!rule.summary.empty());
    CHECK(!rule.why.empty());
    CHECK(!rule.help.empty());
  }
}

TEST_CASE("select replaces the set, extend_select adds, ignore wins") {
  LintOptions options;
  options.select = {"ipv4-hex", "ipv4-octal"};
  CHECK(ids(make(options)) == std::vector<std::string>{"ipv4-hex", "ipv4-octal"});
  options.extend_select = {"host-empty"};
  CHECK(ids(make(options)) == std::vector<std::string>{"host-empty", "ipv4-hex", "ipv4-octal"});
  options.ignore = {"ipv4-*"};
  CHECK(ids(make(options)) == std::vector<std::string>{"host-empty"});
}

TEST_CASE("names that are no rules are errors") {
  using List = std::vector<std::string> LintOptions::*;
  for (const List list :
       {&LintOptions::select, &LintOptions::extend_select, &LintOptions::ignore}) {
    LintOptions options;
    options.*list = {"no-such-rule"};
    const LinterResult result = Linter::create(options);
    CHECK(!result.ok());
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].code == ErrorCode::unknown_rule);
    CHECK(name_of(result.errors[0].code) == "unknown-rule");
    CHECK(result.errors[0].message.find("no-such-rule") != std::string::npos);
  }
}

TEST_CASE("limits out of range are errors, all of them told") {
  LintOptions options;
  options.limits.depth = 17;
  options.limits.texts = 0;
  options.limits.findings = 65537;
  const LinterResult result = Linter::create(options);
  CHECK(!result.ok());
  REQUIRE(result.errors.size() == 3);
  for (const Error& error : result.errors) CHECK(error.code == ErrorCode::limit);
  options.limits = {16, 4096, 65536, 0};
  CHECK(Linter::create(options).ok());
  options.limits = {0, 1, 0, 0};
  CHECK(Linter::create(options).ok());
}

TEST_CASE("rules of a pack run, and their texts outlive the linter in findings") {
  std::vector<LintFinding> kept;
  {
    const Folder folder;
    folder.write("host-old-network.toml", kPackRule);
    LintOptions options;
    options.packs = {folder.str()};
    options.select = {"host-old-network"};
    Session session(make(options));  // the session keeps the rules alive
    for (const LintFinding& finding : session.lint("https://old.example.com/x")) {
      kept.push_back(finding);
    }
    CHECK(session.lint("https://new.example.com/x").empty());
  }
  REQUIRE(kept.size() == 1);
  CHECK(kept[0].rule == "host-old-network");
  CHECK(kept[0].message == "old.example.com is a host of the old network");
  CHECK(kept[0].help == "Use the new name.");
  CHECK(kept[0].span == LintSpan{8, 23});
}

TEST_CASE("a linter that was moved from still has its rules") {
  Linter first = make({});
  const Linter second = std::move(first);
  CHECK(ids(first) == ids(second));  // NOLINT(bugprone-use-after-move): what is tested
  CHECK(!ids(first).empty());
}

TEST_CASE("packs that cannot be read, or are wrong, are errors that name the file") {
  const Folder folder;
  folder.write("pack/host-old-network.toml", "summary = 7\n");
  LintOptions options;
  options.packs = {folder.str() + "/pack", folder.str() + "/missing"};
  options.select = {"host-old-network"};  // not called unknown on top
  const LinterResult result = Linter::create(options);
  CHECK(!result.ok());
  REQUIRE(result.errors.size() >= 2);
  for (const Error& error : result.errors) {
    CHECK(error.code == ErrorCode::rule_pack);
    CHECK(error.message.starts_with(folder.str()));
  }
}
