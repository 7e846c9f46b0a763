// Strings and their key paths as toml-test gives them; nothing lost or broken.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
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

/// The strings with their keys as the oracle writes them. A quoted key is a string, too; it is one
/// of the names in its own path.
std::multiset<std::string> strings_of(std::string_view toml) {
  std::multiset<std::string> out;
  for (const Pushed& pushed : read_segments(Format::toml, toml)) {
    if (pushed.escaper != nullptr) out.insert(hex(pushed.key) + "=" + hex(pushed.text));
  }
  return out;
}

/// What is wanted and not found; then what is found and no name of a key.
std::string fault_of(std::multiset<std::string> found, const std::vector<std::string>& wanted) {
  for (const std::string& pair : wanted) {
    const auto at = found.find(pair);
    if (at == found.end()) return "not found: " + pair;
    found.erase(at);
  }
  for (const std::string& pair : found) {
    const std::string name = pair.substr(pair.find('=') + 1);
    const std::string path = pair.substr(0, pair.find('='));
    const bool escaped =
        name.find("22") != std::string::npos || name.find("5c") != std::string::npos;
    if (path.find(name) == std::string::npos && !escaped) return "too much: " + pair;
  }
  return {};
}

}  // namespace

TEST_CASE("strings of TOML are those of the suite") {
  const auto folder = suite("toml-valid");
  if (!folder) return;
  std::istringstream lines(oracle("toml_strings.py", *folder));
  Tally tally("toml-valid, strings", {}, 0.95);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    std::vector<std::string> wanted;
    for (std::string word; words >> word;) wanted.push_back(word);
    tally.judge(name, fault_of(strings_of(bytes_of(*folder / (name + ".toml"))), wanted));
  }
}

TEST_CASE("no bytes of the TOML suite break an invariant") {
  const auto folder = suite("toml-valid");
  if (!folder) return;
  Tally all("toml-valid, invariants", {}, 1.0);
  for (const auto& path : files_in(*folder)) {
    if (path.extension() != ".toml") continue;
    all.judge(path.filename().string(), reader_fault(Format::toml, bytes_of(path)));
  }
}
