// rules list, rules show, rules test, rules docs, and explain.
#include <fmt/format.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <filesystem>

#include "cli/cli.hpp"
#include "engine/example_runner.hpp"
#include "report/escape.hpp"
#include "report/marked_line.hpp"
#include "report/redactor.hpp"
#include "report/rule_pages.hpp"
#include "report/words.hpp"

namespace urilint::cli {
namespace {

constexpr std::size_t kExampleShown = 200;  // bytes

struct RulesOptions {
  RuleOptions rules;
  std::string format = "text";
};

// Wraps prose at 78 columns, paragraph by paragraph.
std::string wrapped(std::string_view text, std::string_view indent) {
  std::string out;
  std::size_t column = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == '\n' && at + 1 < text.size() && text[at + 1] == '\n') {
      out += "\n\n";
      column = 0;
      at += 2;
      continue;
    }
    const std::size_t begin = text.find_first_not_of(" \t\n", at);
    if (begin == std::string_view::npos) break;
    if (begin > at && text.substr(at, begin - at).find("\n\n") != std::string_view::npos) {
      out += "\n\n";
      column = 0;
    }
    const std::size_t end = std::min(text.find_first_of(" \t\n", begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    if (column != 0 && column + 1 + word.size() > 78) {
      out += '\n';
      column = 0;
    }
    if (column == 0) {
      out += indent;
      column = indent.size();
    } else {
      out += ' ';
      ++column;
    }
    const std::string shown = escape_words(word);
    out += shown;
    column += display_width(shown);
    at = end;
  }
  return out + '\n';
}

std::string severities(const Variant& variant) {
  std::string out;
  for (const Severity severity : variant.severity) {
    out += fmt::format("{}{}", out.empty() ? "" : " / ", name_of(severity));
  }
  return out;
}

// Preview rules run only when they are selected.
std::string default_severities(const RuleInfo& rule) {
  return rule.preview ? "off (preview)" : severities(rule.variants.front());
}

void list_text(Output& out, const std::vector<const RuleInfo*>& rules) {
  out.write(fmt::format("{:<30} {:<24} {:<36} {}\n", "RULE", "FAMILY",
                        "REPO / MAIL / PROXY / REVIEW", "FINDS"));
  for (const RuleInfo* rule : rules) {
    out.write(fmt::format("{:<30} {:<24} {:<36} {}\n", rule->id, rule->family,
                          default_severities(*rule), escape_words(rule->summary)));
  }
  out.write(counted(rules.size(), "rule") + "\n");
}

using JsonWriter = rapidjson::Writer<rapidjson::StringBuffer>;

void text_member(JsonWriter& json, const char* key, std::string_view value) {
  const std::string repaired = repair_utf8(value);
  json.Key(key);
  json.String(repaired.data(), static_cast<rapidjson::SizeType>(repaired.size()));
}

void rule_json(JsonWriter& json, const RuleInfo& rule) {
  json.StartObject();
  text_member(json, "id", rule.id);
  text_member(json, "family", rule.family);
  text_member(json, "since", rule.since);
  json.Key("preview");
  json.Bool(rule.preview);
  text_member(json, "summary", rule.summary);
  text_member(json, "why", rule.why);
  text_member(json, "instead", rule.instead);
  json.Key("variants");
  json.StartArray();
  for (const Variant& variant : rule.variants) {
    json.StartObject();
    text_member(json, "name", variant.name);
    text_member(json, "message", variant.message);
    for (const char* axis : {"severity", "confidence"}) {
      json.Key(axis);
      json.StartObject();
      for (std::size_t i = 0; i < kProfiles; ++i) {
        const std::string profile(name_of(static_cast<Profile>(i)));
        text_member(json, profile.c_str(),
                    *axis == 's' ? name_of(variant.severity[i]) : name_of(variant.confidence[i]));
      }
      json.EndObject();
    }
    json.EndObject();
  }
  json.EndArray();
  for (const auto& [key, list] :
       {std::pair{"references", rule.references}, std::pair{"yields_to", rule.yields_to}}) {
    json.Key(key);
    json.StartArray();
    for (const std::string_view entry : list) {
      json.String(entry.data(), static_cast<rapidjson::SizeType>(entry.size()));
    }
    json.EndArray();
  }
  json.EndObject();
}

void list_json(Output& out, const std::vector<const RuleInfo*>& rules) {
  rapidjson::StringBuffer buffer;
  JsonWriter json(buffer);
  json.StartArray();
  for (const RuleInfo* rule : rules) rule_json(json, *rule);
  json.EndArray();
  out.write(std::string_view(buffer.GetString(), buffer.GetSize()));
  out.write("\n");
}

// From the narrowest setting to the widest.
void show_silence(Output& out, std::string_view id) {
  out.write("\nSilence\n  In a comment on the line of the URI, or alone on the line before\n");
  out.write(fmt::format("    # urilint: ignore[{}] why\n", id));
  out.write("  In a comment in the first ten lines, for all of the file\n");
  out.write(fmt::format("    # urilint: ignore-file[{}] why\n", id));
  out.write(
      "  In .urilint.toml; by path, key, host, or several of them\n"
      "    [[override]]\n"
      "    paths = [\"docs/**\"]\n"
      "    keys = [\"services.*.url\"]\n"
      "    hosts = [\"*.example.com\"]\n");
  out.write(fmt::format("    ignore = [\"{}\"]\n", id));
  out.write(
      fmt::format("  In .urilint.toml, above all tables, everywhere\n    ignore = [\"{}\"]\n", id));
  out.write(fmt::format("  For one run\n    urilint check --ignore {}\n", id));
}

void show_text(Output& out, const RuleInfo& rule) {
  out.write(fmt::format("{}  ({}, since {}{})\n{}\n\n", rule.id, rule.family, rule.since,
                        rule.preview ? ", preview: off until it is selected" : "",
                        escape_words(rule.summary)));
  for (const Variant& variant : rule.variants) {
    out.write(fmt::format("  {:<28} {}   (repo / mail / proxy / review)\n",
                          variant.name.empty() ? "severity" : variant.name, severities(variant)));
  }
  out.write(
      fmt::format("\nWhy\n{}\nInstead\n{}", wrapped(rule.why, "  "), wrapped(rule.instead, "  ")));
  for (const bool bad : {true, false}) {
    out.write(bad ? "\nReported\n" : "\nNot reported\n");
    for (const Example& example : rule.examples) {
      if (example.bad != bad) continue;
      out.write(fmt::format("  {}\n", escape_for_log(example.uri)));
    }
  }
  if (!rule.references.empty()) out.write("\nReferences\n");
  for (const std::string_view reference : rule.references) {
    out.write(fmt::format("  {}\n", escape_words(reference)));
  }
  if (!rule.yields_to.empty()) {
    out.write("\nSilent where one of these speaks of the same bytes\n ");
    for (const std::string_view id : rule.yields_to) out.write(fmt::format(" {}", id));
    out.write("\n");
  }
  show_silence(out, rule.id);
}

const RuleInfo* find_rule(const std::vector<const RuleInfo*>& rules, std::string_view id) {
  for (const RuleInfo* rule : rules) {
    if (rule->id == id) return rule;
    if (std::find(rule->aliases.begin(), rule->aliases.end(), id) != rule->aliases.end())
      return rule;
  }
  return nullptr;
}

Exit list_rules(const RulesOptions& options, const Operands& operands) {
  RuleSet rules;
  if (!operands.empty()) {
    complain("rules list takes no operands");
    return Exit::trouble;
  }
  if (!rules.load(options.rules)) return Exit::trouble;
  std::vector<const RuleInfo*> sorted = rules.all();
  std::sort(sorted.begin(), sorted.end(),
            [](const RuleInfo* a, const RuleInfo* b) { return a->id < b->id; });
  ReportFile out;
  if (!out.open("")) return Exit::trouble;
  if (options.format == "json") {
    list_json(out, sorted);
  } else {
    list_text(out, sorted);
  }
  return out.finish() ? Exit::ok : Exit::trouble;
}

Exit show_rules(const RulesOptions& options, const Operands& operands) {
  RuleSet rules;
  if (operands.empty()) {
    complain("no rule is named; see urilint rules list");
    return Exit::trouble;
  }
  if (!rules.load(options.rules)) return Exit::trouble;
  std::vector<const RuleInfo*> found;
  for (const std::string& id : operands) {
    const RuleInfo* rule = find_rule(rules.all(), id);
    if (rule == nullptr) {
      complain("'" + id + "' is no rule" + hint(id, names_of(rules.all(), Names::rules)));
      return Exit::trouble;
    }
    found.push_back(rule);
  }
  ReportFile out;
  if (!out.open("")) return Exit::trouble;
  if (options.format == "json") {
    list_json(out, found);
  } else {
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (i != 0) out.write("\n");
      show_text(out, *found[i]);
    }
  }
  return out.finish() ? Exit::ok : Exit::trouble;
}

// Built-in rules without operands; else the packs named.
Exit test_rules(const RulesOptions& options, const Operands& operands) {
  RulesOptions with_packs = options;
  with_packs.rules.packs.insert(with_packs.rules.packs.end(), operands.begin(), operands.end());
  RuleSet rules;
  if (!rules.load(with_packs.rules)) return Exit::trouble;
  RuleSet builtin;
  if (!builtin.load({})) return Exit::trouble;
  std::vector<const RuleInfo*> tested = rules.all();
  if (!operands.empty()) {
    tested.erase(tested.begin(),
                 tested.begin() + static_cast<std::ptrdiff_t>(builtin.all().size()));
  }
  const ExampleReport report = run_examples(rules.all(), tested);
  ReportFile out;
  if (!out.open("")) return Exit::trouble;
  for (const ExampleFailure& failure : report.failures) {
    const Redactor uri(failure.uri, failure.masks, false);
    out.write(fmt::format("{}: {} example {}: {}\n{}", escape_for_log(failure.file),
                          failure.bad ? "bad" : "good", failure.number,
                          excerpt(uri.whole().view(), {}, kExampleShown), failure.what));
  }
  out.write(fmt::format("{}, {}, {} failed\n", counted(report.rules, "rule"),
                        counted(report.examples, "example"), report.failures.size()));
  if (!out.finish()) return Exit::trouble;
  return report.failures.empty() ? Exit::ok : Exit::findings;
}

bool write_page(const std::filesystem::path& folder, const Page& page) {
  ReportFile out;
  if (!out.open((folder / page.name).string())) return false;
  out.write(page.text);
  return out.finish();
}

// Pages that are there already and have no rule any more are left alone.
Exit write_docs(const RulesOptions& options, const Operands& operands) {
  if (operands.size() != 1) {
    complain("rules docs takes one folder, which the pages are written to");
    return Exit::trouble;
  }
  RuleSet rules;
  if (!rules.load(options.rules)) return Exit::trouble;
  const std::filesystem::path folder = operands.front();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    complain(folder.string() + ": " + error.message());
    return Exit::trouble;
  }
  for (const Page& page : rule_pages(rules.all())) {
    if (!write_page(folder, page)) return Exit::trouble;
  }
  return Exit::ok;
}

void add_packs(CLI::App& app, RulesOptions& options) {
  add_values(app, "--rules", options.rules.packs, "A folder of extra rules (repeatable)", "DIR");
}

void add_format(CLI::App& app, RulesOptions& options) {
  app.add_option("--format", options.format, "text or json")
      ->option_text("F")
      ->check(CLI::IsMember({"text", "json"}));
}

}  // namespace

void add_rules(CLI::App& app, std::vector<Command>& commands) {
  const auto options = std::make_shared<RulesOptions>();
  CLI::App* sub = app.add_subcommand("rules", "The catalogue of rules");
  sub->require_subcommand(1);

  CLI::App* list = sub->add_subcommand("list", "All rules, a line each");
  add_packs(*list, *options);
  add_format(*list, *options);
  commands.push_back(
      {list, [options](const Operands& operands) { return list_rules(*options, operands); }});

  CLI::App* show = sub->add_subcommand("show", "One rule in full");
  add_packs(*show, *options);
  add_format(*show, *options);
  commands.push_back(
      {show, [options](const Operands& operands) { return show_rules(*options, operands); }});

  CLI::App* test =
      sub->add_subcommand("test", "Run the examples of the built-in rules, or of packs");
  commands.push_back(
      {test, [options](const Operands& operands) { return test_rules(*options, operands); }});

  CLI::App* docs = sub->add_subcommand("docs", "Write a page about each rule, and an index");
  add_packs(*docs, *options);
  commands.push_back(
      {docs, [options](const Operands& operands) { return write_docs(*options, operands); }});
}

void add_explain(CLI::App& app, std::vector<Command>& commands) {
  const auto options = std::make_shared<RulesOptions>();
  CLI::App* sub = app.add_subcommand("explain", "Same as rules show");
  add_packs(*sub, *options);
  add_format(*sub, *options);
  commands.push_back(
      {sub, [options](const Operands& operands) { return show_rules(*options, operands); }});
}

}  // namespace urilint::cli
