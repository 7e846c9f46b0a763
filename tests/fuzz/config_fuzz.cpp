// Any bytes as a configuration: refused with bounded errors that name a line, or read, and then
// read alike again. The first line that begins with `##` ends it; what follows is a pattern of keys
// and, after a line end, a key.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "config/config.hpp"
#include "config/key_glob.hpp"
#include "urilint/names.hpp"

namespace {

using namespace urilint;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

enum class Lines : std::uint8_t { told, left_out };

// What was read, as one text.
class Dump {
 public:
  explicit Dump(Lines lines) : lines_(lines) {}

  std::string of(const Config& config) {
    add("directory", config.directory);
    add("extends", config.extends);
    add(config.rules);
    add("include", config.include);
    add("exclude", config.exclude);
    if (config.baseline) add("baseline", ConfigWords{*config.baseline});
    add("packs", config.packs);
    add("protected-names", config.protected_names);
    add("locked", config.locked);
    add(config.policy);
    add("https-hosts", config.https_hosts);
    if (config.min_severity) add("min-severity", name_of(*config.min_severity));
    if (config.min_confidence) add("min-confidence", name_of(*config.min_confidence));
    if (config.fail_on) add("fail-on", name_of(*config.fail_on));
    if (config.fail_never) add("fail-on", "never");
    for (const ConfigOverride& change : config.overrides) add(change);
    return std::move(text_);
  }

 private:
  void add(std::string_view name, std::string_view value) {
    text_.append(name).append("=").append(value) += '\n';
  }
  void add(std::string_view name, const ConfigWords& words) {
    for (const ConfigWord& word : words) {
      require(!word.text.empty() && word.text.size() <= kConfigTextMax, "an entry is bounded");
      require(word.line >= 1 && !word.key.empty(), "an entry has a place");
      add(name, word.key + '=' + word.text);
      if (lines_ == Lines::told) add("line", std::to_string(word.line));
    }
  }
  void add(const RuleChanges& rules) {
    if (rules.profile) add("profile", name_of(*rules.profile));
    if (rules.select) add("select", std::to_string(rules.select->size()));
    if (rules.select) add("select", *rules.select);
    add("extend-select", rules.extend_select);
    add("ignore", rules.ignore);
    for (const RuleChanges::Level& level : rules.severity) {
      add(name_of(level.severity), level.rule.key);
    }
  }
  void add(const PolicyWords& policy) {
    add("schemes", policy.schemes);
    add("deny-schemes", policy.deny_schemes);
    add("hosts", policy.hosts);
    add("deny-hosts", policy.deny_hosts);
    add("ports", policy.ports);
    add("deny-ports", policy.deny_ports);
  }
  void add(const ConfigOverride& change) {
    require(!change.paths.empty() || !change.keys.empty() || !change.hosts.empty(),
            "an override selects something");
    add("override", std::to_string(change.paths.size()) + ' ' + std::to_string(change.keys.size()));
    add("hosts", change.hosts);
    add(change.rules);
    add(change.policy);
    add("protected-names", change.protected_names);
    add("https-hosts", change.https_hosts);
    add("reason", change.reason);
    if (lines_ == Lines::told) add("line", std::to_string(change.line));
  }

  Lines lines_;
  std::string text_;
};

void check_errors(const std::vector<ConfigError>& errors, std::string_view toml) {
  require(!errors.empty() && errors.size() <= kConfigErrorsMax, "a refusal has bounded errors");
  const auto ends = std::count(toml.begin(), toml.end(), '\n');
  std::uint32_t last = 0;
  for (const ConfigError& error : errors) {
    require(error.file == "dir/.urilint.toml", "errors name the file");
    require(error.line >= 1 || toml.size() > kConfigFileMax, "errors name a line");
    require(error.line <= static_cast<std::uint64_t>(ends) + 1, "the line exists");
    require(error.line >= last, "errors ascend");
    last = error.line;
    require(!error.words.empty(), "errors have words");
    const std::string text = to_string(error);
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
      return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f;
    });
    require(plain, "errors are printable");
    require(text.size() < 4 * kConfigTextMax, "errors are short");
  }
}

ConfigResult parse(std::string_view toml) {
  return parse_config(toml, "dir/.urilint.toml", "/home/dir");
}

void check_config(std::string_view toml) {
  const ConfigResult first = parse(toml);
  const ConfigResult again = parse(toml);
  require(first.has_value() == again.has_value(), "the same verdict again");
  if (!first) {
    check_errors(first.error(), toml);
    require(again.error().size() == first.error().size(), "the same errors again");
    return;
  }
  require(Dump(Lines::told).of(*first) == Dump(Lines::told).of(*again), "the same again");
  // A comment in front moves lines and nothing else.
  if (toml.starts_with("\xef\xbb\xbf") || toml.size() + 8 > kConfigFileMax) return;
  const ConfigResult moved = parse("# more\n" + std::string(toml));
  require(moved.has_value(), "a comment is no fault");
  require(Dump(Lines::left_out).of(*first) == Dump(Lines::left_out).of(*moved),
          "a comment changes nothing");
}

void check_keys(std::string_view pattern, std::string_view key) {
  const auto any = KeyGlob::parse("**");
  require(any.has_value(), "** is a pattern");
  const auto glob = KeyGlob::parse(pattern);
  if (!glob) return;
  require(any->matches(pattern), "a pattern has the form of a key");
  require(glob->matches(pattern), "a pattern matches its own text");
  const bool holds = glob->matches(key);
  require(!holds || any->matches(key), "only a key is matched");
  if (const auto below = KeyGlob::parse("**." + std::string(pattern))) {
    require(!holds || below->matches(key), "** may be nothing, in front");
  }
  if (const auto above = KeyGlob::parse(std::string(pattern) + ".**")) {
    require(!holds || above->matches(key), "** may be nothing, behind");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = std::min(input.find("\n##"), input.size());
  check_config(input.substr(0, cut));
  if (cut == input.size()) return 0;
  const std::string_view rest = input.substr(cut + 3);
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  check_keys(rest.substr(0, end), rest.substr(std::min(end + 1, rest.size())));
  return 0;
}
