// Options about inputs that check and extract share, and the files they name.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/changes.hpp"
#include "cli/cli.hpp"
#include "source/walk.hpp"

namespace urilint::cli {

struct InputOptions {
  std::string as = "auto";
  std::string stdin_filename = "stdin";
  std::string files_from;
  bool nul = false;
  std::vector<std::string> include, exclude;
  bool force_exclude = false;
  bool no_ignore = false;
  bool staged = false;
  std::string changed_since;  ///< empty: not given
  /// Also what git ignores but tracks here; null: no.
  std::shared_ptr<const git::Repository> tracked = nullptr;
  unsigned jobs = 0;  ///< 0: as many as processors

  void add_to(CLI::App& app);
};

struct Inputs {
  std::vector<Input> files;
  std::vector<SkipNote> skipped;
  std::vector<std::string> named;  ///< the paths that were given, as they are spelt
  ReadOptions read;
  std::shared_ptr<ChangedLines> changed;  ///< null: all lines count
  std::size_t workers = 1;
  bool usable = true;  ///< false: an option was wrong (complained)
};

/// Expands operands and `--files-from`. A walk leaves out `outputs`, the files that this run (or
/// the one before) writes its reports to; empty ones are none.
[[nodiscard]] Inputs collect(const InputOptions& options, const Operands& operands,
                             const std::vector<std::string>& outputs);

/// Opens the readers of `inputs`, which must outlive them, by index.
[[nodiscard]] std::function<std::unique_ptr<InputReader>(std::size_t)> readers_of(
    const Inputs& inputs);

/// What is to be said about the lines of the input whose finding was asked about last.
[[nodiscard]] inline std::optional<NoteRecord> take_note(const Inputs& inputs) {
  return inputs.changed ? inputs.changed->take_note() : std::nullopt;
}

/// A skip note as reports write it. Complains about a fatal one.
[[nodiscard]] NoteRecord note_of(const SkipNote& note);

}  // namespace urilint::cli
