// The `.urilint.toml` that `init` writes: few settings, and commented ones to begin with.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace urilint::cli {

/// What the file is written from.
struct FirstConfig {
  static constexpr std::size_t kMostHosts = 500;

  std::string profile = "repo";
  std::string baseline;  ///< name of the file; empty: there is none
  /// Canonical, fit for a policy, and how often each occurs, in the order to be written.
  std::vector<std::pair<std::string, std::uint64_t>> hosts;
  std::size_t more_hosts = 0;  ///< that occur as well
  bool uncounted = false;      ///< and others that nobody counted
  std::string rule;            ///< the one with most findings; empty: there are none
  std::string path;            ///< a file with many of them; empty: none that is fit
  std::string keyed_path;      ///< a file where they have a key …
  std::string key;             ///< … and the key; both are set or neither
};

struct ConfigText {
  std::string text;
  std::uint64_t first_host = 0;  ///< line of the first host, 1-based; the others follow
};
/// The same for the same. What is off is a line with `#` directly before the setting.
[[nodiscard]] ConfigText write_config(const FirstConfig& config);

/// Whether a path or a key can be shown as an example: short, and of visible ASCII and blanks.
[[nodiscard]] bool fit_for_example(std::string_view text) noexcept;
/// Whether a host can be allowed by name: short, plain, and an entry that a policy takes.
[[nodiscard]] bool fit_for_policy(std::string_view host);

}  // namespace urilint::cli
