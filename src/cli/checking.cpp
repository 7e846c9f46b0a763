// Stretches of inputs → windows → segments → candidates → judgements → records, in order. What
// depends on everything before (fingerprints, baselines) is for whoever consumes them.
#include "cli/checking.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/hints.hpp"
#include "engine/subject.hpp"
#include "silence/markers.hpp"
#include "urilint/names.hpp"

namespace urilint::cli {
namespace {

using Stretches = Ordered<Item, InputReader>;

// Candidates this far outside a window's own stretch are judged as well: a printed line may show
// them.
constexpr Off kNeighbourhood = 16384;
// Findings of a file that wait for the places of comments; nobody puts in more by hand.
constexpr std::size_t kMostWaiting = 4096;

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
  Counts counts;
};

// One stretch of an input: its window → segments → candidates → judgements → records. They wait
// for its end if it has markers that may suppress them.
class CheckedStretch final : public WindowSink {
 public:
  CheckedStretch(const Job& job, const Input& input, Worker& worker, const Stretches::Emit& emit)
      : job_(job),
        place_(job.place_of(input)),
        setups_(*place_.setups),
        offers_(job.offers_for(input)),
        worker_(worker),
        emit_(emit),
        path_(input.path),
        recorder_(options_of(job, place_), input.path,
                  [this](Record&& record) { keep(std::move(record)); }) {}

  void begin_window(Document& document, const Window& window) override {
    document_ = &document;
    window_ = window;
    recorder_.begin_window(document, window);
    begin_markers();
    waits_for_places_ = job_.hints && place_.markers != nullptr && is_whole();
    if (!job_.collects_fixes) return;
    const Text& raw = document.text(kRawText);
    emit_(piece_of(raw.map.base, raw.bytes));
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
      candidate.escaper = segment.escaper;
      judge(candidate);
      return true;
    }
    const FindOptions options{.holes = holes_wanted(segment.key),
                              .remotes = setups_.of(segment.key).engine->judges_policy()};
    find_uris(*document_, segment, options, [this](const Candidate& candidate) {
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
    if (waits_for_places_) settle_waiting();
  }

  void note(const SkipNote& note) override {
    ++worker_.counts.skipped[std::string(name_of(note.reason))];
    worker_.counts.trouble = worker_.counts.trouble || note.fatal;
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
      if (job_.counts_hosts) count_hosts(judgement.texts);
      choose(setup, judgement);
    }
    recorder_.set_owner(&setup);
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
      const bool shown = setup.gate_of(finding.rule->info->id).lets_through(finding);
      if (!shown) ++worker_.counts.hidden;
      if (shown || is_wanted(setup, finding)) {
        shown_.push_back(&finding);
      } else if (markers_) {
        remember_hidden(judgement, finding);
      }
    }
    worker_.counts.hidden += judgement.dropped;
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

  static RecorderOptions options_of(const Job& job, const InputPlace& place) {
    RecorderOptions options = job.recorder;
    options.hosts = job.hints;
    if (place.known != nullptr) options.secret_salt = place.known->salt();
    return options;
  }

  // Of what leads somewhere for sure, inner URIs too: what is fetched through a host is fetched.
  void count_hosts(const NestedTexts& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const Subject& subject = texts[i].subject;
      if (texts[i].replaced || subject.identifier || !subject.parts.has(Component::host) ||
          subject.has_hole(Component::authority)) {
        continue;
      }
      const UriSpan host = subject.span(Component::host);
      const auto hides = [host](UriSpan mask) {
        return mask.begin < host.end && host.begin < mask.end;
      };
      if (std::any_of(texts[i].masks.begin(), texts[i].masks.end(), hides)) continue;
      if (const auto name = canonical_host(subject.view(host))) count_host(*name);
    }
  }

  void count_host(const std::string& name) {
    auto& hosts = worker_.counts.hosts;
    const auto known = hosts.find(name);
    if (known != hosts.end()) {
      ++known->second;
    } else if (hosts.size() < kMostHostsCounted) {
      hosts.emplace(name, 1);
    } else {
      worker_.counts.more_hosts = true;
    }
  }

  void begin_markers() {
    markers_.reset();
    if (place_.markers == nullptr) return;
    if (!Markers::may_hold_markers(document_->text(document_->base_text).bytes)) return;
    markers_.emplace(*place_.markers, path_, job_.recorder.show_secrets);
    markers_->begin_window(*document_, window_);
  }

  void keep(Record&& record) {
    if (markers_ || waits_for_places_) {
      waiting_.emplace_back(std::move(record), &place_);
      if (markers_ || waiting_.size() < kMostWaiting) return;
      settle_waiting();
      waits_for_places_ = false;
    } else {
      Item item(std::in_place_type<Judged>, std::move(record), &place_);  // moved but once
      if (job_.hints) add_hints(job_, {}, {std::get_if<Judged>(&item), 1});
      emit_(std::move(item));
    }
  }

  // Comments are tried in whole files only, and not in large ones.
  [[nodiscard]] bool is_whole() const {
    const std::size_t size = document_->text(document_->base_text).bytes.size();
    return window_.last && window_.report_begin == 0 && window_.start.line == 1 &&
           window_.start.column == 1 && size <= CommentLimits{}.longest;
  }

  void settle_waiting() {
    add_hints(job_, document_->text(document_->base_text).bytes, waiting_);
    for (Judged& judged : waiting_) emit_(std::move(judged));
    waiting_.clear();
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
      // A part of the file may have a profile in which none counts.
      const bool honoured = judged.setup().thresholds.profile == Profile::repo;
      if (const Marker* const marker = honoured ? markers_->decide(judged.record) : nullptr) {
        judged.record.suppressed = Suppression{Suppression::Kind::in_source, marker->reason};
        judged.marker = marker->location;
        judged.marker_of_file = marker->whole_file;
      }
    }
    if (waits_for_places_) {
      settle_waiting();
    } else {
      if (job_.hints) add_hints(job_, {}, waiting_);
      for (Judged& judged : waiting_) emit_(std::move(judged));
      waiting_.clear();
    }
    for (NoteRecord& note : markers_->finish()) emit_(std::move(note));
    markers_.reset();
  }

  struct Hidden {
    std::string_view rule;
    std::uint64_t first = 0, last = 0;
  };

  const Job& job_;
  const InputPlace& place_;
  const FileSetup& setups_;
  bool offers_;
  Worker& worker_;
  const Stretches::Emit& emit_;
  const std::string& path_;
  Recorder recorder_;
  Document* document_ = nullptr;
  Window window_;
  std::vector<const Finding*> shown_;
  std::vector<UriSpan> holes_;      // of the target of a link
  std::optional<Markers> markers_;  // none: the window has none
  std::vector<Judged> waiting_;
  bool waits_for_places_ = false;  // of comments that would silence what is found
  std::vector<Hidden> hidden_;
};

}  // namespace

void Counts::add(const Counts& other) {
  files += other.files;
  uris += other.uris;
  bytes += other.bytes;
  hidden += other.hidden;
  for (const auto& [reason, count] : other.skipped) skipped[reason] += count;
  for (const auto& [host, count] : other.hosts) hosts[host] += count;
  more_hosts = more_hosts || other.more_hosts;
  trouble = trouble || other.trouble;
}

bool Job::offers_for(const Input& input) const {
  const Format by_name = format == Format::automatic ? format_of(input.path, {}) : format;
  return by_name != Format::log && by_name != Format::eml && by_name != Format::mbox &&
         !(by_name == Format::list && input.is_stdin);
}

Counts judge_inputs(const Job& job, const Inputs& inputs,
                    const std::function<void(Item&&)>& consume, const std::function<void()>& tick) {
  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t i = 0; i < inputs.workers; ++i) workers.push_back(std::make_unique<Worker>());
  const auto work = [&](std::size_t index, Stretch& stretch, const Stretches::Emit& emit) {
    Worker& worker = *workers[index];
    CheckedStretch sink(job, stretch.input(), worker, emit);
    stretch.read(sink);
    if (!stretch.last) return;
    emit(InputEnd{&job.place_of(stretch.input())});
    ++worker.counts.files;
    worker.counts.bytes += stretch.stats().bytes;
    tick();
  };
  Stretches::run(inputs.files.size(), inputs.workers, {readers_of(inputs), work, consume});
  Counts counts;
  for (const auto& worker : workers) counts.add(worker->counts);
  return counts;
}

}  // namespace urilint::cli
