// The menagerie through every writer, compared with the files of expected/. What differs is kept in
// the folder that URILINT_GOLDEN_RECEIVED names; tools/approve accepts it.

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "golden/menagerie.hpp"
#include "report/escape.hpp"
#include "report/rapidjson.hpp"
#include "report/reporter.hpp"

using namespace urilint;

namespace {

std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void check_golden(const std::string& name, const std::string& actual) {
  const auto expected = std::filesystem::path(URILINT_GOLDEN_EXPECTED) / name;
  const auto received = std::filesystem::path(URILINT_GOLDEN_RECEIVED) / name;
  const bool same = std::filesystem::exists(expected) && slurp(expected) == actual;
  std::filesystem::create_directories(received.parent_path());
  if (same) {
    std::filesystem::remove(received);
  } else {
    std::ofstream(received, std::ios::binary) << actual;
  }
  INFO("compare " << expected << " with " << received);
  CHECK(same);
}

std::vector<Record> findings_for(std::string_view format) {
  std::vector<Record> findings = golden::findings();
  if (format != "json" && format != "jsonl" && format != "sarif") return findings;
  for (Record& record : golden::suppressed_findings()) findings.push_back(std::move(record));
  return findings;
}

std::string run(const std::string& format, const TextStyle& style, bool empty) {
  StringOutput out;
  const std::unique_ptr<Reporter> reporter = make_reporter(format, out, style);
  REQUIRE(reporter);
  reporter->begin(golden::run_info());
  if (!empty) {
    const auto notes = golden::notes();
    const auto findings = findings_for(format);
    reporter->note(notes[0]);
    for (const Record& record : findings) reporter->finding(record);
    for (std::size_t i = 1; i < notes.size(); ++i) reporter->note(notes[i]);
  }
  reporter->end(empty ? Summary{} : golden::summary());
  return out.text;
}

bool parses(const std::string& json) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag>(
      json.data(), json.size());
  return !document.HasParseError();
}

/// No byte that a terminal or a log reader obeys, colours of our own aside.
void check_harmless(std::string text) {
  for (std::size_t at = text.find("\x1b["); at != std::string::npos; at = text.find("\x1b[")) {
    const std::size_t end = text.find_first_not_of("0123456789;", at + 2);
    REQUIRE(end != std::string::npos);
    REQUIRE(text[end] == 'm');
    text.erase(at, end + 1 - at);
  }
  for (const char* bad : {"::error", "::warning", "::debug", "##[", "##vso[", "##teamcity[", "\x1b",
                          "\r", "\x7f", "\xe2\x80\xae", "\xe2\x80\x8b", "\xc2\x9b"}) {
    CAPTURE(bad);
    CHECK(text.find(bad) == std::string::npos);
  }
  CHECK(is_utf8(text));
}

/// Workflow commands without what makes them commands: nothing of that kind may be left.
std::string without_commands(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    REQUIRE(end != std::string::npos);
    const std::string line = text.substr(begin, end - begin);
    REQUIRE(line.starts_with("::"));
    const std::size_t data = line.find("::", 2);
    REQUIRE(data != std::string::npos);
    CHECK(line.find("::", data + 2) == std::string::npos);
    out += line.substr(2, data - 2) + " " + line.substr(data + 2) + "\n";
    begin = end + 1;
  }
  return out;
}

/// Rows of csv, which end in CRLF, on one line.
std::string without_line_ends(std::string text) {
  for (std::size_t at = text.find("\r\n"); at != std::string::npos; at = text.find("\r\n", at)) {
    text.replace(at, 2, " ");
  }
  return text;
}

std::string inspect_text(const TextStyle& style) {
  StringOutput out;
  for (const InspectRecord& record : golden::inspected()) write_inspect_text(out, record, style);
  return out.text;
}

std::string extract(ExtractReporter& reporter, const StringOutput& out) {
  const auto notes = golden::notes();
  reporter.begin("0.1.0");
  for (const ExtractRecord& record : golden::extracted()) reporter.uri(record);
  reporter.note(notes[0]);
  reporter.end();
  return out.text;
}

}  // namespace

TEST_CASE("check reports") {
  struct Case {
    const char* file;
    const char* format;
    TextStyle style;
    bool empty;
  };
  const Case cases[] = {
      {"check.txt", "text", {}, false},
      {"check-color.txt", "text", {.color = true}, false},
      {"check-narrow.txt", "text", {.width = 30}, false},
      {"check-quiet.txt", "text", {.quiet = true, .stats = true}, false},
      {"check-stats.txt", "text", {.stats = true}, true},
      {"check.json", "json", {}, false},
      {"check-stats.json", "json", {.stats = true}, false},
      {"check-empty.json", "json", {}, true},
      {"check.jsonl", "jsonl", {}, false},
      {"check-empty.jsonl", "jsonl", {}, true},
      {"check.sarif", "sarif", {}, false},
      {"check-empty.sarif", "sarif", {}, true},
      {"check.github", "github", {}, false},
      {"check-empty.github", "github", {}, true},
      {"check.gitlab", "gitlab", {}, false},
      {"check-empty.gitlab", "gitlab", {}, true},
      {"check.checkstyle.xml", "checkstyle", {}, false},
      {"check-empty.checkstyle.xml", "checkstyle", {}, true},
      {"check.junit.xml", "junit", {}, false},
      {"check-empty.junit.xml", "junit", {}, true},
      {"check.rdjson", "rdjson", {}, false},
      {"check-empty.rdjson", "rdjson", {}, true},
      {"check.csv", "csv", {}, false},
      {"check-empty.csv", "csv", {}, true},
  };
  for (const Case& c : cases) {
    CAPTURE(c.file);
    const std::string actual = run(c.format, c.style, c.empty);
    const std::string format = c.format;
    check_harmless(format == "github" ? without_commands(actual)
                   : format == "csv"  ? without_line_ends(actual)
                                      : actual);
    check_golden(c.file, actual);
    if (std::string_view("json sarif gitlab rdjson").find(format) != std::string_view::npos) {
      CHECK(parses(actual));
    }
  }
}

TEST_CASE("every line of jsonl is one object and the summary is last") {
  const std::string text = run("jsonl", {}, false);
  std::size_t lines = 0;
  for (std::size_t begin = 0; begin < text.size(); ++lines) {
    const std::size_t end = text.find('\n', begin);
    REQUIRE(end != std::string::npos);
    const std::string line = text.substr(begin, end - begin);
    CHECK(parses(line));
    CHECK((line.rfind("{\"type\":\"summary\"", 0) == 0) == (end + 1 == text.size()));
    begin = end + 1;
  }
  CHECK(lines == findings_for("jsonl").size() + golden::notes().size() + 1);
}

TEST_CASE("inspect reports") {
  for (const auto& [file, style] : {std::pair<const char*, TextStyle>{"inspect.txt", {}},
                                    {"inspect-color.txt", {.color = true}},
                                    {"inspect-narrow.txt", {.width = 30}}}) {
    CAPTURE(file);
    const std::string actual = inspect_text(style);
    check_harmless(actual);
    check_golden(file, actual);
  }
  const auto records = golden::inspected();
  StringOutput one;
  write_inspect_json(one, std::span(records).first(1));
  check_golden("inspect-one.json", one.text);
  CHECK(parses(one.text));
  CHECK(one.text.front() == '{');
  StringOutput many;
  write_inspect_json(many, records);
  check_golden("inspect-many.json", many.text);
  check_harmless(many.text);
  CHECK(parses(many.text));
  CHECK(many.text.front() == '[');
  StringOutput none;
  write_inspect_json(none, {});
  CHECK(none.text == "[]\n");
  StringOutput lines;
  for (const InspectRecord& record : records) write_inspect_jsonl(lines, record);
  check_golden("inspect.jsonl", lines.text);
}

TEST_CASE("extract reports") {
  StringOutput text;
  check_golden("extract.txt", extract(*make_extract_text_reporter(text, {}), text));
  check_harmless(text.text);
  StringOutput json;
  check_golden("extract.json", extract(*make_extract_json_reporter(json), json));
  check_harmless(json.text);
  CHECK(parses(json.text));
  StringOutput jsonl;
  check_golden("extract.jsonl", extract(*make_extract_jsonl_reporter(jsonl), jsonl));
  check_harmless(jsonl.text);
}
