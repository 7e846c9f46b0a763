// Texts longer than a window: every URI once, also on the seams.
#include "lint/windows.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "urilint/lint.hpp"

using namespace urilint;

TEST_CASE("windows report every byte once and reach over their ends") {
  for (const std::uint64_t size :
       {std::uint64_t{0}, std::uint64_t{1}, kWindowReports, kWindowReports + 1,
        3 * kWindowReports - 1, std::uint64_t{5} << 32}) {
    std::uint64_t at = 0;
    TextWindow window = first_window(size);
    for (;; window = next_window(window, size)) {
      REQUIRE(window.report_begin == at);
      REQUIRE(window.end <= size);
      REQUIRE(window.end - window.begin <= kWindowReports + 2 * kWindowOverlap);
      REQUIRE((window.begin == 0 || window.begin + kWindowOverlap == window.report_begin));
      REQUIRE((window.end == size || window.end == window.report_end + kWindowOverlap));
      at = window.report_end;
      if (window.last(size)) break;
      REQUIRE(at > window.report_begin);
    }
    CHECK(at == size);
  }
}

TEST_CASE("URIs on the seams of windows are told once, whole and in place") {
  const std::string uri = "http://0x0a.1/" + std::string(100, 'a');
  std::string text(kWindowReports + (std::size_t{1} << 20), ' ');
  const std::vector<std::uint64_t> places = {0, kWindowReports - 300, kWindowReports - 50,
                                             kWindowReports + 80, text.size() - uri.size()};
  for (const std::uint64_t place : places) text.replace(place, uri.size(), uri);
  LintOptions options;
  options.select = {"ipv4-hex"};
  options.min_severity = Severity::note;
  const LinterResult made = Linter::create(options);
  REQUIRE(made.ok());
  Session session(*made.linter);
  std::vector<std::uint64_t> told;
  const auto count = session.lint_text(text, [&](const LintFinding& finding) {
    told.push_back(finding.source_uri.begin);
    CHECK(finding.uri == uri);
    return true;
  });
  CHECK(count == places.size());
  CHECK(told == places);
}
