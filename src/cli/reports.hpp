// The reports of one run: `--format` to `--output`, and each `--report FORMAT=FILE`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/cli.hpp"

namespace urilint::cli {

struct ReportOptions {
  std::string format = "text";
  std::string output;
  std::vector<std::string> more;  ///< `FORMAT=FILE`
  std::string color = "auto";
  bool quiet = false;
  bool stats = false;
  std::string progress = "auto";

  /// Adds `--format`, `--output`, `--report`, `--color`, `--quiet`, `--stats` and `--progress`.
  void add_to(CLI::App& app);
};

class Reports {
 public:
  /// Complains and returns false if an option is wrong. Nothing is written yet.
  [[nodiscard]] bool choose(const ReportOptions& options);
  /// Complains and returns false if a file cannot be written. A walk after this would see the files
  /// in the making.
  [[nodiscard]] bool open();

  /// The files that are written, which a walk must not read.
  [[nodiscard]] std::vector<std::string> paths() const;
  /// What the reports together want of each record.
  [[nodiscard]] bool wants_snippets() const noexcept;
  [[nodiscard]] bool wants_hints() const noexcept;
  [[nodiscard]] bool wants_byte_columns() const noexcept;
  /// Whether a report goes to a terminal, as far as they are open.
  [[nodiscard]] bool on_terminal() const noexcept;

  void begin(const RunInfo& run);
  void finding(const Record& record);
  /// A finding that does not count: for the formats that can say so.
  void suppressed(const Record& record);
  /// Whom a note is for, besides machines: people who ask for `--stats`, all people, or those who
  /// do not read standard error, where it stands already.
  enum class Audience : std::uint8_t { stats, all, told };
  void note(const NoteRecord& note, Audience audience);
  /// What a format had to leave out is said on standard error, too.
  void end(const Summary& summary);
  /// Makes the files appear. Complains and returns false if anything went wrong.
  [[nodiscard]] bool finish();

 private:
  struct Report {
    std::string format;
    std::string path;
    std::unique_ptr<ReportFile> file;
    std::unique_ptr<Reporter> reporter;
  };
  /// `option` is a literal: it names what is complained about.
  [[nodiscard]] bool add(std::string_view option, const std::string& format,
                         const std::string& path);
  [[nodiscard]] bool wants(std::string_view format) const noexcept;

  std::vector<Report> reports_;
  ReportOptions options_;
};

}  // namespace urilint::cli
