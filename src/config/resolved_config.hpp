// A configuration with all that belongs to it, and the setups that were built from it so far.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/setups.hpp"

namespace urilint {

/// Does not move.
struct ResolvedConfig {
  /// A file with what it extends, that first.
  struct Level {
    std::vector<std::shared_ptr<const Config>> files;
    std::set<std::string_view> locked;  ///< ids of rules
  };
  /// An override and the folder that its paths are relative to; `otherwise` for files that are not
  /// below that.
  struct Entry {
    const ConfigOverride* what = nullptr;
    std::size_t level = 0;
    std::string directory, otherwise;
  };
  struct Pattern {
    Glob glob;
    std::size_t level = 0;
    std::string directory, otherwise;
  };

  std::string file;            ///< as errors name it; empty: there is none
  std::string directory;       ///< absolute
  std::string baseline;        ///< absolute; empty: none
  std::string baseline_place;  ///< `file:line: key: ` of who names it
  std::vector<Level> levels;   ///< its own; then those of folders above that lock rules
  std::vector<Entry> overrides;
  std::vector<Pattern> include, exclude;
  std::vector<std::unique_ptr<Pack>> packs;
  std::vector<const RuleInfo*> rules;  ///< ascending by id
  const SetupOptions* options = nullptr;

  std::mutex mutex;  ///< of the setups
  std::map<std::vector<bool>, std::unique_ptr<const Setup>> setups;
};

/// The setup where the overrides `matched` hold; its last element says that the file is left out by
/// the first level.
[[nodiscard]] std::unique_ptr<const Setup> build_setup(const ResolvedConfig& config,
                                                       const std::vector<bool>& matched);

}  // namespace urilint
