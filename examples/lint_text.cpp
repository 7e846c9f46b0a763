// Finds the URIs in a text on standard input and lints them: lint_text [RULE…]. Exits 1 if there
// are findings.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <string>
#include <urilint/lint.hpp>

#include "printable.hpp"

int main(int argc, char** argv) {
  urilint::LintOptions options;  // profile repo: ${HOST} is a hole, not a host
  options.select.assign(argv + std::min(argc, 1), argv + argc);
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const urilint::LinterResult made = urilint::Linter::create(options);
  if (!made.ok()) return 2;
  urilint::Session session(*made.linter);

  bool any = false;
  const auto uris = session.lint_text(text, [&any](const urilint::LintFinding& finding) {
    any = true;
    std::cout << "bytes " << finding.source.begin << " to " << finding.source.end << ": "
              << finding.rule << ": " << printable(finding.uri) << '\n';
    return true;  // go on
  });
  std::cout << uris << " URIs, " << session.hidden() << " findings below the thresholds\n";
  return any ? 1 : 0;
}
