// Inputs are looked up before any is read: what is wrong in a configuration is said first.
#include "cli/configured.hpp"

#include <filesystem>
#include <iterator>
#include <system_error>

#include "config/git_tree.hpp"
#include "report/key.hpp"
#include "source/paths.hpp"

namespace urilint::cli {
namespace {

constexpr std::string_view kConfigFrom = "--config-from";

}  // namespace

void ConfigOptions::add_to(CLI::App& app) {
  add_value(app, "--config", file, "Read this configuration, not .urilint.toml", "FILE");
  app.add_flag("--no-config", none, "Read no configuration");
  add_value(app, "--config-from", revision,
            "Take configuration, baseline and packs from this git revision", "REV");
  add_value(app, "--baseline", baseline, "Findings that are known", "FILE");
  app.add_flag("--write-baseline", write_baseline, "Write what is found to the baseline");
  app.add_flag("--no-suppressions", no_suppressions, "Ignore markers in comments");
  app.add_flag("--sarif-suppressed", suppressed_in_reports,
               "Put suppressed findings into sarif, json and jsonl");
}

Configured::Configured() = default;
Configured::~Configured() = default;

bool Configured::choose(const ConfigOptions& options) {
  options_ = options;
  if (options.none && (!options.file.empty() || !options.revision.empty())) {
    complain("--no-config excludes --config and --config-from");
    return false;
  }
  if (is_url(options.baseline)) {
    complain("--baseline: must be the path of a file, no URL");
    return false;
  }
  if (options.write_baseline && !options.revision.empty()) {
    complain("--write-baseline excludes --config-from: a revision can not be written");
    return false;
  }
  std::error_code error;
  working_directory_ = std::filesystem::current_path(error).string();
  if (error) {
    complain("the working directory: " + error.message());
    return false;
  }
  tree_ = std::make_shared<DiskTree>();
  if (options.revision.empty()) return true;
  repository_ = repository_here(kConfigFrom);
  if (!repository_) return false;
  auto commit = repository_->resolve(options.revision);
  if (!commit) {
    complain(std::string(kConfigFrom) + ": " + commit.error().message);
    return false;
  }
  tree_ = std::make_shared<GitTree>(repository_, *commit);
  distrusted_ = ChangedLines::since(repository_, options.revision, kConfigFrom);
  return distrusted_ != nullptr;
}

std::string Configured::path_of(const Input& input) const {
  return absolute_path(working_directory_, input.is_stdin ? input.path : input.open_path);
}

// From the root of the repository, wherever the program is started; without one from there.
std::string Configured::fingerprint_path(const Input& input) {
  const std::string path = path_of(input);
  const std::string directory = parent_of(path);
  auto known = roots_.find(directory);
  if (known == roots_.end()) {
    const std::string root = project_root(directory, working_directory_);
    const bool repository = exists(joined(root, ".git"));
    known = roots_.emplace(directory, repository ? root : std::string()).first;
  }
  if (known->second.empty()) return relative_path(path, working_directory_).value_or(input.path);
  return relative_path(path, known->second).value_or(input.path);
}

std::string Configured::config_path(const Input& input, const Setup& setup) {
  if (options_.none || input.is_stdin) return {};
  const std::string path = path_of(input);
  const std::string_view directory = Setups::directory_of(setup);
  if (!directory.empty()) return relative_path(path, directory).value_or(std::string());
  const std::string root = project_root(parent_of(path), working_directory_);
  return relative_path(path, root).value_or(std::string());
}

const MarkerRules* Configured::markers_of(const Setup& setup, Format format) {
  if (options_.no_suppressions || !honours_markers(setup.thresholds.profile, format)) {
    return nullptr;
  }
  auto& slot = markers_[&setup];
  if (!slot) {
    const std::vector<std::string> locked(setup.locked.begin(), setup.locked.end());
    slot = std::make_unique<MarkerRules>(Setups::known_to(setup), setup.engine->rules(), locked);
  }
  return slot.get();
}

std::string Configured::baseline_for(const std::string& path) {
  return options_.baseline.empty() ? setups_->baseline_in(parent_of(path))
                                   : absolute_path(working_directory_, options_.baseline);
}

KnownFindings* Configured::known_of(const Setup& setup) {
  const std::string path = options_.baseline.empty()
                               ? Setups::baseline_of(setup)
                               : absolute_path(working_directory_, options_.baseline);
  if (path.empty()) return nullptr;
  const auto [slot, fresh] = known_.try_emplace(path);
  if (fresh) {
    const std::string shown = relative_path(path, working_directory_).value_or(path);
    const std::string named_by =
        options_.baseline.empty() ? std::string(Setups::place_of_baseline(setup)) : std::string();
    slot->second = KnownFindings::open(
        *tree_, {path, shown, named_by},
        options_.write_baseline ? KnownFindings::Use::write : KnownFindings::Use::read);
    trouble_ = trouble_ || !slot->second;
  }
  return slot->second.get();
}

bool Configured::load(const RuleSet& rules, const InputOptions& options, Inputs& inputs) {
  SetupOptions given = rules.setup_options();
  narrowed_ = given.profile || given.min_severity || given.min_confidence;
  given.working_directory = working_directory_;
  given.search = !options_.none;
  given.config_file = options_.file;
  if (!options_.write_baseline && options_.baseline.empty()) {
    given.baseline_bytes = BaselineLimits{}.bytes;
  }
  setups_ = std::make_unique<Setups>(std::move(given), tree_);
  std::set<std::string> named;
  for (const std::string& path : inputs.named)
    named.insert(absolute_path(working_directory_, path));
  std::erase_if(inputs.files, [&](const Input& input) {
    if (input.named && !options.force_exclude) return false;
    const std::string path = path_of(input);
    std::string folder = options.force_exclude ? "/" : parent_of(path);
    while (folder != "/" && !named.contains(folder)) folder = parent_of(folder);
    return setups_->excludes(path, false, folder) || path == baseline_for(path);
  });
  for (const Input& input : inputs.files) {
    const FileSetup& setups = setups_->of(path_of(input));
    const Setup& whole = setups.whole();
    const MarkerRules* const markers = markers_of(whole, inputs.read.format);
    places_.push_back(
        {&setups, fingerprint_path(input), markers, known_of(whole), config_path(input, whole)});
  }
  static_cast<void>(profile());
  // What is quoted of a configuration may be anything, a URI with a password too.
  for (const std::string& words : setups_->errors()) complain(redacted_words(words, false).view());
  const std::vector<std::string> unknown = setups_->unknown_selectors();
  if (!unknown.empty()) {
    complain("'" + unknown.front() + "' is no rule, family or matching glob" +
             hint(unknown.front(), names_of(rules.all(), Names::selectors)));
    return false;
  }
  trouble_ = trouble_ || !setups_->errors().empty();
  if (options_.write_baseline && known_.empty() && options_.baseline.empty() && !places_.empty()) {
    complain("--write-baseline: name the file with --baseline, or in .urilint.toml");
    return false;
  }
  return true;
}

Profile Configured::profile() {
  return setups_->of(absolute_path(working_directory_, "x")).whole().thresholds.profile;
}

std::set<std::string_view> Configured::ran() const {
  std::set<std::string_view> ran;
  for (const RuleInfo* rule : setups_->rules()) ran.insert(rule->id);
  return ran;
}

// Entries name files from the root of the repository that the baseline stands in.
KnownFindings::Exists Configured::exists_beside(const std::string& baseline) const {
  return [root = project_root(parent_of(baseline), working_directory_)](const std::string& file) {
    return exists(absolute_path(root, file));
  };
}

std::vector<NoteRecord> Configured::about_baselines() const {
  std::vector<NoteRecord> notes;
  for (const auto& [path, known] : known_) {
    if (!known) continue;
    if (auto lost = known->lost(ran(), exists_beside(path))) notes.push_back(std::move(*lost));
    if (narrowed_) continue;
    std::vector<NoteRecord> more = known->stale(ran(), exists_beside(path));
    notes.insert(notes.end(), std::make_move_iterator(more.begin()),
                 std::make_move_iterator(more.end()));
  }
  return notes;
}

bool Configured::write_baselines() const {
  if (!options_.write_baseline) return true;
  if (!setups_->errors().empty()) {
    complain("the baseline is not written while the configuration is wrong");
    return false;
  }
  bool good = true;
  for (const auto& [path, known] : known_) {
    if (known) good = known->write(ran(), exists_beside(path)) && good;
  }
  return good;
}

}  // namespace urilint::cli
