// What the commands share: exit statuses, options that several of them take, the rule set.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/setups.hpp"
#include "engine/engine.hpp"
#include "engine/gate.hpp"
#include "engine/pack.hpp"
#include "report/reporter.hpp"

namespace urilint::cli {

/// The contract: 0 ran and nothing failed, 1 findings at or above `--fail-on`, 2 could not do what
/// was asked.
enum class Exit : int { ok = 0, findings = 1, trouble = 2 };

/// What a command was called with: operands (also those behind `--`), in order.
using Operands = std::vector<std::string>;

/// A command: its options are added to `app` by `add_*`, which returns what runs it.
struct Command {
  CLI::App* app = nullptr;
  std::function<Exit(const Operands&)> run;
};
void add_check(CLI::App& app, std::vector<Command>& commands);
void add_init(CLI::App& app, std::vector<Command>& commands);
void add_inspect(CLI::App& app, std::vector<Command>& commands);
void add_extract(CLI::App& app, std::vector<Command>& commands);
void add_resolve(CLI::App& app, std::vector<Command>& commands);
void add_normalize(CLI::App& app, std::vector<Command>& commands);
void add_compare(CLI::App& app, std::vector<Command>& commands);
void add_rules(CLI::App& app, std::vector<Command>& commands);
void add_explain(CLI::App& app, std::vector<Command>& commands);
void add_verdict(CLI::App& app, std::vector<Command>& commands);

/// Prints `urilint: error: …` (escaped) to standard error.
void complain(std::string_view what);
/// The same with `warning`, of what does not fail the run.
void warn(std::string_view what);

/// `; did you mean 'x'?` if one of `names` is near to `word`, else where rules are listed.
[[nodiscard]] std::string hint(std::string_view word, const std::vector<std::string_view>& names);
enum class Names : std::uint8_t { rules, selectors };
/// Ids and aliases, for selectors families as well.
[[nodiscard]] std::vector<std::string_view> names_of(const std::vector<const RuleInfo*>& rules,
                                                     Names which);

/// Options about rules and thresholds, as written.
struct RuleOptions {
  std::string profile;  ///< empty: repo, or as configured
  std::vector<std::string> select, extend_select, ignore;
  std::string min_severity, min_confidence, fail_on;
  std::vector<std::string> packs, protected_names;
  std::vector<std::string> https_hosts;  ///< of `--https-hosts`
  std::string as_of;

  /// Adds `--profile`, `--select`, `--extend-select`, `--ignore`, `--min-severity`, `--rules`,
  /// `--protected-names` and `--as-of`.
  void add_to(CLI::App& app);
};

/// The rules of a run: built-in ones and packs, selected.
class RuleSet {
 public:
  /// Complains and returns false if a name is unknown or a pack is bad.
  /// Which rules run is decided by the options alone, or with configuration, which may know more
  /// rules than they do: then names are not looked up.
  enum class Selecting : std::uint8_t { by_options, with_configuration };
  /// Packs and lists of names come from `tree`.
  [[nodiscard]] bool load(const RuleOptions& options, const ConfigTree& tree = DiskTree(),
                          Selecting selecting = Selecting::by_options);
  [[nodiscard]] const std::vector<const RuleInfo*>& all() const noexcept { return all_; }
  [[nodiscard]] std::vector<ActiveRule> take_active() noexcept { return std::move(active_); }
  [[nodiscard]] Thresholds thresholds() const noexcept { return thresholds_; }
  [[nodiscard]] EngineOptions engine_options() const;
  /// What the options say, to be laid over configuration.
  [[nodiscard]] SetupOptions setup_options() const;

 private:
  bool load_packs(const std::vector<std::string>& directories, const ConfigTree& tree);
  bool load_names(const std::vector<std::string>& files, const ConfigTree& tree);

  std::vector<std::unique_ptr<Pack>> packs_;
  std::shared_ptr<const ProtectedNames> protected_names_;
  std::vector<const RuleInfo*> all_;
  std::vector<ActiveRule> active_;
  Thresholds thresholds_;
  EngineOptions engine_options_;
  SetupOptions given_;
};

/// `a,b` and repeated options as one list, empty entries dropped.
[[nodiscard]] std::vector<std::string> split_list(const std::vector<std::string>& values);

/// The style of text on standard output: `--color auto|always|never`, NO_COLOR, the terminal's
/// width.
[[nodiscard]] TextStyle text_style(std::string_view color, bool to_terminal);
/// Adds `--color`.
void add_color(CLI::App& app, std::string& color);

/// An option of one value, which may not be empty.
CLI::Option* add_value(CLI::App& app, const std::string& name, std::string& value,
                       const std::string& help, const std::string& metavar);
/// The same, repeatable. Takes one value each time, operands behind it stay operands, and a value
/// in brackets (a glob) keeps them.
CLI::Option* add_values(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                        const std::string& help, const std::string& metavar);

/// Where a report goes: standard output, or a file that is written whole or not at all.
class ReportFile final : public Output {
 public:
  /// `option` is the one that named the file, for complaints; it must outlive this.
  explicit ReportFile(std::string_view option = "--output") noexcept : option_(option) {}
  ~ReportFile() override;
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;

  /// Empty path: standard output. A link is followed; a regular file appears in `finish`, devices,
  /// pipes and open descriptors (`/dev/stdout`, `/dev/fd/3`) are written in place. Complains and
  /// returns false if it cannot be written.
  [[nodiscard]] bool open(const std::string& path);
  void write(std::string_view bytes) override;
  /// Makes the file appear. Complains and returns false if anything went wrong.
  [[nodiscard]] bool finish();
  [[nodiscard]] bool is_terminal() const noexcept;

 private:
  void flush();
  [[nodiscard]] bool open_beside(const std::string& target);

  std::string_view option_;
  int descriptor_ = -1;
  std::string path_;       // as given
  std::string target_;     // without links
  std::string temporary_;  // empty: written in place
  std::string buffer_;
  bool failed_ = false;
};

/// The dates of the embedded data, for `--version` and the json formats.
[[nodiscard]] DataDates data_dates();

}  // namespace urilint::cli
