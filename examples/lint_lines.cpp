// Lints a batch: each line of standard input is one URI. lint_lines [PROFILE [RULE…]], all
// rules of the profile or just these. Exits 1 if there are findings, 2 if the options are wrong.
#include <cstdint>
#include <iostream>
#include <string>
#include <urilint/lint.hpp>

#include "printable.hpp"

namespace {

void print(std::uint64_t line, const urilint::LintFinding& finding) {
  std::cout << line << ": " << name_of(finding.severity) << " [" << finding.rule << "] "
            << printable(finding.message) << "\n    in " << name_of(finding.component) << ", bytes "
            << finding.span.begin << " to " << finding.span.end << " of " << printable(finding.uri)
            << '\n';
  for (const urilint::LintLayer& layer : finding.within) {
    std::cout << "    inside " << printable(layer.uri) << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  urilint::LintOptions options;
  if (argc > 1) {
    const auto profile = urilint::profile_of(argv[1]);
    if (!profile) {
      std::cerr << "no profile: " << printable(argv[1]) << '\n';
      return 2;
    }
    options.profile = *profile;
  }
  for (int i = 2; i < argc; ++i) options.select.emplace_back(argv[i]);

  const urilint::LinterResult made = urilint::Linter::create(options);
  for (const urilint::Error& error : made.errors) std::cerr << printable(error.message) << '\n';
  if (!made.ok()) return 2;

  urilint::Session session(*made.linter);  // one for each thread
  std::uint64_t number = 0;
  bool any = false;
  for (std::string line; std::getline(std::cin, line);) {
    ++number;
    for (const urilint::LintFinding& finding : session.lint(line)) {
      print(number, finding);
      any = true;
    }
  }
  return any ? 1 : 0;
}
