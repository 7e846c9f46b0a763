// extract: the inputs of check, only finding; every URI is redacted as everywhere.
#include <variant>

#include "cli/inputs.hpp"
#include "cli/ordered.hpp"
#include "report/extract.hpp"
#include "report/key.hpp"
#include "report/recorder.hpp"
#include "version.hpp"

namespace urilint::cli {
namespace {

struct ExtractOptions {
  InputOptions inputs;
  std::string profile = "repo";
  std::string format = "text";
  std::string output;
  std::string color = "auto";
  bool show_secrets = false;
  bool quiet = false;
};

using Item = std::variant<ExtractRecord, SkipNote>;
using Stretches = Ordered<Item, InputReader>;

class ExtractedStretch final : public WindowSink {
 public:
  ExtractedStretch(const Engine& engine, Scratch& scratch, const ExtractOptions& options,
                   const Input& input, const Stretches::Emit& emit)
      : engine_(engine),
        scratch_(scratch),
        options_(options),
        path_(input.path),
        emit_(emit),
        recorder_({options.show_secrets, false}, input.path, [](Record&&) {}) {}

  bool trouble = false;

  void begin_window(Document& document, const Window& window) override {
    document_ = &document;
    window_ = window;
    recorder_.begin_window(document, window);
  }

  bool segment(const Segment& segment) override {
    if (segment.strict_list) {
      Candidate candidate;
      candidate.where = segment.where;
      candidate.strict_list = true;
      extract(candidate);
      return true;
    }
    find_uris(*document_, segment, {.holes = options_.profile == "repo", .schemeless = true},
              [this](const Candidate& candidate) {
                extract(candidate);
                return true;
              });
    return true;
  }

  void end_window() override { recorder_.end_window(); }

  void note(const SkipNote& note) override {
    trouble = trouble || note.fatal;
    emit_(SkipNote(note));
  }

 private:
  void extract(const Candidate& candidate) {
    const auto base = document_->to_ancestor(candidate.where, document_->base_text);
    const Off begin = base ? base->begin : candidate.where.begin;
    if (begin < window_.report_begin || begin >= window_.report_end) return;
    const Judgement judgement = engine_.judge(*document_, candidate, scratch_);
    const NestedText& text = judgement.texts.front();
    const Redactor redactor(document_->bytes(text.where), text.masks, options_.show_secrets);
    ExtractRecord record;
    record.path = path_;
    record.location = recorder_.locate(candidate.where);
    record.kind = candidate.kind;
    record.identifier = candidate.identifier;
    record.uri = redactor.whole();
    if (!redactor.was_utf8()) record.uri_base64 = to_base64(redactor.masked_bytes());
    for (TextId id = candidate.where.text; id != kRawText; id = document_->text(id).map.parent) {
      record.layers.insert(record.layers.begin(), document_->text(id).layer);
    }
    record.key = redacted_key(candidate.key, options_.show_secrets);
    for (const UriSpan hole : candidate.holes) record.holes.push_back(redactor.map(hole));
    engine_.release(*document_, scratch_);
    emit_(std::move(record));
  }

  const Engine& engine_;
  Scratch& scratch_;
  const ExtractOptions& options_;
  std::string path_;
  const Stretches::Emit& emit_;
  Recorder recorder_;
  Document* document_ = nullptr;
  Window window_;
};

Exit run_extract(const ExtractOptions& options, const Operands& operands) {
  if (!profile_of(options.profile)) {
    complain("--profile: '" + options.profile + "' is not repo, mail, proxy or review");
    return Exit::trouble;
  }
  Inputs inputs = collect(options.inputs, operands, {options.output});
  if (!inputs.usable) return Exit::trouble;
  ReportFile out;
  if (!out.open(options.output)) return Exit::trouble;
  TextStyle style = text_style(options.color, out.is_terminal());
  style.quiet = options.quiet;
  const auto reporter = options.format == "json"    ? make_extract_json_reporter(out)
                        : options.format == "jsonl" ? make_extract_jsonl_reporter(out)
                                                    : make_extract_text_reporter(out, style);
  reporter->begin(URILINT_VERSION);
  bool trouble = false;
  for (const SkipNote& note : inputs.skipped) {
    trouble = trouble || note.fatal;
    reporter->note(note_of(note));
  }

  const Engine engine({}, EngineOptions{});
  std::vector<std::unique_ptr<Scratch>> scratches;
  for (std::size_t i = 0; i < inputs.workers; ++i) scratches.push_back(std::make_unique<Scratch>());
  std::vector<char> failed(inputs.workers, 0);
  const auto work = [&](std::size_t worker, Stretch& stretch, const Stretches::Emit& emit) {
    ExtractedStretch sink(engine, *scratches[worker], options, stretch.input(), emit);
    stretch.read(sink);
    if (sink.trouble) failed[worker] = 1;
  };
  const auto consume = [&](Item&& item) {
    if (const auto* record = std::get_if<ExtractRecord>(&item)) {
      if (inputs.changed && !inputs.changed->touch(record->path, record->location)) return;
      if (auto note = take_note(inputs)) reporter->note(*note);
      reporter->uri(*record);
    } else {
      reporter->note(note_of(std::get<SkipNote>(item)));
    }
  };
  Stretches::run(inputs.files.size(), inputs.workers, {readers_of(inputs), work, consume});
  reporter->end();
  for (const char one : failed) trouble = trouble || one != 0;
  return out.finish() && !trouble ? Exit::ok : Exit::trouble;
}

}  // namespace

void add_extract(CLI::App& app, std::vector<Command>& commands) {
  const auto options = std::make_shared<ExtractOptions>();
  CLI::App* sub = app.add_subcommand("extract", "Only find: every URI with its position");
  options->inputs.add_to(*sub);
  add_value(*sub, "--profile", options->profile, "repo knows template holes, the others do not",
            "NAME");
  sub->add_option("--format", options->format, "text, json or jsonl")
      ->option_text("F")
      ->check(CLI::IsMember({"text", "json", "jsonl"}));
  add_value(*sub, "--output", options->output, "Write the report here, whole or not at all",
            "FILE");
  add_color(*sub, options->color);
  sub->add_flag("--show-secrets", options->show_secrets, "Do not mask secrets");
  sub->add_flag("--quiet", options->quiet, "URIs only");
  commands.push_back(
      {sub, [options](const Operands& operands) { return run_extract(*options, operands); }});
}

}  // namespace urilint::cli
