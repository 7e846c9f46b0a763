// check: what is judged goes to the reports, unless somebody knew it; --fix reads everything twice.
#include <algorithm>
#include <iostream>
#include <utility>
#include <variant>

#include "cli/checking.hpp"
#include "cli/progress.hpp"
#include "cli/reports.hpp"
#include "report/escape.hpp"
#include "version.hpp"

namespace urilint::cli {
namespace {

struct CheckOptions {
  RuleOptions rules;
  ConfigOptions config;
  InputOptions inputs;
  ReportOptions reports;
  FixFlags fix;
  bool show_secrets = false;
  bool no_prefilter = false;
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

// What stands on old lines of the files that a baseline names, where others are new: these files
// are read twice, so that no finding waits for the end of its file.
OldByPath find_old(const Job& job, const Inputs& inputs, Settle::Lines lines) {
  OldByPath out;
  if (lines.compared() == nullptr) return out;
  Inputs some;
  some.read = inputs.read;
  some.workers = inputs.workers;
  std::vector<InputPlace> places;
  for (std::size_t i = 0; i < inputs.files.size(); ++i) {
    const Input& input = inputs.files[i];
    const InputPlace& place = job.places[i];
    if (input.is_stdin || place.known == nullptr || !place.known->chooses(place.path)) continue;
    if (!lines.compared()->is_mixed(input.path) || !out.try_emplace(place.path).second) continue;
    some.files.push_back(input);
    places.push_back(place);
  }
  Job reading{job.recorder, some.files, places, job.fix, job.format};
  reading.recorder.snippets = false;
  Settle settle(lines);
  const auto consume = [&](Item&& item) {
    if (auto* const judged = std::get_if<Judged>(&item)) {
      settle.count(*judged, out[judged->place->path]);
    } else if (const auto* const end = std::get_if<InputEnd>(&item)) {
      out[end->place->path].finish();
      settle.end_counting();
    }
  };
  static_cast<void>(judge_inputs(reading, some, consume, [] {}));
  std::erase_if(out, [](const auto& entry) { return entry.second.empty(); });
  return out;
}

// Reads all inputs for their fixes alone. What goes wrong is told where they are reported.
FixRun collect_fixes(Job job, const Inputs& inputs, Settle::Lines lines,
                     std::vector<SkipNote>& skipped) {
  job.collects_fixes = true;
  job.recorder.snippets = false;
  job.hints = false;
  FixRun fixes(job.format);
  Settle settle(lines);
  std::size_t input = 0;
  const auto consume = [&](Item&& item) {
    if (const auto* const note = std::get_if<SkipNote>(&item)) {
      skipped.push_back(*note);
    } else if (const auto* const end = std::get_if<InputEnd>(&item)) {
      settle.end_input(*end->place);
      ++input;
    } else if (const auto* const piece = std::get_if<ContentPiece>(&item)) {
      fixes.add(inputs.files[input], job.places[input].setups->whole(), *piece);
    } else if (auto* const judged = std::get_if<Judged>(&item)) {
      if (settle.shows(*judged)) fixes.add(judged->record);
    }
  };
  static_cast<void>(judge_inputs(job, inputs, consume, [] {}));
  return fixes;
}

// --diff: the patch is all there is.
Exit show_fixes(const CheckOptions& options, const Inputs& inputs, const Job& job,
                Settle::Lines lines, bool trouble) {
  std::vector<SkipNote> skipped = inputs.skipped;
  const FixRun fixes = collect_fixes(job, inputs, lines, skipped);
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
  Configured configured;
  if (!configured.choose(options.config)) return Exit::trouble;
  RuleSet rules;
  if (!rules.load(options.rules, configured.tree(), RuleSet::Selecting::with_configuration)) {
    return Exit::trouble;
  }
  Reports reports;
  if (!reports.choose(options.reports)) return Exit::trouble;
  InputOptions wanted = options.inputs;
  wanted.tracked = configured.repository();
  Inputs inputs = collect(wanted, operands, reports.paths());
  if (!inputs.usable) return Exit::trouble;
  inputs.read.prefilter = !options.no_prefilter;
  if (!configured.load(rules, options.inputs, inputs)) return Exit::trouble;
  Job job{{options.show_secrets, reports.wants_snippets(), reports.wants_byte_columns()},
          inputs.files,
          configured.places(),
          options.fix,
          inputs.read.format};
  job.hints = reports.wants_hints();
  Settle::Lines lines{inputs.changed.get(), configured.distrusted()};
  if (options.fix.active() && options.config.write_baseline) {
    complain("--write-baseline excludes --fix and --diff");
    return Exit::trouble;
  }
  if (options.fix.active() && !may_fix(options, inputs, configured.profile())) {
    return Exit::trouble;
  }
  OldByPath old = find_old(job, inputs, lines);
  lines.old = &old;
  if (options.fix.diff) return show_fixes(options, inputs, job, lines, configured.trouble());
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
    fixed = collect_fixes(job, inputs, lines, told_below).apply();
    old = find_old(job, inputs, lines);  // of what the files hold now
  }
  for (const NoteRecord& note : fixed.notes) reports.note(note, Reports::Audience::all);

  Settle settle(lines);
  Progress progress(options.reports.progress, reports.on_terminal(), inputs.files.size());
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
      settle.skipped();
    } else if (const auto* const note = std::get_if<NoteRecord>(&item)) {
      reports.note(*note, Reports::Audience::all);
    } else if (const auto* const end = std::get_if<InputEnd>(&item)) {
      settle.end_input(*end->place);
    }
  };
  counts.add(judge_inputs(job, inputs, consume, [&progress] { progress.tick(); }));
  progress.finish();
  for (const NoteRecord& note : configured.about_baselines())
    reports.note(note, Reports::Audience::all);
  trouble = !configured.write_baselines() || counts.trouble || trouble;

  Summary summary;
  summary.files = counts.files;
  summary.uris = counts.uris;
  summary.bytes = counts.bytes;
  summary.hidden = counts.hidden;
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
