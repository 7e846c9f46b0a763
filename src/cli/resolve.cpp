// resolve: RFC 3986 section 5.2. Prints targets as computed, one a line; nothing is redacted, since
// who asks for a computation wants its result.
#include "cli/cli.hpp"
#include "cli/lines.hpp"
#include "urilint/reference.hpp"

namespace urilint::cli {
namespace {

Exit run_resolve(Resolution how, const Operands& operands) {
  if (operands.size() < 2) {
    complain("resolve: a base and a reference are needed (- reads references from standard input)");
    return Exit::trouble;
  }
  const UriParts base = split(operands.front());
  if (!base.has(Component::scheme)) {
    complain("resolve: the base has no scheme");
    return Exit::trouble;
  }
  ReportFile out;
  if (!out.open("")) return Exit::trouble;
  for_each_reference(
      std::span(operands).subspan(1), EmptyLine::reference, [&](const std::string& reference) {
        const std::optional<std::string> target = resolve(base, split(reference), how);
        out.write(target.value_or(std::string()) + '\n');
      });
  return out.finish() ? Exit::ok : Exit::trouble;
}

}  // namespace

void add_resolve(CLI::App& app, std::vector<Command>& commands) {
  const auto how = std::make_shared<Resolution>(Resolution::strict);
  CLI::App* sub = app.add_subcommand("resolve", "Resolve references against a base: BASE REF…");
  sub->add_flag_callback(
      "--backward-compatible", [how] { *how = Resolution::backward_compatible; },
      "A reference that repeats the base's scheme is relative (RFC 3986 5.2.2)");
  commands.push_back(
      {sub, [how](const Operands& operands) { return run_resolve(*how, operands); }});
}

}  // namespace urilint::cli
