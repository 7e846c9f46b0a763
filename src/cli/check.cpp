// check: stretches of inputs on worker threads, each with its scratch; records leave in the order
// of the inputs. What depends on everything before (fingerprints) is added where they leave.
#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "cli/configured.hpp"
#include "cli/inputs.hpp"
#include "cli/ordered.hpp"
#include "cli/progress.hpp"
#include "cli/reports.hpp"
#include "cli/settle.hpp"
#include "report/recorder.hpp"
#include "silence/markers.hpp"
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
  bool show_secrets = false;
  bool no_prefilter = false;
};

struct InputEnd {
  const InputPlace* place = nullptr;
};
using Item = std::variant<Judged, SkipNote, NoteRecord, InputEnd>;
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
  const std::vector<InputPlace>& places;  // by input

  [[nodiscard]] const InputPlace& place_of(const Input& input) const {
    return places[static_cast<std::size_t>(&input - inputs.data())];
  }
};

// One stretch of an input: its window → segments → candidates → judgements → records. They wait
// for its end if it has markers that may suppress them.
class CheckedStretch final : public WindowSink {
 public:
  CheckedStretch(const Job& job, const Input& input, Worker& worker, const Stretches::Emit& emit)
      : place_(job.place_of(input)),
        setups_(*place_.setups),
        worker_(worker),
        emit_(emit),
        path_(input.path),
        show_secrets_(job.recorder.show_secrets),
        recorder_(options_of(job, place_), input.path,
                  [this](Record&& record) { keep(std::move(record)); }) {}

  void begin_window(Document& document, const Window& window) override {
    document_ = &document;
    window_ = window;
    recorder_.begin_window(document, window);
    markers_.reset();
    if (place_.markers != nullptr &&
        Markers::may_hold_markers(document.text(document.base_text).bytes)) {
      markers_.emplace(*place_.markers, path_, show_secrets_);
      markers_->begin_window(document, window);
    }
  }

  bool segment(const Segment& segment) override {
    if (markers_ && segment.context == Segment::Context::comment) {
      markers_->comment(*document_, segment);
    }
    if (segment.strict_list) {
      Candidate candidate;
      candidate.where = segment.where;
      candidate.context = segment.context;
      candidate.strict_list = true;
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

  void end_window() override {
    recorder_.end_window();
    if (markers_) settle_markers();
  }

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
    recorder_.set_owner(&setup);
    recorder_.add(candidate, judgement, shown_);
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
    recorder_.set_owner(&setup);
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
      if (setup.gate_of(finding.rule->info->id).lets_through(finding)) {
        shown_.push_back(&finding);
      } else {
        ++worker_.hidden;
        if (markers_) remember_hidden(judgement, finding);
      }
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

  // Template holes are for files that colleagues write.
  [[nodiscard]] bool holes_wanted(std::string_view key) const {
    return setups_.of(key).thresholds.profile == Profile::repo;
  }

  static RecorderOptions options_of(const Job& job, const InputPlace& place) {
    RecorderOptions options = job.recorder;
    if (place.known != nullptr) options.secret_salt = place.known->salt();
    return options;
  }

  void keep(Record&& record) {
    Judged judged{std::move(record), &place_};
    if (markers_) {
      waiting_.push_back(std::move(judged));
    } else {
      emit_(std::move(judged));
    }
  }

  // A marker of what the thresholds hide is of use all the same.
  void remember_hidden(const Judgement& judgement, const Finding& finding) {
    const TextSpan where = judgement.texts[finding.text].where;
    const UriSpan mark = finding.marks.front().span;
    const Location location =
        recorder_.locate({where.text, where.begin + mark.begin, where.begin + mark.end});
    hidden_.push_back({finding.rule->info->id, location.line, location.end_line});
  }

  void settle_markers() {
    for (const Hidden& hidden : hidden_) {
      static_cast<void>(markers_->decide(hidden.rule, hidden.first, hidden.last));
    }
    hidden_.clear();
    for (Judged& judged : waiting_) {
      if (const Marker* const marker = markers_->decide(judged.record)) {
        judged.record.suppressed = Suppression{Suppression::Kind::in_source, marker->reason};
        judged.marker = marker->location;
        judged.marker_of_file = marker->whole_file;
      }
      emit_(std::move(judged));
    }
    waiting_.clear();
    for (NoteRecord& note : markers_->finish()) emit_(std::move(note));
    markers_.reset();
  }

  struct Hidden {
    std::string_view rule;
    std::uint64_t first = 0, last = 0;
  };

  const InputPlace& place_;
  const FileSetup& setups_;
  Worker& worker_;
  const Stretches::Emit& emit_;
  const std::string& path_;
  bool show_secrets_;
  Recorder recorder_;
  Document* document_ = nullptr;
  Window window_;
  std::vector<const Finding*> shown_;
  std::vector<UriSpan> holes_;      // of the target of a link
  std::optional<Markers> markers_;  // none: the window has none
  std::vector<Judged> waiting_;
  std::vector<Hidden> hidden_;
};

// Notes about what a walk passes over are for machines and --stats. What was named is told anyway.
Reports::Audience audience_of(const SkipNote& note) noexcept {
  if (note.fatal) return Reports::Audience::told;
  const bool passed_over = note.reason == SkipReason::binary ||
                           note.reason == SkipReason::symlink || note.reason == SkipReason::loop ||
                           note.reason == SkipReason::special_file;
  return passed_over && !note.named ? Reports::Audience::stats : Reports::Audience::all;
}

Exit run_check(const CheckOptions& options, const Operands& operands) {
  Configured configured;
  if (!configured.choose(options.config)) return Exit::trouble;
  RuleSet rules;
  if (!rules.load(options.rules, configured.tree())) return Exit::trouble;
  Reports reports;
  if (!reports.choose(options.reports)) return Exit::trouble;
  Inputs inputs = collect(options.inputs, operands, reports.paths());
  if (!inputs.usable || !reports.open()) return Exit::trouble;
  inputs.read.prefilter = !options.no_prefilter;
  if (!configured.load(rules, options.inputs, inputs)) return Exit::trouble;
  const Job job{{options.show_secrets, reports.wants_snippets(), reports.wants_byte_columns()},
                inputs.files,
                configured.places()};

  const std::vector<const RuleInfo*> ran = configured.setups().rules();
  reports.begin({URILINT_VERSION, configured.profile(), data_dates(), ran});

  bool trouble = configured.trouble();
  Counts counts;
  for (const SkipNote& note : inputs.skipped) {
    trouble = trouble || note.fatal;
    ++counts.skipped[std::string(name_of(note.reason))];
    reports.note(note_of(note), audience_of(note));
  }

  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t i = 0; i < inputs.workers; ++i) {
    workers.push_back(std::make_unique<Worker>());
  }
  Settle settle({inputs.changed.get(), configured.distrusted()});
  Progress progress(options.reports.progress, reports.on_terminal(), inputs.files.size());
  const auto work = [&](std::size_t index, Stretch& stretch, const Stretches::Emit& emit) {
    Worker& worker = *workers[index];
    CheckedStretch sink(job, stretch.input(), worker, emit);
    stretch.read(sink);
    if (!stretch.last) return;
    emit(InputEnd{&job.place_of(stretch.input())});
    ++worker.counts.files;
    worker.counts.bytes += stretch.stats().bytes;
    progress.tick();
  };
  const auto consume = [&](Item&& item) {
    if (auto* const judged = std::get_if<Judged>(&item)) {
      const bool shown = settle.shows(*judged);
      if (const auto note = take_note(inputs)) reports.note(*note, Reports::Audience::all);
      if (shown) {
        reports.finding(judged->record);
      } else if (options.config.suppressed_in_reports && judged->record.suppressed) {
        reports.suppressed(judged->record);
      }
    } else if (const auto* const skip = std::get_if<SkipNote>(&item)) {
      reports.note(note_of(*skip), audience_of(*skip));
    } else if (const auto* const note = std::get_if<NoteRecord>(&item)) {
      reports.note(*note, Reports::Audience::all);
    } else {
      settle.end_input(*std::get<InputEnd>(item).place);
    }
  };
  Stretches::run(inputs.files.size(), inputs.workers, {readers_of(inputs), work, consume});

  progress.finish();
  for (const NoteRecord& note : configured.stale()) reports.note(note, Reports::Audience::all);
  trouble = !configured.write_baselines() || trouble;
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
  sub->add_flag("--no-prefilter", options->no_prefilter,
                "Read every file whole, also where no URI can be (to check that nothing is lost)");
  sub->add_flag("--show-secrets", options->show_secrets, "Do not mask secrets");
  commands.push_back(
      {sub, [options](const Operands& operands) { return run_check(*options, operands); }});
}

}  // namespace urilint::cli
