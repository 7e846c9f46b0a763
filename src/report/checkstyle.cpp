// Checkstyle's XML: one element a file, one a finding. Findings come by path, so a file is opened
// when the path changes.
#include <memory>
#include <optional>

#include "report/reporter.hpp"
#include "report/xml_text.hpp"

namespace urilint {
namespace {

std::string_view word_of(Severity severity) noexcept {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    default:
      return "info";
  }
}

class CheckstyleReporter final : public Reporter {
 public:
  explicit CheckstyleReporter(Output& out) : out_(out) {}

  void begin(const RunInfo& /*run*/) override {
    out_.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"8.0\">\n");
  }

  void finding(const Record& record) override {
    open(record.path);
    std::string line = "    <error";
    if (record.location) {
      line += xml_attribute("line", std::to_string(record.location->line));
      line += xml_attribute("column", std::to_string(record.location->column));
    }
    line += xml_attribute("severity", word_of(record.severity));
    line += xml_attribute("message", record.message.view());
    line += xml_attribute("source", "urilint." + std::string(record.rule));
    out_.write(line + "/>\n");
  }

  // The format has no place for a remark about the run but a finding about the file.
  void note(const NoteRecord& note) override {
    open(note.path);
    std::string line = "    <error";
    if (note.location) {
      line += xml_attribute("line", std::to_string(note.location->line));
      line += xml_attribute("column", std::to_string(note.location->column));
    }
    out_.write(line + xml_attribute("severity", "info") + xml_attribute("message", note.message) +
               xml_attribute("source", "urilint.note." + std::string(note.code)) + "/>\n");
  }

  void end(const Summary& /*summary*/) override {
    close();
    out_.write("</checkstyle>\n");
  }

 private:
  void open(const std::string& path) {
    if (path_ == path) return;
    close();
    path_ = path;
    out_.write("  <file" + xml_attribute("name", path) + ">\n");
  }
  void close() {
    if (path_) out_.write("  </file>\n");
    path_.reset();
  }

  Output& out_;
  std::optional<std::string> path_;  // of the element that is open
};

}  // namespace

std::unique_ptr<Reporter> make_checkstyle_reporter(Output& out) {
  return std::make_unique<CheckstyleReporter>(out);
}

}  // namespace urilint
