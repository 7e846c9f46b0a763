// verdict: one answer about a message or a URI, about each of several files, or (--stream) about
// each line. Configuration decides what flags and what blocks.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <iostream>

#include "cli/cli.hpp"
#include "cli/inputs.hpp"
#include "report/escape.hpp"
#include "report/key.hpp"
#include "report/reporter.hpp"
#include "source/descriptor.hpp"
#include "source/paths.hpp"
#include "urilint/names.hpp"
#include "verdict/answer.hpp"
#include "verdict/message.hpp"
#include "verdict/stream.hpp"

namespace urilint::cli {
namespace {

// Nested deeper than the engine looks by itself: gateways, trackers and redirectors add up in mail,
// and what is left unread flags.
constexpr std::uint8_t kDepth = 8;
constexpr std::size_t kTexts = 64;

struct VerdictOptions {
  RuleOptions rules;
  std::string config;
  bool no_config = false;
  std::string as = "auto";
  std::string stdin_filename = "stdin";
  std::string files_from;
  bool nul = false;
  bool stream = false;
  std::string flag_on, block_on, fail_on = "flag";
  std::uint64_t max_size = 0, max_links = 0, max_seconds = 0;  // 0: as configured
  std::string format = "text";
  bool show_secrets = false;
};

// Bytes that were read already.
class Memory final : public ByteSource {
 public:
  explicit Memory(std::string_view bytes) noexcept : left_(bytes) {}
  [[nodiscard]] std::uint64_t size() const noexcept override { return left_.size(); }
  [[nodiscard]] std::size_t read(char* to, std::size_t most) override {
    const std::size_t got = left_.copy(to, most);
    left_.remove_prefix(got);
    return got;
  }
  [[nodiscard]] std::string error() const override { return {}; }

 private:
  std::string_view left_;
};

// One line, and nothing in it that ends a URI in running text.
bool is_one_reference(std::string_view text) noexcept {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (text.empty()) return false;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= 0x20) return false;
  }
  return true;
}

std::optional<VerdictWords::Level> threshold_of(std::string_view name) {
  if (name.empty()) return std::nullopt;
  if (name == "never") return VerdictWords::Level{};
  return VerdictWords::Level{severity_of(name)};
}

// The setups of messages and of requests, each made when it is needed.
class Judges {
 public:
  /// Complains and returns false if an option or the configuration is wrong.
  [[nodiscard]] bool load(const VerdictOptions& options) {
    if (options.no_config && !options.config.empty()) {
      complain("--no-config excludes --config");
      return false;
    }
    if (!rules_.load(options.rules, *tree_, RuleSet::Selecting::with_configuration)) return false;
    std::error_code error;
    directory_ = std::filesystem::current_path(error).string();
    if (error) {
      complain("the working directory: " + error.message());
      return false;
    }
    given_ = rules_.setup_options();
    given_.working_directory = directory_;
    given_.search = !options.no_config;
    given_.config_file = options.config;
    given_.bounds.max_depth = kDepth;
    given_.bounds.max_texts = kTexts;
    VerdictWords& words = given_.verdict;
    words.flag_on = threshold_of(options.flag_on);
    words.block_on = threshold_of(options.block_on);
    words.min_confidence = given_.min_confidence;
    if (options.max_size != 0) words.max_size = options.max_size;
    if (options.max_links != 0) words.max_links = options.max_links;
    if (options.max_seconds != 0) words.max_seconds = options.max_seconds;
    return true;
  }

  /// Of files in the working directory. Null: complained.
  [[nodiscard]] const Setup* setup(Profile profile) {
    auto& slot = setups_[static_cast<std::size_t>(profile)];
    if (slot) return &slot->of(absolute_path(directory_, "x")).whole();
    SetupOptions options = given_;
    options.default_profile = profile;
    slot = std::make_unique<Setups>(std::move(options), tree_);
    const Setup& setup = slot->of(absolute_path(directory_, "x")).whole();
    for (const std::string& words : slot->errors()) complain(redacted_words(words, false).view());
    const std::vector<std::string> unknown = slot->unknown_selectors();
    if (!unknown.empty()) {
      complain("'" + unknown.front() + "' is no rule, family or matching glob" +
               hint(unknown.front(), names_of(rules_.all(), Names::selectors)));
    }
    return slot->errors().empty() && unknown.empty() ? &setup : nullptr;
  }

 private:
  std::shared_ptr<const ConfigTree> tree_ = std::make_shared<DiskTree>();
  RuleSet rules_;
  SetupOptions given_;
  std::string directory_;
  std::array<std::unique_ptr<Setups>, 4> setups_;
};

// Reads what is there, answers it, and reads again: a request that comes alone is answered at once,
// and many are answered together. Nothing is read while an answer waits for its reader.
Exit run_stream(const VerdictOptions& options, Judges& judges) {
  const Setup* const setup = judges.setup(Profile::proxy);
  if (setup == nullptr) return Exit::trouble;
  RequestStream requests(*setup, setup->limits, options.show_secrets);
  std::vector<char> buffer(std::size_t{256} << 10);
  std::string answers;
  const auto tell = [&answers] {
    const bool told = write_all(STDOUT_FILENO, answers);
    if (!told) complain(std::string("standard output: ") + std::strerror(errno));
    answers.clear();
    return told;
  };
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      pollfd wait{STDIN_FILENO, POLLIN, 0};
      ::poll(&wait, 1, -1);
      continue;
    }
    if (got < 0) {
      complain(std::string("standard input: ") + std::strerror(errno));
      return Exit::trouble;
    }
    if (got == 0) break;
    requests.feed({buffer.data(), static_cast<std::size_t>(got)}, answers);
    if (!tell()) return Exit::trouble;
  }
  requests.finish(answers);
  return tell() ? Exit::ok : Exit::trouble;
}

std::string place_of(const Record& record) {
  if (!record.location) return {};
  std::string out = fmt::format(" {}:{}", record.location->line, record.location->column);
  if (!record.key.empty()) out += " (" + escape_for_log(record.key.view()) + ')';
  return out;
}

class Answers {
 public:
  Answers(const VerdictOptions& options, ReportFile& out, bool several)
      : options_(options), out_(out), several_(several) {
    if (options.format == "json" && several) json_.begin_array();
  }

  void add(const std::string& path, std::string_view profile, const Decision& decision) {
    if (options_.format == "text") {
      text(path, decision);
    } else if (options_.format == "header") {
      if (several_) out_.write(escape_for_log(path, Edge::open) + ": ");
      out_.write(header_of(decision));
    } else {
      object(path, profile, decision);
      if (options_.format == "jsonl") json_.finish(out_);
    }
  }

  void finish() {
    if (options_.format != "json") return;
    if (several_) json_.end_array();
    json_.finish(out_);
  }

 private:
  void text(const std::string& path, const Decision& decision) {
    if (several_) out_.write(escape_for_log(path, Edge::open) + ": ");
    out_.write(std::string(name_of(decision.verdict)) + '\n');
    for (const Reason& reason : decision.reasons) {
      std::string line = "  ";
      line += name_of(reason.verdict);
      line += ": ";
      if (reason.record) {
        line += fmt::format("{}[{}]{}: ", name_of(reason.record->severity), reason.code,
                            place_of(*reason.record));
      } else {
        line += std::string(reason.code) + ": ";
      }
      out_.write(line + escape_for_log(reason.message, Edge::closed) + '\n');
    }
    if (decision.more != 0) out_.write(fmt::format("  and {} more\n", decision.more));
  }

  void object(const std::string& path, std::string_view profile, const Decision& decision) {
    json_.begin_object();
    json_.member("schema", kJsonSchema);
    json_.member("type", "verdict");
    json_.member("path", path);
    json_.member("profile", profile);
    write_members(json_, decision);
    json_.key("stats");
    json_.begin_object();
    json_.member("uris", decision.uris);
    json_.member("bytes", decision.bytes);
    json_.end_object();
    json_.end_object();
  }

  const VerdictOptions& options_;
  ReportFile& out_;
  bool several_;
  JsonWriter json_;
};

// What standard input holds, up to a byte more than is judged.
bool read_stdin(std::uint64_t most, std::string& out) {
  const int copy = ::dup(STDIN_FILENO);
  if (copy >= 0) {
    const Descriptor input(copy);
    if (auto bytes = read_all(input, static_cast<std::size_t>(most) + 1)) {
      out = std::move(*bytes);
      return true;
    }
  }
  complain(std::string("standard input: ") + std::strerror(errno));
  return false;
}

Exit run_files(const VerdictOptions& options, const Operands& operands, Judges& judges) {
  InputOptions given;
  given.as = options.as;
  given.stdin_filename = options.stdin_filename;
  given.files_from = options.files_from;
  given.nul = options.nul;
  Operands paths = operands;
  if (paths.empty() && options.files_from.empty()) paths.emplace_back("-");
  Inputs inputs = collect(given, paths, {});
  if (!inputs.usable) return Exit::trouble;
  bool trouble = false;
  for (const SkipNote& note : inputs.skipped) {
    trouble = trouble || note.fatal;
    static_cast<void>(note_of(note));
  }
  const bool list = inputs.read.format == Format::list;
  const Setup* const mail = judges.setup(list ? Profile::proxy : Profile::mail);
  if (mail == nullptr) return Exit::trouble;
  MessageJudge messages(*mail, mail->limits, options.show_secrets);

  ReportFile out;
  if (!out.open("")) return Exit::trouble;
  const bool several =
      inputs.files.size() != 1 || paths.size() != 1 || std::filesystem::is_directory(paths.front());
  Answers answers(options, out, several);
  Verdict gravest = Verdict::pass;
  for (Input& input : inputs.files) {
    const Setup* setup = mail;
    Decision decision;
    bool unreadable = false;
    std::string bytes;
    if (input.is_stdin) {
      if (!read_stdin(mail->limits.size.value_or(VerdictLimits::kMessage), bytes)) {
        return Exit::trouble;
      }
      input.is_stdin = false;
      input.source = [&bytes] { return std::make_unique<Memory>(bytes); };
      if (inputs.read.format == Format::automatic && is_one_reference(bytes)) {
        setup = judges.setup(Profile::proxy);
        if (setup == nullptr) return Exit::trouble;
        MessageJudge one(*setup, setup->limits, options.show_secrets);
        decision = one.judge(input, Format::list, unreadable);
      } else {
        decision = messages.judge(input, inputs.read.format, unreadable);
      }
    } else {
      decision = messages.judge(input, inputs.read.format, unreadable);
      if (unreadable) complain(input.path + ": " + decision.reasons.front().message);
    }
    trouble = trouble || unreadable;
    gravest = std::max(gravest, decision.verdict);
    answers.add(input.path, name_of(setup->thresholds.profile), decision);
  }
  answers.finish();
  if (!out.finish() || trouble) return Exit::trouble;
  const auto fails = verdict_of(options.fail_on);
  return fails && gravest >= *fails ? Exit::findings : Exit::ok;
}

Exit run_verdict(const VerdictOptions& options, const Operands& operands) {
  Judges judges;
  if (!judges.load(options)) return Exit::trouble;
  if (!options.stream) return run_files(options, operands, judges);
  if (!operands.empty() && operands != Operands{"-"}) {
    complain("verdict --stream reads standard input, not " + operands.front());
    return Exit::trouble;
  }
  return run_stream(options, judges);
}

void add_bound(CLI::App& app, const std::string& name, std::uint64_t& value, std::uint64_t most,
               const std::string& help) {
  app.add_option(name, value, help)->option_text("N")->check(CLI::Range(std::uint64_t{1}, most));
}

}  // namespace

void add_verdict(CLI::App& app, std::vector<Command>& commands) {
  const auto options = std::make_shared<VerdictOptions>();
  CLI::App* sub = app.add_subcommand(
      "verdict", "Answer pass, flag or block about a message, a URI, or each line of a stream");
  options->rules.add_to(*sub);
  sub->remove_option(sub->get_option("--min-severity"));
  add_value(*sub, "--min-confidence", options->rules.min_confidence,
            "Findings below low, medium (default) or high decide nothing", "C");
  add_value(*sub, "--config", options->config, "Read this configuration, not .urilint.toml",
            "FILE");
  sub->add_flag("--no-config", options->no_config, "Read no configuration");
  const std::vector<std::string_view> names = format_names();
  sub->add_option("--as", options->as, "auto, eml, mbox, list (each line is one URI), text, html …")
      ->option_text("FORMAT")
      ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
  add_value(*sub, "--stdin-filename", options->stdin_filename, "The name that - is reported by",
            "NAME");
  add_value(*sub, "--files-from", options->files_from,
            "Paths to judge, one a line (-: standard input)", "FILE");
  sub->add_flag("-0", options->nul, "Paths of --files-from end in NUL");
  sub->add_flag("--stream", options->stream, "Answer each line of standard input, in order");
  const auto levels = CLI::IsMember({"note", "warning", "error", "never"});
  sub->add_option("--flag-on", options->flag_on,
                  "Flag from note, warning (default) or error on; never")
      ->option_text("S")
      ->check(levels);
  sub->add_option("--block-on", options->block_on,
                  "Block from note, warning or error (default) on; never")
      ->option_text("S")
      ->check(levels);
  sub->add_option("--fail-on", options->fail_on, "Exit 1 from flag (default) or block on; never")
      ->option_text("V")
      ->check(CLI::IsMember({"flag", "block", "never"}));
  add_bound(*sub, "--max-size", options->max_size, kVerdictSizeMax,
            "Bytes that are read of a message (64 MiB) or a line (1 MiB); more is flagged");
  add_bound(*sub, "--max-links", options->max_links, kVerdictLinksMax,
            "URIs that are judged of a message (10000); more are flagged");
  add_bound(*sub, "--max-seconds", options->max_seconds, kVerdictSecondsMax,
            "How long a message is judged (10); what takes longer is flagged");
  sub->add_option("--format", options->format, "text, json, jsonl or header")
      ->option_text("F")
      ->check(CLI::IsMember({"text", "json", "jsonl", "header"}));
  sub->add_flag("--show-secrets", options->show_secrets, "Do not mask secrets");
  commands.push_back(
      {sub, [options](const Operands& operands) { return run_verdict(*options, operands); }});
}

}  // namespace urilint::cli
