// Options about inputs that check and extract share, and the files they name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

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
  unsigned jobs = 0;  ///< 0: as many as processors

  void add_to(CLI::App& app);
};

struct Inputs {
  std::vector<Input> files;
  std::vector<SkipNote> skipped;
  ReadOptions read;
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

/// A skip note as reports write it. Complains about a fatal one.
[[nodiscard]] NoteRecord note_of(const SkipNote& note);

}  // namespace urilint::cli
