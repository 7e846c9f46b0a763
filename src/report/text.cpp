// For people: findings as they come, a summary of what was seen and of what is hidden at the end.
#include <memory>
#include <set>

#include "report/escape.hpp"
#include "report/paint.hpp"
#include "report/reporter.hpp"
#include "report/text_finding.hpp"
#include "report/words.hpp"

namespace urilint {
namespace {

constexpr std::size_t kMostNamed = 3;  // rules in the last line

/// `3 errors, 1 warning`, or `no findings`.
std::string findings_of(const Summary& summary, const Painter& paint) {
  struct Part {
    std::uint64_t count;
    std::string_view word;
    Ink ink;
  };
  std::string out;
  for (const Part& part :
       {Part{summary.errors, "error", Ink::error}, Part{summary.warnings, "warning", Ink::warning},
        Part{summary.notes, "note", Ink::note}}) {
    if (part.count == 0) continue;
    if (!out.empty()) out += ", ";
    out += paint(part.ink, counted(part.count, part.word));
  }
  return out.empty() ? "no findings" : out;
}

class TextReporter final : public Reporter {
 public:
  TextReporter(Output& out, const TextStyle& style)
      : out_(out), style_(style), paint_(style.color) {}

  void begin(const RunInfo& /*run*/) override {}
  void finding(const Record& record) override {
    std::string text;
    append_finding_text(record, style_, text);
    out_.write(text);
    if (record.silence.empty() && unhinted_.size() <= kMostNamed) unhinted_.emplace(record.rule);
  }
  void note(const NoteRecord& note) override {
    if (!style_.quiet) out_.write(note_line(note, paint_));
  }
  void end(const Summary& summary) override {
    if (style_.quiet) return;
    std::string text = findings_of(summary, paint_) + " in " + counted(summary.files, "file") +
                       " (" + counted(summary.uris, "URI") + " checked)\n";
    if (summary.hidden != 0) {
      text += counted(summary.hidden, "finding") +
              " hidden (--min-severity note --min-confidence low shows all)\n";
    }
    if (summary.fixed != 0) text += counted(summary.fixed, "finding") + " fixed\n";
    if (summary.suppressed != 0) text += counted(summary.suppressed, "finding") + " suppressed\n";
    if (summary.unchanged != 0) {
      text += counted(summary.unchanged, "finding") + " on lines that did not change\n";
    }
    if (style_.stats) append_stats(summary, text);
    append_silence(text);
    out_.write(text);
  }

 private:
  // Once for all findings that nothing beside them can silence.
  void append_silence(std::string& text) const {
    if (unhinted_.empty()) return;
    std::string words = "silence: --ignore ";
    if (unhinted_.size() > kMostNamed) {
      words += "RULE";
    } else {
      std::string rules;
      for (const std::string& rule : unhinted_) rules += (rules.empty() ? "" : ",") + rule;
      words += escape_for_log(rules, Edge::closed);
    }
    text += paint_(Ink::dim, words) + "\n";
  }

  static void append_stats(const Summary& summary, std::string& text) {
    text += counted(summary.bytes, "byte") + " read\n";
    for (const auto& [reason, count] : summary.skipped) {
      text += std::to_string(count) + " skipped: " + one_line(reason) + "\n";
    }
  }

  Output& out_;
  TextStyle style_;
  Painter paint_;
  std::set<std::string> unhinted_;  // rules of findings without a hint; one more than are named
};

}  // namespace

std::unique_ptr<Reporter> make_text_reporter(Output& out, const TextStyle& style) {
  return std::make_unique<TextReporter>(out, style);
}

}  // namespace urilint
