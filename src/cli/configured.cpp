// Inputs are looked up before any is read: what is wrong in a configuration is said first.
#include "cli/configured.hpp"

#include <filesystem>
#include <system_error>

namespace urilint::cli {

void ConfigOptions::add_to(CLI::App& app) {
  add_value(app, "--config", file, "Read this configuration, not .urilint.toml", "FILE");
  app.add_flag("--no-config", none, "Read no configuration");
}

std::string Configured::path_of(const Input& input) const {
  return absolute_path(working_directory_, input.is_stdin ? input.path : input.open_path);
}

bool Configured::load(const ConfigOptions& options, const RuleSet& rules, Inputs& inputs) {
  if (options.none && !options.file.empty()) {
    complain("--config and --no-config exclude each other");
    return false;
  }
  std::error_code error;
  working_directory_ = std::filesystem::current_path(error).string();
  if (error) {
    complain("the working directory: " + error.message());
    return false;
  }
  SetupOptions given = rules.setup_options();
  given.working_directory = working_directory_;
  given.search = !options.none;
  given.config_file = options.file;
  setups_ = std::make_unique<Setups>(std::move(given), std::make_shared<DiskTree>());
  std::erase_if(inputs.files, [this](const Input& input) {
    return !input.named && setups_->excludes(path_of(input), false);
  });
  for (const Input& input : inputs.files) static_cast<void>(setups_of(input));
  static_cast<void>(profile());
  for (const std::string& words : setups_->errors()) complain(words);
  return true;
}

const FileSetup& Configured::setups_of(const Input& input) { return setups_->of(path_of(input)); }

Profile Configured::profile() {
  return setups_->of(absolute_path(working_directory_, "x")).whole().thresholds.profile;
}

}  // namespace urilint::cli
