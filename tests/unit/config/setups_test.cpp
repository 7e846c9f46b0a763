// What a file is judged by.
#include "config/setups.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "config/config_tree.hpp"
#include "engine/rules.hpp"

namespace urilint {
namespace {

// Files in memory.
class MemoryTree final : public ConfigTree {
 public:
  explicit MemoryTree(std::map<std::string, std::string> files) : files_(std::move(files)) {}
  tl::expected<std::optional<std::string>, std::string> read(const std::string& path,
                                                             std::size_t) const override {
    const auto file = files_.find(path);
    if (file == files_.end()) return std::optional<std::string>();
    return file->second;
  }
  PackResult pack(const std::string&, const std::string& shown,
                  std::span<const RuleInfo* const> known) const override {
    return load_pack_files(shown, {}, known);
  }

 private:
  std::map<std::string, std::string> files_;
};

// The working directory is /repo, which is no repository: configuration is looked for up to there.
SetupOptions options() {
  SetupOptions out;
  out.working_directory = "/repo";
  for (const RuleInfo& rule : builtin_rules()) out.rules.push_back(&rule);
  return out;
}

struct Place {
  using Files = std::map<std::string, std::string>;
  explicit Place(const Files& files, SetupOptions given = options())
      : setups(std::move(given), std::make_shared<MemoryTree>(files)) {}

  // The gravest severity of a rule there; off: it does not run.
  Severity weight(const std::string& path, std::string_view rule, std::string_view key = {}) {
    const Setup& setup = setups.of(path).of(key);
    for (const ActiveRule& active : setup.engine->rules()) {
      if (active.info->id == rule) {
        return *std::max_element(active.severity.begin(), active.severity.end());
      }
    }
    return Severity::off;
  }

  Setups setups;
};

constexpr std::string_view kRule = "userinfo-password";

TEST_CASE("Without configuration the profile holds", "[config]") {
  Place place(Place::Files{});
  CHECK(place.weight("/repo/a.yaml", kRule) == Severity::error);
  CHECK(place.setups.errors().empty());
  CHECK(place.setups.of("/repo/a").whole().thresholds.profile == Profile::repo);
}

TEST_CASE("The nearest configuration holds, and nothing outside of the project", "[config]") {
  Place place(Place::Files{{"/.urilint.toml", "ignore = ['*']"},
                           {"/repo/.urilint.toml", "[severity]\nuserinfo-password = 'note'"},
                           {"/repo/sub/.urilint.toml", "ignore = ['userinfo-password']"}});
  CHECK(place.weight("/repo/a", kRule) == Severity::note);
  CHECK(place.weight("/repo/other/a", kRule) == Severity::note);
  CHECK(place.weight("/repo/sub/deep/a", kRule) == Severity::off);
  CHECK(place.weight("/elsewhere/a", kRule) == Severity::error);
}

TEST_CASE("Overrides hold by path and by key, later ones win", "[config]") {
  Place place(Place::Files{{"/repo/.urilint.toml", R"(
[[override]]
paths = ["docs/"]
ignore = ["userinfo-*"]
[[override]]
paths = ["docs/strict/*.md"]
severity = { userinfo-password = "warning" }
[[override]]
keys = ["samples.**"]
ignore = ["userinfo-password"]
[[override]]
paths = ["*.json"]
keys = ["strict.*"]
profile = "review"
)"}});
  CHECK(place.weight("/repo/docs/a.md", kRule) == Severity::off);
  CHECK(place.weight("/repo/docs/deep/a.md", kRule) == Severity::off);
  CHECK(place.weight("/repo/docs/strict/a.md", kRule) == Severity::warning);
  CHECK(place.weight("/repo/a.md", kRule) == Severity::error);
  CHECK(place.weight("/repo/a.yaml", kRule, "samples.one.url") == Severity::off);
  CHECK(place.weight("/repo/a.yaml", kRule, "other.url") == Severity::error);
  CHECK(place.setups.of("/repo/a.json").of("strict.x").thresholds.profile == Profile::review);
  CHECK(place.setups.of("/repo/a.yaml").of("strict.x").thresholds.profile == Profile::repo);
  CHECK(place.setups.errors().empty());
}

TEST_CASE("What is extended comes first", "[config]") {
  Place place(
      Place::Files{{"/shared/base.toml",
                    "profile = 'review'\nignore = ['userinfo-password']\n"
                    "[[override]]\npaths = ['t/**']\nignore = ['port-invalid']"},
                   {"/repo/.urilint.toml", "extends = ['../shared/base.toml']\nprofile = 'repo'"}});
  CHECK(place.weight("/repo/a", kRule) == Severity::off);
  CHECK(place.setups.of("/repo/a").whole().thresholds.profile == Profile::repo);
  CHECK(place.weight("/repo/a", "port-invalid") != Severity::off);
  CHECK(place.weight("/repo/t/a", "port-invalid") == Severity::off);
}

TEST_CASE("What is locked above cannot be disarmed below", "[config]") {
  const std::string disarm = R"(
ignore = ["*"]
min-severity = "error"
min-confidence = "high"
fail-on = "never"
exclude = ["*"]
[[override]]
paths = ["**"]
ignore = ["userinfo-password"]
)";
  Place place(Place::Files{{"/repo/.urilint.toml", "locked = ['userinfo-password']"},
                           {"/repo/sub/.urilint.toml", disarm},
                           {"/repo/sub/sub/.urilint.toml", disarm}});
  for (const std::string path : {"/repo/sub/a", "/repo/sub/sub/a"}) {
    CHECK(place.weight(path, kRule) == Severity::error);
    const Setup& setup = place.setups.of(path).whole();
    CHECK(setup.engine->rules().size() == 1);
    CHECK(setup.is_locked(kRule));
    CHECK(setup.gate_of(kRule).fails(Severity::error));
    CHECK_FALSE(setup.gate_of("port-invalid").fails(Severity::error));
    CHECK_FALSE(place.setups.excludes(path, false));
  }
  CHECK(place.weight("/repo/a", "port-invalid") != Severity::off);
}

TEST_CASE("A configuration may raise what is locked above it", "[config]") {
  Place place(Place::Files{{"/repo/.urilint.toml",
                            "locked = ['scheme-insecure']\n"
                            "[severity]\nscheme-insecure = 'note'"},
                           {"/repo/sub/.urilint.toml", "[severity]\nscheme-insecure = 'error'"}});
  CHECK(place.weight("/repo/sub/a", "scheme-insecure") == Severity::error);
}

TEST_CASE("Its own overrides bind a configuration that locks", "[config]") {
  Place place(Place::Files{{"/repo/.urilint.toml",
                            "locked = ['userinfo-password']\n[[override]]\n"
                            "paths = ['tests/']\nignore = ['userinfo-password']"},
                           {"/repo/tests/.urilint.toml", "ignore = ['*']"},
                           {"/repo/src/.urilint.toml", "ignore = ['*']"}});
  CHECK(place.weight("/repo/tests/a", kRule) == Severity::off);
  CHECK(place.weight("/repo/src/a", kRule) == Severity::error);
}

TEST_CASE("Walks leave out what configuration excludes", "[config]") {
  Place place(Place::Files{
      {"/repo/.urilint.toml", "exclude = ['vendor/', '*.min.js']\ninclude = ['src/**']"},
      {"/repo/lib/.urilint.toml", ""}});
  CHECK(place.setups.excludes("/repo/vendor", true));
  CHECK_FALSE(place.setups.excludes("/repo/src", true));
  CHECK(place.setups.excludes("/repo/src/vendor/x.js", false));
  CHECK(place.setups.excludes("/repo/src/x.min.js", false));
  CHECK_FALSE(place.setups.excludes("/repo/src/x.js", false));
  CHECK(place.setups.excludes("/repo/y.js", false));
  CHECK_FALSE(place.setups.excludes("/repo/lib/y.min.js", false));
}

TEST_CASE("The command line wins", "[config]") {
  SetupOptions given = options();
  given.ignore = {"userinfo-password"};
  given.profile = Profile::mail;
  given.min_severity = Severity::error;
  Place place(Place::Files{{"/repo/.urilint.toml",
                            "profile = 'review'\nmin-severity = 'note'\n"
                            "extend-select = ['userinfo-password']"}},
              given);
  CHECK(place.weight("/repo/a", kRule) == Severity::off);
  const Setup& setup = place.setups.of("/repo/a").whole();
  CHECK(setup.thresholds.profile == Profile::mail);
  CHECK(setup.thresholds.min_severity == Severity::error);

  given = options();
  given.select = {"port-invalid"};
  Place only(Place::Files{{"/repo/.urilint.toml",
                           "select = ['*']\n[severity]\nuserinfo-password = 'error'\n"
                           "[[override]]\npaths=['t/']\nignore=['port-invalid']"}},
             given);
  CHECK(only.setups.of("/repo/a").whole().engine->rules().size() == 1);
  CHECK(only.setups.of("/repo/t/a").whole().engine->rules().empty());
}

TEST_CASE("A named configuration is the only one, its paths from the working directory",
          "[config]") {
  SetupOptions given = options();
  given.config_file = "ci/urilint.toml";
  Place place(
      Place::Files{{"/repo/ci/urilint.toml", "[[override]]\npaths = ['docs/']\nignore = ['*']"},
                   {"/repo/.urilint.toml", "ignore = ['*']"}},
      given);
  CHECK(place.weight("/repo/a", kRule) == Severity::error);
  CHECK(place.weight("/repo/docs/a", kRule) == Severity::off);
}

TEST_CASE("Errors name the file, and nothing is judged by half of it", "[config]") {
  Place place(Place::Files{{"/repo/.urilint.toml",
                            "ignore = ['*']\nlocked = ['userinfo-*']\n"
                            "[severity]\nport-invalidd = 'off'"}});
  CHECK(place.weight("/repo/a", kRule) == Severity::error);
  REQUIRE(place.setups.errors().size() == 2);
  CHECK(place.setups.errors()[0] ==
        ".urilint.toml:4: severity.port-invalidd: \"port-invalidd\" is no rule, family or "
        "matching glob, did you mean \"port-invalid\"?");
  CHECK(place.setups.errors()[1] == ".urilint.toml:2: locked[0]: \"userinfo-*\" is no rule");

  for (const auto& [toml, words] : std::map<std::string, std::string>{
           {"extends = ['https://example.com/x.toml']", "no URL"},
           {"extends = ['.urilint.toml']", "extends itself"},
           {"extends = ['none.toml']", "there is no such file"},
           {"protected-names = ['local']", "no host name with a dot"}}) {
    Place wrong(Place::Files{{"/repo/.urilint.toml", toml}});
    static_cast<void>(wrong.setups.of("/repo/a"));
    REQUIRE_FALSE(wrong.setups.errors().empty());
    CHECK(wrong.setups.errors()[0].find(words) != std::string::npos);
  }
}

}  // namespace
}  // namespace urilint
