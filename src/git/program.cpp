// The environment is a list of what may pass: of GIT_* only what says where things are, and the
// configuration of the person who runs us. What could start a program is overridden on top.
#include "git/program.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

extern char** environ;

namespace urilint::git {
namespace {

// Where a repository and its parts are, as git tells its hooks.
constexpr std::array<std::string_view, 4> kHookPlaces = {
    "GIT_DIR=",
    "GIT_WORK_TREE=",
    "GIT_INDEX_FILE=",
    "GIT_COMMON_DIR=",
};
// Objects that are not in the repository yet (a push in quarantine), and limits of the search.
constexpr std::array<std::string_view, 6> kPlaces = {
    "GIT_OBJECT_DIRECTORY=", "GIT_ALTERNATE_OBJECT_DIRECTORIES=",
    "GIT_QUARANTINE_PATH=",  "GIT_CEILING_DIRECTORIES=",
    "GIT_SHALLOW_FILE=",     "GIT_DISCOVERY_ACROSS_FILESYSTEM=",
};
constexpr std::array<std::string_view, 3> kOnePath = {
    "GIT_OBJECT_DIRECTORY=",
    "GIT_SHALLOW_FILE=",
    "GIT_COMMON_DIR=",
};
// GIT_ALLOW_PROTOCOL beats protocol.*.allow of any configuration, so that no git that is too old
// for GIT_NO_LAZY_FETCH reaches a remote, either.
constexpr std::array<std::string_view, 12> kSettings = {
    "GIT_ALLOW_PROTOCOL=none",
    "GIT_NO_LAZY_FETCH=1",
    "GIT_OPTIONAL_LOCKS=0",
    "GIT_TERMINAL_PROMPT=0",
    "GIT_ASKPASS=",
    "GIT_SSH_COMMAND=false",
    "GIT_PAGER=cat",
    "GIT_LITERAL_PATHSPECS=1",
    "GIT_NO_REPLACE_OBJECTS=1",
    "GIT_ADVICE=0",
    "LC_ALL=C",
    "LANGUAGE=C",
};
constexpr std::array<std::string_view, 8> kOverrides = {
    "core.fsmonitor=false", "core.hooksPath=/dev/null",  "core.pager=cat",
    "core.askPass=",        "core.sshCommand=false",     "credential.helper=",
    "protocol.allow=never", "core.bigFileThreshold=64m",
};
// Nobody's configuration, no attributes.
constexpr std::array<std::string_view, 4> kAlone = {
    "GIT_CONFIG_GLOBAL=/dev/null",
    "GIT_CONFIG_SYSTEM=/dev/null",
    "GIT_CONFIG_NOSYSTEM=1",
    "GIT_ATTR_NOSYSTEM=1",
};

template <typename List>
bool begins_with_any(std::string_view text, const List& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

/// The variable, with its value made absolute if it is one relative path.
std::string absolute(std::string variable) {
  const std::size_t value = variable.find('=') + 1;
  if (!begins_with_any(variable, kOnePath) || value == variable.size() || variable[value] == '/') {
    return variable;
  }
  std::error_code failed;
  const std::string here = std::filesystem::current_path(failed).string();
  return failed ? variable : variable.insert(value, here + '/');
}

bool is_locale(std::string_view variable) {
  return variable.starts_with("LC_") || variable.starts_with("LANG");
}

/// Our own variables without those that are about git or words, and those that `also` lets pass.
template <typename Also>
std::vector<std::string> surroundings(Also also) {
  std::vector<std::string> out;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    if (variable.starts_with("GIT_") ? also(variable) : !is_locale(variable)) {
      out.emplace_back(variable);
    }
  }
  return out;
}

}  // namespace

Program::Program(std::string path) : path_(path.empty() ? find_program("git") : std::move(path)) {}

Command Program::command(std::vector<std::string> arguments,
                         std::vector<std::string> environment) const {
  environment.insert(environment.end(), kSettings.begin(), kSettings.end());
  Command out;
  out.program = path_;
  out.arguments.emplace_back("--no-pager");
  for (const std::string_view setting : kOverrides) {
    out.arguments.emplace_back("-c");
    out.arguments.emplace_back(setting);
  }
  out.arguments.insert(out.arguments.end(), std::make_move_iterator(arguments.begin()),
                       std::make_move_iterator(arguments.end()));
  out.environment = std::move(environment);
  return out;
}

Command Program::discovering(const std::string& directory, Surroundings surroundings_,
                             std::vector<std::string> arguments) const {
  std::vector<std::string> all;
  if (surroundings_ == Surroundings::none) all = {"-C", directory};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return command(
      std::move(all), surroundings([&](std::string_view variable) {
        return variable.starts_with("GIT_CONFIG_") || begins_with_any(variable, kPlaces) ||
               (surroundings_ == Surroundings::of_hook && begins_with_any(variable, kHookPlaces));
      }));
}

Command Program::inside(const Place& place, std::vector<std::string> arguments) const {
  std::vector<std::string> all = {"-C", place.git_dir, "--git-dir=" + place.git_dir, "--bare"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = surroundings([](std::string_view variable) {
    return variable.starts_with("GIT_CONFIG_") || variable.starts_with("GIT_COMMON_DIR=") ||
           begins_with_any(variable, kPlaces);
  });
  std::transform(environment.begin(), environment.end(), environment.begin(), absolute);
  if (!place.index.empty()) environment.push_back("GIT_INDEX_FILE=" + place.index);
  return command(std::move(all), std::move(environment));
}

Command Program::outside(const std::string& directory, std::vector<std::string> arguments) const {
  std::vector<std::string> all = {"-C", directory};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = surroundings([](std::string_view) { return false; });
  std::erase_if(environment, [](std::string_view variable) {
    return variable.starts_with("HOME=") || variable.starts_with("XDG_CONFIG_HOME=");
  });
  environment.push_back("HOME=" + directory);
  environment.push_back("GIT_CEILING_DIRECTORIES=" + directory.substr(0, directory.rfind('/')));
  environment.insert(environment.end(), kAlone.begin(), kAlone.end());
  return command(std::move(all), std::move(environment));
}

std::string words_of(std::string_view errors) {
  std::string_view words = errors;
  // Warnings about what we switched off come first.
  if (const std::size_t at = words.find("fatal: "); at != std::string_view::npos) {
    words.remove_prefix(at + 7);
  }
  std::string line;
  for (const char c : words) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line.empty() ? "git failed without a word" : line;
}

tl::expected<std::string, Error> run_git(const Command& command) {
  auto output = run(command, kMostOutput);
  if (!output) return tl::unexpected(output.error());
  if (output->status != 0) {
    return tl::unexpected(Error{ErrorCode::refused, words_of(output->errors)});
  }
  return std::move(output->out);
}

}  // namespace urilint::git
