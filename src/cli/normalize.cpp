// normalize: RFC 3986 section 6.2.2, and 6.2.3 on request. Prints normal forms as computed, one a
// line, not redacted.
#include "cli/cli.hpp"
#include "cli/lines.hpp"
#include "urilint/reference.hpp"

namespace urilint::cli {
namespace {

Exit run_normalize(Normalization how, const Operands& operands) {
  if (operands.empty()) {
    complain("normalize: no URI is given (- reads them from standard input)");
    return Exit::trouble;
  }
  ReportFile out;
  if (!out.open("")) return Exit::trouble;
  for_each_reference(operands, EmptyLine::reference, [&](const std::string& text) {
    out.write(normalize(split(text), how) + '\n');
  });
  return out.finish() ? Exit::ok : Exit::trouble;
}

}  // namespace

void add_normalize(CLI::App& app, std::vector<Command>& commands) {
  const auto how = std::make_shared<Normalization>(Normalization::syntax);
  CLI::App* sub = app.add_subcommand("normalize", "Print the normal form of URIs");
  sub->add_flag_callback(
      "--scheme-based", [how] { *how = Normalization::scheme; },
      "Also drop default ports and fill empty paths (RFC 3986 6.2.3)");
  commands.push_back(
      {sub, [how](const Operands& operands) { return run_normalize(*how, operands); }});
}

}  // namespace urilint::cli
