// Folders are looked up once; a file's overrides are one vector of bits, and so is its setup.
#include "config/setups.hpp"

#include <algorithm>
#include <set>

#include "config/policy_words.hpp"
#include "config/resolved_config.hpp"
#include "engine/rule_file_words.hpp"
#include "host/protected_names.hpp"
#include "source/paths.hpp"

namespace urilint {
namespace {

constexpr std::size_t kDeepestExtends = 8;
constexpr std::size_t kMostExtended = 64;  // files of one configuration

bool by_id(const RuleInfo* a, const RuleInfo* b) noexcept { return a->id < b->id; }

// How the patterns of `directory` (or, of files elsewhere, of `otherwise`) name the file.
std::string name_from(const std::string& path, const std::string& directory,
                      const std::string& otherwise) {
  if (auto name = relative_path(path, directory)) return *name;
  return relative_path(path, otherwise).value_or(path.substr(1));
}

// Whether a folder above the file matches: a pattern of a folder holds for all in it. Folders whose
// names are shorter than `shortest` are passed over.
bool matches_above(const Glob& glob, std::string_view name, std::size_t shortest) {
  for (std::size_t slash = name.find('/', shortest); slash != std::string_view::npos;
       slash = name.find('/', slash + 1)) {
    if (glob.matches(name.substr(0, slash))) return true;
  }
  return false;
}

}  // namespace

// Reads one configuration: its file, what it extends, packs; checks every name.
class Setups::Loader {
 public:
  Loader(const ConfigTree& tree, const SetupOptions& options, std::vector<std::string>& errors)
      : tree_(tree), options_(options), errors_(errors) {}

  /// False if anything is wrong.
  bool load(const std::string& path, const std::string& shown, ResolvedConfig& out) {
    out.levels.emplace_back();
    out.file = shown;
    out.directory = options_.config_file.empty() ? parent_of(path) : options_.working_directory;
    read(path, shown, out.directory, 0, out);
    load_packs(out);
    if (has_all_rules_) check_names(out);
    if (!good_ && options_.baseline_bytes != 0 && !out.baseline.empty()) check_baseline(out);
    if (good_) collect(out, 0);
    return good_;
  }

  /// Overrides and patterns of a level whose files are there.
  static void collect(ResolvedConfig& out, std::size_t level) {
    const auto& files = out.levels[level].files;
    const std::string& own = files.back()->directory;
    for (const auto& file : files) {
      for (const ConfigOverride& change : file->overrides) {
        out.overrides.push_back({&change, level, file->directory, own});
      }
      for (const ConfigWord& word : file->exclude) {
        out.exclude.push_back({Glob(word.text), level, file->directory, own});
      }
      for (const ConfigWord& word : file->include) {
        out.include.push_back({Glob(word.text), level, file->directory, own});
      }
    }
  }

 private:
  void fail(const std::string& file, const ConfigWord& at, std::string words) {
    errors_.push_back(to_string({file, at.line, at.key, std::move(words)}));
    good_ = false;
  }

  void read(const std::string& path, const std::string& shown, const std::string& directory,
            std::size_t depth, ResolvedConfig& out) {
    const auto bytes = tree_.read(path, kConfigFileMax);
    if (!bytes || !*bytes) {
      const std::string why = bytes ? "there is no such file" : bytes.error();
      errors_.push_back(shown + ": " + why);
      good_ = has_all_rules_ = false;
      return;
    }
    // What is right of a file with a fault is looked through as well.
    std::vector<ConfigError> faults;
    const auto parsed =
        std::make_shared<const Config>(parse_config(**bytes, shown, directory, faults));
    for (const ConfigError& fault : faults) {
      errors_.push_back(to_string(fault));
      if (names_rules(fault)) has_all_rules_ = false;
    }
    good_ = good_ && faults.empty();
    open_.push_back(path);
    for (const ConfigWord& other : parsed->extends) extend(other, path, *parsed, depth, out);
    open_.pop_back();
    if (parsed->baseline) {
      const ConfigWord& word = *parsed->baseline;
      out.baseline = absolute_path(directory, word.text);
      out.baseline_place = to_string(ConfigError{shown, word.line, word.key, {}});
    }
    for (const ConfigWord& id : parsed->locked) locked_.push_back({shown, id});
    out.levels.front().files.push_back(parsed);
  }

  // Rules may be missing because of it.
  static bool names_rules(const ConfigError& fault) {
    return fault.key.empty() || fault.key.starts_with("packs") || fault.key.starts_with("extends");
  }

  void check_baseline(const ResolvedConfig& config) {
    const auto bytes = tree_.read(config.baseline, options_.baseline_bytes);
    if (bytes && *bytes) return;
    errors_.push_back(
        config.baseline_place +
        (bytes ? std::string("the file is not there; --write-baseline makes it") : bytes.error()));
  }

  void extend(const ConfigWord& other, const std::string& from, const Config& config,
              std::size_t depth, ResolvedConfig& out) {
    const std::string path = absolute_path(parent_of(from), other.text);
    if (std::find(open_.begin(), open_.end(), path) != open_.end()) {
      fail(config.file, other, quoted(other.text) + " extends itself");
      has_all_rules_ = false;
    } else if (depth + 1 > kDeepestExtends || ++extended_ > kMostExtended) {
      fail(config.file, other, "too many files are extended");
      has_all_rules_ = false;
    } else {
      const std::size_t before = errors_.size();
      read(path, other.text, parent_of(path), depth + 1, out);
      if (errors_.size() != before) {
        fail(config.file, other, quoted(other.text) + " cannot be used");
      }
    }
  }

  void load_packs(ResolvedConfig& out) {
    out.rules = options_.rules;
    std::set<std::string> loaded;  // two files may extend one that names a pack
    for (const auto& file : out.levels.front().files) {
      for (const ConfigWord& word : file->packs) {
        const std::string path = absolute_path(file->directory, word.text);
        if (!loaded.insert(path).second) continue;
        auto pack = tree_.pack(path, word.text, out.rules);
        if (!pack) {
          for (const RuleFileError& error : pack.error()) errors_.push_back(to_string(error));
          fail(file->file, word, "the rules cannot be used");
          has_all_rules_ = false;
          continue;
        }
        out.rules.insert(out.rules.end(), (*pack)->rules().begin(), (*pack)->rules().end());
        out.packs.push_back(std::move(*pack));
      }
    }
    std::sort(out.rules.begin(), out.rules.end(), by_id);
  }

  void check_names(ResolvedConfig& out) {
    for (const RuleInfo* rule : out.rules) {
      names_.push_back(rule->id);
      names_.insert(names_.end(), rule->aliases.begin(), rule->aliases.end());
    }
    selectors_ = names_;
    for (const RuleInfo* rule : out.rules) selectors_.push_back(rule->family);
    for (const auto& file : out.levels.front().files) {
      check(file->file, file->rules, out);
      check_protected(file->file, file->protected_names);
      check_policy(file->file, file->policy);
      for (const VerdictWords::Rule& entry : file->verdict.rules)
        check(file->file, {entry.rule}, out);
      for (const ConfigOverride& change : file->overrides) {
        check(file->file, change.rules, out);
        check_protected(file->file, change.protected_names);
        check_policy(file->file, change.policy);
        check_hosts(file->file, change.hosts);
      }
    }
    for (const auto& [file, id] : locked_) {
      const auto rule =
          std::find_if(out.rules.begin(), out.rules.end(), [&id = id](const RuleInfo* r) {
            return r->id == id.text ||
                   std::find(r->aliases.begin(), r->aliases.end(), id.text) != r->aliases.end();
          });
      if (rule == out.rules.end()) {
        fail(file, id, quoted(id.text) + " is no rule" + suggestion(id.text, names_));
      } else {
        out.levels.front().locked.insert((*rule)->id);
      }
    }
  }

  void check(const std::string& file, const RuleChanges& changes, const ResolvedConfig& config) {
    if (changes.select) check(file, *changes.select, config);
    check(file, changes.extend_select, config);
    check(file, changes.ignore, config);
    for (const RuleChanges::Level& level : changes.severity) check(file, {level.rule}, config);
  }

  void check(const std::string& file, const ConfigWords& selectors, const ResolvedConfig& config) {
    for (const ConfigWord& word : selectors) {
      if (std::any_of(config.rules.begin(), config.rules.end(), [&word](const RuleInfo* rule) {
            return match_rule(*rule, word.text) != RuleMatch::no;
          })) {
        continue;
      }
      fail(file, word,
           quoted(word.text) + " is no rule, family or matching glob" +
               suggestion(word.text, selectors_));
    }
  }

  void check_protected(const std::string& file, const ConfigWords& names) {
    ProtectedNames fit;
    for (const ConfigWord& word : names) {
      if (!fit.add(word.text)) {
        fail(file, word, quoted(word.text) + " is no host name with a dot in it");
      }
    }
  }

  void check_policy(const std::string& file, const PolicyWords& words) {
    static_cast<void>(build_policy(
        words, [&](const ConfigWord& word, const std::string& fault) { fail(file, word, fault); }));
  }

  void check_hosts(const std::string& file, const ConfigWords& words) {
    PolicyHosts fit;
    for (const ConfigWord& word : words) {
      if (auto fault = fit.add(word.text)) {
        fail(file, word, *fault);
      } else if (word.text.find('/') != std::string::npos &&
                 word.text.find_first_not_of("0123456789abcdefABCDEF.:/[]") != std::string::npos) {
        fail(file, word, "must be a host without a path");
      }
    }
  }

  const ConfigTree& tree_;
  const SetupOptions& options_;
  std::vector<std::string>& errors_;
  std::vector<std::string> open_;  // being read
  std::vector<std::pair<std::string, ConfigWord>> locked_;
  std::vector<std::string_view> names_, selectors_;
  std::size_t extended_ = 0;
  bool good_ = true;
  bool has_all_rules_ = true;  // else a name that is unknown may be right
};

Setups::Setups(SetupOptions options, std::shared_ptr<const ConfigTree> tree)
    : options_(std::move(options)), tree_(std::move(tree)) {
  std::sort(options_.rules.begin(), options_.rules.end(), by_id);
  none_ = std::make_unique<ResolvedConfig>();
  none_->levels.emplace_back();
  none_->rules = options_.rules;
  none_->options = &options_;
  none_->directory = options_.working_directory;
}
Setups::~Setups() = default;

ResolvedConfig& Setups::load(const std::string& path, const std::string& shown) {
  auto& slot = configs_[path];
  if (slot) return *slot;
  slot = std::make_unique<ResolvedConfig>();
  slot->options = &options_;
  if (Loader(*tree_, options_, errors_).load(path, shown, *slot)) return *slot;
  // What is wrong was said; nothing is judged by half of it.
  slot = std::make_unique<ResolvedConfig>();
  slot->levels.emplace_back();
  slot->rules = options_.rules;
  slot->options = &options_;
  slot->directory = parent_of(path);
  return *slot;
}

ResolvedConfig& Setups::config_in(const std::string& directory) {
  if (!options_.config_file.empty()) {
    const std::string path = absolute_path(options_.working_directory, options_.config_file);
    return load(path, options_.config_file);
  }
  if (!options_.search) return *none_;
  if (const auto known = by_directory_.find(directory); known != by_directory_.end()) {
    return *known->second;
  }
  // What holds above is looked up once, for all folders below it.
  const std::string root = project_root(directory, options_.working_directory);
  const bool topmost = directory == root || directory == "/";
  const std::string path = joined(directory, kConfigName);
  const auto bytes = tree_->read(path, kConfigFileMax);
  ResolvedConfig* found = none_.get();
  if (!bytes || *bytes) {
    found = &load(path, relative_path(path, options_.working_directory).value_or(path));
    if (!topmost) add_locks(*found, parent_of(directory), root);
  } else if (!topmost) {
    found = &config_in(parent_of(directory));
  }
  by_directory_[directory] = found;
  return *found;
}

// What configurations above lock holds here, too; each of them has those above it already.
void Setups::add_locks(ResolvedConfig& config, const std::string& directory,
                       const std::string& root) {
  if (!relative_path(directory, root)) return;
  const ResolvedConfig& above = config_in(directory);
  for (const ResolvedConfig::Level& level : above.levels) {
    if (level.locked.empty()) continue;
    config.levels.push_back(level);
    Loader::collect(config, config.levels.size() - 1);
  }
  for (const RuleInfo* rule : above.rules) {  // packs from there
    const auto place = std::lower_bound(config.rules.begin(), config.rules.end(), rule, by_id);
    if (place == config.rules.end() || (*place)->id != rule->id) config.rules.insert(place, rule);
  }
}

const FileSetup& Setups::of(const std::string& path) {
  ResolvedConfig& config = config_in(parent_of(path));
  std::vector<bool> matched(config.overrides.size() + 1, false);
  std::vector<std::size_t> by_key;
  for (std::size_t i = 0; i < config.overrides.size(); ++i) {
    const ResolvedConfig::Entry& entry = config.overrides[i];
    const auto& globs = entry.what->paths;
    const std::string name = name_from(path, entry.directory, entry.otherwise);
    const auto holds = [&name](const Glob& glob) {
      return glob.matches(name) || matches_above(glob, name, 0);
    };
    if (!globs.empty() && std::none_of(globs.begin(), globs.end(), holds)) continue;
    if (entry.what->keys.empty()) {
      matched[i] = true;
    } else {
      by_key.push_back(i);
    }
  }
  matched.back() = config.levels.size() > 1 && left_out(config, 0, path, Entry::file);
  std::vector<bool> identity = matched;
  for (std::size_t i = 0; i < config.overrides.size(); ++i) {
    identity.push_back(std::find(by_key.begin(), by_key.end(), i) != by_key.end());
  }
  auto& slot = files_[{&config, identity}];
  if (!slot) {
    slot = std::make_unique<FileSetup>();
    slot->config_ = &config;
    slot->matched_ = std::move(matched);
    slot->by_key_ = std::move(by_key);
    slot->whole_ = &slot->of({});
  }
  return *slot;
}

const Setup& FileSetup::of(std::string_view key) const {
  if (whole_ != nullptr && (key.empty() || by_key_.empty())) return *whole_;
  std::vector<bool> matched = matched_;
  const KeyGlob::Path path(key);
  for (const std::size_t i : by_key_) {
    const auto& keys = config_->overrides[i].what->keys;
    matched[i] =
        !key.empty() && std::any_of(keys.begin(), keys.end(),
                                    [&path](const KeyGlob& glob) { return glob.matches(path); });
  }
  const std::scoped_lock lock(config_->mutex);
  auto& setup = config_->setups[matched];
  if (!setup) setup = build_setup(*config_, matched);
  return *setup;
}

// Whether a level's include and exclude leave the entry out.
bool Setups::left_out(const ResolvedConfig& config, std::size_t level, const std::string& path,
                      Entry entry, std::string_view named) {
  const auto any = [&](const std::vector<ResolvedConfig::Pattern>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(), [&](const auto& pattern) {
      if (pattern.level != level) return false;
      const std::string name = name_from(path, pattern.directory, pattern.otherwise);
      const std::size_t above = path.size() - name.size();
      const std::size_t skip = named.size() < above ? 0 : named.size() - above + 1;
      if (matches_above(pattern.glob, name, skip)) return true;
      const bool fits = !pattern.glob.directory_only() || entry == Entry::folder;
      return fits && pattern.glob.matches(name);
    });
  };
  if (any(config.exclude)) return true;
  const bool has_include =
      std::any_of(config.include.begin(), config.include.end(),
                  [level](const auto& pattern) { return pattern.level == level; });
  return entry == Entry::file && has_include && !any(config.include);
}

bool Setups::excludes(const std::string& path, bool is_directory, std::string_view named) {
  const ResolvedConfig& config = config_in(parent_of(path));
  const Entry entry = is_directory ? Entry::folder : Entry::file;
  // What a folder above locks is looked for all the same.
  for (std::size_t level = 0; level < config.levels.size(); ++level) {
    if (!left_out(config, level, path, entry, named)) return false;
  }
  return true;
}

std::string Setups::baseline_in(const std::string& directory) {
  return config_in(directory).baseline;
}
std::string Setups::baseline_of(const Setup& setup) { return setup.config->baseline; }
std::string_view Setups::place_of_baseline(const Setup& setup) noexcept {
  return setup.config->baseline_place;
}
std::string_view Setups::file_of(const Setup& setup) noexcept { return setup.config->file; }

std::span<const RuleInfo* const> Setups::known_to(const Setup& setup) noexcept {
  return setup.config->rules;
}

std::vector<std::string> Setups::unknown_selectors() const {
  const auto names_one = [](const ResolvedConfig& config, const std::string& selector) {
    return std::any_of(config.rules.begin(), config.rules.end(), [&](const RuleInfo* rule) {
      return match_rule(*rule, selector) != RuleMatch::no;
    });
  };
  std::vector<std::string> out;
  for (const auto* selectors : {&options_.select, &options_.extend_select, &options_.ignore}) {
    for (const std::string& selector : *selectors) {
      if (names_one(*none_, selector) ||
          std::any_of(configs_.begin(), configs_.end(),
                      [&](const auto& config) { return names_one(*config.second, selector); })) {
        continue;
      }
      out.push_back(selector);
    }
  }
  return out;
}

std::string_view Setups::directory_of(const Setup& setup) noexcept {
  return setup.config->file.empty() ? std::string_view{} : setup.config->directory;
}

// A lock may name a former id: then the last file of those that have locks is as good as any.
std::string_view Setups::lock_of(const Setup& setup, std::string_view rule) noexcept {
  std::string_view found;
  for (const ResolvedConfig::Level& level : setup.config->levels) {
    if (!level.locked.contains(rule)) continue;
    for (const auto& file : level.files) {
      if (file->locked.empty()) continue;
      found = file->file;
      for (const ConfigWord& word : file->locked) {
        if (word.text == rule) return found;
      }
    }
  }
  return found;
}

std::vector<const RuleInfo*> Setups::rules() const {
  std::vector<const RuleInfo*> out;
  for (const auto& [identity, file] : files_) {
    if (file->by_key()) {
      const auto& all = file->config_->rules;
      out.insert(out.end(), all.begin(), all.end());
    }
    for (const ActiveRule& rule : file->whole().engine->rules()) out.push_back(rule.info);
  }
  std::sort(out.begin(), out.end(), by_id);
  out.erase(std::unique(out.begin(), out.end(),
                        [](const RuleInfo* a, const RuleInfo* b) { return a->id == b->id; }),
            out.end());
  return out;
}

}  // namespace urilint
