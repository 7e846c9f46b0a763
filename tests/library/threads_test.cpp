// Many threads with one Linter say what one thread says.
#include <catch2/catch.hpp>
#include <string>
#include <thread>
#include <vector>

#include "urilint/lint.hpp"

using namespace urilint;

namespace {

std::vector<std::string> uris() {
  std::vector<std::string> out;
  for (int i = 0; i < 300; ++i) {
    const std::string n = std::to_string(i);
    out.push_back("https://example.com/" + n);
    out.push_back("http://0x0a." + n + "/%zz");
    out.push_back("https://www.example.com@192.0.2." + n + "/..%2f");
    out.push_back("https://ada:S3cr3tPw9" + n + "@example.com/?u=http%3A%2F%2F0251.1%2F" + n);
    out.push_back("javascript:alert(" + n + ")");
    out.push_back("https://example.com/?token=ghp_" + n + "&next=%0d%0a");
  }
  return out;
}

std::string dump(const LintFinding& finding) {
  std::string out = finding.rule + '|' + finding.variant + '|' + finding.message + '|' +
                    finding.uri + '|' + std::to_string(finding.span.begin) + '-' +
                    std::to_string(finding.span.end);
  for (const LintLayer& layer : finding.within) out += '|' + layer.uri;
  return out;
}

std::vector<std::string> lint_all(const Linter& linter, const std::vector<std::string>& uris) {
  Session session(linter);
  std::vector<std::string> out;
  for (const std::string& uri : uris) {
    for (const LintFinding& finding : session.lint(uri)) out.push_back(dump(finding));
  }
  return out;
}

}  // namespace

TEST_CASE("threads that share a linter find what one thread finds") {
  constexpr std::size_t kThreads = 6;
  LintOptions options;
  options.profile = Profile::review;
  options.min_confidence = Confidence::low;
  const std::vector<std::string> all = uris();
  std::vector<std::vector<std::string>> found(kThreads);
  {
    // A fresh linter: whatever it prepares at first use, the threads prepare at once.
    const LinterResult made = Linter::create(options);
    REQUIRE(made.ok());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back(
          [&all, &found, i, linter = *made.linter] { found[i] = lint_all(linter, all); });
    }
    for (std::thread& thread : threads) thread.join();
  }
  const LinterResult made = Linter::create(options);
  REQUIRE(made.ok());
  const std::vector<std::string> expected = lint_all(*made.linter, all);
  CHECK(expected.size() > all.size());
  for (const auto& each : found) CHECK((each == expected));
}
