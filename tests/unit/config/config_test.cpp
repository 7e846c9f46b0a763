// Configuration files as they are written.
#include "config/config.hpp"

#include <catch2/catch.hpp>
#include <string>

namespace urilint {
namespace {

std::string errors_of(std::string_view toml) {
  const auto config = parse_config(toml, "c.toml", "/p");
  std::string out;
  if (config) return out;
  for (const ConfigError& error : config.error()) out += to_string(error) + '\n';
  return out;
}

TEST_CASE("A whole configuration is read", "[config]") {
  const auto config = parse_config(R"(
extends = ["../base.toml"]
profile = "review"
select = ["semantic-attack", "ipv4-*"]
extend-select = ["port-invalid"]
ignore = ["char-space"]
min-severity = "note"
min-confidence = "low"
fail-on = "never"
locked = ["userinfo-password"]
include = ["*.yaml"]
exclude = ["vendor/"]
baseline = ".urilint-baseline"
packs = ["lint/uris"]
protected-names = ["example.com"]

[severity]
scheme-insecure = "error"
port-invalid = "off"

[policy]
schemes = ["https"]
deny-hosts = ["*.example.net"]
ports = [443, "8000-8999"]

[fix]
https-hosts = ["example.com"]

[[override]]
paths = ["docs/**"]
keys = ["**.url"]
profile = "repo"
ignore = ["uri-template"]
reason = "samples"

[[override]]
hosts = ["*.example.com"]
severity = { scheme-insecure = "error" }
)",
                                   "c.toml", "/p");
  REQUIRE(config);
  CHECK(config->extends.front().text == "../base.toml");
  CHECK(config->rules.profile == Profile::review);
  REQUIRE(config->rules.select);
  CHECK(config->rules.select->at(1).text == "ipv4-*");
  CHECK(config->rules.select->at(1).line == 4);
  CHECK(config->rules.select->at(1).key == "select[1]");
  CHECK(config->fail_never);
  CHECK_FALSE(config->fail_on);
  CHECK(config->rules.severity.size() == 2);
  CHECK(config->rules.severity.front().rule.text == "scheme-insecure");
  CHECK(config->rules.severity.back().severity == Severity::off);
  CHECK(config->policy.ports.at(0).text == "443");
  CHECK(config->policy.ports.at(1).text == "8000-8999");
  CHECK(config->https_hosts.front().text == "example.com");
  REQUIRE(config->overrides.size() == 2);
  CHECK(config->overrides[0].keys.size() == 1);
  CHECK(config->overrides[0].rules.profile == Profile::repo);
  CHECK(config->overrides[1].hosts.front().key == "override[1].hosts[0]");
}

TEST_CASE("Every fault names its line and key", "[config]") {
  CHECK(errors_of("profil = 'repo'\n") ==
        "c.toml:1: profil: unknown key \"profil\", did you mean \"profile\"?\n");
  CHECK(errors_of("\nprofile = 'x'\n") ==
        "c.toml:2: profile: \"x\" is not repo, mail, proxy or review\n");
  CHECK(errors_of("select = 'a'\n") == "c.toml:1: select: must be a list of strings\n");
  CHECK(errors_of("select = ['a', 1]\n") == "c.toml:1: select[1]: must be a string\n");
  CHECK(errors_of("min-severity = 'off'\n") ==
        "c.toml:1: min-severity: \"off\" is not note, warning or error\n");
  CHECK(errors_of("[severity]\nx = 'loud'\n") ==
        "c.toml:2: severity.x: \"loud\" is not off, note, warning or error\n");
  CHECK(errors_of("override = 1\n") == "c.toml:1: override: must be tables: [[override]]\n");
  CHECK(errors_of("[[override]]\nignore = ['a']\n") ==
        "c.toml:1: override[0]: needs paths, keys or hosts\n");
  CHECK(errors_of("[[override]]\npaths = ['!a']\n") ==
        "c.toml:2: override[0].paths[0]: \"!a\" is negated, which no pattern can be; \\! begins a "
        "name with !\n");
  CHECK(errors_of("include = ['./a', '..']\n") ==
        "c.toml:1: include[1]: \"..\" matches nothing: paths have no parts like . and .. and no "
        "//\n");
  CHECK(errors_of("exclude = ['[']\n") ==
        "c.toml:1: exclude[0]: \"[\" has a [ that is not closed; \\[ is one in a name\n");
  CHECK(errors_of("baseline = '//example.com/b'\n") ==
        "c.toml:1: baseline: must be the path of a file, no URL\n");
  CHECK(errors_of("[[override]]\nkeys = ['a..b']\n") ==
        "c.toml:2: override[0].keys[0]: \"a..b\" is no pattern of keys like services.*.url\n");
  CHECK(errors_of("[[override]]\nhosts = ['a']\nprofile = 'mail'\n") ==
        "c.toml:3: override[0].profile: cannot depend on hosts\n");
  CHECK(errors_of("[policy]\nports = 'x'\n") ==
        "c.toml:2: policy.ports: must be a list of ports and ranges (443, \"8000-8999\")\n");
  CHECK(errors_of("a = [\n").find("c.toml:") == 0);
}

TEST_CASE("All faults are told, by line", "[config]") {
  CHECK(errors_of("zebra = 1\nselect = 1\napple = 2\n") ==
        "c.toml:1: zebra: unknown key \"zebra\"\n"
        "c.toml:2: select: must be a list of strings\n"
        "c.toml:3: apple: unknown key \"apple\"\n");
}

TEST_CASE("A hostile file is refused in bounds", "[config]") {
  CHECK(errors_of(std::string(kConfigFileMax + 1, '#')).find("bytes") != std::string::npos);
  CHECK_FALSE(errors_of("a = " + std::string(5000, '[')).empty());
  CHECK_FALSE(errors_of("ignore = ['" + std::string(2000, 'a') + "']").empty());
  CHECK_FALSE(errors_of("ignore = [\"a\\nb\"]").empty());
  std::string many;
  for (int i = 0; i < 500; ++i) many += "k" + std::to_string(i) + " = 1\n";
  const auto config = parse_config(many, "c", "/");
  REQUIRE_FALSE(config);
  CHECK(config.error().size() == kConfigErrorsMax);
}

}  // namespace
}  // namespace urilint
