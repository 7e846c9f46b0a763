// Operands of commands that take URI references: as written, or `-` for the lines of standard
// input.
#pragma once

#include <iostream>
#include <span>
#include <string>

namespace urilint::cli {

/// What an empty line of standard input is: the empty reference (RFC 3986 section 4.4), so that
/// line N of the output answers line N, or nothing, as in a list of findings.
enum class EmptyLine { reference, skipped };

/// Calls `each(const std::string&)` for every reference. A line ends in LF or CRLF.
template <typename Each>
void for_each_reference(std::span<const std::string> operands, EmptyLine empty, const Each& each) {
  for (const std::string& operand : operands) {
    if (operand != "-") {
      each(operand);
      continue;
    }
    for (std::string line; std::getline(std::cin, line);) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (!line.empty() || empty == EmptyLine::reference) each(line);
    }
  }
}

}  // namespace urilint::cli
