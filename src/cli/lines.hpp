// Operands of commands that take URI references: as written, or `-` for the lines of standard
// input.
#pragma once

#include <iostream>
#include <span>
#include <string>

namespace urilint::cli {

/// Calls `each(std::string&)` for every reference. Unlike in a list of findings an empty line is
/// one, the empty reference (RFC 3986 section 4.4), so that line N of the output answers line N. A
/// line ends in LF or CRLF.
template <typename Each>
void for_each_reference(std::span<const std::string> operands, const Each& each) {
  for (const std::string& operand : operands) {
    if (operand != "-") {
      each(operand);
      continue;
    }
    for (std::string line; std::getline(std::cin, line);) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      each(line);
    }
  }
}

}  // namespace urilint::cli
