// The rule compiler: reads every rules/<family>/<id>.toml and writes constant tables. `rulec
// [--partial] RULES_DIR OUT.cpp` says all that is wrong; its output depends on the rules alone.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <vector>

#include "engine/rule_file.hpp"

namespace {

namespace fs = std::filesystem;
using urilint::RuleFile;
using urilint::RuleFileError;
using Rules = std::vector<std::unique_ptr<RuleFile>>;

// A string_view literal; octal escapes take three digits, so no digit behind can join them.
std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      char octal[8];
      std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(byte));
      out += octal;
    } else {
      out += c;
    }
  }
  return out + "\"sv";
}

// --- reading
// --------------------------------------------------------------------------------------

struct Found {
  std::string path, file, family, id;
};

// All rule files, ascending by id.
std::vector<Found> find_rules(const fs::path& root, std::vector<RuleFileError>& errors) {
  std::vector<Found> found;
  std::error_code error;
  for (fs::recursive_directory_iterator at(root, error), end; !error && at != end;
       at.increment(error)) {
    const fs::directory_entry& entry = *at;
    if (!entry.is_regular_file() || entry.path().extension() != ".toml") continue;
    const fs::path below = entry.path().lexically_relative(root);
    if (std::distance(below.begin(), below.end()) != 2) {
      errors.push_back({below.generic_string(),
                        1,
                        {},
                        urilint::RuleFault::wrong_place,
                        "a rule stands at rules/<family>/<id>.toml"});
      continue;
    }
    found.push_back({entry.path().generic_string(), below.generic_string(),
                     below.begin()->generic_string(), below.stem().generic_string()});
  }
  if (error) {
    errors.push_back({".", 1, {}, urilint::RuleFault::unreadable, "cannot be listed"});
  }
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return std::tie(a.id, a.family) < std::tie(b.id, b.family);
  });
  return found;
}

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Rules read_rules(const std::string& root, std::vector<RuleFileError>& errors) {
  Rules rules;
  for (const Found& found : find_rules(root, errors)) {
    auto rule = urilint::parse_rule_file(contents(found.path), {found.file, found.family, found.id},
                                         urilint::RuleOrigin::builtin);
    if (rule) {
      rules.push_back(std::move(*rule));
    } else {
      errors.insert(errors.end(), rule.error().begin(), rule.error().end());
    }
  }
  // A rule that could not be read is no reason to call others' `yields_to` wrong.
  if (errors.empty()) urilint::check_rule_set(rules, {}, errors);
  return rules;
}

// --- writing
// --------------------------------------------------------------------------------------

class Writer {
 public:
  std::string write(const Rules& rules) {
    out_ << "// Generated from rules/ by rulec; do not edit.\n"
            "#include \"engine/rules.hpp\"\n\n#include <string_view>\n\n";
    declare_detectors(rules);
    out_ << "namespace urilint {\nnamespace {\n\nusing namespace std::string_view_literals;\n\n";
    for (std::size_t i = 0; i < rules.size(); ++i) write_arrays(rules[i]->info, i);
    if (!rules.empty()) out_ << "constinit const RuleInfo kRules[] = {\n";
    for (std::size_t i = 0; i < rules.size(); ++i) write_rule(rules[i]->info, i);
    if (!rules.empty()) out_ << "};\n\n";
    out_ << "}  // namespace\n\nstd::span<const RuleInfo> builtin_rules() noexcept { return "
         << (rules.empty() ? "{}" : "kRules") << "; }\n\n}  // namespace urilint\n";
    return out_.str();
  }

 private:
  void declare_detectors(const Rules& rules) {
    out_ << "namespace urilint::detect {\n";
    for (const auto& rule : rules) {
      if (rule->info.detector.empty()) continue;
      out_ << "void detect_" << rule->info.detector << "(const Subject&, Sink&) noexcept;\n";
    }
    out_ << "}  // namespace urilint::detect\n\n";
  }

  // Writes a constant array and returns its name, or `{}` of an empty one.
  template <typename Items, typename Write>
  std::string array(std::string_view type, const std::string& name, const Items& items,
                    Write write_item) {
    if (items.empty()) return "{}";
    std::ostringstream body;
    for (std::size_t i = 0; i < items.size(); ++i) {
      // Writing an item may write arrays of its own, which must come first.
      body << "    " << write_item(items[i], name + '_' + std::to_string(i)) << ",\n";
    }
    out_ << "constexpr " << type << ' ' << name << "[] = {\n" << body.str() << "};\n";
    return name;
  }

  std::string strings(const std::string& name, std::span<const std::string_view> items) {
    return array("std::string_view", name, items,
                 [](std::string_view text, const std::string&) { return literal(text); });
  }

  template <typename Enum>
  static std::string levels(std::string_view type, const std::array<Enum, urilint::kProfiles>& of) {
    std::string out = "{";
    for (const Enum level : of) {
      out += std::string(out.size() > 1 ? ", " : "") + std::string(type) +
             "::" + std::string(name_of(level));
    }
    return out + '}';
  }

  std::string finding(const urilint::ExpectedFinding& finding, const std::string& name) {
    const auto mark = [](const urilint::ExpectedMark& m, const std::string&) {
      return '{' + std::to_string(m.begin) + ", " + std::to_string(m.end) +
             (m.shown ? ", true}" : "}");
    };
    const std::string marks = array("ExpectedMark", name + "_marks", finding.marks, mark);
    return '{' + literal(finding.rule) + ", " + literal(finding.variant) + ", " + marks + '}';
  }

  std::string policy(const urilint::ExamplePolicy& policy, const std::string& name) {
    return '{' + strings(name + "_allow_schemes", policy.allow_schemes) + ", " +
           strings(name + "_deny_schemes", policy.deny_schemes) + ", " +
           strings(name + "_allow_hosts", policy.allow_hosts) + ", " +
           strings(name + "_deny_hosts", policy.deny_hosts) + ", " +
           strings(name + "_allow_ports", policy.allow_ports) + ", " +
           strings(name + "_deny_ports", policy.deny_ports) + '}';
  }

  std::string example(const urilint::Example& example, const std::string& name) {
    const std::string findings =
        array("ExpectedFinding", name + "_findings", example.findings,
              [this](const auto& f, const std::string& inner) { return finding(f, inner); });
    const std::string secrets = strings(name + "_secrets", example.secrets);
    const std::string names = strings(name + "_protected", example.protected_names);
    const std::string of_policy = policy(example.policy, name + "_policy");
    std::ostringstream out;
    out << "{" << (example.bad ? "true" : "false") << ", " << literal(example.uri)
        << ", Profile::" << name_of(example.profile) << ", " << (example.text ? "true" : "false")
        << ", " << findings << ", " << secrets << ", " << names << ", " << literal(example.shown)
        << ", " << of_policy << '}';
    return out.str();
  }

  std::string condition(const urilint::Condition& c, const std::string& name) {
    const std::string values = strings(name + "_values", c.values);
    std::ostringstream out;
    out << "{static_cast<Op>(" << static_cast<int>(c.op) << "), static_cast<Field>("
        << static_cast<int>(c.field) << "), " << (c.ignore_case ? "true" : "false") << ", "
        << static_cast<int>(c.decode) << ", " << c.descendants << ", "
        << c.regex
        // The smallest number has no literal of its own.
        << ", static_cast<std::int64_t>(" << static_cast<std::uint64_t>(c.number) << "U), "
        << values << '}';
    return out.str();
  }

  static std::string variant(const urilint::Variant& v, const std::string&) {
    return '{' + literal(v.name) + ", " + literal(v.message) + ", " +
           levels("Severity", v.severity) + ", " + levels("Confidence", v.confidence) + '}';
  }

  static std::string prefix(std::size_t index) { return "k" + std::to_string(index); }

  void write_arrays(const urilint::RuleInfo& rule, std::size_t index) {
    const std::string name = prefix(index);
    out_ << "// " << rule.id << '\n';
    arrays_.push_back({
        array("Variant", name + "_variants", rule.variants, variant),
        strings(name + "_references", rule.references),
        strings(name + "_yields_to", rule.yields_to),
        strings(name + "_aliases", rule.aliases),
        array("Condition", name + "_conditions", rule.conditions,
              [this](const auto& c, const std::string& inner) { return condition(c, inner); }),
        strings(name + "_patterns", rule.patterns),
        array("Example", name + "_examples", rule.examples,
              [this](const auto& e, const std::string& inner) { return example(e, inner); }),
    });
    out_ << '\n';
  }

  void write_rule(const urilint::RuleInfo& rule, std::size_t index) {
    const Arrays& a = arrays_[index];
    const std::string detect =
        rule.detector.empty() ? "nullptr" : "&detect::detect_" + std::string(rule.detector);
    out_ << "    {.id = " << literal(rule.id) << ",\n     .family = " << literal(rule.family)
         << ",\n     .since = " << literal(rule.since)
         << ",\n     .summary = " << literal(rule.summary) << ",\n     .why = " << literal(rule.why)
         << ",\n     .instead = " << literal(rule.instead)
         << ",\n     .preview = " << (rule.preview ? "true" : "false")
         << ",\n     .ambient = " << (rule.ambient ? "true" : "false")
         << ",\n     .link = " << (rule.link ? "true" : "false")
         << ",\n     .policy = " << (rule.policy ? "true" : "false") << ",\n     .wake = {"
         << rule.wake.any << "U, " << rule.wake.all << "U, " << rule.wake.none
         << "U},\n     .variants = " << a.variants << ",\n     .references = " << a.references
         << ",\n     .yields_to = " << a.yields_to << ",\n     .aliases = " << a.aliases
         << ",\n     .detect = " << detect << ",\n     .detector = " << literal(rule.detector)
         << ",\n     .conditions = " << a.conditions << ",\n     .patterns = " << a.patterns
         << ",\n     .mark = " << literal(rule.mark) << ",\n     .file = " << literal(rule.file)
         << ",\n     .examples = " << a.examples << "},\n";
  }

  struct Arrays {
    std::string variants, references, yields_to, aliases, conditions, patterns, examples;
  };
  std::ostringstream out_;
  std::vector<Arrays> arrays_;
};

// Whether rules may yield to rules that are not written yet.
enum class RuleSet : std::uint8_t { whole, partial };

int run(RuleSet set, const std::string& root, const std::string& out_path) {
  std::vector<RuleFileError> errors;
  const Rules rules = read_rules(root, errors);
  bool failed = false;
  for (const RuleFileError& error : errors) {
    const bool is_warning =
        set == RuleSet::partial && error.code == urilint::RuleFault::unknown_rule;
    std::cerr << (is_warning ? "warning: " : "") << root << '/' << to_string(error) << '\n';
    failed = failed || !is_warning;
  }
  if (failed) return 1;
  std::ofstream out(out_path, std::ios::binary);
  out << Writer().write(rules);
  out.close();
  if (out) return 0;
  std::cerr << out_path << ": cannot be written\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  const bool is_partial = !args.empty() && args[0] == "--partial";
  if (is_partial) args.erase(args.begin());
  if (args.size() != 2) {
    std::cerr << "usage: rulec [--partial] RULES_DIR OUT.cpp\n";
    return 2;
  }
  return run(is_partial ? RuleSet::partial : RuleSet::whole, args[0], args[1]);
}
