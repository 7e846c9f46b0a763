// The program: CLI11 reads options, operands are taken from what is left so that `[::1]` keeps its
// brackets, and everything behind `--` is an operand.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "cli/cli.hpp"
#include "engine/rule_file_words.hpp"
#include "version.hpp"

namespace urilint::cli {
namespace {

std::string version_text() {
  const DataDates dates = data_dates();
  return fmt::format("urilint {}\ndata: suffixes {}, Unicode {}, address registries {}",
                     URILINT_VERSION, dates.suffixes, dates.unicode, dates.address_registries);
}

// `help`, `help COMMAND`: the same as `--help` behind it.
void replace_help(std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front() != "help") return;
  while (!arguments.empty() && arguments.front() == "help") arguments.erase(arguments.begin());
  arguments.emplace_back("--help");
}

std::string no_command(std::string_view word, const std::vector<Command>& commands) {
  std::vector<std::string> names = {"help"};
  for (const Command& one : commands) {
    if (one.app->get_parent()->get_parent() == nullptr) names.push_back(one.app->get_name());
  }
  names.emplace_back("rules");
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view near = nearest(word, views);
  const std::string said = fmt::format("'{}' is no command", word);
  return near.empty() ? said + "; see urilint --help"
                      : said + fmt::format("; did you mean '{}'?", near);
}

constexpr std::string_view kShortHelp = R"(urilint finds URIs and says what is dangerous about them.

  urilint check [PATH...]   in files and folders; without a path, in the current folder
  urilint inspect URI...    takes a URI apart

'urilint help' lists all commands, 'urilint help COMMAND' the options of one.
)";

// CLI11 leaves what it does not know; an unknown option among it is an error.
bool take_operands(const CLI::App& app, const std::vector<std::string>& behind, Operands& out) {
  for (const std::string& rest : app.remaining()) {
    if (rest.size() > 1 && rest.front() == '-') {
      complain(fmt::format("{}: unknown option {} (-- ends options)", app.get_name(), rest));
      return false;
    }
    out.push_back(rest);
  }
  out.insert(out.end(), behind.begin(), behind.end());
  return true;
}

int run(std::vector<std::string> arguments) {
  const auto marker = std::find(arguments.begin(), arguments.end(), "--");
  std::vector<std::string> behind;
  if (marker != arguments.end()) {
    behind.assign(std::next(marker), arguments.end());
    arguments.erase(marker, arguments.end());
  }

  for (std::string& argument : arguments) {
    // CLI11 would take the next argument: `--output= README.md` must not overwrite the readme.
    if (argument.size() > 3 && argument.starts_with("--") &&
        argument.find('=') + 1 == argument.size()) {
      complain(argument + " has no value");
      return static_cast<int>(Exit::trouble);
    }
    // Known to CLI11, `-h` would also be found in `-http://…`, which is an unknown option.
    if (argument == "-h") argument = "--help";
  }

  if (arguments.empty() && behind.empty()) {
    complain("no command is given");
    std::fwrite(kShortHelp.data(), 1, kShortHelp.size(), stderr);
    return static_cast<int>(Exit::trouble);
  }
  replace_help(arguments);
  const std::string command = arguments.empty() ? "" : arguments.front();
  CLI::App app("Security-focused URI inspection and linting", "urilint");
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  app.set_help_flag("--help", "Print this and exit (also -h)");
  std::vector<Command> commands;
  add_check(app, commands);
  add_init(app, commands);
  add_inspect(app, commands);
  add_verdict(app, commands);
  add_extract(app, commands);
  add_resolve(app, commands);
  add_normalize(app, commands);
  add_compare(app, commands);
  add_rules(app, commands);
  add_explain(app, commands);
  for (Command& one : commands) one.app->allow_extras();
  app.footer("urilint help COMMAND lists the options of a command.");

  const auto unknown = [&] {
    const bool is_word = !command.empty() && command.front() != '-';
    if (!is_word || !app.get_subcommands().empty()) return false;
    complain(no_command(command, commands));
    return true;
  };
  try {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(std::move(arguments));
  } catch (const CLI::Success& wanted) {  // help and version
    return unknown() ? static_cast<int>(Exit::trouble) : app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    if (!unknown()) complain(error.what());
    return static_cast<int>(Exit::trouble);
  }
  for (const Command& one : commands) {
    if (!one.app->parsed()) continue;
    Operands operands;
    if (!take_operands(*one.app, behind, operands)) return static_cast<int>(Exit::trouble);
    return static_cast<int>(one.run(operands));
  }
  return static_cast<int>(Exit::trouble);
}

}  // namespace
}  // namespace urilint::cli

int main(int argc, char** argv) {
  try {
    return urilint::cli::run({argv + std::min(1, argc), argv + argc});
  } catch (const std::exception& error) {
    urilint::cli::complain(error.what());
    return static_cast<int>(urilint::cli::Exit::trouble);
  }
}
