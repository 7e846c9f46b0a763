// Rules, lists of names and thresholds of the command line.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "cli/cli.hpp"
#include "engine/instant.hpp"
#include "engine/rule_file_words.hpp"
#include "engine/rules.hpp"
#include "report/escape.hpp"
#include "report/key.hpp"
#include "tables/ipv4-special-purpose.hpp"
#include "urilint/names.hpp"

namespace urilint::cli {

namespace {

void say(std::string_view kind, std::string_view what) {
  const std::string line = "urilint: " + std::string(kind) + ": " + escape_for_log(what) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

void complain(std::string_view what) { say("error", what); }
void warn(std::string_view what) { say("warning", what); }

std::string hint(std::string_view word, const std::vector<std::string_view>& names) {
  const std::string_view name = nearest(word, names);
  if (name.empty()) return "; see urilint rules list";
  return "; did you mean '" + std::string(name) + "'?";
}

std::vector<std::string_view> names_of(const std::vector<const RuleInfo*>& rules, Names which) {
  std::vector<std::string_view> names;
  for (const RuleInfo* rule : rules) {
    names.push_back(rule->id);
    names.insert(names.end(), rule->aliases.begin(), rule->aliases.end());
    if (which == Names::selectors) names.push_back(rule->family);
  }
  return names;
}

std::vector<std::string> split_list(const std::vector<std::string>& values) {
  std::vector<std::string> out;
  for (const std::string& value : values) {
    std::size_t begin = 0;
    while (begin <= value.size()) {
      const std::size_t end = std::min(value.find(',', begin), value.size());
      if (end > begin) out.push_back(value.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return out;
}

CLI::Option* add_value(CLI::App& app, const std::string& name, std::string& value,
                       const std::string& help, const std::string& metavar) {
  const auto not_empty = [](const std::string& given) {
    return given.empty() ? std::string("the value is empty") : std::string();
  };
  return app.add_option(name, value, help)->option_text(metavar)->check(not_empty);
}

CLI::Option* add_values(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                        const std::string& help, const std::string& metavar) {
  // CLI11 feeds an option that takes extra arguments with operands, and splits `[a,b]`.
  return app.add_option(name, values, help)
      ->option_text(metavar)
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

void RuleOptions::add_to(CLI::App& app) {
  add_value(app, "--profile", profile, "repo, mail, proxy or review: which rules, how severe",
            "NAME");
  add_values(app, "--select", select, "Only these rules: ids, families or globs, A,B", "A,B");
  add_values(app, "--extend-select", extend_select, "These rules as well", "A,B");
  add_values(app, "--ignore", ignore, "Not these rules; wins over both", "A,B");
  add_value(app, "--min-severity", min_severity, "Show nothing below note, warning or error", "S");
  add_values(app, "--rules", packs, "A folder of extra rules (repeatable)", "DIR");
  add_values(app, "--protected-names", protected_names,
             "Host names that others may not look like, one a line (repeatable)", "FILE");
  add_value(app, "--as-of", as_of, "The day, in UTC, on which a signed URL may have expired",
            "DATE");
}

namespace {

constexpr std::size_t kNamesFileMax = std::size_t{16} << 20;

std::string absolute(const std::string& path) {
  std::error_code none;
  return absolute_path(std::filesystem::current_path(none).string(), path);
}

}  // namespace

bool RuleSet::load_packs(const std::vector<std::string>& directories, const ConfigTree& tree) {
  bool good = true;
  for (const std::string& directory : directories) {
    auto pack = tree.pack(absolute(directory), directory, all_);
    if (!pack) {
      for (const RuleFileError& error : pack.error()) complain(to_string(error));
      good = false;
      continue;
    }
    for (const RuleInfo* rule : (*pack)->rules()) all_.push_back(rule);
    packs_.push_back(std::move(*pack));
  }
  return good;
}

bool RuleSet::load_names(const std::vector<std::string>& files, const ConfigTree& tree) {
  const auto names = std::make_shared<ProtectedNames>();
  bool good = true;
  for (const std::string& file : files) {
    const auto bytes = tree.read(absolute(file), kNamesFileMax);
    if (!bytes || !*bytes) {
      complain("--protected-names: " + file + " can not be read" +
               (bytes ? std::string() : ": " + bytes.error()));
      good = false;
      continue;
    }
    std::istringstream in(**bytes);
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (line.empty() || line.front() == '#') continue;
      given_.protected_names.push_back(line);
      if (names->add(line)) continue;
      complain("--protected-names: " + file + ':' + std::to_string(number) + ": '" +
               std::string(redacted_words(line, false).view()) +
               "' is no host name with a dot in it");
      good = false;
    }
  }
  if (!names->empty()) protected_names_ = names;
  return good;
}

EngineOptions RuleSet::engine_options() const {
  EngineOptions options = engine_options_;
  options.protected_names = protected_names_;
  return options;
}

SetupOptions RuleSet::setup_options() const {
  SetupOptions options = given_;
  options.rules = all_;
  options.as_of = engine_options_.as_of;
  return options;
}

bool RuleSet::load(const RuleOptions& options, const ConfigTree& tree, Selecting selecting) {
  for (const RuleInfo& rule : builtin_rules()) all_.push_back(&rule);
  if (!load_packs(options.packs, tree)) return false;
  if (!load_names(options.protected_names, tree)) return false;
  given_.https_hosts = split_list(options.https_hosts);
  for (const std::string& host : given_.https_hosts) {
    const std::string_view fault = fault_of_https_host(host);
    if (fault.empty()) continue;
    complain(redacted_words("--https-hosts: '" + host + "' " + std::string(fault), false).view());
    return false;
  }

  const auto profile = profile_of(options.profile.empty() ? "repo" : options.profile);
  if (!profile) {
    complain("--profile: '" + options.profile + "' is not repo, mail, proxy or review");
    return false;
  }
  thresholds_.profile = *profile;
  const auto severity = [](std::string_view option, const std::string& name,
                           std::optional<Severity>& out) {
    if (name.empty()) return true;
    out = severity_of(name);
    if (out && *out != Severity::off) return true;
    complain(std::string(option) + ": '" + name + "' is not note, warning or error");
    return false;
  };
  if (!severity("--min-severity", options.min_severity, thresholds_.min_severity)) return false;
  if (options.fail_on == "never") {
    thresholds_.fail_on.reset();
  } else if (!severity("--fail-on", options.fail_on, thresholds_.fail_on)) {
    return false;
  }
  if (!options.min_confidence.empty()) {
    const auto confidence = confidence_of(options.min_confidence);
    if (!confidence) {
      complain("--min-confidence: '" + options.min_confidence + "' is not low, medium or high");
      return false;
    }
    thresholds_.min_confidence = *confidence;
  }

  if (!options.as_of.empty()) {
    engine_options_.as_of = parse_instant(options.as_of);
    if (!engine_options_.as_of) {
      complain("--as-of: '" + options.as_of + "' is no date like 2030-01-31");
      return false;
    }
  }

  if (!options.profile.empty()) given_.profile = profile;
  given_.min_severity = thresholds_.min_severity;
  given_.fail_never = options.fail_on == "never";
  if (!options.fail_on.empty()) given_.fail_on = thresholds_.fail_on;
  if (!options.min_confidence.empty()) given_.min_confidence = thresholds_.min_confidence;
  given_.select = split_list(options.select);
  given_.extend_select = split_list(options.extend_select);
  given_.ignore = split_list(options.ignore);

  Selection selection;
  selection.profile = *profile;
  selection.select = given_.select;
  selection.extend_select = given_.extend_select;
  selection.ignore = given_.ignore;
  if (!options.select.empty() && selection.select.empty()) {
    complain("--select: no rule is named");
    return false;
  }
  if (selecting == Selecting::with_configuration) return true;
  auto active = select_rules(all_, selection);
  if (!active) {
    complain("'" + active.error() + "' is no rule, family or matching glob" +
             hint(active.error(), names_of(all_, Names::selectors)));
    return false;
  }
  active_ = std::move(*active);
  return true;
}

TextStyle text_style(std::string_view color, bool to_terminal) {
  TextStyle style;
  const char* no_color = std::getenv("NO_COLOR");
  const bool wanted = no_color == nullptr || *no_color == '\0';
  style.color = color == "always" || (color == "auto" && to_terminal && wanted);
  return style;
}

void add_color(CLI::App& app, std::string& color) {
  app.add_option("--color", color, "auto, always or never")
      ->option_text("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

DataDates data_dates() {
  DataDates dates;
  dates.suffixes = suffix_list_date();
  dates.unicode = unicode_version();
  dates.address_registries = std::string(tables::kIpv4SpecialPurposeDate);
  return dates;
}

}  // namespace urilint::cli
