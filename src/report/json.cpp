// The document is opened in `begin` and closed in `end`; findings go out as they come. Notes may
// come between findings but stand behind them, so only they are kept.
#include <memory>

#include "report/json_writer.hpp"
#include "report/reporter.hpp"

namespace urilint {
namespace {

class JsonReporter final : public Reporter {
 public:
  JsonReporter(Output& out, StatsDetail detail) : out_(out), detail_(detail) {}

  void begin(const RunInfo& run) override {
    json_.begin_object();
    write_tool_members(json_, run.version);
    write_run_members(json_, run);
    json_.key("findings");
    json_.begin_array();
  }
  void finding(const Record& record) override {
    write_finding(json_, record);
    json_.flush(out_);
  }
  void note(const NoteRecord& note) override { notes_.add(note); }
  void end(const Summary& summary) override {
    json_.end_array();
    json_.key("notes");
    json_.raw(notes_.array());
    json_.key("stats");
    write_stats(json_, summary, detail_);
    json_.end_object();
    json_.finish(out_);
  }

 private:
  Output& out_;
  StatsDetail detail_;
  JsonWriter json_;
  JsonList notes_{write_note};
};

}  // namespace

std::unique_ptr<Reporter> make_json_reporter(Output& out, bool stats) {
  return std::make_unique<JsonReporter>(out, stats ? StatsDetail::full : StatsDetail::counts);
}

}  // namespace urilint
