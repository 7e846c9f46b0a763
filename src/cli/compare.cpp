// compare: the lowest rung of the ladder of RFC 3986 section 6.2 on which two references are equal.
#include "cli/cli.hpp"
#include "urilint/reference.hpp"

namespace urilint::cli {
namespace {

Exit run_compare(const std::string& at, const Operands& operands) {
  if (operands.size() != 2) {
    complain("compare: two URIs are needed");
    return Exit::trouble;
  }
  const Rung rung = compare(split(operands[0]), split(operands[1]));
  ReportFile out;
  if (!out.open("")) return Exit::trouble;
  out.write(std::string(name_of(rung)) + '\n');
  if (!out.finish()) return Exit::trouble;
  Rung highest = Rung::scheme;
  for (const Rung wanted : {Rung::identical, Rung::syntax}) {
    if (at == name_of(wanted)) highest = wanted;
  }
  return rung <= highest ? Exit::ok : Exit::findings;
}

}  // namespace

void add_compare(CLI::App& app, std::vector<Command>& commands) {
  const auto at = std::make_shared<std::string>("scheme");
  CLI::App* sub = app.add_subcommand("compare", "On which rung of RFC 3986 6.2 two URIs are equal");
  sub->add_option("--at", *at, "Exit 0 only if equal on this rung: identical, syntax or scheme")
      ->option_text("RUNG")
      ->check(CLI::IsMember({"identical", "syntax", "scheme"}));
  commands.push_back({sub, [at](const Operands& operands) { return run_compare(*at, operands); }});
}

}  // namespace urilint::cli
