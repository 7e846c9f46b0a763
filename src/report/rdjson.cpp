// Reviewdog's diagnostics. Its columns count bytes of UTF-8, from 1.
#include <memory>

#include "report/json_writer.hpp"
#include "report/reporter.hpp"

namespace urilint {
namespace {

std::string_view word_of(Severity severity) noexcept {
  switch (severity) {
    case Severity::error:
      return "ERROR";
    case Severity::warning:
      return "WARNING";
    default:
      return "INFO";
  }
}

void write_position(JsonWriter& json, std::string_view name, std::uint64_t line,
                    std::uint64_t column) {
  json.key(name);
  json.begin_object();
  json.member("line", line);
  json.member("column", column);
  json.end_object();
}

void write_range(JsonWriter& json, const Location& location) {
  json.key("range");
  json.begin_object();
  write_position(json, "start", location.line, location.byte_column);
  write_position(json, "end", location.end_line, location.end_byte_column);
  json.end_object();
}

void write_place(JsonWriter& json, std::string_view path, const std::optional<Location>& location) {
  json.key("location");
  json.begin_object();
  json.member("path", path);
  if (location) write_range(json, *location);
  json.end_object();
}

class RdjsonReporter final : public Reporter {
 public:
  explicit RdjsonReporter(Output& out) : out_(out) {}

  void begin(const RunInfo& /*run*/) override {
    json_.begin_object();
    json_.key("source");
    json_.begin_object();
    json_.member("name", "urilint");
    json_.end_object();
    json_.key("diagnostics");
    json_.begin_array();
  }

  void finding(const Record& record) override {
    json_.begin_object();
    json_.member("message", record.message.str() + "\n" + std::string(record.help));
    write_place(json_, record.path, record.location);
    json_.member("severity", word_of(record.severity));
    json_.key("code");
    json_.begin_object();
    json_.member("value", record.rule);
    json_.end_object();
    write_related(record);
    json_.end_object();
    json_.flush(out_);
  }

  void note(const NoteRecord& note) override {
    json_.begin_object();
    json_.member("message", note.message);
    write_place(json_, note.path, std::nullopt);
    json_.member("severity", "INFO");
    json_.key("code");
    json_.begin_object();
    json_.member("value", note.code);
    json_.end_object();
    json_.end_object();
    json_.flush(out_);
  }

  void end(const Summary& /*summary*/) override {
    json_.end_array();
    json_.end_object();
    json_.finish(out_);
  }

 private:
  void write_related(const Record& record) {
    json_.key("relatedLocations");
    json_.begin_array();
    for (const Related& related : record.related) {
      if (!related.location) continue;
      json_.begin_object();
      json_.member("message", related.message.empty() ? "here too" : related.message);
      write_place(json_, record.path, related.location);
      json_.end_object();
    }
    json_.end_array();
  }

  Output& out_;
  JsonWriter json_;
};

}  // namespace

std::unique_ptr<Reporter> make_rdjson_reporter(Output& out) {
  return std::make_unique<RdjsonReporter>(out);
}

}  // namespace urilint
