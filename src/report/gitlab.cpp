// GitLab's Code Quality report: one array of objects, told apart by their fingerprints.
#include <memory>

#include "report/json_writer.hpp"
#include "report/reporter.hpp"

namespace urilint {
namespace {

std::string_view word_of(Severity severity) noexcept {
  switch (severity) {
    case Severity::error:
      return "critical";
    case Severity::warning:
      return "major";
    default:
      return "info";
  }
}

class GitlabReporter final : public Reporter {
 public:
  explicit GitlabReporter(Output& out) : out_(out) {}

  void begin(const RunInfo& /*run*/) override { json_.begin_array(); }

  void finding(const Record& record) override {
    json_.begin_object();
    json_.member("description", record.message.view());
    json_.member("check_name", record.rule);
    json_.member("fingerprint", record.fingerprint);
    json_.member("severity", word_of(record.severity));
    json_.key("location");
    json_.begin_object();
    json_.member("path", record.path);
    json_.key("lines");
    json_.begin_object();
    json_.member("begin", record.location ? record.location->line : 1);
    json_.member("end", record.location ? record.location->end_line : 1);
    json_.end_object();
    json_.end_object();
    json_.key("content");
    json_.begin_object();
    json_.member("body", record.help);
    json_.end_object();
    json_.end_object();
    json_.flush(out_);
  }

  // The format knows nothing but faults of lines; the exit status and other reports tell the rest.
  void note(const NoteRecord& /*note*/) override {}

  void end(const Summary& /*summary*/) override {
    json_.end_array();
    json_.finish(out_);
  }

 private:
  Output& out_;
  JsonWriter json_;
};

}  // namespace

std::unique_ptr<Reporter> make_gitlab_reporter(Output& out) {
  return std::make_unique<GitlabReporter>(out);
}

}  // namespace urilint
