// A browser's table of names that deceive and names that do not, judged by all rules with its lists
// of well-known domains as protected names. What is missed on purpose is named with its reason.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rules/judging.hpp"

using namespace urilint;

namespace {

struct Miss {
  std::string_view host;
  std::string_view reason;
};

constexpr std::string_view kDiacritic =
    "an ordinary diacritic makes another word, and both may be well known";
constexpr std::string_view kShort = "only a label of four letters is like that of a protected name";
constexpr std::string_view kLigature = "oe is taken for the two letters o and e, not c and e";
constexpr std::string_view kShape = "one letter has no look-alike in the tables";
constexpr std::string_view kNotNamed = "looks like a domain that the lists do not hold";

constexpr Miss kMisses[] = {
    {"xn--fo-5ja.com", kDiacritic}, {"xn--e1azb9e.com", kShort},    {"xn--ae-fsa.com", kLigature},
    {"xn--6ca2t.com", kLigature},   {"xn--ily-n3y.com", kNotNamed}, {"xn--ridq5c9hnd.com", kShape},
};

std::filesystem::path folder() {
  const char* const shared = std::getenv("URILINT_SHARED");
  const std::filesystem::path beside = std::filesystem::path(URILINT_SOURCE_DIR) / "../shared";
  return (shared != nullptr ? std::filesystem::path(shared) : beside) / "corpora/idn";
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::vector<std::string> out;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.front() != '#') out.push_back(line);
  }
  return out;
}

struct Row {
  std::string ascii, unicode, expected;
};

std::vector<Row> rows() {
  std::vector<Row> out;
  for (const std::string& line : lines_of(folder() / "chromium-idn-spoof-cases.tsv")) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (second == std::string::npos) continue;
    out.push_back({line.substr(0, first), line.substr(first + 1, second - first - 1),
                   line.substr(second + 1)});
  }
  return out;
}

EngineOptions watching() {
  const auto names = std::make_shared<ProtectedNames>();
  for (const char* const file :
       {"chromium-top-idn_test_domains.list", "chromium-top-test_domains.list"}) {
    for (const std::string& name : lines_of(folder() / file)) REQUIRE(names->add(name));
  }
  EngineOptions options;
  options.protected_names = names;
  return options;
}

class Reviewer {
 public:
  Reviewer() : engine_(judging::all_rules(Profile::review), watching()) {}

  // The rules that say something at warning or above.
  std::string worse_than_note(const std::string& host) {
    const std::string uri = "https://" + host + "/";
    Document document;
    document.add({uri, {}, Layer::raw});
    Candidate candidate;
    candidate.where = {kRawText, 0, static_cast<Off>(uri.size())};
    candidate.strict_list = true;
    std::string out;
    const Judgement judgement = engine_.judge(document, candidate, scratch_);
    for (const Finding& finding : judgement.findings) {
      if (finding.severity >= Severity::warning) out += std::string(finding.rule->info->id) + ' ';
    }
    engine_.release(document, scratch_);
    return out;
  }

 private:
  Engine engine_;
  Scratch scratch_;
};

const Miss* miss_of(std::string_view host) {
  const auto* const found = std::find_if(std::begin(kMisses), std::end(kMisses),
                                         [host](const Miss& miss) { return miss.host == host; });
  return found == std::end(kMisses) ? nullptr : found;
}

}  // namespace

TEST_CASE("names: a browser's table of deceptive names") {
  if (!std::filesystem::exists(folder() / "chromium-idn-spoof-cases.tsv")) {
    WARN("skipped: no corpora/idn in URILINT_SHARED");
    return;
  }
  Reviewer reviewer;
  std::size_t unsafe = 0, flagged = 0, safe = 0;
  for (const Row& row : rows()) {
    CAPTURE(row.ascii, row.unicode);
    const std::string said = reviewer.worse_than_note(row.ascii);
    if (row.expected == "safe") {
      ++safe;
      CHECK(said.empty());
      CHECK(reviewer.worse_than_note(row.unicode).empty());
    } else if (row.expected == "unsafe") {
      ++unsafe;
      const Miss* const miss = miss_of(row.ascii);
      CHECK(said.empty() == (miss != nullptr));
      if (miss != nullptr) std::cout << "missed: " << row.ascii << ": " << miss->reason << '\n';
      if (!said.empty()) ++flagged;
    }
  }
  CHECK(safe > 50);
  CHECK(unsafe > 150);
  CHECK(flagged * 100 >= unsafe * 95);
}
