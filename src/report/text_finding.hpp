// One finding for people; shared by check and inspect.
#pragma once

#include <string>

#include "report/paint.hpp"
#include "report/record.hpp"
#include "report/reporter.hpp"

namespace urilint {

/// Appends the finding: `path:line:column: error[rule] message`, the line with its marks, help and
/// notes, and an empty line.
void append_finding_text(const Record& record, const TextStyle& style, std::string& out);

/// `note: path: message` and a line feed.
[[nodiscard]] std::string note_line(const NoteRecord& note, const Painter& paint);

/// Words of our own or of a pack on one line: blanks and line ends collapsed, then escaped (a
/// closed edge must follow).
[[nodiscard]] std::string one_line(std::string_view words);

}  // namespace urilint
