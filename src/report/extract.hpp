// The report of `extract`: every URI with its position.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "find/finder.hpp"
#include "report/record.hpp"
#include "report/reporter.hpp"

namespace urilint {

/// One URI that was found.
struct ExtractRecord {
  std::string path;  ///< bytes as reported
  Location location;
  CandidateKind kind = CandidateKind::uri;
  bool identifier = false;  ///< names something where it stands
  Redacted uri;
  std::optional<std::string> uri_base64;  ///< redacted, not repaired; only if not UTF-8
  std::vector<Layer> layers;              ///< that it was decoded from, outermost first
  Redacted key;                           ///< empty: none
  std::vector<PrintedSpan> holes;         ///< bytes into `uri`
};

/// Calls come in the order begin, (uri | note)*, end.
class ExtractReporter {
 public:
  virtual ~ExtractReporter() = default;
  /// `version` is the program's.
  virtual void begin(std::string_view version) = 0;
  virtual void uri(const ExtractRecord& record) = 0;
  virtual void note(const NoteRecord& note) = 0;
  virtual void end() = 0;
};

/// `path:line:column: uri`, one a line, with the kind in parentheses if it has no scheme, or
/// `identifier`; notes as
/// in the text format of check.
[[nodiscard]] std::unique_ptr<ExtractReporter> make_extract_text_reporter(Output& out,
                                                                          const TextStyle& style);
/// One object `{schema, tool, version, uris, notes}`.
[[nodiscard]] std::unique_ptr<ExtractReporter> make_extract_json_reporter(Output& out);
/// One object a line, `type` `uri`, `note` or, last, `summary`.
[[nodiscard]] std::unique_ptr<ExtractReporter> make_extract_jsonl_reporter(Output& out);

}  // namespace urilint
