// init: judges the folder as check would without configuration, takes all of it as known, and
// writes the two files. The configuration is judged too, so that it names nothing that findings
// speak of.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>
#include <variant>

#include "cli/checking.hpp"
#include "cli/first_config.hpp"
#include "cli/new_file.hpp"
#include "cli/progress.hpp"
#include "report/escape.hpp"
#include "report/words.hpp"
#include "source/paths.hpp"

namespace urilint::cli {
namespace {

constexpr const char* kBaselineName = ".urilint-baseline";
constexpr const char* kConfigPath = ".urilint.toml";
static_assert(kConfigPath == kConfigName);

struct InitOptions {
  std::string profile = "repo";
  bool force = false;
  bool dry_run = false;
  unsigned jobs = 0;
};

// Where the configuration will be, in the tree around it.
class Surroundings {
 public:
  explicit Surroundings(std::string here)
      : here_(std::move(here)), root_(project_root(here_, here_)) {}

  [[nodiscard]] bool in_repository() const { return exists(joined(root_, ".git")); }
  [[nodiscard]] bool at_root() const noexcept { return root_ == here_; }
  [[nodiscard]] const std::string& root() const noexcept { return root_; }
  /// Configurations in folders above, which may lock rules here.
  [[nodiscard]] std::vector<std::string> above() const {
    std::vector<std::string> out;
    for (std::string at = here_; at != root_;) {
      at = parent_of(at);
      if (std::string path = joined(at, kConfigName); exists(path)) out.push_back(std::move(path));
    }
    return out;
  }
  /// The folder below that has a configuration or a repository of its own, in which a file of this
  /// folder is; empty: there is none, and the configuration here will hold.
  [[nodiscard]] const std::string& owner_of(const std::string& folder) {
    static const std::string none;
    if (folder.size() <= here_.size()) return none;
    const auto known = owners_.find(folder);
    if (known != owners_.end()) return known->second;
    const bool owns = exists(joined(folder, kConfigName)) || exists(joined(folder, ".git"));
    return owners_.emplace(folder, owns ? folder : owner_of(parent_of(folder))).first->second;
  }

 private:
  std::string here_, root_;
  std::map<std::string, std::string> owners_;  // by folder
};

// What is told of a rule.
struct Tally {
  std::string_view rule;
  std::uint64_t count = 0;
  Severity severity{};
  Confidence confidence{};
  std::string example;  // escaped
  std::string path;     // a file with most findings
  std::uint64_t most = 0;
  std::string current;  // the file that is read, and how many it has
  std::uint64_t in_current = 0;
  std::string keyed_path, key;  // of the first finding that has one and can be shown

  void add(const Record& record) {
    if (count++ == 0) {
      rule = record.rule;
      example = escape_for_log(record.path);
      if (record.location) {
        example += fmt::format(":{}:{}", record.location->line, record.location->column);
      }
    }
    severity = std::max(severity, record.severity);
    confidence = std::max(confidence, record.confidence);
    if (!fit_for_example(record.path)) return;
    if (current != record.path) {
      current = record.path;
      in_current = 0;
    }
    if (++in_current > most) {
      most = in_current;
      path = current;
    }
    if (key.empty() && fit_for_example(record.key.view()) && KeyGlob::parse(record.key.view())) {
      key = record.key.str();
      keyed_path = record.path;
    }
  }
};

// All that was found.
struct Survey {
  std::vector<Tally> rules;  // most findings first
  std::uint64_t findings = 0, suppressed = 0;
  Counts counts;
  std::set<std::string> owners;  // folders that were left to their own configuration
  std::string baseline;          // bytes
};

// Everything that judging needs. Its parts point at each other.
class Judge {
 public:
  explicit Judge(const InitOptions& options) : options_(options) {}

  /// Complains and returns false if nothing can be judged.
  [[nodiscard]] bool prepare(Surroundings& around, Survey& survey) {
    RuleOptions rules;
    rules.profile = options_.profile;
    ConfigOptions config;
    config.none = true;
    if (!configured_.choose(config) || !rules_.load(rules)) return false;
    InputOptions wanted;
    wanted.jobs = options_.jobs;
    inputs_ = collect(wanted, {}, {kConfigPath, kBaselineName});
    if (!inputs_.usable) return false;
    for (const SkipNote& note : inputs_.skipped) {
      tell(note);
      if (note.fatal) return false;
    }
    std::erase_if(inputs_.files, [&](const Input& input) {
      const std::string path = absolute_path(configured_.working_directory(), input.open_path);
      const std::string& owner = around.owner_of(parent_of(path));
      if (!owner.empty()) {
        survey.owners.insert(relative_path(owner, configured_.working_directory()).value_or(owner));
      }
      return !owner.empty();
    });
    inputs_.read.prefilter = true;
    known_ = KnownFindings::fresh(kBaselineName);
    return known_ && configured_.load(rules_, wanted, inputs_) && !configured_.trouble();
  }

  /// False: complained.
  [[nodiscard]] bool look_through(Survey& survey) {
    std::vector<InputPlace> places = configured_.places();
    for (InputPlace& place : places) place.known = known_.get();
    std::map<std::string_view, Tally> tallies;
    Settle settle({});
    Progress progress("auto", false, inputs_.files.size());
    const auto consume = [&](Item&& item) {
      if (auto* const judged = std::get_if<Judged>(&item)) {
        static_cast<void>(settle.shows(*judged));  // everything becomes known
        const Record& record = judged->record;
        if (record.suppressed && record.suppressed->kind == Suppression::Kind::in_source) {
          ++survey.suppressed;
          return;
        }
        ++survey.findings;
        tallies[record.rule].add(record);
      } else if (const auto* const note = std::get_if<SkipNote>(&item)) {
        tell(*note);
      } else if (const auto* const end = std::get_if<InputEnd>(&item)) {
        settle.end_input(*end->place);
      }
    };
    Job job{{}, inputs_.files, places, fixes_, inputs_.read.format};
    job.counts_hosts = true;
    survey.counts = judge_inputs(job, inputs_, consume, [&progress] { progress.tick(); });
    progress.finish();
    for (auto& [rule, tally] : tallies) survey.rules.push_back(std::move(tally));
    std::stable_sort(survey.rules.begin(), survey.rules.end(),
                     [](const Tally& a, const Tally& b) { return a.count > b.count; });
    return !survey.counts.trouble && take_baseline(survey);
  }

  /// The lines of the configuration that check would speak of.
  [[nodiscard]] std::set<std::uint64_t> lines_with_findings(const std::string& text) {
    Inputs one;
    one.read = inputs_.read;
    Input input;
    input.path = input.open_path = kConfigPath;
    input.source = [&text] { return std::make_unique<Bytes>(text); };
    one.files.push_back(std::move(input));
    Configured configured;
    ConfigOptions none;
    none.none = true;
    std::set<std::uint64_t> lines;
    if (!configured.choose(none) || !configured.load(rules_, {}, one)) return lines;
    const Job job{{}, one.files, configured.places(), fixes_, one.read.format};
    const auto consume = [&lines](Item&& item) {
      const auto* const judged = std::get_if<Judged>(&item);
      if (judged == nullptr || !judged->record.location) return;
      lines.insert(judged->record.location->line);
    };
    static_cast<void>(judge_inputs(job, one, consume, [] {}));
    return lines;
  }

 private:
  class Bytes final : public ByteSource {
   public:
    explicit Bytes(std::string_view bytes) : bytes_(bytes), rest_(bytes) {}
    [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size(); }
    [[nodiscard]] std::size_t read(char* to, std::size_t most) override {
      const std::size_t count = std::min(most, rest_.size());
      std::memcpy(to, rest_.data(), count);
      rest_.remove_prefix(count);
      return count;
    }
    [[nodiscard]] std::string error() const override { return {}; }

   private:
    std::string_view bytes_, rest_;
  };

  static void tell(const SkipNote& note) {
    if (note.fatal || note.reason == SkipReason::unreadable ||
        note.reason == SkipReason::too_long) {
      const NoteRecord told = note_of(note);  // complains about a fatal one
      if (!note.fatal) warn(told.path + ": " + told.message);
    }
  }

  // What check would not read is not written.
  [[nodiscard]] bool take_baseline(Survey& survey) const {
    if (survey.findings == 0) return true;
    survey.baseline = known_->contents();
    const auto read = Baseline::read(survey.baseline);
    if (read) return true;
    complain(std::string("a baseline of so many findings could not be read: ") +
             read.error().words + "; run init in the folders that matter");
    return false;
  }

  const InitOptions& options_;
  RuleSet rules_;
  Configured configured_;
  Inputs inputs_;
  FixFlags fixes_;
  std::unique_ptr<KnownFindings> known_;
};

FirstConfig first_config(const InitOptions& options, const Survey& survey) {
  FirstConfig config;
  config.profile = options.profile;
  if (survey.findings != 0) config.baseline = kBaselineName;
  for (const auto& host : survey.counts.hosts) {
    if (fit_for_policy(host.first)) config.hosts.push_back(host);
  }
  std::stable_sort(config.hosts.begin(), config.hosts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (config.hosts.size() > FirstConfig::kMostHosts) config.hosts.resize(FirstConfig::kMostHosts);
  config.more_hosts = survey.counts.hosts.size() - config.hosts.size();
  config.uncounted = survey.counts.more_hosts;
  if (survey.rules.empty()) return config;
  const Tally& noisiest = survey.rules.front();
  config.rule = noisiest.rule;
  config.path = noisiest.path;
  config.keyed_path = noisiest.keyed_path;
  config.key = noisiest.key;
  return config;
}

// A host that findings speak of is no suggestion, and check has to be silent about the file.
std::string config_text(Judge& judge, FirstConfig config) {
  for (;;) {
    const ConfigText written = write_config(config);
    const std::set<std::uint64_t> lines = judge.lines_with_findings(written.text);
    if (lines.empty()) return written.text;
    const std::size_t before = config.hosts.size();
    std::vector<std::pair<std::string, std::uint64_t>> kept;
    for (std::size_t i = 0; i < before; ++i) {
      if (!lines.contains(written.first_host + i)) kept.push_back(std::move(config.hosts[i]));
    }
    config.more_hosts += before - kept.size();
    config.hosts = std::move(kept);
    if (config.hosts.size() != before) continue;
    if (config.path.empty() && config.key.empty()) return written.text;
    config.path.clear();
    config.keyed_path.clear();
    config.key.clear();
  }
}

std::string summary(const Survey& survey) {
  std::string out =
      fmt::format("{} in {}: {}", counted(survey.counts.uris, "URI"),
                  counted(survey.counts.files, "file"), counted(survey.findings, "finding"));
  if (survey.suppressed != 0) {
    out += fmt::format(", {} more suppressed by comments", survey.suppressed);
  }
  if (survey.counts.hidden != 0) {
    out += fmt::format(", {} more below the thresholds", survey.counts.hidden);
  }
  return out += '\n';
}

std::string table(const std::vector<Tally>& rules) {
  if (rules.empty()) return {};
  std::size_t width = std::strlen("rule");
  for (const Tally& one : rules) width = std::max(width, one.rule.size());
  const auto row = [width](const auto& count, std::string_view rule, std::string_view severity,
                           std::string_view confidence, std::string_view example) {
    return fmt::format("{:>8}  {:<{}}  {:<8}  {:<10}  {}\n", count, rule, width, severity,
                       confidence, example);
  };
  std::string out = '\n' + row("findings", "rule", "severity", "confidence", "for example");
  for (const Tally& one : rules) {
    out += row(one.count, one.rule, name_of(one.severity), name_of(one.confidence), one.example);
  }
  return out;
}

std::string about_place(const Surroundings& around, const Survey& survey) {
  std::string out;
  if (!around.in_repository()) {
    out += "\nThis is no repository: the baseline names files as check does when it is run here.\n";
  } else if (!around.at_root()) {
    out += fmt::format(
        "\nThe root of the repository is {}: the files here hold for this folder only.\n",
        escape_for_log(around.root(), Edge::open));
  }
  for (const std::string& path : around.above()) {
    out += fmt::format("\nRules that {} locks stay locked here, baseline or not.\n",
                       escape_for_log(path));
  }
  if (!survey.owners.empty()) {
    out += "\nNot looked at, since a configuration or a repository of their own is there:\n";
    for (const std::string& folder : survey.owners) out += "  " + escape_for_log(folder) + '\n';
  }
  return out;
}

constexpr std::string_view kNext = R"(
Next:
  urilint check                              {}
  urilint check --staged                     as the pre-commit hook: only what is committed
  urilint check --config-from origin/main    in CI, once these files are merged
)";

// What was not looked at may have findings, and a lock knows no baseline.
std::string next_steps(const Surroundings& around, const Survey& survey) {
  std::string_view check = "exits with 0 until something new is found";
  if (!survey.owners.empty()) {
    check = "counts what is new here, and all that the folders above do not know";
  } else if (!around.above().empty()) {
    check = "exits with 0 until something new is found, unless a locked rule speaks";
  }
  return fmt::format(kNext, check);
}

// What is shown is not always what is written: a path may hold what a terminal or CI obeys.
std::string shown_file(std::string_view name, std::string_view bytes) {
  std::string out = fmt::format("\n==> {} <==\n", name);
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    out += escape_for_log(bytes.substr(0, end), Edge::closed) + '\n';
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return out;
}

bool print(std::string_view text) {
  ReportFile out;
  if (!out.open({})) return false;
  out.write(text);
  return out.finish();
}

// The baseline is there before the configuration that names it.
bool write_files(NewFile& config, NewFile& baseline, const std::string& text, const Survey& survey,
                 std::string& said) {
  const bool known = survey.findings != 0;
  if (!config.prepare(text)) return false;
  if (known && (!baseline.prepare(survey.baseline) || !baseline.appear())) return false;
  if (!config.appear()) {
    baseline.take_back();
    return false;
  }
  said += fmt::format("\nWritten: {}", kConfigPath);
  said += known ? fmt::format(", {} ({})", kBaselineName, counted(survey.findings, "known finding"))
                : std::string();
  said += '\n';
  if (!known && baseline.remove_old()) said += fmt::format("Removed: {}\n", kBaselineName);
  return true;
}

bool enter(const Operands& operands) {
  if (operands.size() > 1) {
    complain("init takes one folder");
    return false;
  }
  if (operands.empty()) return true;
  std::error_code error;
  std::filesystem::current_path(operands.front(), error);
  if (!error) return true;
  complain("init: " + (operands.front().empty() ? "''" : operands.front()) + ": " +
           error.message());
  return false;
}

Exit run_init(const InitOptions& options, const Operands& operands) {
  if (!enter(operands)) return Exit::trouble;
  std::error_code error;
  Surroundings around(std::filesystem::current_path(error).string());
  if (error) {
    complain("the working directory: " + error.message());
    return Exit::trouble;
  }
  const auto over = options.force ? NewFile::Over::file : NewFile::Over::nothing;
  NewFile config(kConfigPath, over);
  NewFile baseline(kBaselineName, over);
  if (!options.dry_run) {
    const bool free = config.place_is_free();
    if (!baseline.place_is_free() || !free) return Exit::trouble;
  }

  Survey survey;
  Judge judge(options);
  if (!judge.prepare(around, survey) || !judge.look_through(survey)) return Exit::trouble;
  const std::string text = config_text(judge, first_config(options, survey));
  std::string said = summary(survey) + table(survey.rules) + about_place(around, survey);
  if (options.dry_run) {
    said += shown_file(kConfigPath, text);
    if (survey.findings != 0) said += shown_file(kBaselineName, survey.baseline);
    return print(said) ? Exit::ok : Exit::trouble;
  }
  if (!write_files(config, baseline, text, survey, said)) return Exit::trouble;
  said += next_steps(around, survey);
  return print(said) ? Exit::ok : Exit::trouble;
}

}  // namespace

void add_init(CLI::App& app, std::vector<Command>& commands) {
  const auto options = std::make_shared<InitOptions>();
  CLI::App* sub = app.add_subcommand(
      "init", "Begin in an old repository: count, take as known, write .urilint.toml");
  add_value(*sub, "--profile", options->profile,
            "repo (default), mail, proxy or review: which rules, how severe", "NAME");
  sub->add_flag("--force", options->force, "Replace the files that are there");
  sub->add_flag("--dry-run", options->dry_run, "Print the files, and write nothing");
  sub->add_option("-j", options->jobs, "How many threads (default: one a processor)")
      ->option_text("N")
      ->check(CLI::Range(1U, 256U));
  commands.push_back(
      {sub, [options](const Operands& operands) { return run_init(*options, operands); }});
}

}  // namespace urilint::cli
