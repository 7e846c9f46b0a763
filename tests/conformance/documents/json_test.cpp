// Strings as Python's json reads them; nothing lost or broken on what is no JSON.
#include <catch2/catch.hpp>
#include <sstream>

#include "conformance/documents/suites.hpp"
#include "support/reader_invariants.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string hex(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    out += kDigits[static_cast<unsigned char>(c) >> 4U];
    out += kDigits[static_cast<unsigned char>(c) & 0xfU];
  }
  return out;
}

/// The strings that the reader pushes, empty ones left out, as the oracle writes them.
std::string strings_of(std::string_view json) {
  std::string out;
  for (const Pushed& pushed : read_segments(Format::json, json)) {
    if (pushed.escaper != nullptr || pushed.context == Segment::Context::value)
      out += " " + hex(pushed.text);
  }
  return out;
}

}  // namespace

TEST_CASE("strings of JSON are those that Python decodes") {
  const auto folder = suite("json-parsing");
  if (!folder) return;
  std::istringstream lines(oracle("json_strings.py", *folder));
  Tally valid("json-parsing, strings", {}, 1.0);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    std::string verdict;
    words >> name >> verdict;
    if (verdict != "valid") continue;
    std::string wanted;
    for (std::string word; words >> word;) {
      if (word != "-") wanted += " " + word;
    }
    const std::string found = strings_of(bytes_of(*folder / name));
    valid.judge(name, found == wanted ? "" : "read as" + found + ", not" + wanted);
  }
}

TEST_CASE("no bytes of the JSON suite break an invariant") {
  const auto folder = suite("json-parsing");
  if (!folder) return;
  Tally all("json-parsing, invariants", {}, 1.0);
  for (const auto& path : files_in(*folder)) {
    all.judge(path.filename().string(), reader_fault(Format::json, bytes_of(path)));
  }
}
