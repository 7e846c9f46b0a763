// Walks the parsed TOML table by table; a fault is noted with its line and key, and reading goes
// on.
#include "config/config.hpp"

#include <algorithm>
#include <array>

#include "engine/rule_file_words.hpp"
#include "engine/toml.hpp"

namespace urilint {
namespace {

using Keys = std::span<const std::string_view>;

constexpr std::array<std::string_view, 19> kFileKeys = {
    "extends",         "profile", "select",       "extend-select",  "ignore",  "severity", "locked",
    "include",         "exclude", "min-severity", "min-confidence", "fail-on", "baseline", "packs",
    "protected-names", "policy",  "fix",          "verdict",        "override"};
constexpr std::array<std::string_view, 12> kOverrideKeys = {
    "paths",  "keys",     "hosts",  "profile",         "select", "extend-select",
    "ignore", "severity", "policy", "protected-names", "fix",    "reason"};
constexpr std::array<std::string_view, 6> kPolicyKeys = {
    "schemes", "deny-schemes", "hosts", "deny-hosts", "ports", "deny-ports"};
constexpr std::array<std::string_view, 1> kFixKeys = {"https-hosts"};
constexpr std::array<std::string_view, 7> kVerdictKeys = {
    "flag-on", "block-on", "min-confidence", "rules", "max-size", "max-links", "max-seconds"};

std::uint32_t line_of(const toml::source_region& source) noexcept {
  return std::max<std::uint32_t>(source.begin.line, 1);
}
std::uint32_t line_of(const toml::node& node) noexcept { return line_of(node.source()); }

bool is_bare(std::string_view key) noexcept {
  return !key.empty() && key.size() <= 60 && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

// A table and the path that leads to it.
struct Table {
  const toml::table& node;
  std::string path;
  [[nodiscard]] std::string key(std::string_view name) const {
    const std::string shown = is_bare(name) ? std::string(name) : quoted(name);
    return path.empty() ? shown : path + '.' + shown;
  }
};

std::string indexed(const std::string& path, std::size_t index) {
  return path + '[' + std::to_string(index) + ']';
}

class Reader {
 public:
  Reader(Config& out, std::vector<ConfigError>& errors) : out_(out), errors_(errors) {}

  void read(std::string_view text) {
    const toml::parse_result result = toml::parse(text);
    if (!result) {
      fail(line_of(result.error().source()), {},
           "no TOML: " + quoted(result.error().description()));
      return;
    }
    const Table root{result.table(), {}};
    check_keys(root, kFileKeys);
    out_.extends = files(root, "extends");
    read_rules(root, out_.rules);
    out_.locked = words(root, "locked");
    out_.include = globs(root, "include");
    out_.exclude = globs(root, "exclude");
    out_.min_severity = level(root, "min-severity", severity_of, "note, warning or error");
    out_.min_confidence = level(root, "min-confidence", confidence_of, "low, medium or high");
    read_fail_on(root);
    if (const toml::node* const baseline = root.node.get("baseline")) {
      out_.baseline = word(*baseline, "baseline");
      if (out_.baseline && !is_path(*out_.baseline)) out_.baseline.reset();
    }
    out_.packs = words(root, "packs");
    out_.protected_names = words(root, "protected-names");
    read_policy(root, out_.policy);
    read_fix(root, out_.https_hosts);
    read_verdict(root);
    read_overrides(root);
  }

 private:
  void fail(std::uint32_t line, std::string key, std::string words) {
    if (errors_.size() >= kConfigErrorsMax) return;
    errors_.push_back({out_.file, line, std::move(key), std::move(words)});
  }
  void fail(const toml::node& at, std::string key, std::string words) {
    fail(line_of(at), std::move(key), std::move(words));
  }

  void check_keys(const Table& table, Keys allowed) {
    for (const auto& [key, value] : table.node) {
      if (std::find(allowed.begin(), allowed.end(), key.str()) != allowed.end()) continue;
      fail(line_of(key.source()), table.key(key.str()),
           "unknown key " + quoted(key.str()) + suggestion(key.str(), allowed));
    }
  }

  std::optional<ConfigWord> word(const toml::node& node, const std::string& key) {
    const auto* const text = node.as_string();
    if (text == nullptr) {
      fail(node, key, "must be a string");
      return std::nullopt;
    }
    const std::string& value = text->get();
    if (value.empty() || value.size() > kConfigTextMax ||
        value.find_first_of(std::string_view("\0\n\r", 3)) != std::string::npos) {
      fail(node, key, "must be one line of 1 to " + std::to_string(kConfigTextMax) + " bytes");
      return std::nullopt;
    }
    return ConfigWord{value, line_of(node), key};
  }

  ConfigWords words(const Table& table, std::string_view name) {
    ConfigWords out;
    const toml::node* const node = table.node.get(name);
    if (node == nullptr) return out;
    const std::string key = table.key(name);
    const toml::array* const list = node->as_array();
    if (list == nullptr) {
      fail(*node, key, "must be a list of strings");
      return out;
    }
    if (list->size() > kConfigListMax) {
      fail(*node, key, "has more than " + std::to_string(kConfigListMax) + " entries");
      return out;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (auto entry = word((*list)[i], indexed(key, i))) out.push_back(std::move(*entry));
    }
    return out;
  }

  // Patterns of files, each of which can match.
  ConfigWords globs(const Table& table, std::string_view name) {
    ConfigWords out;
    for (ConfigWord& glob : words(table, name)) {
      const std::string_view fault = fault_of_glob(glob.text);
      if (fault.empty()) {
        out.push_back({without_dot(glob.text), glob.line, std::move(glob.key)});
      } else {
        fail(glob.line, glob.key, quoted(glob.text) + ' ' + std::string(fault));
      }
    }
    return out;
  }

  ConfigWords files(const Table& table, std::string_view name) {
    ConfigWords out = words(table, name);
    std::erase_if(out, [this](const ConfigWord& path) { return !is_path(path); });
    return out;
  }
  // Nothing is fetched.
  bool is_path(const ConfigWord& path) {
    if (!is_url(path.text)) return true;
    fail(path.line, path.key, "must be the path of a file, no URL");
    return false;
  }

  template <typename Of>
  auto level(const Table& table, std::string_view name, Of of, std::string_view names)
      -> decltype(of(name)) {
    const toml::node* const node = table.node.get(name);
    if (node == nullptr) return std::nullopt;
    return level_of(*node, table.key(name), of, names);
  }
  template <typename Of>
  auto level_of(const toml::node& node, const std::string& key, Of of, std::string_view names)
      -> decltype(of(std::string_view{})) {
    const auto text = word(node, key);
    if (!text) return std::nullopt;
    const auto value = of(text->text);
    // `off` is no least severity.
    if (!value || (text->text == "off" && names.find("off") == std::string_view::npos)) {
      fail(node, key, quoted(text->text) + " is not " + std::string(names));
      return std::nullopt;
    }
    return value;
  }

  void read_fail_on(const Table& root) {
    const toml::node* const node = root.node.get("fail-on");
    if (node == nullptr) return;
    if (node->value<std::string_view>() == "never") {
      out_.fail_never = true;
    } else {
      out_.fail_on = level(root, "fail-on", severity_of, "note, warning, error or never");
    }
  }

  void read_rules(const Table& table, RuleChanges& rules) {
    rules.profile = level(table, "profile", profile_of, "repo, mail, proxy or review");
    if (table.node.contains("select")) rules.select = words(table, "select");
    rules.extend_select = words(table, "extend-select");
    rules.ignore = words(table, "ignore");
    for_each_rule(table, "severity", "must be a table of rules and severities", severity_of,
                  "off, note, warning or error", [&rules](ConfigWord rule, Severity severity) {
                    rules.severity.push_back({std::move(rule), severity});
                  });
  }

  // A table of rules and levels, in the order of the file.
  template <typename Of, typename Each>
  void for_each_rule(const Table& table, std::string_view name, std::string_view kind, Of of,
                     std::string_view levels, const Each& each) {
    const toml::node* const node = table.node.get(name);
    if (node == nullptr) return;
    if (node->as_table() == nullptr) {
      fail(*node, table.key(name), std::string(kind));
      return;
    }
    const Table inside{*node->as_table(), table.key(name)};
    struct Entry {
      toml::source_position place;
      ConfigWord rule;
      typename decltype(of(name))::value_type level;
    };
    std::vector<Entry> entries;
    for (const auto& [rule, value] : inside.node) {
      const std::string key = inside.key(rule.str());
      const auto is = level_of(value, key, of, levels);
      if (!is) continue;
      entries.push_back(
          {rule.source().begin, {std::string(rule.str()), line_of(rule.source()), key}, *is});
    }
    // toml++ sorts keys; what stands later in the file wins.
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.place < b.place; });
    for (Entry& entry : entries) each(std::move(entry.rule), entry.level);
  }

  // Null if there is none; complains if it is no table.
  const toml::table* table_at(const Table& table, std::string_view name) {
    const toml::node* const node = table.node.get(name);
    if (node != nullptr && node->as_table() == nullptr) {
      fail(*node, table.key(name), "must be a table");
    }
    return node != nullptr ? node->as_table() : nullptr;
  }

  void read_policy(const Table& table, PolicyWords& policy) {
    const toml::table* const node = table_at(table, "policy");
    if (node == nullptr) return;
    const Table in{*node, table.key("policy")};
    check_keys(in, kPolicyKeys);
    policy.schemes = words(in, "schemes");
    policy.deny_schemes = words(in, "deny-schemes");
    policy.hosts = words(in, "hosts");
    policy.deny_hosts = words(in, "deny-hosts");
    policy.ports = ports(in, "ports");
    policy.deny_ports = ports(in, "deny-ports");
  }

  // Numbers or ranges as strings.
  ConfigWords ports(const Table& table, std::string_view name) {
    ConfigWords out;
    const toml::node* const node = table.node.get(name);
    if (node == nullptr) return out;
    const std::string key = table.key(name);
    const toml::array* const list = node->as_array();
    if (list == nullptr || list->size() > kConfigListMax) {
      fail(*node, key, "must be a list of ports and ranges (443, \"8000-8999\")");
      return out;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
      const toml::node& entry = (*list)[i];
      if (const auto* const number = entry.as_integer()) {
        out.push_back({std::to_string(number->get()), line_of(entry), indexed(key, i)});
      } else if (auto text = word(entry, indexed(key, i))) {
        out.push_back(std::move(*text));
      }
    }
    return out;
  }

  void read_fix(const Table& table, ConfigWords& hosts) {
    const toml::table* const node = table_at(table, "fix");
    if (node == nullptr) return;
    const Table in{*node, table.key("fix")};
    check_keys(in, kFixKeys);
    for (ConfigWord& host : words(in, "https-hosts")) {
      const std::string_view fault = fault_of_https_host(host.text);
      if (fault.empty()) {
        hosts.push_back(std::move(host));
      } else {
        fail(host.line, host.key, quoted(host.text) + ' ' + std::string(fault));
      }
    }
  }

  void read_verdict(const Table& root) {
    const toml::table* const node = table_at(root, "verdict");
    if (node == nullptr) return;
    const Table table{*node, root.key("verdict")};
    check_keys(table, kVerdictKeys);
    VerdictWords& out = out_.verdict;
    out.flag_on = threshold(table, "flag-on");
    out.block_on = threshold(table, "block-on");
    out.min_confidence = level(table, "min-confidence", confidence_of, "low, medium or high");
    for_each_rule(table, "rules", "must be a table of rules and verdicts", verdict_of,
                  "pass, flag or block", [&out](ConfigWord rule, Verdict verdict) {
                    out.rules.push_back({std::move(rule), verdict});
                  });
    out.max_size = bound(table, "max-size", kVerdictSizeMax);
    out.max_links = bound(table, "max-links", kVerdictLinksMax);
    out.max_seconds = bound(table, "max-seconds", kVerdictSecondsMax);
  }

  std::optional<VerdictWords::Level> threshold(const Table& table, std::string_view name) {
    const toml::node* const node = table.node.get(name);
    if (node == nullptr) return std::nullopt;
    if (node->value<std::string_view>() == "never") return VerdictWords::Level{};
    const auto severity = level(table, name, severity_of, "note, warning, error or never");
    if (!severity) return std::nullopt;
    return VerdictWords::Level{severity};
  }

  std::optional<std::uint64_t> bound(const Table& table, std::string_view name,
                                     std::uint64_t most) {
    const toml::node* const node = table.node.get(name);
    if (node == nullptr) return std::nullopt;
    const auto* const number = node->as_integer();
    if (number == nullptr || number->get() < 1 ||
        static_cast<std::uint64_t>(number->get()) > most) {
      fail(*node, table.key(name), "must be a number from 1 to " + std::to_string(most));
      return std::nullopt;
    }
    return static_cast<std::uint64_t>(number->get());
  }

  void read_overrides(const Table& root) {
    const toml::node* const node = root.node.get("override");
    if (node == nullptr) return;
    const toml::array* const list = node->as_array();
    if (list == nullptr || (!list->empty() && !list->is_homogeneous<toml::table>())) {
      fail(*node, "override", "must be tables: [[override]]");
      return;
    }
    if (list->size() > kConfigOverridesMax) {
      fail(*node, "override", "has more than " + std::to_string(kConfigOverridesMax) + " entries");
      return;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
      read_override({*(*list)[i].as_table(), indexed("override", i)});
    }
  }

  void read_override(const Table& table) {
    ConfigOverride out;
    out.line = line_of(table.node);
    check_keys(table, kOverrideKeys);
    for (const ConfigWord& glob : globs(table, "paths")) out.paths.emplace_back(glob.text);
    for (const ConfigWord& key : words(table, "keys")) {
      if (auto glob = KeyGlob::parse(key.text)) {
        out.keys.push_back(std::move(*glob));
      } else {
        fail(key.line, key.key, quoted(key.text) + " is no pattern of keys like services.*.url");
      }
    }
    out.hosts = words(table, "hosts");
    read_rules(table, out.rules);
    read_policy(table, out.policy);
    out.protected_names = words(table, "protected-names");
    read_fix(table, out.https_hosts);
    if (const toml::node* const reason = table.node.get("reason")) {
      if (auto text = word(*reason, table.key("reason"))) out.reason = std::move(text->text);
    }
    check_override(table, out);
    out_.overrides.push_back(std::move(out));
  }

  void check_override(const Table& table, const ConfigOverride& out) {
    for (const std::string_view name : {"paths", "keys", "hosts"}) {
      const toml::node* const node = table.node.get(name);
      if (node != nullptr && node->as_array() != nullptr && node->as_array()->empty()) {
        fail(*node, table.key(name), "must not be empty");
      }
    }
    if (!table.node.contains("paths") && !table.node.contains("keys") &&
        !table.node.contains("hosts")) {
      fail(out.line, table.path, "needs paths, keys or hosts");
    }
    if (!table.node.contains("hosts")) return;
    // What a host gets is known when a finding is there.
    for (const std::string_view name : {"profile", "select", "policy", "protected-names", "fix"}) {
      if (const toml::node* const node = table.node.get(name)) {
        fail(*node, table.key(name), "cannot depend on hosts");
      }
    }
  }

  Config& out_;
  std::vector<ConfigError>& errors_;
};

}  // namespace

bool is_url(std::string_view path) noexcept {
  return path.starts_with("//") || path.find("://") != std::string_view::npos;
}

std::string_view fault_of_glob(std::string_view pattern) noexcept {
  if (pattern.starts_with('!'))
    return "is negated, which no pattern can be; \\! begins a name with !";
  if (pattern.starts_with("./")) pattern.remove_prefix(1);  // the folder of the file itself
  if (pattern == "/" || pattern == ".") return "names no file";
  for (std::size_t begin = pattern.starts_with('/') ? 1 : 0; begin < pattern.size();) {
    const std::size_t end = std::min(pattern.find('/', begin), pattern.size());
    const std::string_view part = pattern.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") {
      return "matches nothing: paths have no parts like . and .. and no //";
    }
    begin = end + 1;
  }
  if (Glob(pattern).has_open_set()) return "has a [ that is not closed; \\[ is one in a name";
  return {};
}

std::string without_dot(std::string_view pattern) {
  if (pattern.starts_with("./")) pattern.remove_prefix(1);
  return std::string(pattern);
}

std::string_view fault_of_https_host(std::string_view pattern) noexcept {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._*?[]!^").find(c) != std::string_view::npos;
  };
  if (std::all_of(pattern.begin(), pattern.end(), fits)) return {};
  return "must be a host or a pattern of hosts, without scheme, port and path";
}

std::string to_string(const ConfigError& error) {
  std::string out = error.file;
  if (error.line != 0) out += ':' + std::to_string(error.line);
  out += ": ";
  if (!error.key.empty()) out += error.key + ": ";
  return out + error.words;
}

bool PolicyWords::empty() const noexcept {
  return schemes.empty() && deny_schemes.empty() && hosts.empty() && deny_hosts.empty() &&
         ports.empty() && deny_ports.empty();
}

Config parse_config(std::string_view toml, std::string file, std::string directory,
                    std::vector<ConfigError>& errors) {
  Config config;
  config.file = std::move(file);
  config.directory = std::move(directory);
  errors.clear();
  if (toml.starts_with("\xef\xbb\xbf")) toml.remove_prefix(3);
  if (toml.size() > kConfigFileMax) {
    errors.push_back(
        {config.file, 0, {}, "has more than " + std::to_string(kConfigFileMax) + " bytes"});
  } else if (const auto fault = check_toml_depth(toml)) {
    errors.push_back({config.file, fault->line, {}, fault->fault.words});
  } else {
    Reader(config, errors).read(toml);
  }
  std::stable_sort(errors.begin(), errors.end(),
                   [](const ConfigError& a, const ConfigError& b) { return a.line < b.line; });
  return config;
}

ConfigResult parse_config(std::string_view toml, std::string file, std::string directory) {
  std::vector<ConfigError> errors;
  Config config = parse_config(toml, std::move(file), std::move(directory), errors);
  if (errors.empty()) return config;
  return tl::make_unexpected(std::move(errors));
}

}  // namespace urilint
