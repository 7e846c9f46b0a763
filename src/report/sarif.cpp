// SARIF 2.1.0 (OASIS). Rules are known at the start and results go out as they come; what a
// consumer must know of the run itself (notes, a cut) stands behind them.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "report/escape.hpp"
#include "report/json_writer.hpp"
#include "report/reporter.hpp"

namespace urilint {
namespace {

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";
/// Code scanning refuses files with more.
constexpr std::uint64_t kMostResults = 25000;

std::string_view level_of(Severity severity) noexcept {
  return severity == Severity::off ? "note" : name_of(severity);
}

/// The scale of code scanning: 7.0–8.9 is high, 4.0–6.9 medium, below low.
std::string_view security_severity_of(Severity severity) noexcept {
  switch (severity) {
    case Severity::error:
      return "8.0";
    case Severity::warning:
      return "5.0";
    default:
      return "2.0";
  }
}

constexpr bool stays_in_path(unsigned char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~!$&'()*+,;=:@/").find(static_cast<char>(c)) !=
             std::string_view::npos;
}

/// A path as a URI reference (RFC 3986 4.2). A colon in the first segment would make a scheme.
std::string reference_of(std::string_view path) {
  std::string out;
  if (path.starts_with('/')) {
    out = "file://";
  } else if (path.substr(0, path.find('/')).find(':') != std::string_view::npos) {
    out = "./";
  }
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (stays_in_path(byte)) {
      out += c;
    } else {
      out += '%';
      out += "0123456789ABCDEF"[byte >> 4U];
      out += "0123456789ABCDEF"[byte & 0xfU];
    }
  }
  return out;
}

/// Message text: what cannot be seen is shown, and no `[words](target)` of a URI becomes a link.
std::string message_of_text(std::string_view text) {
  std::string out;
  for (const char c : escape_hidden(text)) {
    if (c == '(' && out.ends_with(']')) out += ' ';
    out += c;
  }
  return out;
}

void write_text_object(JsonWriter& json, std::string_view name, std::string_view text) {
  json.key(name);
  json.begin_object();
  json.member("text", text);
  json.end_object();
}

void write_message(JsonWriter& json, std::string_view name, std::string_view text) {
  write_text_object(json, name, message_of_text(text));
}

void write_artifact(JsonWriter& json, std::string_view path) {
  json.key("artifactLocation");
  json.begin_object();
  json.member("uri", reference_of(path));
  json.end_object();
}

void write_region(JsonWriter& json, const Location& location) {
  json.key("region");
  json.begin_object();
  json.member("startLine", location.line);
  json.member("startColumn", location.column);
  json.member("endLine", location.end_line);
  json.member("endColumn", location.end_column);
  json.member("byteOffset", location.byte_offset);
  json.member("byteLength", location.byte_length);
  json.end_object();
}

void write_physical_location(JsonWriter& json, std::string_view path,
                             const std::optional<Location>& location) {
  json.key("physicalLocation");
  json.begin_object();
  write_artifact(json, path);
  if (location) write_region(json, *location);
  json.end_object();
}

void write_locations(JsonWriter& json, std::string_view path,
                     const std::optional<Location>& location) {
  json.key("locations");
  json.begin_array();
  if (!path.empty()) {
    json.begin_object();
    write_physical_location(json, path, location);
    json.end_object();
  }
  json.end_array();
}

void write_related_locations(JsonWriter& json, const Record& record) {
  json.key("relatedLocations");
  json.begin_array();
  std::uint64_t id = 0;
  for (const Related& related : record.related) {
    if (!related.location || record.path.empty()) continue;
    json.begin_object();
    json.member("id", ++id);
    write_physical_location(json, record.path, related.location);
    // A mark without a label is one more place of the same fact; a message may not be empty.
    write_message(json, "message", related.message.empty() ? "here too" : related.message);
    json.end_object();
  }
  json.end_array();
}

void write_fixes(JsonWriter& json, const Record& record) {
  if (!record.fix || record.path.empty() || record.fix->edits.empty()) return;
  json.key("fixes");
  json.begin_array();
  json.begin_object();
  write_message(json, "description", record.fix->title);
  json.key("artifactChanges");
  json.begin_array();
  json.begin_object();
  write_artifact(json, record.path);
  json.key("replacements");
  json.begin_array();
  for (const Edit& edit : record.fix->edits) {
    json.begin_object();
    json.key("deletedRegion");
    json.begin_object();
    json.member("byteOffset", edit.byte_offset);
    json.member("byteLength", edit.byte_length);
    json.end_object();
    write_text_object(json, "insertedContent", edit.text);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  json.end_array();
  json.end_object();
  json.end_array();
}

void write_suppressions(JsonWriter& json, const Record& record) {
  if (!record.suppressed) return;
  const bool in_source = record.suppressed->kind == Suppression::Kind::in_source;
  json.key("suppressions");
  json.begin_array();
  json.begin_object();
  json.member("kind", in_source ? "inSource" : "external");
  if (!record.suppressed->reason.empty()) {
    json.member("justification", message_of_text(record.suppressed->reason.view()));
  }
  json.end_object();
  json.end_array();
}

void write_result_properties(JsonWriter& json, const Record& record) {
  json.key("properties");
  json.begin_object();
  json.member("uri", record.uri.view());
  if (record.uri_base64) json.member("uri_base64", *record.uri_base64);
  json.member("component", name_of(record.component));
  json.member("confidence", name_of(record.confidence));
  if (!record.address.empty()) json.member("address", record.address);
  if (!record.key.empty()) json.member("key", record.key.view());
  if (!record.within.empty()) {
    json.key("within");
    json.begin_array();
    for (const Layered& layered : record.within) {
      json.begin_object();
      json.member("layer", name_of(layered.layer));
      json.member("uri", layered.uri.view());
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
}

/// `external/cwe/cwe-451` for `CWE-451`: how code scanning wants it tagged.
std::optional<std::string> cwe_tag(std::string_view reference) {
  if (!reference.starts_with("CWE-")) return std::nullopt;
  return "external/cwe/cwe-" + std::string(reference.substr(4));
}

void write_rule_properties(JsonWriter& json, const RuleInfo& rule, const Variant& variant,
                           std::size_t profile) {
  json.key("properties");
  json.begin_object();
  json.key("tags");
  json.begin_array();
  json.string("security");
  json.string(rule.family);
  for (const std::string_view reference : rule.references) {
    if (const auto tag = cwe_tag(reference)) json.string(*tag);
  }
  json.end_array();
  json.member("precision", name_of(variant.confidence[profile]));
  json.member("security-severity", security_severity_of(variant.severity[profile]));
  json.end_object();
}

std::string help_markdown(const RuleInfo& rule) {
  std::string out(rule.instead);
  if (rule.references.empty()) return out;
  out += "\n\nReferences:\n";
  for (const std::string_view reference : rule.references) out.append("\n- ").append(reference);
  return out;
}

void write_rule(JsonWriter& json, const RuleInfo& rule, Profile profile) {
  static constexpr Variant kNone{};
  const Variant& variant = rule.variants.empty() ? kNone : rule.variants.front();
  const auto column = static_cast<std::size_t>(profile);
  json.begin_object();
  json.member("id", rule.id);
  json.member("name", rule.id);
  write_text_object(json, "shortDescription", rule.summary);
  write_text_object(json, "fullDescription", rule.why);
  json.key("help");
  json.begin_object();
  json.member("text", rule.instead);
  json.member("markdown", help_markdown(rule));
  json.end_object();
  json.key("defaultConfiguration");
  json.begin_object();
  json.member("level", level_of(variant.severity[column]));
  json.end_object();
  write_rule_properties(json, rule, variant, column);
  json.end_object();
}

void write_notification(JsonWriter& json, const NoteRecord& note) {
  json.begin_object();
  json.key("descriptor");
  json.begin_object();
  json.member("id", note.code);
  json.end_object();
  json.member("level", "note");
  write_message(json, "message", note.message);
  write_locations(json, note.path, note.location);
  json.end_object();
}

class SarifReporter final : public Reporter {
 public:
  explicit SarifReporter(Output& out) : out_(out) {}

  void begin(const RunInfo& run) override {
    json_.begin_object();
    json_.member("$schema", kSchema);
    json_.member("version", "2.1.0");
    json_.key("runs");
    json_.begin_array();
    json_.begin_object();
    json_.member("columnKind", "unicodeCodePoints");
    write_tool(run);
    json_.key("properties");
    json_.begin_object();
    write_run_members(json_, run);
    json_.end_object();
    json_.key("results");
    json_.begin_array();
  }

  void finding(const Record& record) override {
    if (++results_ > kMostResults) return;
    write_result(record);
    json_.flush(out_);
  }

  void note(const NoteRecord& note) override { notes_.add(note); }

  void end(const Summary& /*summary*/) override {
    json_.end_array();
    if (results_ > kMostResults) note_cut();
    json_.key("invocations");
    json_.begin_array();
    json_.begin_object();
    json_.key("executionSuccessful");
    json_.boolean(true);
    json_.key("toolExecutionNotifications");
    json_.raw(notes_.array());
    json_.end_object();
    json_.end_array();
    json_.end_object();
    json_.end_array();
    json_.end_object();
    json_.finish(out_);
  }

  [[nodiscard]] std::string left_out() const override {
    if (results_ <= kMostResults) return {};
    return "only the first " + std::to_string(kMostResults) + " of " + std::to_string(results_) +
           " findings are in this file";
  }

 private:
  void write_tool(const RunInfo& run) {
    json_.key("tool");
    json_.begin_object();
    json_.key("driver");
    json_.begin_object();
    json_.member("name", "urilint");
    json_.member("version", run.version);
    json_.key("rules");
    json_.begin_array();
    for (const RuleInfo* rule : run.rules) {
      rule_index_.emplace(rule->id, rule_index_.size());
      write_rule(json_, *rule, run.profile);
    }
    json_.end_array();
    json_.end_object();
    json_.end_object();
  }

  void write_result(const Record& record) {
    json_.begin_object();
    json_.member("ruleId", record.rule);
    if (const auto found = rule_index_.find(record.rule); found != rule_index_.end()) {
      json_.member("ruleIndex", found->second);
    }
    json_.member("level", level_of(record.severity));
    write_message(json_, "message", record.message.view());
    write_locations(json_, record.path, record.location);
    write_related_locations(json_, record);
    json_.key("partialFingerprints");
    json_.begin_object();
    json_.member("urilint/v1", record.fingerprint);
    json_.end_object();
    write_fixes(json_, record);
    write_suppressions(json_, record);
    write_result_properties(json_, record);
    json_.end_object();
  }

  void note_cut() { note({.code = "results-cut", .path = {}, .message = left_out()}); }

  Output& out_;
  JsonWriter json_;
  JsonList notes_{write_notification};
  std::uint64_t results_ = 0;
  std::unordered_map<std::string_view, std::uint64_t> rule_index_;
};

}  // namespace

std::unique_ptr<Reporter> make_sarif_reporter(Output& out) {
  return std::make_unique<SarifReporter>(out);
}

}  // namespace urilint
