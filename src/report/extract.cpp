// Three small writers; each URI goes out as it comes, notes of the json document wait for its end.
#include "report/extract.hpp"

#include "report/escape.hpp"
#include "report/json_writer.hpp"
#include "report/paint.hpp"
#include "report/text_finding.hpp"

namespace urilint {
namespace {

void write_uri(JsonWriter& json, const ExtractRecord& record) {
  json.begin_object();
  json.member("type", "uri");
  json.member("kind", name_of(record.kind));
  json.key("identifier");
  json.boolean(record.identifier);
  json.member("uri", record.uri.view());
  json.key("uri_base64");
  if (record.uri_base64) {
    json.string(*record.uri_base64);
  } else {
    json.null();
  }
  json.key("location");
  write_place(json, record.path, record.location, record.key);
  json.key("layers");
  json.begin_array();
  for (const Layer layer : record.layers) json.string(name_of(layer));
  json.end_array();
  json.key("holes");
  json.begin_array();
  for (const PrintedSpan hole : record.holes) {
    json.begin_object();
    json.key("span");
    write_span(json, hole);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

class TextExtract final : public ExtractReporter {
 public:
  TextExtract(Output& out, const TextStyle& style)
      : out_(out), quiet_(style.quiet), paint_(style.color) {}
  void begin(std::string_view /*version*/) override {}
  void uri(const ExtractRecord& record) override {
    const std::string place = escape_for_log(record.path) + ":" +
                              std::to_string(record.location.line) + ":" +
                              std::to_string(record.location.column);
    std::string line =
        paint_(Ink::strong, place) + ": " + escape_for_log(record.uri.view(), Edge::closed);
    if (record.kind != CandidateKind::uri) {
      line += "  (" + std::string(name_of(record.kind)) + ")";
    }
    if (record.identifier) line += "  (identifier)";
    out_.write(line + "\n");
  }
  void note(const NoteRecord& note) override {
    if (!quiet_) out_.write(note_line(note, paint_));
  }
  void end() override {}

 private:
  Output& out_;
  bool quiet_;
  Painter paint_;
};

class JsonExtract final : public ExtractReporter {
 public:
  explicit JsonExtract(Output& out) : out_(out) {}
  void begin(std::string_view version) override {
    json_.begin_object();
    write_tool_members(json_, version);
    json_.key("uris");
    json_.begin_array();
  }
  void uri(const ExtractRecord& record) override {
    write_uri(json_, record);
    json_.flush(out_);
  }
  void note(const NoteRecord& note) override { notes_.add(note); }
  void end() override {
    json_.end_array();
    json_.key("notes");
    json_.raw(notes_.array());
    json_.end_object();
    json_.finish(out_);
  }

 private:
  Output& out_;
  JsonWriter json_;
  JsonList notes_{write_note};
};

class JsonlExtract final : public ExtractReporter {
 public:
  explicit JsonlExtract(Output& out) : out_(out) {}
  void begin(std::string_view version) override { version_ = version; }
  void uri(const ExtractRecord& record) override {
    ++uris_;
    write_uri(json_, record);
    json_.finish(out_);
  }
  void note(const NoteRecord& note) override {
    write_note(json_, note);
    json_.finish(out_);
  }
  void end() override {
    json_.begin_object();
    json_.member("type", "summary");
    write_tool_members(json_, version_);
    json_.key("stats");
    json_.begin_object();
    json_.member("uris", uris_);
    json_.end_object();
    json_.end_object();
    json_.finish(out_);
  }

 private:
  Output& out_;
  JsonWriter json_;
  std::string version_;
  std::uint64_t uris_ = 0;
};

}  // namespace

std::unique_ptr<ExtractReporter> make_extract_text_reporter(Output& out, const TextStyle& style) {
  return std::make_unique<TextExtract>(out, style);
}
std::unique_ptr<ExtractReporter> make_extract_json_reporter(Output& out) {
  return std::make_unique<JsonExtract>(out);
}
std::unique_ptr<ExtractReporter> make_extract_jsonl_reporter(Output& out) {
  return std::make_unique<JsonlExtract>(out);
}

}  // namespace urilint
