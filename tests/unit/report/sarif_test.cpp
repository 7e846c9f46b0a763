// What SARIF consumers are strict about: paths as URI references, levels, the number of results.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "report/reporter.hpp"

using namespace urilint;

namespace {

Record record_at(std::string path) {
  Record record;
  record.rule = "some-rule";
  record.severity = Severity::error;
  record.message = RedactedForTests::make("message");
  record.path = std::move(path);
  record.location = Location{};
  record.fingerprint = "v1:0";
  return record;
}

std::string sarif_of(const std::vector<Record>& records) {
  StringOutput out;
  const auto reporter = make_sarif_reporter(out);
  reporter->begin({});
  for (const Record& record : records) reporter->finding(record);
  reporter->end({});
  return out.text;
}

std::size_t count(const std::string& text, std::string_view word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    ++found;
  }
  return found;
}

}  // namespace

TEST_CASE("paths become URI references") {
  struct Case {
    std::string path;
    std::string uri;
  };
  const std::vector<Case> cases = {
      {"a/b.yml", "a/b.yml"},
      {"conf dir/\xc3\xa4#1 100%.yml", "conf%20dir/%C3%A4%231%20100%25.yml"},
      {"a:b.yml", "./a:b.yml"},
      {"a/b:c", "a/b:c"},
      {"../up", "../up"},
      {"/etc/x y", "file:///etc/x%20y"},
      {"stdin", "stdin"},
      {"a\\b?c[d]\"<>^`{|}", "a%5Cb%3Fc%5Bd%5D%22%3C%3E%5E%60%7B%7C%7D"},
      {"\xff\n", "%FF%0A"},
      {"a~-._!$&'()*+,;=@", "a~-._!$&'()*+,;=@"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.path);
    const std::string text = sarif_of({record_at(c.path)});
    CHECK(count(text, "\"artifactLocation\":{\"uri\":\"" + c.uri + "\"}") == 1);
  }
}

TEST_CASE("a finding without a path has no location") {
  const std::string text = sarif_of({record_at("")});
  CHECK(count(text, "\"locations\":[]") == 1);
  CHECK(count(text, "artifactLocation") == 0);
}

TEST_CASE("at most 25,000 results, and the cut is told") {
  for (const std::size_t findings : {24999U, 25000U, 25001U, 30000U}) {
    const std::string text = sarif_of(std::vector<Record>(findings, record_at("a")));
    CHECK(count(text, "\"ruleId\"") == std::min<std::size_t>(findings, 25000));
    CHECK(count(text, "\"results-cut\"") == (findings > 25000 ? 1U : 0U));
    CHECK(count(text, "of " + std::to_string(findings) + " findings") ==
          (findings > 25000 ? 1U : 0U));
  }
}

TEST_CASE("messages hold no links") {
  Record record = record_at("a");
  record.message = RedactedForTests::make("[x](https://example.com/) [y]((z)");
  const std::string text = sarif_of({record});
  CHECK(count(text, "](") == 0);
  CHECK(count(text, "[x] (https://example.com/) [y] ((z)") == 1);
}
