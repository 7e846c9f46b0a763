// The engine, the finder and the recorder behind two small classes. Findings leave through the same
// Recorder as those of the program, so that what it masks is masked here.
#include "urilint/lint.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/gate.hpp"
#include "engine/pack.hpp"
#include "engine/rules.hpp"
#include "engine/selection.hpp"
#include "find/finder.hpp"
#include "lint/windows.hpp"
#include "report/recorder.hpp"

namespace urilint {
namespace {

constexpr std::string_view kErrorNames[] = {"unknown-rule", "rule-pack", "limit", "protected-name"};
constexpr std::uint64_t kLongestText = 0xfffffffe;  // offsets are 32 bits

struct Bound {
  std::string_view name;
  std::uint32_t LintLimits::*member;
  std::uint32_t least, most;
};
constexpr Bound kBounds[] = {
    {"depth", &LintLimits::depth, 0, 16},
    {"texts", &LintLimits::texts, 1, 4096},
    {"findings", &LintLimits::findings, 0, 65536},
};

void check_limits(const LintLimits& limits, std::vector<Error>& errors) {
  for (const Bound& bound : kBounds) {
    const std::uint32_t value = limits.*bound.member;
    if (value >= bound.least && value <= bound.most) continue;
    errors.push_back({ErrorCode::limit, std::string(bound.name) + ": " + std::to_string(value) +
                                            " is not between " + std::to_string(bound.least) +
                                            " and " + std::to_string(bound.most)});
  }
}

// The list of the user, or null if there is none.
std::shared_ptr<const ProtectedNames> protected_names(const std::vector<std::string>& given,
                                                      std::vector<Error>& errors) {
  const auto names = std::make_shared<ProtectedNames>();
  for (const std::string& name : given) {
    if (names->add(name)) continue;
    errors.push_back(
        {ErrorCode::protected_name, "'" + name + "' is no host name with a dot in it"});
  }
  return names->empty() ? nullptr : names;
}

EngineOptions engine_options(const LintOptions& lint) {
  const LintLimits& limits = lint.limits;
  EngineOptions options;
  options.as_of = lint.as_of;
  options.max_depth = static_cast<std::uint8_t>(limits.depth);
  options.max_texts = limits.texts;
  options.max_findings = limits.findings;
  return options;
}

Thresholds thresholds_of(const LintOptions& options) {
  Thresholds thresholds;
  thresholds.profile = options.profile;
  thresholds.min_severity = options.min_severity;
  thresholds.min_confidence = options.min_confidence;
  thresholds.fail_on.reset();  // it would lower `min_severity`
  return thresholds;
}

LintSpan printed(PrintedSpan span) noexcept { return {span.begin, span.end}; }
LintSpan in_source(SourceSpan span) noexcept { return {span.begin, span.end}; }

LintFinding to_finding(Record&& record) {
  LintFinding out;
  out.rule = record.rule;
  out.variant = record.variant;
  out.severity = record.severity;
  out.confidence = record.confidence;
  out.message = record.message.str();
  out.help = record.help;
  out.uri = record.uri.str();
  out.component = record.component;
  out.span = printed(record.span);
  out.address = std::move(record.address);
  for (Related& related : record.related) {
    out.related.push_back({std::string(name_of(related.role)), std::move(related.message),
                           related.component, printed(related.span)});
  }
  for (const Layered& layer : record.within) {
    out.within.push_back({std::string(name_of(layer.layer)), layer.uri.str(), printed(layer.span)});
  }
  return out;
}

std::uint64_t text_size(const LintFinding& finding) noexcept {
  std::uint64_t size = finding.message.size() + finding.uri.size();
  for (const LintLayer& layer : finding.within) size += layer.uri.size();
  return size;
}

}  // namespace

std::string_view name_of(ErrorCode code) noexcept {
  return kErrorNames[static_cast<std::size_t>(code)];
}

struct Linter::Impl {
  std::vector<std::unique_ptr<Pack>> packs;
  std::vector<LintRule> rules;
  Thresholds thresholds;
  std::uint64_t texts_limit = 0;
  std::unique_ptr<Engine> engine;

  // Every rule there is; of a pack with errors none.
  std::vector<const RuleInfo*> load(const std::vector<std::string>& folders,
                                    std::vector<Error>& errors) {
    std::vector<const RuleInfo*> all;
    for (const RuleInfo& rule : builtin_rules()) all.push_back(&rule);
    for (const std::string& folder : folders) {
      PackResult pack = load_pack(folder, all);
      if (!pack) {
        for (const RuleFileError& error : pack.error()) {
          errors.push_back({ErrorCode::rule_pack, to_string(error)});
        }
        continue;
      }
      for (const RuleInfo* rule : (*pack)->rules()) all.push_back(rule);
      packs.push_back(std::move(*pack));
    }
    return all;
  }

  void start(std::vector<ActiveRule> active, const LintOptions& options,
             std::shared_ptr<const ProtectedNames> names) {
    for (const ActiveRule& rule : active) {
      const RuleInfo& info = *rule.info;
      rules.push_back(
          {info.id, info.family, info.summary, info.why, info.instead, info.references});
    }
    thresholds = thresholds_of(options);
    texts_limit = options.limits.bytes;
    EngineOptions engine_choice = engine_options(options);
    engine_choice.protected_names = std::move(names);
    engine = std::make_unique<Engine>(std::move(active), std::move(engine_choice));
  }
};

Linter::Linter(std::shared_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}

std::span<const LintRule> Linter::rules() const noexcept { return impl_->rules; }

LinterResult Linter::create(const LintOptions& options) {
  LinterResult result;
  const auto impl = std::make_shared<Impl>();
  check_limits(options.limits, result.errors);
  const std::vector<const RuleInfo*> all = impl->load(options.packs, result.errors);
  auto names = protected_names(options.protected_names, result.errors);
  // Without its packs, names of their rules would be called unknown.
  if (!result.errors.empty()) return result;
  auto active = select_rules(
      all, Selection{options.profile, options.select, options.extend_select, options.ignore});
  if (!active) {
    result.errors.push_back(
        {ErrorCode::unknown_rule, "'" + active.error() + "' is no rule, family or matching glob"});
    return result;
  }
  impl->start(std::move(*active), options, std::move(names));
  result.linter = Linter(impl);
  return result;
}

struct Session::Impl {
  explicit Impl(std::shared_ptr<const Linter::Impl> rules)
      : linter(std::move(rules)), gate(linter->thresholds) {}

  void start() {
    gate.hidden = 0;
    uris = 0;
    findings.clear();
  }

  // What the last call left behind goes, also after an exception; its memory stays.
  void begin(std::string_view text, std::uint64_t base) {
    document.truncate(0);
    Text raw;
    raw.bytes = text;
    raw.map.base = base;
    document.add(std::move(raw));
  }

  // Tells the findings of one URI. False: the sink wants no more.
  template <typename Tell>
  bool judge(const Candidate& candidate, const Tell& tell) {
    const Judgement judgement = linter->engine->judge(document, candidate, scratch);
    shown.clear();
    for (const Finding& finding : judgement.findings) {
      if (gate.show(finding)) shown.push_back(&finding);
    }
    gate.hidden += judgement.dropped;
    const bool more = shown.empty() || record(candidate, judgement, tell);
    linter->engine->release(document, scratch);
    return more;
  }

  template <typename Tell>
  bool record(const Candidate& candidate, const Judgement& judgement, const Tell& tell) {
    sort(judgement);
    const LintSpan whole = in_source(document.to_source(candidate.where));
    std::size_t told = 0;
    bool more = true;
    // No path: there is no file, so records come at once, in the order of `shown`.
    Recorder recorder(RecorderOptions{}, "", [&](Record&& found) {
      const Finding& finding = *shown[told++];
      if (!more) return;
      LintFinding out = to_finding(std::move(found));
      out.source = in_source(place(judgement, finding));
      out.source_uri = whole;
      more = tell(std::move(out));
    });
    recorder.begin_window(document, Window{});
    recorder.add(candidate, judgement, shown);
    recorder.end_window();
    return more;
  }

  [[nodiscard]] SourceSpan place(const Judgement& judgement, const Finding& finding) const {
    const TextSpan where = judgement.texts[finding.text].where;
    const UriSpan mark = finding.marks.front().span;
    return document.to_source({where.text, where.begin + mark.begin, where.begin + mark.end});
  }

  // By place, then rule: what is nested stands among the rest.
  void sort(const Judgement& judgement) {
    std::stable_sort(shown.begin(), shown.end(), [&](const Finding* a, const Finding* b) {
      return std::tuple(place(judgement, *a).begin, a->rule->info->id) <
             std::tuple(place(judgement, *b).begin, b->rule->info->id);
    });
  }

  // One URI, exactly as given.
  template <typename Tell>
  void lint(std::string_view uri, const Tell& tell) {
    start();
    uri = uri.substr(0, kLongestText);
    begin(uri, 0);
    Candidate candidate;
    candidate.where = {kRawText, 0, static_cast<Off>(uri.size())};
    candidate.context = Segment::Context::line;
    candidate.strict_list = true;
    judge(candidate, tell);
  }

  // The URIs of one window. False: the sink wants no more.
  bool search(std::string_view text, const TextWindow& window, const LintSink& sink) {
    begin(text.substr(window.begin, window.end - window.begin), window.begin);
    Segment segment;
    segment.where = {kRawText, 0, static_cast<Off>(window.end - window.begin)};
    bool more = true;
    const CandidateSink each = [&, this](const Candidate& candidate) {
      const std::uint64_t at = document.to_source(candidate.where).begin;
      if (!window.reports(at)) return true;
      ++uris;
      more = judge(candidate, [&sink](const LintFinding& finding) { return sink(finding); });
      return more;
    };
    find_uris(document, segment, {linter->thresholds.profile == Profile::repo}, each);
    return more;
  }

  std::shared_ptr<const Linter::Impl> linter;
  Scratch scratch;
  Document document;
  Gate gate;
  std::uint64_t uris = 0;
  std::vector<const Finding*> shown;
  std::vector<LintFinding> findings;
};

Session::Session(const Linter& linter) : impl_(std::make_unique<Impl>(linter.impl_)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

std::span<const LintFinding> Session::lint(std::string_view uri) {
  Impl& s = *impl_;
  std::uint64_t size = 0;
  s.lint(uri, [&s, &size](LintFinding&& finding) {
    size += text_size(finding);
    if (size > s.linter->texts_limit && !s.findings.empty()) {
      ++s.gate.hidden;
    } else {
      s.findings.push_back(std::move(finding));
    }
    return true;
  });
  return s.findings;
}

void Session::lint(std::string_view uri, const LintSink& sink) {
  impl_->lint(uri, [&sink](const LintFinding& finding) { return sink(finding); });
}

std::uint64_t Session::lint_text(std::string_view text, const LintSink& sink) {
  Impl& s = *impl_;
  s.start();
  for (TextWindow window = first_window(text.size());; window = next_window(window, text.size())) {
    if (!s.search(text, window, sink) || window.last(text.size())) return s.uris;
  }
}

std::uint64_t Session::hidden() const noexcept { return impl_->gate.hidden; }

}  // namespace urilint
