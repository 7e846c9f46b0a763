// Baselines: what is read, what is refused and where, what matches, what is written.
#include "silence/baseline.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>

using namespace urilint;

namespace {

using Code = BaselineError::Code;

const std::string kHead = "# urilint baseline\n# version: 1\n# salt: 00000000000000ff\n";

std::string print(char digit) { return "v1:" + std::string(32, digit); }

std::string line(char digit, const std::string& rest) { return print(digit) + " " + rest + "\n"; }

Baseline read_good(const std::string& bytes) {
  auto out = Baseline::read(bytes);
  INFO(bytes);
  REQUIRE(out);
  return std::move(*out);
}

const auto kAll = [](const BaselineEntry&) { return true; };

}  // namespace

TEST_CASE("a baseline is read") {
  const Baseline baseline =
      read_good(kHead + "# a word of the team\n\n" + line('b', "- rule-two b.yml") +
                line('a', "0f9 rule-one dir/a%20%c3%a4.yml"));
  CHECK(baseline.salt() == 255);
  REQUIRE(baseline.entries().size() == 2);
  CHECK(baseline.entries()[0] == BaselineEntry{print('b'), std::nullopt, "rule-two", "b.yml"});
  CHECK(baseline.entries()[1] ==
        BaselineEntry{print('a'), 0x0f9, "rule-one", "dir/a \xc3\xa4.yml"});
}

TEST_CASE("of two salts none is left") {
  const std::string joined =
      kHead + line('a', "0f9 r p") + "# salt: 00000000000000fe\n" + line('b', "- r p");
  CHECK_FALSE(Baseline::read(joined));
  auto baseline = Baseline::read(joined, {}, Salts::joined);
  REQUIRE(baseline);
  CHECK(baseline->has_lost_salt());
  CHECK_FALSE(baseline->salt());
  CHECK(baseline->entries().size() == 2);
  baseline->add_salt(3);
  CHECK(baseline->salt() == 3);
  const auto same = Baseline::read(kHead + kHead, {}, Salts::joined);
  REQUIRE(same);
  CHECK_FALSE(same->has_lost_salt());
  CHECK(same->salt() == 255);
}

TEST_CASE("what is no baseline is refused with a line") {
  struct Case {
    std::string bytes;
    Code code;
    std::uint64_t line;
  };
  const Case cases[] = {
      {"", Code::not_a_baseline, 1},
      {"hello\n", Code::not_a_baseline, 1},
      {"# urilint\n", Code::not_a_baseline, 1},
      {"# urilint baseline\n", Code::version, 1},
      {"# urilint baseline\n# version: 2\n", Code::version, 2},
      {"# urilint baseline\n# version: 1\n# salt: ff\n", Code::salt, 3},
      {"# urilint baseline\n# version: 1\n# salt: 00000000000000FF\n", Code::salt, 3},
      {kHead + "# salt: 00000000000000fe\n", Code::salt, 4},
      {"# urilint baseline\n# version: 1\n" + line('a', "- r p") + line('b', "123 r p"), Code::salt,
       4},
      {kHead + "<<<<<<< HEAD\n" + line('a', "- r p"), Code::conflict, 4},
      {kHead + line('a', "- r p") + "=======\n", Code::conflict, 5},
      {kHead + line('a', "- r p") + "||||||| base\n", Code::conflict, 5},
      {kHead + line('a', "- r p") + ">>>>>>> b\n", Code::conflict, 5},
      {"<<<<<<< HEAD\n" + kHead, Code::conflict, 1},
      {kHead + "words\n", Code::entry, 4},
      {kHead + line('a', "- r"), Code::entry, 4},
      {kHead + line('a', "- r p q"), Code::entry, 4},
      {kHead + line('a', "-  r p"), Code::entry, 4},
      {kHead + line('a', "12 r p"), Code::entry, 4},
      {kHead + line('a', "1234 r p"), Code::entry, 4},
      {kHead + line('a', "12A r p"), Code::entry, 4},
      {kHead + line('a', "- R p"), Code::entry, 4},
      {kHead + line('a', "- r %4"), Code::entry, 4},
      {kHead + line('a', "- r %zz"), Code::entry, 4},
      {kHead + line('A', "- r p"), Code::entry, 4},
      {kHead + " " + line('a', "- r p"), Code::entry, 4},
      {kHead + "v2:" + std::string(32, 'a') + " - r p\n", Code::entry, 4},
      {kHead + "v1:" + std::string(31, 'a') + " - r p\n", Code::entry, 4},
  };
  for (const Case& c : cases) {
    CAPTURE(c.bytes);
    const auto out = Baseline::read(c.bytes);
    REQUIRE(!out);
    CHECK(out.error().code == c.code);
    CHECK(out.error().line == c.line);
    CHECK(!out.error().words.empty());
  }
}

TEST_CASE("a baseline is bounded") {
  const std::string bytes = kHead + line('a', "- r p") + line('b', "- r p");
  CHECK(Baseline::read(bytes, {.bytes = bytes.size(), .entries = 2}));
  const auto large = Baseline::read(bytes, {.bytes = bytes.size() - 1, .entries = 2});
  REQUIRE(!large);
  CHECK(large.error().code == Code::too_large);
  const auto many = Baseline::read(bytes, {.bytes = bytes.size(), .entries = 1});
  REQUIRE(!many);
  CHECK(many.error().code == Code::too_large);
  CHECK(many.error().line == 5);
  CHECK(!Baseline::read(kHead + "# a\n# b\n", {.bytes = 1000, .entries = 1}));
}

TEST_CASE("a finding is known by fingerprint and tag") {
  Baseline baseline = read_good(kHead + line('a', "123 r p") + line('a', "456 r p") +
                                line('b', "- r p") + line('c', "- r q"));
  CHECK(baseline.matches(print('a'), 0x123));
  CHECK(!baseline.matches(print('a'), 0x124));
  CHECK(!baseline.matches(print('a'), std::nullopt));
  CHECK(baseline.matches(print('b'), std::nullopt));
  CHECK(!baseline.matches(print('b'), 0));
  CHECK(!baseline.matches(print('d'), std::nullopt));
  CHECK(!baseline.matches("", std::nullopt));
}

TEST_CASE("stale entries are those that nothing matched") {
  Baseline baseline = read_good(kHead + line('a', "123 r p") + line('a', "456 r p") +
                                line('b', "- r p") + line('c', "- r q"));
  CHECK(baseline.stale(kAll).size() == 4);
  CHECK(baseline.matches(print('a'), 0x123));
  CHECK(baseline.matches(print('c'), std::nullopt));
  const auto stale = baseline.stale(kAll);
  REQUIRE(stale.size() == 2);
  CHECK(stale[0]->tag == 0x456);
  CHECK(stale[1]->fingerprint == print('b'));
  CHECK(baseline.stale([](const BaselineEntry& entry) { return entry.path == "q"; }).empty());
  CHECK(read_good(kHead).stale(kAll).empty());
}

TEST_CASE("an entry whose secret was replaced is not gone") {
  Baseline baseline = read_good(kHead + line('a', "123 r p") + line('b', "123 r q") +
                                line('c', "- r s") + line('d', "123 r t"));
  CHECK_FALSE(baseline.matches(print('a'), 0x124));
  CHECK_FALSE(baseline.matches(print('c'), 0x124));
  CHECK_FALSE(baseline.matches(print('d'), std::nullopt));
  CHECK_FALSE(baseline.matches(print('e'), 0x124));
  const auto stale = baseline.stale(kAll);
  REQUIRE(stale.size() == 4);
  CHECK(baseline.has_changed(*stale[0]));
  CHECK_FALSE(baseline.has_changed(*stale[1]));
  CHECK_FALSE(baseline.has_changed(*stale[2]));
  CHECK_FALSE(baseline.has_changed(*stale[3]));
}

TEST_CASE("an entry that stands under two paths is matched under both") {
  Baseline baseline = read_good(kHead + line('a', "- r p") + line('a', "- r q"));
  CHECK(baseline.matches(print('a'), std::nullopt));
  CHECK(baseline.stale(kAll).empty());
}

TEST_CASE("writing is deterministic and keeps the head") {
  const std::vector<BaselineEntry> entries = {
      {print('c'), std::nullopt, "rule-b", "b"}, {print('b'), 0x00f, "rule-a", "b"},
      {print('a'), std::nullopt, "rule-a", "b"}, {print('d'), 0xfff, "rule-z", "a%\n\xff \xc3\xa4"},
      {print('a'), std::nullopt, "rule-a", "b"},
  };
  const Baseline old = read_good(kHead + "# later: something\n# a word\n");
  const std::string bytes = old.write(entries);
  CHECK(
      bytes ==
      "# urilint baseline\n"
      "# Findings that were known when this was written. Made by urilint check --write-baseline.\n"
      "# version: 1\n"
      "# salt: 00000000000000ff\n"
      "# later: something\n"
      "# a word\n" +
          line('d', "fff rule-z a%25%0a%ff%20%c3%a4") + line('a', "- rule-a b") +
          line('b', "00f rule-a b") + line('c', "- rule-b b"));
  CHECK(old.write({entries.rbegin(), entries.rend()}) == bytes);
  const Baseline again = read_good(bytes);
  CHECK(again.entries().size() == 4);
  CHECK(again.salt() == old.salt());
  CHECK(again.write(again.entries()) == bytes);
}

TEST_CASE("without a salt there are no tags") {
  Baseline old = read_good("# urilint baseline\n# version: 1\n" + line('a', "- r p"));
  CHECK(!old.salt());
  CHECK(old.write({{print('a'), 0x123, "r", "p"}}).find("123") == std::string::npos);
  old.add_salt(7);
  CHECK(old.salt() == 7);
  old.add_salt(8);
  CHECK(old.salt() == 7);
  CHECK(old.write({{print('a'), 0x123, "r", "p"}}).find("# salt: 0000000000000007\n") !=
        std::string::npos);
}

TEST_CASE("two branches merge line by line") {
  // What git makes of both sides adding entries in different places, or the same one.
  const std::string ours = line('1', "- r a") + line('2', "- r b") + line('4', "- r d");
  const std::string merged = kHead + line('1', "- r a") + line('2', "- r b") + line('3', "- r c") +
                             line('2', "- r b") + line('4', "- r d");
  const Baseline baseline = read_good(merged);
  CHECK(baseline.entries().size() == 4);
  // Every line of a side stands in what is written, as it was.
  CHECK(baseline.write(baseline.entries()).find(line('2', "- r b") + line('3', "- r c")) !=
        std::string::npos);
  CHECK(read_good(kHead + ours).entries().size() == 3);
}

TEST_CASE("line ends and stray blanks of other tools are no fault") {
  std::string text = kHead + line('a', "- r p") + line('b', "- r q");
  std::string crlf = "\xef\xbb\xbf";
  for (const char c : text) {
    if (c == '\n') crlf += " \r";
    crlf += c;
  }
  CHECK(read_good(crlf).entries() == read_good(text).entries());
  text.pop_back();
  CHECK(read_good(text).entries().size() == 2);
}

TEST_CASE("what is written reads back") {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<BaselineEntry> entries;
    for (std::size_t n = random() % 8; n > 0; --n) {
      BaselineEntry entry;
      entry.fingerprint = print("0123456789abcdef"[random() % 16]);
      if (random() % 2 == 0) entry.tag = static_cast<std::uint16_t>(random() % 4096);
      entry.rule = random() % 2 == 0 ? "rule-a" : "b";
      for (std::size_t k = 1 + random() % 6; k > 0; --k) {
        entry.path += static_cast<char>(random() % 256);
      }
      entries.push_back(entry);
    }
    const std::string bytes = Baseline::fresh(random()).write(entries);
    const Baseline baseline = read_good(bytes);
    CHECK(baseline.write(baseline.entries()) == bytes);
    for (const BaselineEntry& entry : entries) {
      const auto& all = baseline.entries();
      CHECK(std::find(all.begin(), all.end(), entry) != all.end());
    }
  }
}

TEST_CASE("an entry of a record") {
  Record record;
  record.rule = "rule-a";
  record.path = "../conf/a";
  record.fingerprint = print('a');
  record.secret_tag = 0x10;
  CHECK(baseline_entry(record, "conf/a") == BaselineEntry{print('a'), 0x10, "rule-a", "conf/a"});
}

TEST_CASE("salts differ") {
  const auto one = random_salt();
  const auto two = random_salt();
  REQUIRE(one);
  REQUIRE(two);
  CHECK(*one != *two);
}
