// Which files a run reads, and how.
#include "cli/inputs.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <thread>

#include "document/mail_structure.hpp"

namespace urilint::cli {
namespace {

// The paths of `--files-from`: one a line (LF or CRLF), or NUL-separated. Empty ones are skipped.
std::vector<std::string> paths_in(std::istream& in, bool nul) {
  std::vector<std::string> out;
  for (std::string path; std::getline(in, path, nul ? '\0' : '\n');) {
    if (!nul && !path.empty() && path.back() == '\r') path.pop_back();
    if (!path.empty()) out.push_back(path);
  }
  return out;
}

// What was skipped, and the system's or the reader's words for why.
std::string message_of(const SkipNote& note) {
  std::string_view words;
  switch (note.reason) {
    case SkipReason::missing:
      return note.detail;
    case SkipReason::special_file:
      return "not a regular file, skipped";
    case SkipReason::binary:
      words = "binary file, skipped";
      break;
    case SkipReason::unreadable:
      words = "can not be read";
      break;
    case SkipReason::symlink:
    case SkipReason::loop:
      words = "symbolic link, not followed";
      break;
    case SkipReason::too_long:
      words = "longer than the limit";
      break;
    case SkipReason::mail:
      return "mail that is " + note.detail;
  }
  std::string out(words);
  return note.detail.empty() ? out : out.append(": ").append(note.detail);
}

// False, and not usable: complained.
bool collect_staged(const std::vector<std::string>& paths, const WalkOptions& walk,
                    Inputs& inputs) {
  inputs.usable = false;
  if (std::find(paths.begin(), paths.end(), "-") != paths.end()) {
    complain("--staged reads what git has staged, not standard input");
    return false;
  }
  inputs.changed = ChangedLines::staged();
  if (!inputs.changed) return false;
  inputs.changed->collect(paths, walk, inputs.files, inputs.skipped);
  inputs.usable = true;
  return true;
}

// The same for --changed-since.
bool choose_lines(const InputOptions& options, Inputs& inputs) {
  inputs.changed = ChangedLines::since(options.changed_since);
  inputs.usable = inputs.changed != nullptr;
  if (!inputs.usable) return false;
  for (const Input& input : inputs.files) {
    if (input.is_stdin) inputs.changed->count_whole(input.path);
  }
  return true;
}

// Mail that was asked for is not read as something else.
bool can_read(Format format, const std::string& name) {
  if (format != Format::eml && format != Format::mbox) return true;
  if (why_no_mail().empty()) return true;
  complain("--as " + name + ": " + why_no_mail());
  return false;
}

}  // namespace

void InputOptions::add_to(CLI::App& app) {
  const std::vector<std::string_view> names = format_names();
  app.add_option("--as", as, "auto, list (each line is one URI reference, exactly), text, json …")
      ->option_text("FORMAT")
      ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
  add_value(app, "--stdin-filename", stdin_filename, "The name that - is judged and reported by",
            "NAME");
  add_value(app, "--files-from", files_from, "Paths to read, one a line (-: standard input)",
            "FILE");
  app.add_flag("-0", nul, "Paths of --files-from end in NUL");
  add_values(app, "--include", include, "Only files that match", "GLOB");
  add_values(app, "--exclude", exclude, "Not files that match", "GLOB");
  app.add_flag("--force-exclude", force_exclude, "--exclude holds for named files too");
  app.add_flag("--no-ignore", no_ignore, "Take what git ignores");
  CLI::Option* const index =
      app.add_flag("--staged", staged, "What git has staged, and only lines that changed");
  add_value(app, "--changed-since", changed_since,
            "Only lines that changed since HEAD parted from this git revision", "REV")
      ->excludes(index);
  app.add_option("-j", jobs, "How many threads (default: one a processor)")
      ->option_text("N")
      ->check(CLI::Range(1U, 256U));
}

Inputs collect(const InputOptions& options, const Operands& operands,
               const std::vector<std::string>& outputs) {
  Inputs inputs;
  inputs.read.format = format_named(options.as).value_or(Format::automatic);
  if (!can_read(inputs.read.format, options.as)) {
    inputs.usable = false;
    return inputs;
  }
  std::vector<std::string> paths = operands;
  if (options.nul && options.files_from.empty()) {
    complain("-0 goes with --files-from");
    inputs.usable = false;
    return inputs;
  }
  if (!options.files_from.empty()) {
    std::vector<std::string> more;
    if (options.files_from == "-") {
      more = paths_in(std::cin, options.nul);
    } else {
      std::ifstream file(options.files_from, std::ios::binary);
      if (!file) {
        complain("--files-from: " + options.files_from + ": " + std::strerror(errno));
        inputs.usable = false;
        return inputs;
      }
      more = paths_in(file, options.nul);
    }
    paths.insert(paths.end(), more.begin(), more.end());
  } else if (paths.empty()) {
    paths.emplace_back(".");
  }

  if (std::erase(paths, std::string()) != 0) {
    inputs.skipped.push_back({SkipReason::missing, "", "a path is empty", true});
  }
  WalkOptions walk;
  walk.include = options.include;
  walk.exclude = options.exclude;
  walk.force_exclude = options.force_exclude;
  walk.no_ignore = options.no_ignore;
  if (options.staged) {
    if (!collect_staged(paths, walk, inputs)) return inputs;
  } else {
    collect_inputs(
        paths, walk, [&inputs](Input input) { inputs.files.push_back(std::move(input)); },
        [&inputs](SkipNote note) { inputs.skipped.push_back(std::move(note)); });
    if (options.tracked && !collect_tracked(*options.tracked, paths, walk, inputs.files)) {
      inputs.usable = false;
      return inputs;
    }
  }
  inputs.named = std::move(paths);
  for (const std::string& output : outputs) {
    if (output.empty()) continue;
    std::erase_if(inputs.files, [&output](const Input& input) {
      std::error_code none;
      return !input.named && !input.is_stdin &&
             std::filesystem::equivalent(input.open_path, output, none);
    });
  }
  for (Input& input : inputs.files) {
    if (input.is_stdin) input.path = options.stdin_filename;
  }
  if (!options.changed_since.empty() && !choose_lines(options, inputs)) return inputs;
  // Output is by path, whatever the order of the operands.
  std::stable_sort(inputs.files.begin(), inputs.files.end(),
                   [](const Input& a, const Input& b) { return a.path < b.path; });
  std::stable_sort(inputs.skipped.begin(), inputs.skipped.end(),
                   [](const SkipNote& a, const SkipNote& b) { return a.path < b.path; });
  inputs.workers =
      options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  return inputs;
}

std::function<std::unique_ptr<InputReader>(std::size_t)> readers_of(const Inputs& inputs) {
  return [&inputs](std::size_t i) {
    return std::make_unique<InputReader>(inputs.files[i], inputs.read);
  };
}

NoteRecord note_of(const SkipNote& note) {
  const std::string message = message_of(note);
  if (note.fatal) complain((note.path.empty() ? "''" : note.path) + ": " + message);
  return {name_of(note.reason), note.path, message};
}

}  // namespace urilint::cli
