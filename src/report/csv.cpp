// RFC 4180, with a header, every field quoted. What a spreadsheet would take for a formula gets an
// apostrophe in front, which spreadsheets hide.
#include <memory>

#include "report/escape.hpp"
#include "report/reporter.hpp"

namespace urilint {
namespace {

std::string field_of(std::string_view text) {
  const std::string safe = escape_for_log(text, Edge::closed);
  std::string out = "\"";
  if (!safe.empty() && std::string_view("=+-@|").find(safe[0]) != std::string_view::npos) {
    out += '\'';
  }
  for (const char c : safe) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

class CsvReporter final : public Reporter {
 public:
  explicit CsvReporter(Output& out) : out_(out) {}

  void begin(const RunInfo& /*run*/) override {
    out_.write(
        "\"path\",\"line\",\"column\",\"end_line\",\"end_column\",\"severity\",\"confidence\","
        "\"rule\",\"message\",\"component\",\"uri\",\"key\",\"address\",\"fingerprint\"\r\n");
  }

  void finding(const Record& record) override {
    std::string row = field_of(record.path);
    const auto add = [&row](std::string_view text) { row += "," + field_of(text); };
    const auto place = [&](std::uint64_t Location::*member) {
      add(record.location ? std::to_string((*record.location).*member) : std::string());
    };
    place(&Location::line);
    place(&Location::column);
    place(&Location::end_line);
    place(&Location::end_column);
    add(name_of(record.severity));
    add(name_of(record.confidence));
    add(record.rule);
    add(record.message.view());
    add(name_of(record.component));
    add(record.uri.view());
    add(record.key.view());
    add(record.address);
    add(record.fingerprint);
    out_.write(row + "\r\n");
  }

  // A row is a finding; what was skipped is told by --stats of the other formats.
  void note(const NoteRecord& /*note*/) override {}
  void end(const Summary& /*summary*/) override {}

 private:
  Output& out_;
};

}  // namespace

std::unique_ptr<Reporter> make_csv_reporter(Output& out) {
  return std::make_unique<CsvReporter>(out);
}

}  // namespace urilint
