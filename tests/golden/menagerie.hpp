// Records of every kind that a report may meet, most of them hostile. All values are invented.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/extract.hpp"
#include "report/inspect.hpp"
#include "report/record.hpp"

namespace urilint::golden {

[[nodiscard]] RunInfo run_info();
[[nodiscard]] std::vector<Record> findings();
/// Of the formats that say why a finding does not count.
[[nodiscard]] std::vector<Record> suppressed_findings();
[[nodiscard]] std::vector<NoteRecord> notes();
[[nodiscard]] Summary summary();
[[nodiscard]] std::vector<InspectRecord> inspected();
[[nodiscard]] std::vector<ExtractRecord> extracted();

/// Where `part` first stands in `text`; fails the run if it does not.
[[nodiscard]] PrintedSpan span_in(std::string_view text, std::string_view part);

}  // namespace urilint::golden
