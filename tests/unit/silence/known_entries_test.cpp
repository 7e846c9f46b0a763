// Which of several like findings get the entries of a baseline, as tables of letters.
#include "silence/known_entries.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

using namespace urilint;

namespace {

using Line = OldFindings::Line;

struct Secret {
  char letter;
  bool changed;
};

// `aB`: a finding with secret a on an old line, one with secret b on a new one.
std::vector<Secret> secrets_of(std::string_view text) {
  std::vector<Secret> out;
  for (const char c : text) {
    const bool upper = c >= 'A' && c <= 'Z';
    out.push_back({upper ? static_cast<char>(c - 'A' + 'a') : c, upper});
  }
  return out;
}

std::optional<std::uint16_t> tag_of(char letter) {
  if (letter == '-') return std::nullopt;
  return static_cast<std::uint16_t>(letter);
}

Record finding() {
  Record record;
  record.rule = "rule";
  record.component = Component::host;
  return record;
}

// A baseline of the findings that `known` tells; a blank is one that a comment suppressed.
Baseline baseline_of(std::string_view known) {
  std::vector<BaselineEntry> entries;
  Fingerprints fingerprints;
  for (const char letter : known) {
    Record record = finding();
    fingerprints.sign(record, "a");
    if (letter == ' ') continue;
    record.secret_tag = tag_of(letter);
    entries.push_back(baseline_entry(record, "a"));
  }
  auto baseline = Baseline::read(Baseline::fresh(1).write(std::move(entries)));
  REQUIRE(baseline);
  return std::move(*baseline);
}

enum class Compared : bool { no, yes };

// For each finding `k` if it is known, else `n`; then, behind a blank, how many entries are stale.
std::string given(std::string_view known, std::string_view found, Compared compared) {
  Baseline baseline = baseline_of(known);
  OldFindings old;
  Fingerprints first;
  for (const Secret& secret : secrets_of(found)) {
    Record record = finding();
    first.sign(record, "a");
    old.add(first.sameness(), tag_of(secret.letter), secret.changed ? Line::changed : Line::old);
  }
  old.finish();
  KnownEntries entries;
  Fingerprints fingerprints;
  std::string out;
  for (const Secret& secret : secrets_of(found)) {
    Record record = finding();
    fingerprints.sign(record, "a");
    const bool is_known = entries.give(baseline, fingerprints, tag_of(secret.letter),
                                       compared == Compared::yes ? &old : nullptr,
                                       secret.changed ? Line::changed : Line::old);
    out += is_known ? 'k' : 'n';
  }
  const auto stale = baseline.stale([](const BaselineEntry&) { return true; });
  return out + ' ' + std::to_string(stale.size());
}

}  // namespace

TEST_CASE("where no line is new, findings get entries in their order") {
  struct Case {
    std::string_view known, found, given;
  };
  constexpr Case kCases[] = {
      {"", "a", "n 0"},    {"a", "a", "k 0"},    {"a", "aa", "kn 0"},     {"aa", "a", "k 1"},
      {"a", "b", "n 1"},   {"ab", "ab", "kk 0"}, {"a", "ba", "nk 0"},     {"ab", "cab", "nkk 0"},
      {"-", "--", "kn 0"}, {" a", "aa", "nk 0"}, {"aba", "baa", "nkk 1"}, {"a", "-a", "nk 0"},
  };
  for (const Case& c : kCases) {
    INFO(c.known << " / " << c.found);
    CHECK(given(c.known, c.found, Compared::no) == c.given);
  }
}

TEST_CASE("what is on old lines comes first") {
  struct Case {
    std::string_view known, found, given;
  };
  constexpr Case kCases[] = {
      {"a", "Aa", "nk 0"},   // a new line before the old one
      {"a", "aA", "kn 0"},   // and behind
      {"a", "A", "k 0"},     // the line was written anew
      {"aa", "Aa", "kk 0"},  // one of two was
      {"aa", "AAa", "knk 0"}, {"aa", "aAAa", "knnk 0"}, {"ab", "Ab", "kk 0"},
      {"ab", "Ba", "kk 0"},   {"a", "Ba", "nk 0"},      {"aab", "AAab", "knkk 0"},
      {" a", "Aa", "nk 0"},   {"aaa", "Aa", "kk 1"},  // and one was deleted
  };
  for (const Case& c : kCases) {
    INFO(c.known << " / " << c.found);
    CHECK(given(c.known, c.found, Compared::yes) == c.given);
  }
}

TEST_CASE("many like findings take no long time") {
  const std::string many(20000, 'a');
  CHECK(given(many, many + 'A', Compared::yes) == std::string(20000, 'k') + "n 0");
}

TEST_CASE("what stands on lines of one kind is forgotten") {
  OldFindings old;
  const Sameness one{1, 1}, two{2, 2}, both{3, 3};
  old.add(one, 5, Line::old);
  old.add(two, 5, Line::changed);
  old.add(both, 5, Line::changed);
  old.add(both);
  old.add(both, 6, Line::old);
  old.finish();
  CHECK(old.find(one) == nullptr);
  CHECK(old.find(two) == nullptr);
  REQUIRE(old.find(both) != nullptr);
  CHECK(old.find(both)->occurrences == 3);
  CHECK(old.find(both)->old.size() == 1);
}
