// The interface of all output formats of `check`, and where bytes go.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "report/record.hpp"

namespace urilint {

/// Collects bytes; the owner decides where they go (standard output, a file written at the end).
class Output {
 public:
  virtual ~Output() = default;
  virtual void write(std::string_view bytes) = 0;
};
class StringOutput final : public Output {
 public:
  void write(std::string_view bytes) override { text.append(bytes); }
  std::string text;
};

/// How many columns and colours a person's terminal has.
struct TextStyle {
  bool color = false;
  bool quiet = false;  ///< findings only, no summary
  bool stats = false;
  std::size_t width = 100;
};

/// One output format. Calls come in the order begin, (finding | note)*, end; findings are already
/// in their final order.
class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual void begin(const RunInfo& run) = 0;
  virtual void finding(const Record& record) = 0;
  virtual void note(const NoteRecord& note) = 0;
  virtual void end(const Summary& summary) = 0;
  /// After `end`: what the format had to leave out, in words; empty if nothing.
  [[nodiscard]] virtual std::string left_out() const { return {}; }
};

[[nodiscard]] std::unique_ptr<Reporter> make_text_reporter(Output& out, const TextStyle& style);
[[nodiscard]] std::unique_ptr<Reporter> make_json_reporter(Output& out, bool stats);
[[nodiscard]] std::unique_ptr<Reporter> make_jsonl_reporter(Output& out);
[[nodiscard]] std::unique_ptr<Reporter> make_sarif_reporter(Output& out);
[[nodiscard]] std::unique_ptr<Reporter> make_github_reporter(Output& out);
[[nodiscard]] std::unique_ptr<Reporter> make_gitlab_reporter(Output& out);
[[nodiscard]] std::unique_ptr<Reporter> make_checkstyle_reporter(Output& out);
[[nodiscard]] std::unique_ptr<Reporter> make_junit_reporter(Output& out);
[[nodiscard]] std::unique_ptr<Reporter> make_rdjson_reporter(Output& out);
[[nodiscard]] std::unique_ptr<Reporter> make_csv_reporter(Output& out);

/// The formats of `check`, in the order of the contract: `text`, `json`, `jsonl`, `sarif`,
/// `github`, `gitlab`, `checkstyle`, `junit`, `rdjson`, `csv`.
[[nodiscard]] std::span<const std::string_view> report_formats() noexcept;
/// The reporter of one of `report_formats`; null for any other name. Only `text` has a style;
/// `json` takes its `stats`.
[[nodiscard]] std::unique_ptr<Reporter> make_reporter(std::string_view format, Output& out,
                                                      const TextStyle& style);

}  // namespace urilint
