// One text, judged as one candidate: what was found, as lines that can be compared, and what must
// hold of every judgement. For tests and fuzz targets.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "engine/rules.hpp"
#include "find/finder.hpp"

namespace urilint::judging {

/// Every built-in rule in `profile`, those that are off in it included.
inline std::vector<ActiveRule> all_rules(Profile profile) {
  std::vector<const RuleInfo*> infos;
  for (const RuleInfo& rule : builtin_rules()) infos.push_back(&rule);
  Selection selection;
  selection.profile = profile;
  selection.extend_select = {"*"};
  return *select_rules(infos, selection);
}

inline std::string show(const Finding& finding) {
  std::string line(finding.rule->info->id);
  line += '[' + std::string(finding.rule->info->variants[finding.variant].name) + "] text " +
          std::to_string(finding.text) + ", args " + std::to_string(finding.args.size()) + ':';
  for (const Mark& mark : finding.marks) {
    line += ' ' + std::to_string(mark.span.begin) + '-' + std::to_string(mark.span.end);
  }
  return line;
}

/// The first thing that does not hold of a span, or null.
inline const char* broken_span(UriSpan span, std::size_t size) {
  if (span.begin > span.end) return "a span ends before it begins";
  return span.end > size ? "a span leaves its text" : nullptr;
}

inline const char* broken_arg(const Arg& arg, std::size_t size) {
  if (const auto* span = std::get_if<UriSpan>(&arg)) return broken_span(*span, size);
  if (const auto* span = std::get_if<DecodedSpan>(&arg)) return broken_span(span->span, size);
  if (const auto* host = std::get_if<CanonicalHost>(&arg)) return broken_span(host->span, size);
  if (const auto* chars = std::get_if<NamedChars>(&arg)) {
    for (const NamedChar& c : chars->list) {
      if (const char* what = broken_span(c.span, size)) return what;
    }
  }
  return nullptr;
}

inline const char* broken_finding(const Finding& finding, const Judgement& judgement) {
  if (finding.text >= judgement.texts.size()) return "a finding names no text";
  const std::size_t size = judgement.texts[finding.text].subject.text.size();
  if (finding.marks.empty()) return "a finding has no mark";
  if (finding.marks[0].role != Role::primary) return "the first mark is not the primary one";
  if (finding.severity == Severity::off) return "a finding is off";
  for (const Mark& mark : finding.marks) {
    if (const char* what = broken_span(mark.span, size)) return what;
  }
  for (const Arg& arg : finding.args) {
    if (const char* what = broken_arg(arg, size)) return what;
  }
  return nullptr;
}

inline const char* broken_text(const NestedText& text, const Document& document) {
  const std::size_t size = text.subject.text.size();
  if (text.where.size() != size) return "a text is not as long as its place";
  if (text.subject.raw.size() != size) return "masking holes changes the size";
  if (document.bytes(text.where) != text.subject.raw) return "a text is not what stands there";
  Off end = 0;
  for (std::size_t i = 0; i < text.masks.size(); ++i) {
    const UriSpan mask = text.masks[i];
    if (const char* what = broken_span(mask, size)) return what;
    if (mask.empty()) return "a mask is empty";
    if (i != 0 && mask.begin <= end) return "masks touch or are out of order";
    end = mask.end;
  }
  return nullptr;
}

/// The first invariant that is broken, or null.
inline const char* broken(const Judgement& judgement, const Document& document,
                          const EngineOptions& options) {
  if (judgement.findings.size() > options.max_findings) return "too many findings";
  if (judgement.texts.size() == 0 || judgement.texts.size() > options.max_texts) {
    return "no text, or too many";
  }
  for (std::size_t i = 0; i < judgement.texts.size(); ++i) {
    const NestedText& text = judgement.texts[i];
    if (text.subject.depth > options.max_depth) return "nested too deeply";
    if (const char* what = broken_text(text, document)) return what;
  }
  for (const Finding& finding : judgement.findings) {
    if (const char* what = broken_finding(finding, judgement)) return what;
  }
  return nullptr;
}

/// An engine with a scratch of its own.
class Judge {
 public:
  Judge(Profile profile, const EngineOptions& options)
      : options_(options), engine_(all_rules(profile), options) {}

  struct Result {
    std::vector<std::string> lines;  ///< by text, offset and rule, as the engine orders them
    const char* broken = nullptr;
    std::size_t dropped = 0;
  };

  /// Judges all of `text` as one URI reference.
  [[nodiscard]] Result judge(std::string_view text, std::span<const UriSpan> holes) {
    Document document;
    document.add({text, {}, Layer::raw});
    const std::uint32_t texts = document.count();
    Candidate candidate;
    candidate.where = {kRawText, 0, static_cast<Off>(text.size())};
    candidate.holes = holes;
    candidate.strict_list = holes.empty();
    Result result;
    const Judgement judgement = engine_.judge(document, candidate, scratch_);
    for (const Finding& finding : judgement.findings) result.lines.push_back(show(finding));
    result.broken = broken(judgement, document, options_);
    result.dropped = judgement.dropped;
    engine_.release(document, scratch_);
    if (document.count() != texts) result.broken = "inner texts stay behind";
    return result;
  }

 private:
  EngineOptions options_;
  Engine engine_;
  Scratch scratch_;
};

}  // namespace urilint::judging
