// Options about configuration and silence, and what each input is judged by.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/changes.hpp"
#include "cli/cli.hpp"
#include "cli/inputs.hpp"
#include "cli/known_findings.hpp"
#include "silence/markers.hpp"

namespace urilint::cli {

struct ConfigOptions {
  std::string file;             ///< `--config`
  bool none = false;            ///< `--no-config`
  std::string revision;         ///< `--config-from`
  std::string baseline;         ///< `--baseline`
  bool write_baseline = false;  ///< `--write-baseline`
  bool no_suppressions = false;
  bool suppressed_in_reports = false;  ///< `--sarif-suppressed`

  void add_to(CLI::App& app);
};

/// What holds for one input.
struct InputPlace {
  const FileSetup* setups = nullptr;
  std::string path;                      ///< as fingerprints and baselines name the file
  const MarkerRules* markers = nullptr;  ///< null: no marker counts
  KnownFindings* known = nullptr;        ///< null: there is no baseline
  /// As an override names the file: from the folder of its configuration, or from where one would
  /// be. Empty: none holds for it.
  std::string config_path;
};

class Configured {
 public:
  Configured();
  ~Configured();

  /// Where configuration is read from. Complains and returns false if an option is wrong.
  [[nodiscard]] bool choose(const ConfigOptions& options);
  /// Paths are absolute.
  [[nodiscard]] const ConfigTree& tree() const noexcept { return *tree_; }
  [[nodiscard]] const std::string& working_directory() const noexcept { return working_directory_; }
  /// Reads the configuration of every input, and drops inputs that it leaves out, and baselines: of
  /// named ones with `--force-exclude`. Complains and returns false if an option is wrong. A
  /// configuration that is wrong is complained about, and its files are judged by the command line
  /// alone. `rules` must outlive this.
  [[nodiscard]] bool load(const RuleSet& rules, const InputOptions& options, Inputs& inputs);

  /// By index of the input.
  [[nodiscard]] const std::vector<InputPlace>& places() const noexcept { return places_; }
  [[nodiscard]] const Setups& setups() const noexcept { return *setups_; }
  [[nodiscard]] bool trouble() const noexcept { return trouble_; }
  /// With `--config-from`: the repository that the revision is of; else null.
  [[nodiscard]] const std::shared_ptr<const git::Repository>& repository() const noexcept {
    return repository_;
  }
  /// With `--config-from`: the lines that changed since that revision; else null.
  [[nodiscard]] ChangedLines* distrusted() const noexcept { return distrusted_.get(); }
  /// Of the run as a whole: what holds in the working directory.
  [[nodiscard]] Profile profile();
  /// About entries of baselines that match nothing any more, or that writing drops.
  [[nodiscard]] std::vector<NoteRecord> about_baselines() const;
  /// Writes the baselines if that was asked for. Complains and returns false if it cannot.
  [[nodiscard]] bool write_baselines() const;

 private:
  [[nodiscard]] std::string path_of(const Input& input) const;
  [[nodiscard]] std::string fingerprint_path(const Input& input);
  [[nodiscard]] std::string config_path(const Input& input, const Setup& setup);
  [[nodiscard]] const MarkerRules* markers_of(const Setup& setup, Format format);
  /// Absolute, of the file at an absolute path; empty: none.
  [[nodiscard]] std::string baseline_for(const std::string& path);
  [[nodiscard]] KnownFindings* known_of(const Setup& setup);
  [[nodiscard]] std::set<std::string_view> ran() const;
  [[nodiscard]] KnownFindings::Exists exists_beside(const std::string& baseline) const;

  ConfigOptions options_;
  std::string working_directory_;
  std::shared_ptr<const ConfigTree> tree_;
  std::unique_ptr<Setups> setups_;
  bool narrowed_ = false;  // the command line hides findings that a baseline may know
  std::vector<InputPlace> places_;
  std::map<std::string, std::string> roots_;  // of repositories, by folder; empty: there is none
  std::map<const Setup*, std::unique_ptr<MarkerRules>> markers_;
  std::map<std::string, std::unique_ptr<KnownFindings>> known_;  // by path; null: it is unusable
  std::shared_ptr<const git::Repository> repository_;
  std::unique_ptr<ChangedLines> distrusted_;
  bool trouble_ = false;
};

}  // namespace urilint::cli
