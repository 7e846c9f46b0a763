// Workflow commands of GitHub Actions, one a line: `::error file=…,line=…::message`. Data and
// properties are percent-encoded as the runner decodes them; what we echo can begin no command.
#include <memory>

#include "report/escape.hpp"
#include "report/reporter.hpp"
#include "report/text_finding.hpp"

namespace urilint {
namespace {

std::string_view command_of(Severity severity) noexcept {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    default:
      return "notice";
  }
}

void append_encoded(std::string& out, char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kDigits[byte >> 4U];
  out += kDigits[byte & 0xfU];
}

// Behind the second `::`: only `%` and line ends mean anything there.
std::string data_of(std::string_view text) {
  std::string out;
  for (const char c : escape_for_log(text, Edge::closed)) {
    if (c == '%') {
      append_encoded(out, c);
    } else {
      out += c;
    }
  }
  return out;
}

// A path keeps its name, which the runner decodes; only what could begin a command of another CI
// system is spelt our way.
std::string property_of(std::string_view text) {
  std::string out;
  for (const char c : repair_utf8(text)) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == '\x7f';
    if (control || c == '%' || c == ':' || c == ',') {
      append_encoded(out, c);
    } else {
      out += c;
    }
  }
  return escape_for_log(out, Edge::closed);
}

class GithubReporter final : public Reporter {
 public:
  explicit GithubReporter(Output& out) : out_(out) {}

  void begin(const RunInfo& /*run*/) override {}

  void finding(const Record& record) override {
    std::string line = "::" + std::string(command_of(record.severity)) + " ";
    if (!record.path.empty()) line += "file=" + property_of(record.path) + ",";
    if (record.location) {
      line += "line=" + std::to_string(record.location->line) +
              ",endLine=" + std::to_string(record.location->end_line) +
              ",col=" + std::to_string(record.location->column) +
              ",endColumn=" + std::to_string(record.location->end_column) + ",";
    }
    line += "title=" + property_of("urilint " + std::string(record.rule)) + "::";
    line += data_of(record.message.view()) + "%0A" + data_of(record.uri.view()) + "%0A" +
            data_of(one_line(record.help));
    out_.write(line + "\n");
  }

  void note(const NoteRecord& note) override {
    std::string line = "::notice file=" + property_of(note.path);
    if (note.location) {
      line += ",line=" + std::to_string(note.location->line) +
              ",col=" + std::to_string(note.location->column);
    }
    out_.write(line + "::" + data_of(note.message) + "\n");
  }

  void end(const Summary& /*summary*/) override {}

 private:
  Output& out_;
};

}  // namespace

std::unique_ptr<Reporter> make_github_reporter(Output& out) {
  return std::make_unique<GithubReporter>(out);
}

}  // namespace urilint
