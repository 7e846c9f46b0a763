// check: stretches of inputs on worker threads, each with its scratch; records leave in the order
// of the inputs. What depends on everything before (fingerprints) is added where they leave.
#include <algorithm>
#include <iostream>
#include <map>
#include <utility>
#include <variant>

#include "cli/configured.hpp"
#include "cli/fix.hpp"
#include "cli/inputs.hpp"
#include "cli/ordered.hpp"
#include "cli/progress.hpp"
#include "cli/reports.hpp"
#include "cli/settle.hpp"
#include "report/escape.hpp"
#include "report/fingerprint.hpp"
#include "report/recorder.hpp"
#include "version.hpp"

namespace urilint::cli {
namespace {

// Candidates this far outside a window's own stretch are judged as well: a printed line may show
// them.
constexpr Off kNeighbourhood = 16384;

struct CheckOptions {
  RuleOptions rules;
  ConfigOptions config;
  InputOptions inputs;
  ReportOptions reports;
  FixFlags fix;
  bool show_secrets = false;
  bool no_prefilter = false;
};

struct InputEnd {};
using Item = std::variant<Judged, SkipNote, InputEnd, ContentPiece>;
using Stretches = Ordered<Item, InputReader>;

struct Counts {
  std::uint64_t files = 0, uris = 0, bytes = 0;
  std::map<std::string, std::uint64_t, std::less<>> skipped;

  void add(const Counts& other) {
    files += other.files;
    uris += other.uris;
    bytes += other.bytes;
    for (const auto& [reason, count] : other.skipped) skipped[reason] += count;
  }
};

// What one thread keeps from stretch to stretch.
struct Worker {
  /// Each engine has a scratch of its own: what it remembers is about its rules.
  Scratch& scratch_of(const Engine& engine) {
    if (&engine != last_engine) {
      auto& slot = scratches[&engine];
      if (!slot) slot = std::make_unique<Scratch>();
      last_engine = &engine;
      last_scratch = slot.get();
    }
    return *last_scratch;
  }

  /// Null in profiles that fix nothing.
  const Fixer* fixer_of(const Setup& setup, const FixFlags& flags) {
    auto& slot = fixers[&setup];
    if (!slot) slot = std::make_unique<Fixer>(flags.options_for(setup));
    return fixes_in(setup.thresholds.profile) ? slot.get() : nullptr;
  }

  std::map<const Setup*, std::unique_ptr<Fixer>> fixers;
  std::map<const Engine*, std::unique_ptr<Scratch>> scratches;
  const Engine* last_engine = nullptr;
  Scratch* last_scratch = nullptr;
  std::uint64_t hidden = 0;
  Counts counts;
  bool trouble = false;  // a named input could not be read
};

struct Job {
  RecorderOptions recorder;
  const std::vector<Input>& inputs;
  std::vector<const FileSetup*> setups;  // by input
  const FixFlags& fix;
  Format format = Format::automatic;  // as the command line gives it
  bool collects_fixes = false;        // also of findings that are not shown, if they are asked for

  // Nothing is offered for what is a record of something, or a list that is no file.
  [[nodiscard]] bool offers_for(const Input& input) const {
    const Format by_name = format == Format::automatic ? format_of(input.path, {}) : format;
    return by_name != Format::log && by_name != Format::eml && by_name != Format::mbox &&
           !(by_name == Format::list && input.is_stdin);
  }
  [[nodiscard]] const FileSetup& setups_of(const Input& input) const {
    return *setups[static_cast<std::size_t>(&input - inputs.data())];
  }
};

// One stretch of an input: its window → segments → candidates → judgements → records.
class CheckedStretch final : public WindowSink {
 public:
  CheckedStretch(const Job& job, const FileSetup& setups, Worker& worker, const Input& input,
                 const Stretches::Emit& emit)
      : job_(job),
        offers_(job.offers_for(input)),
        setups_(setups),
        worker_(worker),
        emit_(emit),
        recorder_(job.recorder, input.path, [this](Record&& record) { keep(std::move(record)); }) {}

  void begin_window(Document& document, const Window& window) override {
    document_ = &document;
    window_ = window;
    recorder_.begin_window(document, window);
    if (!job_.collects_fixes) return;
    const Text& raw = document.text(kRawText);
    emit_(piece_of(raw.map.base, raw.bytes));
  }

  bool segment(const Segment& segment) override {
    if (segment.strict_list) {
      Candidate candidate;
      candidate.where = segment.where;
      candidate.context = segment.context;
      candidate.strict_list = true;
      candidate.escaper = segment.escaper;
      judge(candidate);
      return true;
    }
    find_uris(*document_, segment, {holes_wanted(segment.key)}, [this](const Candidate& candidate) {
      judge(candidate);
      return true;
    });
    return true;
  }

  // The target is a candidate of its own, too.
  bool link(const Link& link) override {
    if (setups_.of(link.target.key).engine->judges_links()) judge_link(link);
    return true;
  }

  void end_window() override { recorder_.end_window(); }

  void note(const SkipNote& note) override {
    ++worker_.counts.skipped[std::string(name_of(note.reason))];
    worker_.trouble = worker_.trouble || note.fatal;
    emit_(SkipNote(note));
  }

 private:
  void judge(const Candidate& candidate) {
    const auto base = document_->to_ancestor(candidate.where, document_->base_text);
    const Off begin = base ? base->begin : candidate.where.begin;
    const bool own = window_.report_begin <= begin && begin < window_.report_end;
    const bool neighbour = begin + kNeighbourhood >= window_.report_begin &&
                           begin < window_.report_end + std::uint64_t{kNeighbourhood};
    if (!own && !neighbour) return;
    const Setup& setup = setups_.of(candidate.key);
    Scratch& scratch = worker_.scratch_of(*setup.engine);
    const Judgement judgement = setup.engine->judge(*document_, candidate, scratch);
    shown_.clear();
    if (own) {
      ++worker_.counts.uris;
      choose(setup, judgement);
    }
    recorder_.add(candidate, judgement, shown_, shown_.empty() ? nullptr : fixer_of(setup));
    setup.engine->release(*document_, scratch);
  }

  void judge_link(const Link& link) {
    Candidate target;
    target.where = trimmed(link.target.where);
    target.context = link.target.context;
    target.key = link.target.key;
    const auto base = document_->to_ancestor(target.where, document_->base_text);
    const Off begin = base ? base->begin : target.where.begin;
    if (begin < window_.report_begin || begin >= window_.report_end) return;
    const Setup& setup = setups_.of(target.key);
    Scratch& scratch = worker_.scratch_of(*setup.engine);
    holes_.clear();
    if (holes_wanted(target.key)) find_holes(document_->bytes(target.where), holes_);
    target.holes = holes_;
    const Judgement judgement =
        setup.engine->judge_link(*document_, target, link.shown.where, scratch);
    shown_.clear();
    choose(setup, judgement);
    recorder_.add_link(target, judgement, shown_);
    setup.engine->release(*document_, scratch);
  }

  // Browsers take off what is around a target.
  [[nodiscard]] TextSpan trimmed(TextSpan where) const noexcept {
    const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
    const std::string_view text = document_->bytes(where);
    Off begin = 0;
    auto end = static_cast<Off>(text.size());
    while (begin < end && is_blank(text[begin])) ++begin;
    while (begin < end && is_blank(text[end - 1])) --end;
    return {where.text, where.begin + begin, where.begin + end};
  }

  // The findings that the thresholds let through.
  void choose(const Setup& setup, const Judgement& judgement) {
    for (const Finding& finding : judgement.findings) {
      const bool shown = setup.gate_of(finding.rule->info->id).lets_through(finding);
      if (!shown) ++worker_.hidden;
      if (shown || is_wanted(setup, finding)) shown_.push_back(&finding);
    }
    worker_.hidden += judgement.dropped;
    if (shown_.size() > 1) sort_shown(judgement);
  }

  // By place in the input, then rule: what is nested stands among the rest.
  void sort_shown(const Judgement& judgement) {
    const auto place = [&](const Finding* finding) {
      const TextSpan where = judgement.texts[finding->text].where;
      const UriSpan mark = finding->marks.front().span;
      return document_->to_source({where.text, where.begin + mark.begin, where.begin + mark.end})
          .begin;
    };
    std::stable_sort(shown_.begin(), shown_.end(), [&](const Finding* a, const Finding* b) {
      return std::pair(place(a), a->rule->info->id) < std::pair(place(b), b->rule->info->id);
    });
  }

  [[nodiscard]] const Fixer* fixer_of(const Setup& setup) {
    return offers_ ? worker_.fixer_of(setup, job_.fix) : nullptr;
  }
  // Hidden, and yet to be mended.
  [[nodiscard]] bool is_wanted(const Setup& setup, const Finding& finding) {
    if (!job_.collects_fixes) return false;
    const Fixer* const fixer = fixer_of(setup);
    return fixer != nullptr && fixer->is_asked_for(finding);
  }

  // Template holes are for files that colleagues write.
  [[nodiscard]] bool holes_wanted(std::string_view key) const {
    return setups_.of(key).thresholds.profile == Profile::repo;
  }

  void keep(Record&& record) {
    const Setup& setup = setups_.whole();
    emit_(Judged{std::move(record), &setup});
  }

  const Job& job_;
  bool offers_;
  const FileSetup& setups_;
  Worker& worker_;
  const Stretches::Emit& emit_;
  Recorder recorder_;
  Document* document_ = nullptr;
  Window window_;
  std::vector<const Finding*> shown_;
  std::vector<UriSpan> holes_;  // of the target of a link
};

// Notes about what a walk passes over are for machines and --stats. What was named is told anyway.
Reports::Audience audience_of(const SkipNote& note) noexcept {
  if (note.fatal) return Reports::Audience::told;
  const bool passed_over = note.reason == SkipReason::binary ||
                           note.reason == SkipReason::symlink || note.reason == SkipReason::loop ||
                           note.reason == SkipReason::special_file;
  return passed_over && !note.named ? Reports::Audience::stats : Reports::Audience::all;
}

// What --fix needs.
bool may_fix(const CheckOptions& options, const Inputs& inputs, Profile profile) {
  const auto is_stdin = [](const Input& input) { return input.is_stdin; };
  if (std::any_of(inputs.files.begin(), inputs.files.end(), is_stdin)) {
    complain("--fix: standard input is no file");
    return false;
  }
  if (!fixes_in(profile)) {
    complain("--fix: nothing is fixed in profile " + std::string(name_of(profile)));
    return false;
  }
  if (options.fix.diff && (!options.reports.output.empty() || !options.reports.more.empty())) {
    complain("--diff: there is no report; the patch goes to standard output");
    return false;
  }
  return true;
}

// Reads all inputs for their fixes alone. What goes wrong is told where they are reported.
FixRun collect_fixes(Job job, const Inputs& inputs, std::vector<SkipNote>& skipped) {
  job.collects_fixes = true;
  job.recorder.snippets = false;
  FixRun fixes(job.format);
  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t i = 0; i < inputs.workers; ++i) workers.push_back(std::make_unique<Worker>());
  const auto work = [&](std::size_t index, Stretch& stretch, const Stretches::Emit& emit) {
    const Input& input = stretch.input();
    CheckedStretch sink(job, job.setups_of(input), *workers[index], input, emit);
    stretch.read(sink);
    if (stretch.last) emit(InputEnd{});
  };
  Settle settle(inputs.changed.get());
  Fingerprints fingerprints;
  std::size_t input = 0;
  const auto consume = [&](Item&& item) {
    if (const auto* const note = std::get_if<SkipNote>(&item)) {
      skipped.push_back(*note);
    } else if (std::holds_alternative<InputEnd>(item)) {
      fingerprints.clear();
      ++input;
    } else if (const auto* const piece = std::get_if<ContentPiece>(&item)) {
      fixes.add(inputs.files[input], job.setups[input]->whole(), *piece);
    } else if (auto* const judged = std::get_if<Judged>(&item)) {
      fingerprints.sign(judged->record);
      if (settle.shows(*judged)) fixes.add(judged->record);
    }
  };
  Stretches::run(inputs.files.size(), inputs.workers, {readers_of(inputs), work, consume});
  return fixes;
}

// --diff: the patch is all there is.
Exit show_fixes(const CheckOptions& options, const Inputs& inputs, const Job& job, bool trouble) {
  std::vector<SkipNote> skipped = inputs.skipped;
  const FixRun fixes = collect_fixes(job, inputs, skipped);
  for (const SkipNote& skip : skipped) {
    if (!skip.fatal) continue;
    trouble = true;
    const NoteRecord note = note_of(skip);
    complain((note.path.empty() ? "''" : note.path) + ": " + note.message);
  }
  const FixRun::Shown shown = fixes.show(options.show_secrets);
  for (const NoteRecord& note : shown.notes) {
    std::cerr << "urilint: note: " << escape_for_log(note.path) << ": "
              << escape_for_log(note.message) << '\n';
  }
  std::cout.write(shown.patch.data(), static_cast<std::streamsize>(shown.patch.size())).flush();
  if (!std::cout) {
    complain("standard output: the patch could not be written");
    trouble = true;
  }
  if (trouble) return Exit::trouble;
  return shown.any ? Exit::findings : Exit::ok;
}

Exit run_check(const CheckOptions& options, const Operands& operands) {
  RuleSet rules;
  if (!rules.load(options.rules)) return Exit::trouble;
  Reports reports;
  if (!reports.choose(options.reports)) return Exit::trouble;
  Inputs inputs = collect(options.inputs, operands, reports.paths());
  if (!inputs.usable) return Exit::trouble;
  inputs.read.prefilter = !options.no_prefilter;

  Configured configured;
  if (!configured.load(options.config, rules, inputs)) return Exit::trouble;
  Job job{{options.show_secrets, reports.wants_snippets(), reports.wants_byte_columns()},
          inputs.files,
          {},
          options.fix,
          inputs.read.format};
  for (const Input& input : inputs.files) job.setups.push_back(&configured.setups_of(input));
  if (options.fix.active() && !may_fix(options, inputs, configured.profile())) {
    return Exit::trouble;
  }
  if (options.fix.diff) return show_fixes(options, inputs, job, configured.trouble());
  if (!reports.open()) return Exit::trouble;

  const std::vector<const RuleInfo*> ran = configured.setups().rules();
  reports.begin({URILINT_VERSION, configured.profile(), data_dates(), ran});

  bool trouble = configured.trouble();
  Counts counts;
  for (const SkipNote& note : inputs.skipped) {
    trouble = trouble || note.fatal;
    ++counts.skipped[std::string(name_of(note.reason))];
    reports.note(note_of(note), audience_of(note));
  }
  FixRun::Outcome fixed;
  if (options.fix.fix) {
    std::vector<SkipNote> told_below;
    fixed = collect_fixes(job, inputs, told_below).apply();
  }
  for (const NoteRecord& note : fixed.notes) reports.note(note, Reports::Audience::all);

  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t i = 0; i < inputs.workers; ++i) {
    workers.push_back(std::make_unique<Worker>());
  }
  Settle settle(inputs.changed.get());
  Progress progress(options.reports.progress, reports.on_terminal(), inputs.files.size());
  const auto work = [&](std::size_t index, Stretch& stretch, const Stretches::Emit& emit) {
    Worker& worker = *workers[index];
    CheckedStretch sink(job, job.setups_of(stretch.input()), worker, stretch.input(), emit);
    stretch.read(sink);
    if (!stretch.last) return;
    emit(InputEnd{});
    ++worker.counts.files;
    worker.counts.bytes += stretch.stats().bytes;
    progress.tick();
  };
  Fingerprints fingerprints;
  const auto consume = [&](Item&& item) {
    if (auto* const judged = std::get_if<Judged>(&item)) {
      fingerprints.sign(judged->record);
      if (settle.shows(*judged)) {
        if (const auto note = take_note(inputs)) reports.note(*note, Reports::Audience::all);
        reports.finding(judged->record);
      }
    } else if (const auto* const skip = std::get_if<SkipNote>(&item)) {
      reports.note(note_of(*skip), audience_of(*skip));
    } else {
      fingerprints.clear();
    }
  };
  Stretches::run(inputs.files.size(), inputs.workers, {readers_of(inputs), work, consume});

  progress.finish();
  Summary summary;
  for (const auto& worker : workers) {
    summary.hidden += worker->hidden;
    counts.add(worker->counts);
    trouble = trouble || worker->trouble;
  }
  summary.files = counts.files;
  summary.uris = counts.uris;
  summary.bytes = counts.bytes;
  summary.errors = settle.errors;
  summary.warnings = settle.warnings;
  summary.notes = settle.notes;
  summary.suppressed = settle.suppressed;
  summary.unchanged = settle.unchanged;
  summary.skipped.assign(counts.skipped.begin(), counts.skipped.end());
  summary.fixed = fixed.fixed;
  summary.failed = settle.failed;
  reports.end(summary);
  if (!reports.finish() || trouble) return Exit::trouble;
  return settle.failed ? Exit::findings : Exit::ok;
}

}  // namespace

void add_check(CLI::App& app, std::vector<Command>& commands) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* sub = app.add_subcommand("check", "Find URIs in files, folders or - and lint them");
  options->rules.add_to(*sub);
  options->config.add_to(*sub);
  add_value(*sub, "--min-confidence", options->rules.min_confidence,
            "Hide findings below low, medium (default) or high", "C");
  add_value(*sub, "--fail-on", options->rules.fail_on,
            "Exit 1 from note, warning (default) or error on; never", "S");
  options->inputs.add_to(*sub);
  options->reports.add_to(*sub);
  options->fix.add_to(*sub, options->rules.https_hosts);
  sub->add_flag("--no-prefilter", options->no_prefilter,
                "Read every file whole, also where no URI can be (to check that nothing is lost)");
  sub->add_flag("--show-secrets", options->show_secrets, "Do not mask secrets");
  commands.push_back(
      {sub, [options](const Operands& operands) { return run_check(*options, operands); }});
}

}  // namespace urilint::cli
