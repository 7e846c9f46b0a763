// Options about configuration, and what each input is judged by.
#pragma once

#include <memory>
#include <string>

#include "cli/cli.hpp"
#include "cli/inputs.hpp"

namespace urilint::cli {

struct ConfigOptions {
  std::string file;   ///< `--config`
  bool none = false;  ///< `--no-config`

  void add_to(CLI::App& app);
};

class Configured {
 public:
  /// Reads the configuration of every input, and drops inputs that it leaves out. Complains and
  /// returns false if an option is wrong. A configuration that is wrong is complained about, and
  /// its files are judged by the command line alone. `rules` must outlive this.
  [[nodiscard]] bool load(const ConfigOptions& options, const RuleSet& rules, Inputs& inputs);

  [[nodiscard]] const FileSetup& setups_of(const Input& input);
  [[nodiscard]] const Setups& setups() const noexcept { return *setups_; }
  [[nodiscard]] bool trouble() const noexcept { return !setups_->errors().empty(); }
  /// Of the run as a whole: what holds in the working directory.
  [[nodiscard]] Profile profile();

 private:
  [[nodiscard]] std::string path_of(const Input& input) const;

  std::string working_directory_;
  std::unique_ptr<Setups> setups_;
};

}  // namespace urilint::cli
