// One configuration file as it is written (`.urilint.toml`, docs/configuration.md). Names of rules
// and files are not looked up here. A file is not trusted: size, depth and every count are bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "config/key_glob.hpp"
#include "engine/verdict.hpp"
#include "source/glob.hpp"
#include "urilint/severity.hpp"

namespace urilint {

inline constexpr std::string_view kConfigName = ".urilint.toml";
inline constexpr std::size_t kConfigFileMax = std::size_t{1} << 20;  ///< bytes of one file
inline constexpr std::size_t kConfigListMax = 10000;                 ///< entries of one list
inline constexpr std::size_t kConfigTextMax = 1024;                  ///< bytes of one entry
inline constexpr std::size_t kConfigOverridesMax = 1000;
inline constexpr std::uint64_t kVerdictSizeMax = std::uint64_t{1} << 30;
inline constexpr std::uint64_t kVerdictLinksMax = 100'000'000;
inline constexpr std::uint64_t kVerdictSecondsMax = 86'400;
inline constexpr std::size_t kConfigErrorsMax = 100;  ///< errors reported of one file

struct ConfigError {
  std::string file;        ///< as it was named by the caller
  std::uint32_t line = 0;  ///< 1-based; 0: the file as a whole
  std::string key;         ///< `override[1].severity.port-invalid`, indices from 0; empty: the file
  std::string words;       ///< one line; what is quoted is without control bytes
};
/// `file:line: key: words`, without what is not known.
[[nodiscard]] std::string to_string(const ConfigError& error);

/// A text of the file and where it stands, for errors that show when it is used.
struct ConfigWord {
  std::string text;
  std::uint32_t line = 0;
  std::string key;
};
using ConfigWords = std::vector<ConfigWord>;

/// What a table says about rules. Selectors are ids, aliases, families or globs.
struct RuleChanges {
  std::optional<Profile> profile;
  std::optional<ConfigWords> select;  ///< nothing: the set of the profile
  ConfigWords extend_select;
  ConfigWords ignore;
  struct Level {
    ConfigWord rule;
    Severity severity{};  ///< off: as if ignored
  };
  std::vector<Level> severity;  ///< in the order of the file
};

/// `[policy]`, as written.
struct PolicyWords {
  ConfigWords schemes, deny_schemes, hosts, deny_hosts, ports, deny_ports;
  [[nodiscard]] bool empty() const noexcept;
};

/// `[verdict]`, as written.
struct VerdictWords {
  struct Level {
    std::optional<Severity> severity;  ///< nothing: `never`
  };
  struct Rule {
    ConfigWord rule;  ///< a selector
    Verdict verdict{};
  };
  std::optional<Level> flag_on, block_on;
  std::optional<Confidence> min_confidence;
  std::vector<Rule> rules;                ///< in the order of the file
  std::optional<std::uint64_t> max_size;  ///< bytes
  std::optional<std::uint64_t> max_links;
  std::optional<std::uint64_t> max_seconds;
};

/// What only a part of the run gets: files by `paths`, values by `keys`, findings by `hosts`.
struct ConfigOverride {
  std::uint32_t line = 0;
  std::vector<Glob> paths;  ///< none: every file
  std::vector<KeyGlob> keys;
  ConfigWords hosts;
  RuleChanges rules;
  PolicyWords policy;
  ConfigWords protected_names;
  ConfigWords https_hosts;
  std::string reason;
};

struct Config {
  std::string file;       ///< for errors
  std::string directory;  ///< absolute; what its paths are relative to
  ConfigWords extends;    ///< paths of other files
  RuleChanges rules;
  std::optional<Severity> min_severity;
  std::optional<Confidence> min_confidence;
  std::optional<Severity> fail_on;
  bool fail_never = false;  ///< `fail-on = "never"`
  ConfigWords include, exclude;
  std::optional<ConfigWord> baseline;
  ConfigWords packs;
  ConfigWords protected_names;
  ConfigWords locked;  ///< rule ids
  PolicyWords policy;
  ConfigWords https_hosts;
  VerdictWords verdict;
  std::vector<ConfigOverride> overrides;
};

/// True if the text names something on a network, which nothing fetches: `https://…`, `//…`.
[[nodiscard]] bool is_url(std::string_view path) noexcept;
/// What is wrong with a pattern of files (`include`, `exclude`, `paths`), or empty: it is negated,
/// a bracket is open, or no path has such parts (`..`, `//`).
[[nodiscard]] std::string_view fault_of_glob(std::string_view pattern) noexcept;
/// The pattern of the same files without `./` before it.
[[nodiscard]] std::string without_dot(std::string_view pattern);
/// What is wrong with an entry of `https-hosts`, or empty.
[[nodiscard]] std::string_view fault_of_https_host(std::string_view pattern) noexcept;

using ConfigResult = tl::expected<Config, std::vector<ConfigError>>;

/// Reads a file: what is right in it, and in `errors` what is not (at most `kConfigErrorsMax`),
/// ascending by line. `toml` need not outlive the result.
[[nodiscard]] Config parse_config(std::string_view toml, std::string file, std::string directory,
                                  std::vector<ConfigError>& errors);
/// The same, if all is right. All errors are collected (at most `kConfigErrorsMax`), ascending by
/// line. `toml` need not outlive the result.
[[nodiscard]] ConfigResult parse_config(std::string_view toml, std::string file,
                                        std::string directory);

}  // namespace urilint
