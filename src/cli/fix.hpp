// check --fix and --diff: collects the fixes of a run, then makes or shows them.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "config/setups.hpp"
#include "fix/apply.hpp"
#include "fix/fixer.hpp"
#include "report/record.hpp"
#include "source/input.hpp"

namespace urilint::cli {

/// What the command line says about fixing, but for the hosts of https, which configuration knows.
struct FixFlags {
  bool fix = false;
  bool diff = false;
  bool undefang = false;

  /// Adds `--fix`, `--diff`, `--undefang` and `--https-hosts`.
  void add_to(CLI::App& app, std::vector<std::string>& https_hosts);
  [[nodiscard]] bool active() const noexcept { return fix || diff; }
  /// What is fixed where the setup holds.
  [[nodiscard]] FixOptions options_for(const Setup& setup) const;
};

/// Nobody mends mail and requests.
[[nodiscard]] constexpr bool fixes_in(Profile profile) noexcept {
  return profile == Profile::repo || profile == Profile::review;
}

/// The fixes of one run, file by file.
class FixRun {
 public:
  /// As `--as` says, for the proof that nothing else changes.
  explicit FixRun(Format format) : format_(format) {}

  /// In the order of the inputs: what was read of one, and the findings in it.
  void add(const Input& input, const Setup& setup, const ContentPiece& piece);
  void add(const Record& record);

  struct Outcome {
    std::uint64_t fixed = 0;  ///< findings that are gone
    std::vector<NoteRecord> notes;
  };
  /// Makes them. A file that cannot be fixed is as it was, and there is a note.
  [[nodiscard]] Outcome apply() const;

  struct Shown {
    std::string patch;
    bool any = false;  ///< `apply` would change something
    std::vector<NoteRecord> notes;
  };
  /// The patch that `apply` would make. Hunks that would show a secret (unless `show_secrets`), or
  /// what terminals and readers of logs obey, are left out, and there is a note.
  [[nodiscard]] Shown show(bool show_secrets) const;

 private:
  struct File {
    std::string path, open_path;
    const Setup* setup = nullptr;
    ContentTag tag;
    std::vector<Fix> fixes;
  };
  [[nodiscard]] FileKind kind_of(const File& file) const {
    return {file.path, format_, file.setup->thresholds.profile == Profile::repo};
  }

  Format format_;
  std::vector<File> files_;
};

}  // namespace urilint::cli
