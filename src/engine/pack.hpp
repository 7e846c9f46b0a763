// User packs: folders of rule files. A pack is not trusted: files, bytes and patterns are bounded,
// links may not lead out of it, and it cannot touch the rules that are there already.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/rule.hpp"
#include "engine/rule_file.hpp"

namespace urilint {

inline constexpr std::size_t kPackFilesMax = 1000;
inline constexpr std::size_t kPackBytesMax = std::size_t{8} * 1024 * 1024;
inline constexpr std::size_t kPackPatternsMax = 256;
inline constexpr std::size_t kPackEntriesMax = 10000;  ///< names in its folders, of any kind

/// A file of a pack that was read already (from a revision in git, say).
struct PackFile {
  std::string name;  ///< `family/id.toml` or `id.toml`, relative to the pack
  std::string bytes;
};

/// Owns its rules. Does not move: rules point into it.
class Pack {
 public:
  Pack() = default;
  Pack(const Pack&) = delete;
  Pack& operator=(const Pack&) = delete;

  /// Ascending by id. Views live as long as the pack.
  [[nodiscard]] std::span<const RuleInfo* const> rules() const noexcept { return rules_; }

 private:
  friend class PackReader;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<RuleFile>> files_;
  std::vector<const RuleInfo*> rules_;
};

using PackResult = tl::expected<std::unique_ptr<Pack>, std::vector<RuleFileError>>;

/// Loads every rule file of a folder. `known` are the rules that are there already, built-in ones
/// and those of packs before. All errors are collected; their files begin with `directory` as
/// given.
[[nodiscard]] PackResult load_pack(const std::string& directory,
                                   std::span<const RuleInfo* const> known);

/// The same for files in memory; names that are no rule files are left alone as in a folder. Errors
/// name files as `directory` and the file's name.
[[nodiscard]] PackResult load_pack_files(const std::string& directory, std::vector<PackFile> files,
                                         std::span<const RuleInfo* const> known);

}  // namespace urilint
