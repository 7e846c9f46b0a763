// docs/rules-format.md lists the signals that rule files may name, in their order.
#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "urilint/uri.hpp"

using namespace urilint;

namespace {

struct Row {
  std::string name;
  std::string words;
};

// The rows `| `name` | words |` of the section.
std::vector<Row> documented() {
  std::ifstream in(URILINT_SOURCE_DIR "/docs/rules-format.md");
  std::vector<Row> rows;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("## ")) inside = line == "## Signals";
    if (!inside || !line.starts_with("| `")) continue;
    const std::size_t end = line.find("` | ");
    REQUIRE(end != std::string::npos);
    rows.push_back({line.substr(3, end - 3), line.substr(end + 4)});
  }
  return rows;
}

}  // namespace

TEST_CASE("every signal has a line in docs/rules-format.md") {
  const std::vector<Row> rows = documented();
  REQUIRE(rows.size() == kSignalCount);
  for (std::size_t i = 0; i < kSignalCount; ++i) {
    CAPTURE(rows[i].name);
    CHECK(rows[i].name == name_of(static_cast<Signal>(i)));
    CHECK(rows[i].words.size() > 4);
    CHECK(rows[i].words.ends_with(" |"));
  }
}
