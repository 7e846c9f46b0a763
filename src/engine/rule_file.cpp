// One pass over the parsed TOML, table by table; every fault is noted and reading goes on.
// toml++ recurses and throws away nothing: size and depth are checked before it sees the text.
#include "engine/rule_file.hpp"

#include <algorithm>
#include <initializer_list>

#include "engine/conditions.hpp"
#include "engine/data_table.hpp"
#include "engine/rule_file_words.hpp"
#include "engine/toml.hpp"

namespace urilint {
namespace {

using Names = std::initializer_list<std::string_view>;

constexpr std::string_view kSeverityNames[] = {"off", "note", "warning", "error"};
constexpr std::string_view kConfidenceNames[] = {"low", "medium", "high"};
constexpr std::string_view kProfileNames[] = {"repo", "mail", "proxy", "review"};
constexpr std::string_view kMarkNames[] = {"match",    "scheme", "authority",   "userinfo", "user",
                                           "password", "host",   "port",        "path",     "query",
                                           "fragment", "uri",    "last-segment"};

std::uint32_t line_of(const toml::source_region& source) {
  return std::max<std::uint32_t>(source.begin.line, 1);
}
std::uint32_t line_of(const toml::node& node) { return line_of(node.source()); }

std::string joined(const std::string& path, std::string_view key) {
  std::string shown(key);
  if (!std::all_of(key.begin(), key.end(),
                   [](char c) {
                     return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                            (c >= '0' && c <= '9') || c == '_' || c == '-';
                   }) ||
      key.empty() || key.size() > 60) {
    shown = quoted(key);
  }
  return path.empty() ? shown : path + '.' + shown;
}
std::string indexed(const std::string& path, std::size_t index) {
  return path + '[' + std::to_string(index) + ']';
}

// A table and the path that leads to it.
struct Table {
  const toml::table& node;
  std::string path;
  [[nodiscard]] const toml::node* get(std::string_view key) const { return node.get(key); }
  [[nodiscard]] bool has(std::string_view key) const { return node.contains(key); }
  [[nodiscard]] std::string key(std::string_view name) const { return joined(path, name); }
};

// How long a text may be, and whether it may have lines.
enum class TextKind : std::uint8_t { line, lines, bytes };

bool is_decimal(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return to_lower(c); });
  return out;
}

class Reader {
 public:
  Reader(const RuleFileName& name, RuleOrigin origin, RuleFile& out,
         std::vector<RuleFileError>& errors)
      : name_(name), origin_(origin), out_(out), errors_(errors) {}

  void read(std::string_view toml_text);

 private:
  // --- errors ---
  void fail(std::uint32_t line, std::string key, RuleFault code, std::string words) {
    if (errors_.size() >= kRuleErrorsMax) return;
    errors_.push_back({std::string(name_.file), line, std::move(key), code, std::move(words)});
  }
  void fail(const toml::node& at, std::string key, RuleFault code, std::string words) {
    fail(line_of(at), std::move(key), code, std::move(words));
  }
  void fail(const toml::node& at, std::string key, Fault fault) {
    fail(at, std::move(key), fault.code, std::move(fault.words));
  }
  void wrong_type(const toml::node& at, std::string key, std::string_view wanted) {
    fail(at, std::move(key), RuleFault::wrong_type, "must be " + std::string(wanted));
  }
  void missing(const Table& table, std::string_view key) {
    fail(table.node, table.key(key), RuleFault::missing_key, "is missing");
  }

  // --- pieces ---
  void check_keys(const Table& table, Names allowed);
  bool check_text(const toml::node& at, const std::string& key, std::string_view text,
                  TextKind kind);
  std::optional<std::string_view> text_of(const toml::node& node, const std::string& key,
                                          TextKind kind);
  std::string_view text(const Table& table, std::string_view key, TextKind kind);
  std::string_view optional_text(const Table& table, std::string_view key, TextKind kind);
  bool flag(const Table& table, std::string_view key);
  const toml::array* list(const Table& table, std::string_view key, std::size_t most);
  std::span<const std::string_view> strings(const Table& table, std::string_view key);
  template <typename Visit>
  void each_table(const Table& table, std::string_view key, std::size_t most, Visit visit);
  template <typename Enum>
  bool levels(const toml::node& node, const std::string& key,
              std::span<const std::string_view> names, RuleFault unknown,
              std::array<Enum, kProfiles>& out);
  template <typename Enum>
  bool level(const toml::node& node, const std::string& key,
             std::span<const std::string_view> names, RuleFault unknown, Enum& out);

  // --- the rule ---
  void read_identity();
  void read_head(const Table& root);
  void check_ambient(const Table& root);
  void check_by_detector(const Table& root, std::string_view key, bool set);
  void read_references(const Table& root);
  void read_rule_names(const Table& root);
  void read_wake(const Table& root);
  std::uint64_t read_signals(const Table& wake, std::string_view key);
  void read_how(const Table& root);
  void read_detector(const Table& root);
  void read_variants(const Table& root);
  void read_variant(const Table& table, const Table& root);
  void read_message(const Table& table, Variant& variant);
  void read_confidence(const Table& table, Variant& variant);

  // --- conditions ---
  void read_match(const Table& match);
  void read_mark(const Table& match);
  void read_node(const Table& table, std::size_t depth, Names also_allowed);
  void read_group(const Table& table, std::string_view key, Op op, std::size_t depth);
  void read_leaf(const Table& table, Names also_allowed);
  bool read_field(const Table& table, Condition& leaf);
  bool read_op(const Table& table, Condition& leaf);
  void read_operands(const Table& table, Condition& leaf, Names also_allowed);
  void read_set(const Table& table, Condition& leaf);
  void read_number(const Table& table, Condition& leaf);
  void read_table_name(const Table& table, Condition& leaf);
  void read_pattern(const Table& table, Condition& leaf);
  void read_values(const Table& table, Condition& leaf);
  std::optional<std::string_view> read_value(const toml::node& node, const std::string& key,
                                             const Condition& leaf);
  bool room_for_condition(const Table& table);
  [[nodiscard]] bool finds_place() const;

  // --- examples ---
  void read_examples(const Table& root);
  void read_example(const Table& table, bool bad);
  void read_policy(const Table& table, Example& example);
  bool read_example_text(const Table& table, Example& example);
  bool read_shown(const Table& table, Example& example);
  void read_findings(const Table& table, Example& example);
  void read_finding(const Table& table, std::string_view rule, const Example& example,
                    Names allowed);
  void read_marks(const Table& table, const Example& example, std::vector<ExpectedMark>& marks);
  std::optional<ExpectedMark> read_one_mark(const Table& table, const Example& example);
  std::optional<std::string_view> bytes_of_hex(const toml::node& node, const std::string& key);
  void read_secrets(const Table& table, Example& example);

  const RuleFileName& name_;
  RuleOrigin origin_;
  RuleFile& out_;
  std::vector<RuleFileError>& errors_;
  std::vector<ExpectedFinding>* findings_ = nullptr;  // of the example that is being read
};

// --- pieces
// ---------------------------------------------------------------------------------------

void Reader::check_keys(const Table& table, Names allowed) {
  const std::span<const std::string_view> names(allowed.begin(), allowed.size());
  for (const auto& [key, value] : table.node) {
    if (errors_.size() >= kRuleErrorsMax) return;
    if (std::find(allowed.begin(), allowed.end(), key.str()) != allowed.end()) continue;
    fail(line_of(key.source()), table.key(key.str()), RuleFault::unknown_key,
         "unknown key " + quoted(key.str()) + suggestion(key.str(), names));
  }
}

bool Reader::check_text(const toml::node& at, const std::string& key, std::string_view value,
                        TextKind kind) {
  const std::size_t most = kind == TextKind::line ? kRuleLineMax : kRuleStringMax;
  if (value.size() > most) {
    fail(at, key, RuleFault::too_long, "has more than " + std::to_string(most) + " bytes");
    return false;
  }
  if (kind == TextKind::bytes) return true;
  if (value.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    fail(at, key, RuleFault::empty_text, "must not be empty");
    return false;
  }
  if (kind == TextKind::line && value.find_first_of("\r\n") != std::string_view::npos) {
    fail(at, key, RuleFault::not_one_line, "must be one line");
    return false;
  }
  return true;
}

std::optional<std::string_view> Reader::text_of(const toml::node& node, const std::string& key,
                                                TextKind kind) {
  const auto* value = node.as_string();
  if (value == nullptr) {
    wrong_type(node, key, "a string");
    return std::nullopt;
  }
  if (!check_text(node, key, value->get(), kind)) return std::nullopt;
  return out_.keep(value->get());
}

std::string_view Reader::text(const Table& table, std::string_view key, TextKind kind) {
  if (!table.has(key)) missing(table, key);
  return optional_text(table, key, kind);
}

std::string_view Reader::optional_text(const Table& table, std::string_view key, TextKind kind) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return {};
  return text_of(*node, table.key(key), kind).value_or(std::string_view());
}

bool Reader::flag(const Table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return false;
  if (const auto* value = node->as_boolean()) return value->get();
  wrong_type(*node, table.key(key), "true or false");
  return false;
}

const toml::array* Reader::list(const Table& table, std::string_view key, std::size_t most) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return nullptr;
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    wrong_type(*node, table.key(key), "a list");
    return nullptr;
  }
  if (array->size() > most) {
    fail(*node, table.key(key), RuleFault::too_many,
         "has " + std::to_string(array->size()) + " entries, at most " + std::to_string(most) +
             " are allowed");
    return nullptr;
  }
  return array;
}

std::span<const std::string_view> Reader::strings(const Table& table, std::string_view key) {
  const toml::array* array = list(table, key, kRuleListMax);
  if (array == nullptr) return {};
  auto& values = out_.lists.emplace_back();
  for (std::size_t i = 0; i < array->size(); ++i) {
    const auto value = text_of((*array)[i], indexed(table.key(key), i), TextKind::line);
    if (value) values.push_back(*value);
  }
  return values;
}

template <typename Visit>
void Reader::each_table(const Table& table, std::string_view key, std::size_t most, Visit visit) {
  const toml::array* array = list(table, key, most);
  if (array == nullptr) return;
  for (std::size_t i = 0; i < array->size(); ++i) {
    const std::string path = indexed(table.key(key), i);
    const toml::table* entry = (*array)[i].as_table();
    if (entry == nullptr) {
      wrong_type((*array)[i], path, "a table");
    } else {
      visit(Table{*entry, path});
    }
  }
}

template <typename Enum>
bool Reader::level(const toml::node& node, const std::string& key,
                   std::span<const std::string_view> names, RuleFault unknown, Enum& out) {
  const auto* value = node.as_string();
  if (value == nullptr) {
    wrong_type(node, key, "a string");
    return false;
  }
  const auto at = std::find(names.begin(), names.end(), value->get());
  if (at == names.end()) {
    fail(node, key, unknown,
         quoted(value->get()) + " is no value of this key" + suggestion(value->get(), names));
    return false;
  }
  out = static_cast<Enum>(at - names.begin());
  return true;
}

template <typename Enum>
bool Reader::levels(const toml::node& node, const std::string& key,
                    std::span<const std::string_view> names, RuleFault unknown,
                    std::array<Enum, kProfiles>& out) {
  const toml::table* table = node.as_table();
  if (table == nullptr) {
    if (!node.is_string()) {
      wrong_type(node, key, "a word, or a table by profile");
      return false;
    }
    Enum all{};
    if (!level(node, key, names, unknown, all)) return false;
    out.fill(all);
    return true;
  }
  const Table view{*table, key};
  check_keys(view, {"repo", "mail", "proxy", "review"});
  bool good = true;
  for (std::size_t i = 0; i < kProfiles; ++i) {
    const toml::node* entry = table->get(kProfileNames[i]);
    if (entry == nullptr) {
      fail(node, key, RuleFault::missing_profile,
           "says nothing of profile " + quoted(kProfileNames[i]));
      good = false;
    } else if (!level(*entry, view.key(kProfileNames[i]), names, unknown, out[i])) {
      good = false;
    }
  }
  return good;
}

// --- the rule
// -------------------------------------------------------------------------------------

void Reader::read(std::string_view toml_text) {
  read_identity();
  const toml::parse_result result = toml::parse(toml_text);
  if (!result) {
    const toml::parse_error& error = result.error();
    fail(line_of(error.source()), {}, RuleFault::syntax, "no TOML: " + quoted(error.description()));
    return;
  }
  const Table root{result.table(), {}};
  check_keys(root,
             {"since",      "summary",  "severity",  "confidence", "message", "why",     "instead",
              "references", "wake",     "yields_to", "aliases",    "preview", "ambient", "link",
              "policy",     "detector", "match",     "variants",   "bad",     "good"});
  read_head(root);
  read_references(root);
  read_rule_names(root);
  read_wake(root);
  read_how(root);
  read_variants(root);
  check_ambient(root);
  check_by_detector(root, "link", out_.info.link);
  check_by_detector(root, "policy", out_.info.policy);
  read_examples(root);
}

void Reader::read_identity() {
  const auto families = rule_families();
  const auto is_family = [&](std::string_view name) {
    return name == "custom" || std::find(families.begin(), families.end(), name) != families.end();
  };
  if (!is_kebab(name_.id)) {
    fail(1, {}, RuleFault::bad_id,
         "the file name " + quoted(name_.id) +
             " is no rule id: lower-case letters, digits and hyphens, at most 64");
  } else if (is_family(name_.id)) {
    fail(1, {}, RuleFault::bad_id, quoted(name_.id) + " is the name of a family");
  }
  if (origin_ == RuleOrigin::builtin ? !is_family(name_.family) || name_.family == "custom"
                                     : !is_kebab(name_.family)) {
    fail(1, {}, RuleFault::unknown_family,
         "the folder " + quoted(name_.family) + " is no family" +
             suggestion(name_.family, families));
  }
  out_.info.id = out_.keep(name_.id);
  out_.info.family = out_.keep(name_.family);
  out_.info.file = out_.keep(name_.file);
}

void Reader::read_head(const Table& root) {
  RuleInfo& info = out_.info;
  info.summary = text(root, "summary", TextKind::line);
  info.why = text(root, "why", TextKind::lines);
  info.instead = text(root, "instead", TextKind::lines);
  info.preview = flag(root, "preview");
  info.ambient = flag(root, "ambient");
  info.link = flag(root, "link");
  info.policy = flag(root, "policy");
  info.since = text(root, "since", TextKind::line);
  if (!info.since.empty() && !is_version(info.since)) {
    fail(*root.get("since"), "since", RuleFault::bad_version,
         quoted(info.since) + " is no version such as \"0.1.0\"");
  }
}

// Only what nobody needs to act on while reading may be left out of other rules' examples.
void Reader::check_ambient(const Table& root) {
  if (!out_.info.ambient) return;
  const auto is_loud = [](const Variant& variant) {
    return variant.severity[static_cast<std::size_t>(Profile::repo)] > Severity::note ||
           variant.severity[static_cast<std::size_t>(Profile::review)] > Severity::note;
  };
  if (std::any_of(out_.info.variants.begin(), out_.info.variants.end(), is_loud)) {
    fail(*root.get("ambient"), "ambient", RuleFault::conflicting_keys,
         "is for rules that are at most a note in `repo` and `review`");
  }
}

// Conditions see nothing of the text that is shown, nor of a policy.
void Reader::check_by_detector(const Table& root, std::string_view key, bool set) {
  if (!set || !out_.info.detector.empty()) return;
  fail(*root.get(key), std::string(key), RuleFault::conflicting_keys,
       "is for rules with a detector");
}

void Reader::read_references(const Table& root) {
  out_.info.references = strings(root, "references");
  for (std::size_t i = 0; i < out_.info.references.size(); ++i) {
    auto fault = check_reference(out_.info.references[i]);
    if (fault) fail(*root.get("references"), indexed("references", i), std::move(*fault));
  }
}

void Reader::read_rule_names(const Table& root) {
  out_.info.yields_to = strings(root, "yields_to");
  out_.info.aliases = strings(root, "aliases");
  if (const toml::node* node = root.get("yields_to")) out_.yields_to_line = line_of(*node);
  if (const toml::node* node = root.get("aliases")) out_.aliases_line = line_of(*node);
  for (std::size_t i = 0; i < out_.info.aliases.size(); ++i) {
    if (is_kebab(out_.info.aliases[i])) continue;
    fail(out_.aliases_line, indexed("aliases", i), RuleFault::bad_id,
         quoted(out_.info.aliases[i]) + " is no rule id");
  }
}

std::uint64_t Reader::read_signals(const Table& wake, std::string_view key) {
  std::uint64_t mask = 0;
  const auto names = strings(wake, key);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (const auto signal = signal_of(names[i])) {
      mask |= bit(*signal);
      continue;
    }
    std::array<std::string_view, kSignalCount> known;
    for (std::size_t s = 0; s < kSignalCount; ++s) known[s] = name_of(static_cast<Signal>(s));
    fail(*wake.get(key), indexed(wake.key(key), i), RuleFault::unknown_signal,
         "no signal " + quoted(names[i]) + suggestion(names[i], known));
  }
  return mask;
}

void Reader::read_wake(const Table& root) {
  const toml::node* node = root.get("wake");
  if (node == nullptr) return missing(root, "wake");
  const toml::table* table = node->as_table();
  if (table == nullptr) return wrong_type(*node, "wake", "a table");
  const Table wake{*table, "wake"};
  check_keys(wake, {"any", "all", "none"});
  const std::size_t before = errors_.size();
  Wake& out = out_.info.wake;
  out = {read_signals(wake, "any"), read_signals(wake, "all"), read_signals(wake, "none")};
  if (errors_.size() != before) return;
  if (out.any == 0 && out.all == 0) {
    fail(*node, "wake", RuleFault::no_wake, "names no signal in `any` or `all`");
  } else if ((out.all & out.none) != 0 || (out.any != 0 && (out.any & ~out.none) == 0)) {
    fail(*node, "wake", RuleFault::never_wakes, "`none` excludes what `any` or `all` asks for");
  }
}

void Reader::read_how(const Table& root) {
  const toml::node* match = root.get("match");
  if (root.has("detector") && match != nullptr) {
    return fail(*match, "match", RuleFault::detector_and_match,
                "a rule has a detector or [match], not both");
  }
  if (match != nullptr) {
    const toml::table* table = match->as_table();
    if (table == nullptr) return wrong_type(*match, "match", "a table");
    return read_match(Table{*table, "match"});
  }
  if (root.has("detector")) return read_detector(root);
  fail(1, {}, RuleFault::no_detector_no_match,
       origin_ == RuleOrigin::pack ? "[match] is missing"
                                   : "neither `detector = true` nor [match] is there");
}

void Reader::read_detector(const Table& root) {
  const toml::node& node = *root.get("detector");
  if (origin_ == RuleOrigin::pack) {
    return fail(node, "detector", RuleFault::detector_in_pack,
                "only built-in rules have detectors");
  }
  const auto* value = node.as_boolean();
  if (value == nullptr || !value->get()) return wrong_type(node, "detector", "true, or left out");
  std::string function(name_.id);
  std::replace(function.begin(), function.end(), '-', '_');
  out_.info.detector = out_.keep(function);
}

void Reader::read_message(const Table& table, Variant& variant) {
  variant.message = text(table, "message", TextKind::line);
  if (variant.message.empty()) return;
  const bool has_value = std::any_of(out_.conditions.begin(), out_.conditions.end(),
                                     [](const Condition& c) { return c.op == Op::in_table; });
  for (Fault& fault : check_message(variant.message,
                                    {.value = has_value, .numbers = !out_.info.detector.empty()})) {
    fail(*table.get("message"), table.key("message"), std::move(fault));
  }
}

void Reader::read_confidence(const Table& table, Variant& variant) {
  const toml::node* node = table.get("confidence");
  if (node == nullptr) return;
  levels(*node, table.key("confidence"), kConfidenceNames, RuleFault::unknown_confidence,
         variant.confidence);
}

void Reader::read_variants(const Table& root) {
  const toml::node* node = root.get("variants");
  if (node == nullptr) {
    read_variant(root, root);
  } else {
    for (const std::string_view key : {"severity", "message"}) {
      if (!root.has(key)) continue;
      fail(*root.get(key), std::string(key), RuleFault::conflicting_keys,
           "a rule with variants has them there");
    }
    if (root.has("match")) {
      fail(*node, "variants", RuleFault::conflicting_keys, "only detectors choose variants");
    }
    each_table(root, "variants", kRuleFindingsMax, [&](const Table& table) {
      check_keys(table, {"name", "severity", "confidence", "message"});
      read_variant(table, root);
    });
    const toml::array* array = node->as_array();
    if (array != nullptr && array->empty()) {
      fail(*node, "variants", RuleFault::empty_text, "must not be empty");
    }
  }
  out_.info.variants = out_.variants;
}

void Reader::read_variant(const Table& table, const Table& root) {
  Variant variant;
  variant.confidence.fill(Confidence::high);
  if (!table.path.empty()) {
    variant.name = text(table, "name", TextKind::line);
    if (!variant.name.empty() && !is_kebab(variant.name)) {
      fail(*table.get("name"), table.key("name"), RuleFault::bad_id,
           quoted(variant.name) + " is no name: lower-case letters, digits and hyphens");
    }
    const bool taken = std::any_of(out_.variants.begin(), out_.variants.end(),
                                   [&](const Variant& v) { return v.name == variant.name; });
    if (!variant.name.empty() && taken) {
      fail(*table.get("name"), table.key("name"), RuleFault::duplicate_variant,
           quoted(variant.name) + " is there twice");
    }
  }
  if (const toml::node* node = table.get("severity")) {
    levels(*node, table.key("severity"), kSeverityNames, RuleFault::unknown_severity,
           variant.severity);
  } else {
    missing(table, "severity");
  }
  read_confidence(table.has("confidence") ? table : root, variant);
  read_message(table, variant);
  out_.variants.push_back(variant);
}

// --- conditions
// -----------------------------------------------------------------------------------

void Reader::read_match(const Table& match) {
  const std::size_t before = errors_.size();
  read_mark(match);
  read_node(match, 1, {"mark"});
  out_.info.conditions = out_.conditions;
  out_.info.patterns = out_.patterns;
  if (errors_.size() == before && out_.info.mark == "match" && !finds_place()) {
    fail(*match.get("mark"), "match.mark", RuleFault::mark_without_place,
         "no condition outside of `none` finds a place (docs/conditions.md): name a component");
  }
}

void Reader::read_mark(const Table& match) {
  out_.info.mark = text(match, "mark", TextKind::line);
  const auto* end = std::end(kMarkNames);
  if (out_.info.mark.empty() || std::find(std::begin(kMarkNames), end, out_.info.mark) != end) {
    return;
  }
  fail(*match.get("mark"), match.key("mark"), RuleFault::unknown_mark,
       quoted(out_.info.mark) + " can not be marked" + suggestion(out_.info.mark, kMarkNames));
}

// True if a condition that is not inside `none` finds a place that "match" can mark.
bool Reader::finds_place() const {
  for (std::size_t i = 0; i < out_.conditions.size(); ++i) {
    const Condition& c = out_.conditions[i];
    if (c.op == Op::none) {
      i += c.descendants;
    } else if (c.op != Op::all && c.op != Op::any && marks_place(c)) {
      return true;
    }
  }
  return false;
}

bool Reader::room_for_condition(const Table& table) {
  if (out_.conditions.size() < kRuleConditionsMax) return true;
  if (out_.conditions.size() == kRuleConditionsMax) {
    fail(table.node, table.path, RuleFault::too_many,
         "more than " + std::to_string(kRuleConditionsMax) + " conditions");
    out_.conditions.emplace_back();  // so that this is said once
  }
  return false;
}

// A node is a leaf (it has `field`) or groups, which must all hold.
void Reader::read_node(const Table& table, std::size_t depth, Names also_allowed) {
  if (depth > kRuleDepthMax) {
    return fail(table.node, table.path, RuleFault::too_deep,
                "conditions are nested more than " + std::to_string(kRuleDepthMax) + " deep");
  }
  constexpr std::pair<std::string_view, Op> kGroups[] = {
      {"all", Op::all}, {"any", Op::any}, {"none", Op::none}};
  const auto groups = std::count_if(std::begin(kGroups), std::end(kGroups),
                                    [&](const auto& group) { return table.has(group.first); });
  if (groups == 0) return read_leaf(table, also_allowed);
  if (also_allowed.size() != 0) {
    check_keys(table, {"mark", "all", "any", "none"});
  } else {
    check_keys(table, {"all", "any", "none"});
  }
  const std::size_t at = out_.conditions.size();
  if (groups > 1) {
    if (!room_for_condition(table)) return;
    out_.conditions.push_back({.op = Op::all});
  }
  for (const auto& [key, op] : kGroups) {
    if (table.has(key)) read_group(table, key, op, depth);
  }
  if (groups > 1) {
    out_.conditions[at].descendants = static_cast<std::uint16_t>(out_.conditions.size() - at - 1);
  }
}

void Reader::read_group(const Table& table, std::string_view key, Op op, std::size_t depth) {
  if (!room_for_condition(table)) return;
  const std::size_t at = out_.conditions.size();
  out_.conditions.push_back({.op = op});
  each_table(table, key, kRuleConditionsMax,
             [&](const Table& child) { read_node(child, depth + 1, {}); });
  const toml::array* array = table.get(key)->as_array();
  if (array != nullptr && array->empty()) {
    fail(*array, table.key(key), RuleFault::empty_text, "must not be empty");
  }
  out_.conditions[at].descendants = static_cast<std::uint16_t>(out_.conditions.size() - at - 1);
}

void Reader::read_leaf(const Table& table, Names also_allowed) {
  if (!room_for_condition(table)) return;
  Condition leaf;
  const bool has_field = read_field(table, leaf);
  if (has_field && read_op(table, leaf)) read_operands(table, leaf, also_allowed);
  out_.conditions.push_back(leaf);
}

bool Reader::read_field(const Table& table, Condition& leaf) {
  const std::string_view name = text(table, "field", TextKind::line);
  if (name.empty()) return false;
  const auto field = field_of(name);
  if (!field) {
    fail(*table.get("field"), table.key("field"), RuleFault::unknown_field,
         "no field " + quoted(name) + suggestion(name, field_names()));
    return false;
  }
  leaf.field = *field;
  return true;
}

bool Reader::read_op(const Table& table, Condition& leaf) {
  const bool is_set = leaf.field == Field::violation || leaf.field == Field::signal;
  if (is_set && !table.has("op")) {
    leaf.op = Op::in;
    return true;
  }
  const std::string_view name = text(table, "op", TextKind::line);
  if (name.empty()) return false;
  const auto op = op_of(name);
  if (!op || *op <= Op::none) {
    const auto leaves = op_names().subspan(static_cast<std::size_t>(Op::present));
    fail(*table.get("op"), table.key("op"), RuleFault::unknown_op,
         "no operator " + quoted(name) + suggestion(name, leaves));
    return false;
  }
  leaf.op = *op;
  if (is_set && leaf.op != Op::in) {
    fail(*table.get("op"), table.key("op"), RuleFault::wrong_op,
         "this field has no operator but `in`");
    return false;
  }
  return true;
}

void Reader::read_operands(const Table& table, Condition& leaf, Names also_allowed) {
  const auto allow = [&](Names names) {
    std::vector<std::string_view> all{"field", "op"};
    all.insert(all.end(), names.begin(), names.end());
    all.insert(all.end(), also_allowed.begin(), also_allowed.end());
    for (const auto& [key, value] : table.node) {
      if (std::find(all.begin(), all.end(), key.str()) != all.end()) continue;
      fail(line_of(key.source()), table.key(key.str()), RuleFault::unknown_key,
           "unknown key " + quoted(key.str()) + " for this operator" + suggestion(key.str(), all));
    }
  };
  if (leaf.field == Field::violation || leaf.field == Field::signal) {
    allow({"value", "values"});
    return read_set(table, leaf);
  }
  if (leaf.op <= Op::empty) return allow({});
  if (const toml::node* node = table.get("case")) {
    constexpr std::string_view kCases[] = {"ignore", "sensitive"};
    std::uint8_t sensitive = 0;
    level(*node, table.key("case"), kCases, RuleFault::wrong_type, sensitive);
    leaf.ignore_case = sensitive == 0;
  }
  if (const toml::node* node = table.get("decode")) {
    const auto* times = node->as_integer();
    if (times == nullptr || times->get() < 1 || times->get() > 2) {
      fail(*node, table.key("decode"), RuleFault::bad_decode, "must be 1 or 2");
    } else {
      leaf.decode = static_cast<std::uint8_t>(times->get());
    }
  }
  if (leaf.op == Op::less || leaf.op == Op::greater) {
    allow({"value", "decode"});
    return read_number(table, leaf);
  }
  if (leaf.op == Op::in_table) {
    allow({"table", "decode"});
    return read_table_name(table, leaf);
  }
  if (leaf.op == Op::matches) {
    allow({"value", "decode", "case"});
    return read_pattern(table, leaf);
  }
  allow({"value", "values", "decode", "case"});
  read_values(table, leaf);
}

// A set of violation codes or signals.
void Reader::read_set(const Table& table, Condition& leaf) {
  read_values(table, leaf);
  const std::string key = table.key(table.has("values") ? "values" : "value");
  const toml::node* node = table.get(table.has("values") ? "values" : "value");
  std::uint64_t mask = 0;
  for (const std::string_view name : leaf.values) {
    if (leaf.field == Field::signal) {
      if (const auto signal = signal_of(name)) {
        mask |= bit(*signal);
        continue;
      }
      fail(*node, key, RuleFault::unknown_signal, "no signal " + quoted(name));
    } else if (const auto code = violation_code_of(name)) {
      mask |= std::uint64_t{1} << static_cast<unsigned>(*code);
    } else {
      fail(*node, key, RuleFault::unknown_violation, "no violation " + quoted(name));
    }
  }
  leaf.number = static_cast<std::int64_t>(mask);
  leaf.values = {};
}

void Reader::read_number(const Table& table, Condition& leaf) {
  const toml::node* node = table.get("value");
  if (node == nullptr) return missing(table, "value");
  const auto* number = node->as_integer();
  if (number == nullptr) return wrong_type(*node, table.key("value"), "a whole number");
  leaf.number = number->get();
}

void Reader::read_table_name(const Table& table, Condition& leaf) {
  const std::string_view name = text(table, "table", TextKind::line);
  if (name.empty()) return;
  if (data_table(name) == nullptr) {
    std::vector<std::string_view> names;
    for (const DataTable& known : data_tables()) names.push_back(known.name);
    return fail(*table.get("table"), table.key("table"), RuleFault::unknown_table,
                "no table " + quoted(name) + suggestion(name, names));
  }
  leaf.values = out_.lists.emplace_back(std::vector<std::string_view>{name});
}

void Reader::read_pattern(const Table& table, Condition& leaf) {
  const std::string_view source = text(table, "value", TextKind::lines);
  if (source.empty()) return;
  const toml::node& node = *table.get("value");
  if (out_.patterns.size() >= kRulePatternsMax) {
    return fail(node, table.key("value"), RuleFault::too_many,
                "more than " + std::to_string(kRulePatternsMax) + " patterns");
  }
  auto fault = check_pattern(source);
  if (fault) return fail(node, table.key("value"), std::move(*fault));
  leaf.regex = static_cast<std::uint16_t>(out_.patterns.size());
  out_.patterns.push_back(leaf.ignore_case ? out_.keep("(?i)" + std::string(source)) : source);
}

std::optional<std::string_view> Reader::read_value(const toml::node& node, const std::string& key,
                                                   const Condition& leaf) {
  std::string value;
  if (const auto* number = node.as_integer(); number != nullptr && leaf.field == Field::port) {
    value = std::to_string(number->get());
  } else if (const auto* string = node.as_string()) {
    value = string->get();
  } else {
    wrong_type(node, key, leaf.field == Field::port ? "a string or a whole number" : "a string");
    return std::nullopt;
  }
  if (value.empty()) {
    fail(node, key, RuleFault::empty_text, "must not be empty");
    return std::nullopt;
  }
  const std::size_t most = leaf.op == Op::contains ? kRuleNeedleMax : kRuleLineMax;
  if (value.size() > most) {
    fail(node, key, RuleFault::too_long, "has more than " + std::to_string(most) + " bytes");
    return std::nullopt;
  }
  if (leaf.field == Field::port && is_decimal(value)) {
    value.erase(0, std::min(value.find_first_not_of('0'), value.size() - 1));
  }
  return out_.keep(leaf.ignore_case ? lowered(value) : value);
}

// `value = "…"` or `values = […]`; sorted, so that `in` can search.
void Reader::read_values(const Table& table, Condition& leaf) {
  const toml::node* one = table.get("value");
  const toml::node* many = table.get("values");
  if (one != nullptr && many != nullptr) {
    return fail(*many, table.key("values"), RuleFault::conflicting_keys,
                "`value` and `values` exclude each other");
  }
  auto& values = out_.lists.emplace_back();
  if (one != nullptr) {
    if (const auto value = read_value(*one, table.key("value"), leaf)) values.push_back(*value);
  } else if (many != nullptr) {
    const toml::array* array = list(table, "values", kRuleListMax);
    if (array == nullptr) return;
    if (array->empty()) {
      fail(*many, table.key("values"), RuleFault::empty_text, "must not be empty");
    }
    for (std::size_t i = 0; i < array->size(); ++i) {
      const auto value = read_value((*array)[i], indexed(table.key("values"), i), leaf);
      if (value) values.push_back(*value);
    }
  } else {
    missing(table, leaf.op == Op::in ? "values" : "value");
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  leaf.values = values;
}

// --- examples
// -------------------------------------------------------------------------------------

void Reader::read_examples(const Table& root) {
  each_table(root, "bad", kRuleExamplesMax, [&](const Table& table) { read_example(table, true); });
  if (out_.examples.empty() && !root.has("bad")) {
    fail(1, "bad", RuleFault::no_bad_example, "a rule needs at least one [[bad]] example");
  }
  each_table(root, "good", kRuleExamplesMax,
             [&](const Table& table) { read_example(table, false); });
  const bool has_good = root.get("good") != nullptr;
  if (!has_good) {
    fail(1, "good", RuleFault::no_good_example, "a rule needs at least one [[good]] example");
  }
  for (const std::string_view key : {"bad", "good"}) {
    const toml::node* node = root.get(key);
    const toml::array* array = node == nullptr ? nullptr : node->as_array();
    if (array == nullptr || !array->empty()) continue;
    fail(*node, std::string(key),
         key == "bad" ? RuleFault::no_bad_example : RuleFault::no_good_example,
         "must not be empty");
  }
  if (out_.examples.size() > kRuleExamplesMax) {
    fail(1, "bad", RuleFault::too_many,
         "more than " + std::to_string(kRuleExamplesMax) + " examples");
  }
  out_.info.examples = out_.examples;
}

void Reader::read_example(const Table& table, bool bad) {
  if (bad) {
    check_keys(table, {"uri", "hex", "text", "shown", "profile", "mark", "mark_hex", "at",
                       "related", "variant", "findings", "also", "secrets", "protected", "policy"});
  } else {
    check_keys(table, {"uri", "hex", "text", "shown", "profile", "also", "secrets", "protected",
                       "policy"});
  }
  Example example;
  example.bad = bad;
  if (const toml::node* node = table.get("profile")) {
    level(*node, table.key("profile"), kProfileNames, RuleFault::unknown_profile, example.profile);
  }
  if (!read_example_text(table, example)) return;
  findings_ = &out_.findings.emplace_back();
  if (bad) read_findings(table, example);
  each_table(table, "also", kRuleFindingsMax, [&](const Table& entry) {
    const std::string_view rule = text(entry, "rule", TextKind::line);
    if (!rule.empty() && rule == out_.info.id) {
      fail(*entry.get("rule"), entry.key("rule"), RuleFault::conflicting_keys,
           "`also` names other rules");
    }
    read_finding(entry, rule, example, {"rule", "mark", "mark_hex", "at", "related", "variant"});
  });
  example.findings = *findings_;
  read_secrets(table, example);
  if (table.has("protected")) example.protected_names = strings(table, "protected");
  read_policy(table, example);
  out_.examples.push_back(example);
}

void Reader::read_policy(const Table& table, Example& example) {
  const toml::node* node = table.get("policy");
  if (node == nullptr) return;
  const toml::table* found = node->as_table();
  if (found == nullptr) return wrong_type(*node, table.key("policy"), "a table");
  const Table policy{*found, table.key("policy")};
  const std::pair<std::string_view, std::span<const std::string_view> ExamplePolicy::*> lists[] = {
      {"allow_schemes", &ExamplePolicy::allow_schemes},
      {"deny_schemes", &ExamplePolicy::deny_schemes},
      {"allow_hosts", &ExamplePolicy::allow_hosts},
      {"deny_hosts", &ExamplePolicy::deny_hosts},
      {"allow_ports", &ExamplePolicy::allow_ports},
      {"deny_ports", &ExamplePolicy::deny_ports},
  };
  check_keys(policy, {"allow_schemes", "deny_schemes", "allow_hosts", "deny_hosts", "allow_ports",
                      "deny_ports"});
  for (const auto& [key, list] : lists) {
    if (policy.has(key)) example.policy.*list = strings(policy, key);
  }
}

bool Reader::read_example_text(const Table& table, Example& example) {
  std::string_view found;
  for (const std::string_view key : {"uri", "hex", "text"}) {
    if (!table.has(key)) continue;
    if (!found.empty()) {
      fail(*table.get(key), table.key(key), RuleFault::conflicting_keys,
           "`uri`, `hex` and `text` exclude each other");
      return false;
    }
    found = key;
  }
  if (found.empty()) {
    missing(table, "uri");
    return false;
  }
  const toml::node& node = *table.get(found);
  const auto bytes = found == "hex" ? bytes_of_hex(node, table.key(found))
                                    : text_of(node, table.key(found), TextKind::bytes);
  if (!bytes) return false;
  example.uri = *bytes;
  example.text = found == "text";
  return read_shown(table, example);
}

bool Reader::read_shown(const Table& table, Example& example) {
  const toml::node* node = table.get("shown");
  if (node == nullptr) return true;
  if (example.text) {
    fail(*node, table.key("shown"), RuleFault::conflicting_keys,
         "`shown` is the text of a link to `uri` or `hex`");
    return false;
  }
  const auto shown = text_of(*node, table.key("shown"), TextKind::bytes);
  if (!shown) return false;
  example.shown = *shown;
  return true;
}

std::optional<std::string_view> Reader::bytes_of_hex(const toml::node& node,
                                                     const std::string& key) {
  const auto hex = text_of(node, key, TextKind::bytes);
  if (!hex) return std::nullopt;
  const auto digit = [](char c) {
    const char lower = to_lower(c);
    return lower >= '0' && lower <= '9'   ? lower - '0'
           : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10
                                          : -1;
  };
  std::string bytes;
  int high = -1;
  for (const char c : *hex) {
    if (c == ' ' || c == '\n') continue;
    const int value = digit(c);
    if (value < 0) {
      fail(node, key, RuleFault::bad_hex,
           quoted(std::string_view(&c, 1)) + " is no hexadecimal digit");
      return std::nullopt;
    }
    if (high < 0) {
      high = value;
    } else {
      bytes += static_cast<char>(high * 16 + value);
      high = -1;
    }
  }
  if (high >= 0) {
    fail(node, key, RuleFault::bad_hex, "an odd number of hexadecimal digits");
    return std::nullopt;
  }
  return out_.keep(bytes);
}

void Reader::read_findings(const Table& table, Example& example) {
  const toml::node* several = table.get("findings");
  if (several == nullptr) return read_finding(table, out_.info.id, example, {});
  for (const std::string_view key : {"mark", "mark_hex", "at", "related", "variant"}) {
    if (!table.has(key)) continue;
    fail(*table.get(key), table.key(key), RuleFault::conflicting_keys,
         "stands in an entry of `findings`");
  }
  each_table(table, "findings", kRuleFindingsMax, [&](const Table& entry) {
    read_finding(entry, out_.info.id, example, {"mark", "mark_hex", "at", "related", "variant"});
  });
  const toml::array* array = several->as_array();
  if (array != nullptr && array->empty()) {
    fail(*several, table.key("findings"), RuleFault::empty_text, "must not be empty");
  }
}

void Reader::read_finding(const Table& table, std::string_view rule, const Example& example,
                          Names allowed) {
  if (allowed.size() != 0) check_keys(table, allowed);
  auto& marks = out_.marks.emplace_back();
  read_marks(table, example, marks);
  ExpectedFinding finding{rule, optional_text(table, "variant", TextKind::line), marks};
  const bool is_own = rule == out_.info.id && !rule.empty();
  const bool known = std::any_of(out_.variants.begin(), out_.variants.end(),
                                 [&](const Variant& v) { return v.name == finding.variant; });
  if (is_own && !finding.variant.empty() && !known) {
    fail(*table.get("variant"), table.key("variant"), RuleFault::unknown_variant,
         "this rule has no variant " + quoted(finding.variant));
  }
  findings_->push_back(finding);
}

void Reader::read_marks(const Table& table, const Example& example,
                        std::vector<ExpectedMark>& marks) {
  if (!table.has("mark") && !table.has("mark_hex")) {
    missing(table, "mark");
  } else if (const auto mark = read_one_mark(table, example)) {
    marks.push_back(*mark);
  }
  each_table(table, "related", kRuleFindingsMax, [&](const Table& entry) {
    check_keys(entry, {"mark", "mark_hex", "mark_shown", "at"});
    if (!entry.has("mark") && !entry.has("mark_hex") && !entry.has("mark_shown")) {
      return missing(entry, "mark");
    }
    if (const auto mark = read_one_mark(entry, example)) marks.push_back(*mark);
  });
}

std::optional<ExpectedMark> Reader::read_one_mark(const Table& table, const Example& example) {
  const bool shown = table.has("mark_shown");
  if (shown && (table.has("mark") || table.has("mark_hex"))) {
    fail(*table.get("mark_shown"), table.key("mark_shown"), RuleFault::conflicting_keys,
         "`mark_shown` and `mark` exclude each other");
    return std::nullopt;
  }
  if (table.has("mark") && table.has("mark_hex")) {
    fail(*table.get("mark_hex"), table.key("mark_hex"), RuleFault::conflicting_keys,
         "`mark` and `mark_hex` exclude each other");
    return std::nullopt;
  }
  const std::string_view key = shown ? "mark_shown" : table.has("mark") ? "mark" : "mark_hex";
  const std::string_view text = shown ? example.shown : example.uri;
  const toml::node& node = *table.get(key);
  const auto mark = key != "mark_hex" ? text_of(node, table.key(key), TextKind::bytes)
                                      : bytes_of_hex(node, table.key(key));
  if (!mark) return std::nullopt;
  const auto at = [&](std::size_t begin) {
    return ExpectedMark{static_cast<Off>(begin), static_cast<Off>(begin + mark->size()), shown};
  };
  if (const toml::node* where = table.get("at")) {
    const auto* offset = where->as_integer();
    if (offset == nullptr) {
      wrong_type(*where, table.key("at"), "a whole number");
      return std::nullopt;
    }
    const auto begin = static_cast<std::uint64_t>(offset->get());
    if (begin > text.size() || text.substr(begin, mark->size()) != *mark) {
      fail(*where, table.key("at"), RuleFault::mark_not_found,
           quoted(*mark) + " does not stand at byte " + std::to_string(offset->get()));
      return std::nullopt;
    }
    return at(begin);
  }
  const std::size_t begin = text.find(*mark);
  if (begin == std::string_view::npos) {
    fail(node, table.key(key), RuleFault::mark_not_found,
         quoted(*mark) + " does not occur in the example");
    return std::nullopt;
  }
  if (mark->empty() || text.find(*mark, begin + 1) != std::string_view::npos) {
    fail(node, table.key(key), RuleFault::mark_ambiguous,
         quoted(*mark) + " occurs more than once: say `at = ` the byte where it begins");
    return std::nullopt;
  }
  return at(begin);
}

void Reader::read_secrets(const Table& table, Example& example) {
  example.secrets = strings(table, "secrets");
  for (std::size_t i = 0; i < example.secrets.size(); ++i) {
    const std::string_view secret = example.secrets[i];
    if (example.uri.find(secret) != std::string_view::npos) continue;
    if (example.shown.find(secret) != std::string_view::npos) continue;
    fail(*table.get("secrets"), indexed(table.key("secrets"), i), RuleFault::secret_not_found,
         quoted(example.secrets[i]) + " does not occur in the example");
  }
}

}  // namespace

RuleFileResult parse_rule_file(std::string_view toml_text, const RuleFileName& name,
                               RuleOrigin origin) {
  auto file = std::make_unique<RuleFile>();
  std::vector<RuleFileError> errors;
  const auto refuse = [&](std::uint32_t line, RuleFault code, std::string words) {
    errors.push_back({std::string(name.file), line, {}, code, std::move(words)});
    return tl::unexpected(std::move(errors));
  };
  if (toml_text.size() > kRuleFileMax) {
    return refuse(1, RuleFault::too_large,
                  "has more than " + std::to_string(kRuleFileMax / 1024) + " KiB");
  }
  if (auto deep = check_toml_depth(toml_text)) {
    return refuse(deep->line, deep->fault.code, std::move(deep->fault.words));
  }
  Reader(name, origin, *file, errors).read(toml_text);
  if (errors.empty()) return file;
  std::stable_sort(errors.begin(), errors.end(),
                   [](const auto& a, const auto& b) { return a.line < b.line; });
  return tl::unexpected(std::move(errors));
}

}  // namespace urilint
