// Findings leave as they come: a report of a million findings needs the memory of one.
#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "report/reporter.hpp"

using namespace urilint;

namespace {

Record some_record() {
  Record record;
  record.rule = "some-rule";
  record.severity = Severity::note;
  record.message = RedactedForTests::make("message");
  record.uri = RedactedForTests::make("http://example.com/");
  record.path = "a";
  record.location = Location{};
  return record;
}

std::unique_ptr<Reporter> make(int format, Output& out) {
  switch (format) {
    case 0:
      return make_text_reporter(out, {});
    case 1:
      return make_json_reporter(out, false);
    case 2:
      return make_jsonl_reporter(out);
    default:
      return make_sarif_reporter(out);
  }
}

}  // namespace

TEST_CASE("each finding is written when it comes") {
  for (int format = 0; format < 4; ++format) {
    CAPTURE(format);
    StringOutput out;
    const auto reporter = make(format, out);
    reporter->begin({});
    for (int i = 0; i < 3; ++i) {
      const std::size_t before = out.text.size();
      reporter->finding(some_record());
      CHECK(out.text.size() > before);
      CHECK(out.text.find("message", before) != std::string::npos);
    }
    reporter->end({});
    CHECK(out.text.back() == '\n');
  }
}

TEST_CASE("quiet text is findings only") {
  StringOutput out;
  const auto reporter = make_text_reporter(out, {.quiet = true, .stats = true});
  reporter->begin({});
  reporter->note({.code = "binary", .path = "a", .message = "is binary"});
  CHECK(out.text.empty());
  reporter->finding(some_record());
  const std::size_t size = out.text.size();
  CHECK(size > 0);
  reporter->end({.files = 1, .hidden = 3, .skipped = {{"binary", 1}}});
  CHECK(out.text.size() == size);
}

TEST_CASE("the text summary counts in words") {
  struct Case {
    Summary summary;
    const char* text;
  };
  const Case cases[] = {
      {{.files = 2, .uris = 120, .errors = 3, .warnings = 1},
       "3 errors, 1 warning in 2 files (120 URIs checked)\n"},
      {{.files = 1, .uris = 1, .notes = 1}, "1 note in 1 file (1 URI checked)\n"},
      {{.files = 1, .uris = 0}, "no findings in 1 file (0 URIs checked)\n"},
  };
  for (const Case& c : cases) {
    StringOutput out;
    const auto reporter = make_text_reporter(out, {});
    reporter->begin({});
    reporter->end(c.summary);
    CHECK(out.text == c.text);
  }
}
