// All reports get the same calls; each has a file of its own.
#include "cli/reports.hpp"

#include <algorithm>

namespace urilint::cli {
namespace {

std::string known_formats() {
  std::string out;
  for (const std::string_view name : report_formats()) {
    if (!out.empty()) out += name == report_formats().back() ? " or " : ", ";
    out += name;
  }
  return out;
}

bool is_known(const std::string& format) {
  const auto known = report_formats();
  return std::find(known.begin(), known.end(), format) != known.end();
}

}  // namespace

void ReportOptions::add_to(CLI::App& app) {
  app.add_option("--format", format, known_formats())
      ->option_text("F")
      ->check(CLI::IsMember(
          std::vector<std::string>(report_formats().begin(), report_formats().end())));
  add_value(app, "--output", output, "Write the report here, whole or not at all", "FILE");
  add_values(app, "--report", more, "Also write this format to this file (repeatable)",
             "FORMAT=FILE");
  add_color(app, color);
  app.add_flag("--quiet", quiet, "Findings only");
  app.add_flag("--stats", stats, "Say what was read and what was skipped");
  app.add_option("--progress", progress,
                 "How far a long run is, on a terminal: auto, always, never")
      ->option_text("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

bool Reports::add(std::string_view option, const std::string& format, const std::string& path) {
  if (!is_known(format)) {
    complain("--report: '" + format + "' is not " + known_formats());
    return false;
  }
  const auto same = [&path](const Report& report) {
    return (report.path == "-" ? "" : report.path) == (path == "-" ? "" : path);
  };
  if (std::any_of(reports_.begin(), reports_.end(), same)) {
    complain("--report: " + (path.empty() || path == "-" ? std::string("standard output") : path) +
             " has a report already");
    return false;
  }
  Report& report = reports_.emplace_back();
  report.format = format;
  report.path = path;
  report.file = std::make_unique<ReportFile>(option);
  return true;
}

bool Reports::choose(const ReportOptions& options) {
  options_ = options;
  if (!add("--output", options.format, options.output)) return false;
  for (const std::string& one : options.more) {
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos || equals + 1 == one.size()) {
      complain("--report: '" + one + "' is not FORMAT=FILE");
      return false;
    }
    if (!add("--report", one.substr(0, equals), one.substr(equals + 1))) return false;
  }
  return true;
}

bool Reports::open() {
  for (Report& report : reports_) {
    if (!report.file->open(report.path)) return false;
    TextStyle style = text_style(options_.color, report.file->is_terminal());
    style.quiet = options_.quiet;
    style.stats = options_.stats;
    report.reporter = make_reporter(report.format, *report.file, style);
  }
  return true;
}

std::vector<std::string> Reports::paths() const {
  std::vector<std::string> paths;
  for (const Report& report : reports_) paths.push_back(report.path);
  return paths;
}

bool Reports::wants(std::string_view format) const noexcept {
  return std::any_of(reports_.begin(), reports_.end(),
                     [format](const Report& report) { return report.format == format; });
}
bool Reports::wants_snippets() const noexcept { return wants("text"); }
bool Reports::wants_hints() const noexcept { return wants("text") && !options_.quiet; }
bool Reports::wants_byte_columns() const noexcept { return wants("rdjson"); }

bool Reports::on_terminal() const noexcept {
  return std::any_of(reports_.begin(), reports_.end(),
                     [](const Report& report) { return report.file->is_terminal(); });
}

void Reports::begin(const RunInfo& run) {
  for (Report& report : reports_) report.reporter->begin(run);
}
void Reports::finding(const Record& record) {
  for (Report& report : reports_) report.reporter->finding(record);
}
void Reports::suppressed(const Record& record) {
  for (Report& report : reports_) {
    if (report.format == "sarif" || report.format == "json" || report.format == "jsonl") {
      report.reporter->finding(record);
    }
  }
}
void Reports::note(const NoteRecord& note, Audience audience) {
  for (Report& report : reports_) {
    const bool shown = report.path.empty() || report.path == "-";  // beside standard error
    const bool said = audience == Audience::told && shown;
    const bool wanted = audience != Audience::stats || options_.stats;
    if (report.format != "text" || (wanted && !said)) report.reporter->note(note);
  }
}
void Reports::end(const Summary& summary) {
  for (Report& report : reports_) {
    report.reporter->end(summary);
    const std::string left_out = report.reporter->left_out();
    if (!left_out.empty()) warn(report.format + ": " + left_out);
  }
}

bool Reports::finish() {
  bool good = true;
  for (Report& report : reports_) good = report.file->finish() && good;
  return good;
}

}  // namespace urilint::cli
