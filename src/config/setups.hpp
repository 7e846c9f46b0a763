// What each file is judged by: the nearest configuration, what it extends, what folders above it
// lock, and the command line over all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/config.hpp"
#include "config/config_tree.hpp"
#include "engine/engine.hpp"
#include "engine/gate.hpp"
#include "engine/verdict.hpp"

namespace urilint {

/// What the command line says. It wins over every configuration.
struct SetupOptions {
  std::optional<Profile> profile;
  Profile default_profile = Profile::repo;  ///< where nobody says which
  std::vector<std::string> select;          ///< empty: as configured
  std::vector<std::string> extend_select, ignore;
  std::optional<Severity> min_severity;
  std::optional<Confidence> min_confidence;
  std::optional<Severity> fail_on;
  bool fail_never = false;
  std::vector<std::string> protected_names;  ///< each fit for ProtectedNames
  std::vector<std::string> https_hosts;
  std::optional<std::int64_t> as_of;
  EngineOptions bounds;                ///< of the engine; the rest is not read
  VerdictWords verdict;                ///< without rules
  std::vector<const RuleInfo*> rules;  ///< built-in ones and packs
  std::string working_directory;       ///< absolute
  bool search = true;                  ///< look for `.urilint.toml`
  /// Read this one instead, for all files; its paths are relative to `working_directory`.
  std::string config_file;
  /// Most bytes of a baseline. A configuration that is wrong tells also that its baseline cannot be
  /// read; 0: it need not be there.
  std::size_t baseline_bytes = 0;
};

struct ResolvedConfig;

/// How findings at one place are made and weighed. Immutable.
struct Setup {
  std::unique_ptr<const Engine> engine;
  Thresholds thresholds;
  Thresholds locked_thresholds;          ///< of rules that are locked
  Gate gate{{}}, locked_gate{{}};        ///< of both; they only judge, what they count is nothing
  std::set<std::string_view> locked;     ///< ids; no marker and no baseline silences them
  std::vector<std::string> https_hosts;  ///< `fix.https-hosts`
  VerdictPolicy verdict;
  /// Of configurations above; of the rules that each of them locks, the gravest counts.
  std::vector<std::pair<std::set<std::string_view>, VerdictPolicy>> locked_verdicts;
  VerdictLimits limits;  ///< of verdicts
  const ResolvedConfig* config = nullptr;

  [[nodiscard]] bool is_locked(std::string_view rule) const { return locked.contains(rule); }
  [[nodiscard]] Verdict verdict_of(std::string_view rule, Severity severity,
                                   Confidence confidence) const {
    Verdict out = verdict.of(rule, severity, confidence);
    for (const auto& [ids, above] : locked_verdicts) {
      if (ids.contains(rule)) out = std::max(out, above.of(rule, severity, confidence));
    }
    return out;
  }
  [[nodiscard]] const Gate& gate_of(std::string_view rule) const {
    return is_locked(rule) ? locked_gate : gate;
  }
};

/// The setups of one file, by the key path of a value.
class FileSetup {
 public:
  /// Of a value at `key`; empty: of what has none. From any thread.
  [[nodiscard]] const Setup& of(std::string_view key) const;
  [[nodiscard]] const Setup& whole() const noexcept { return *whole_; }
  /// Keys make a difference.
  [[nodiscard]] bool by_key() const noexcept { return !by_key_.empty(); }

 private:
  friend class Setups;
  ResolvedConfig* config_ = nullptr;
  std::vector<bool> matched_;        // by override; the last one: left out by its own level
  std::vector<std::size_t> by_key_;  // overrides that wait for a key
  const Setup* whole_ = nullptr;
};

class Setups {
 public:
  Setups(SetupOptions options, std::shared_ptr<const ConfigTree> tree);
  ~Setups();
  Setups(const Setups&) = delete;
  Setups& operator=(const Setups&) = delete;

  /// The setups of the file at an absolute path. Only from one thread; lives as long as this. Where
  /// configuration is wrong, errors are added and the command line holds alone.
  [[nodiscard]] const FileSetup& of(const std::string& path);
  /// Whether configuration leaves the file or folder out. `named`: the folder above it that was
  /// asked for (absolute; empty: none), which is taken whatever patterns match it or those above.
  [[nodiscard]] bool excludes(const std::string& path, bool is_directory,
                              std::string_view named = {});
  /// Where the baseline of the configuration that holds in a folder is (absolute), or empty.
  [[nodiscard]] std::string baseline_in(const std::string& directory);
  [[nodiscard]] static std::string baseline_of(const Setup& setup);
  /// What errors about that file begin with: where it is named, `file:line: key: `.
  [[nodiscard]] static std::string_view place_of_baseline(const Setup& setup) noexcept;
  /// The file of the configuration, as errors name it; empty: none.
  [[nodiscard]] static std::string_view file_of(const Setup& setup) noexcept;
  /// The file that locks the rule, as errors name it; empty: none.
  [[nodiscard]] static std::string_view lock_of(const Setup& setup, std::string_view rule) noexcept;
  /// The folder that paths of an override would be relative to (absolute), if there is a
  /// configuration; empty: none.
  [[nodiscard]] static std::string_view directory_of(const Setup& setup) noexcept;

  [[nodiscard]] const std::vector<std::string>& errors() const noexcept { return errors_; }
  /// Every rule that is known where the setup holds, ascending by id.
  [[nodiscard]] static std::span<const RuleInfo* const> known_to(const Setup& setup) noexcept;
  /// Of the selectors of the command line, those that name no rule of any configuration so far.
  [[nodiscard]] std::vector<std::string> unknown_selectors() const;
  /// Every rule that may speak in a setup given out so far, ascending by id.
  [[nodiscard]] std::vector<const RuleInfo*> rules() const;

 private:
  class Loader;
  enum class Entry : std::uint8_t { file, folder };
  static bool left_out(const ResolvedConfig& config, std::size_t level, const std::string& path,
                       Entry entry, std::string_view named = {});
  ResolvedConfig& config_in(const std::string& directory);
  ResolvedConfig& load(const std::string& path, const std::string& shown);
  void add_locks(ResolvedConfig& config, const std::string& directory, const std::string& root);

  SetupOptions options_;
  std::shared_ptr<const ConfigTree> tree_;
  std::vector<std::string> errors_;
  std::unique_ptr<ResolvedConfig> none_;                            // no configuration
  std::map<std::string, std::unique_ptr<ResolvedConfig>> configs_;  // by path
  std::map<std::string, ResolvedConfig*> by_directory_;
  std::map<std::pair<const ResolvedConfig*, std::vector<bool>>, std::unique_ptr<FileSetup>> files_;
};

}  // namespace urilint
