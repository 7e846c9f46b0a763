// One object a line, each written at once. The summary is last, so that a cut output shows.
#include <memory>

#include "report/json_writer.hpp"
#include "report/reporter.hpp"

namespace urilint {
namespace {

class JsonlReporter final : public Reporter {
 public:
  explicit JsonlReporter(Output& out) : out_(out) {}

  void begin(const RunInfo& run) override { run_ = run; }
  void finding(const Record& record) override {
    write_finding(json_, record);
    json_.finish(out_);
  }
  void note(const NoteRecord& note) override {
    write_note(json_, note);
    json_.finish(out_);
  }
  void end(const Summary& summary) override {
    json_.begin_object();
    json_.member("type", "summary");
    write_tool_members(json_, run_.version);
    write_run_members(json_, run_);
    json_.key("stats");
    write_stats(json_, summary, StatsDetail::full);
    json_.end_object();
    json_.finish(out_);
  }

 private:
  Output& out_;
  RunInfo run_;
  JsonWriter json_;
};

}  // namespace

std::unique_ptr<Reporter> make_jsonl_reporter(Output& out) {
  return std::make_unique<JsonlReporter>(out);
}

}  // namespace urilint
