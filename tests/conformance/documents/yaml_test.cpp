// Scalars as the YAML test suite gives them in its event trees: keys and values, in order, empty
// ones left out.
#include <catch2/catch.hpp>
#include <map>

#include "conformance/documents/suites.hpp"
#include "support/reader_invariants.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

constexpr Exception kExceptions[] = {
    {"L24T/1", "the file ends without a line break, which the suite adds"},
};

struct Case {
  std::string yaml;
  std::string tree;
  bool fails = false;
};

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t i = 0; (i = text.find(what, i)) != std::string::npos; i += by.size()) {
    text.replace(i, what.size(), by);
  }
  return text;
}

/// The suite writes what cannot be seen as signs.
std::string unsigned_text(std::string text) {
  text = replaced(std::move(text), "␣", " ");
  for (const std::string_view tab : {"————»", "———»", "——»", "—»", "»"}) {
    text = replaced(std::move(text), tab, "\t");
  }
  text = replaced(std::move(text), "⇔", "\xef\xbb\xbf");
  text = replaced(std::move(text), "←", "\r");
  text = replaced(std::move(text), "↵", "");
  const std::size_t end = text.find("∎");
  if (end != std::string::npos) text.resize(end);
  return text;
}

/// The cases of one file: its list of mappings, with block scalars at a known indent.
std::vector<Case> cases_of(const std::string& file) {
  std::vector<Case> cases;
  std::string* block = nullptr;
  std::size_t begin = 0;
  while (begin < file.size()) {
    const std::size_t end = std::min(file.find('\n', begin), file.size());
    std::string line = file.substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with("- ")) {
      Case next;
      if (!cases.empty()) next.tree = cases.back().tree;
      cases.push_back(std::move(next));
      line[0] = ' ';
    }
    if (line.starts_with("    ") || line.empty()) {
      if (block != nullptr) *block += (line.empty() ? "" : line.substr(4)) + "\n";
      continue;
    }
    block = nullptr;
    if (cases.empty()) continue;
    const std::string_view rest = std::string_view(line).substr(2);
    if (rest.starts_with("yaml: |")) block = &cases.back().yaml;
    if (rest.starts_with("tree: |")) block = &cases.back().tree;
    if (block != nullptr) block->clear();
    if (rest == "fail: true") cases.back().fails = true;
  }
  for (Case& one : cases) {
    // The block ends with one line feed, whatever stands behind it in the file.
    while (one.yaml.ends_with("\n\n")) one.yaml.pop_back();
    one.yaml = unsigned_text(one.yaml);
    one.tree = unsigned_text(one.tree);
  }
  return cases;
}

/// The text of an event, whose escapes are `\n`, `\t`, `\r`, `\b`, `\\`.
std::string event_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    constexpr std::string_view kLetters = "ntrb0";
    constexpr std::string_view kBytes("\n\t\r\b\0", 5);
    const std::size_t letter = kLetters.find(text[++i]);
    out += letter == std::string_view::npos ? text[i] : kBytes[letter];
  }
  return out;
}

std::string visible(std::string_view text) {
  return replaced(replaced(std::string(text), "\n", "\\n"), "\t", "\\t");
}

/// The scalars of an event tree: `=VAL` with anchors and tags before a sign of its style.
std::string wanted_scalars(const std::string& tree) {
  std::string out;
  for (std::size_t begin = 0; begin < tree.size();) {
    const std::size_t end = std::min(tree.find('\n', begin), tree.size());
    std::string_view line = std::string_view(tree).substr(begin, end - begin);
    begin = end + 1;
    const std::size_t at = line.find("=VAL ");
    if (at == std::string_view::npos || line.find_first_not_of(' ') != at) continue;
    line.remove_prefix(at + 5);
    while (line.starts_with('&') || line.starts_with('<')) {
      const std::size_t stop = line.starts_with('<') ? line.find('>') + 1 : line.find(' ');
      line.remove_prefix(std::min(stop + 1, line.size()));
    }
    const std::string text = event_text(line.substr(1));
    if (!text.empty()) out += visible(text) + " | ";
  }
  return out;
}

/// Not a comment, a directive, a tag or an anchor. Keys have no escaper.
bool is_scalar(const Pushed& pushed) {
  if (pushed.escaper != nullptr) return true;
  constexpr std::string_view kOthers = "%!&*";
  return pushed.context != Segment::Context::comment && !pushed.text.empty() &&
         kOthers.find(pushed.text[0]) == std::string_view::npos;
}

std::string found_scalars(const std::string& yaml) {
  std::string out;
  for (const Pushed& pushed : read_segments(Format::yaml, yaml)) {
    if (is_scalar(pushed)) out += visible(pushed.text) + " | ";
  }
  return out;
}

}  // namespace

TEST_CASE("scalars of YAML are those of the suite") {
  const auto folder = suite("yaml-test-suite");
  if (!folder) return;
  Tally tally("yaml-test-suite, scalars", kExceptions, 0.95);
  for (const auto& path : files_in(*folder)) {
    std::size_t number = 0;
    for (const Case& one : cases_of(bytes_of(path))) {
      const std::string name = path.stem().string() + "/" + std::to_string(number++);
      if (one.fails) continue;
      const std::string wanted = wanted_scalars(one.tree);
      const std::string found = found_scalars(one.yaml);
      tally.judge(name, found == wanted ? "" : "\n  read: " + found + "\nwanted: " + wanted);
    }
  }
}

TEST_CASE("no bytes of the YAML suite break an invariant") {
  const auto folder = suite("yaml-test-suite");
  if (!folder) return;
  Tally tally("yaml-test-suite, invariants", {}, 1.0);
  for (const auto& path : files_in(*folder)) {
    const std::string file = bytes_of(path);
    std::string fault = reader_fault(Format::yaml, file);
    for (const Case& one : cases_of(file)) {
      if (fault.empty()) fault = reader_fault(Format::yaml, one.yaml);
    }
    tally.judge(path.stem().string(), fault);
  }
}
