// JUnit's XML. The counts stand in front, so the cases wait until the end. Errors and warnings are
// failures, notes are cases that passed and have something to say.
#include <memory>

#include "report/reporter.hpp"
#include "report/text_finding.hpp"
#include "report/xml_text.hpp"

namespace urilint {
namespace {

std::string place_of(const Record& record) {
  if (!record.location) return std::string(record.rule);
  return std::string(record.rule) + " at " + std::to_string(record.location->line) + ":" +
         std::to_string(record.location->column);
}

class JunitReporter final : public Reporter {
 public:
  explicit JunitReporter(Output& out) : out_(out) {}

  void begin(const RunInfo& /*run*/) override {}

  void finding(const Record& record) override {
    ++tests_;
    const std::string uri = xml_text(record.uri.view());
    cases_ += "    <testcase" + xml_attribute("classname", record.path) +
              xml_attribute("name", place_of(record));
    if (record.location) {
      cases_ += xml_attribute("file", record.path) +
                xml_attribute("line", std::to_string(record.location->line));
    }
    cases_ += ">\n";
    if (record.severity == Severity::note) {
      cases_ += "      <system-out>note: " + xml_text(record.message.view()) + ": " + uri +
                "</system-out>\n";
    } else {
      ++failures_;
      cases_ += "      <failure" + xml_attribute("type", name_of(record.severity)) +
                xml_attribute("message", record.message.view()) + ">" + uri + "\n" +
                xml_text(one_line(record.help)) + "</failure>\n";
    }
    cases_ += "    </testcase>\n";
  }

  void note(const NoteRecord& note) override {
    notes_ += xml_text(note.path) + ": " + xml_text(note.message) + "\n";
  }

  void end(const Summary& /*summary*/) override {
    if (tests_ == 0) {
      ++tests_;
      cases_ = "    <testcase classname=\"urilint\" name=\"no findings\"/>\n";
    }
    const std::string counts = xml_attribute("tests", std::to_string(tests_)) +
                               xml_attribute("failures", std::to_string(failures_)) +
                               xml_attribute("errors", "0");
    out_.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"urilint\"" + counts +
               ">\n  <testsuite name=\"urilint\"" + counts + ">\n");
    out_.write(cases_);
    if (!notes_.empty()) out_.write("    <system-out>" + notes_ + "</system-out>\n");
    out_.write("  </testsuite>\n</testsuites>\n");
  }

 private:
  Output& out_;
  std::string cases_;
  std::string notes_;
  std::uint64_t tests_ = 0;
  std::uint64_t failures_ = 0;
};

}  // namespace

std::unique_ptr<Reporter> make_junit_reporter(Output& out) {
  return std::make_unique<JunitReporter>(out);
}

}  // namespace urilint
