// The wake table says what a look at each rule says, in the same order.
#include "engine/wake.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <vector>

#include "engine/rules.hpp"

using namespace urilint;

namespace {

using Random = std::mt19937_64;
using Indices = std::vector<std::size_t>;

constexpr std::uint64_t kAll = (std::uint64_t{1} << kSignalCount) - 1;

Indices by_table(const WakeTable& table, Signals signals) {
  Indices out;
  table.for_each(signals, [&](std::size_t index) { out.push_back(index); });
  return out;
}

Indices by_memo(const std::shared_ptr<const WakeTable>& table, Signals signals, WakeMemo& memo) {
  Indices out;
  WakeTable::for_each(table, signals, memo, [&](std::size_t index) { out.push_back(index); });
  return out;
}

Indices one_by_one(const std::vector<Wake>& wakes, Signals signals) {
  Indices out;
  for (std::size_t i = 0; i < wakes.size(); ++i) {
    if (wakes[i].wakes(signals)) out.push_back(i);
  }
  return out;
}

// About `count` signals.
std::uint64_t some(Random& random, unsigned count) {
  std::uint64_t out = 0;
  for (unsigned i = 0; i < count; ++i) out |= std::uint64_t{1} << random() % kSignalCount;
  return out;
}

Wake make_wake(Random& random) {
  Wake wake;
  while (wake.any == 0 && wake.all == 0) {
    wake.any = some(random, static_cast<unsigned>(random() % 5));
    wake.all = some(random, static_cast<unsigned>(random() % 3));
  }
  wake.none = some(random, static_cast<unsigned>(random() % 2));
  return wake;
}

// Compares on few signals, many, and each alone; how many wakes woke.
std::size_t compare(const std::vector<Wake>& wakes, Random& random) {
  const WakeTable table(wakes);
  std::size_t woken = 0;
  const auto check = [&](std::uint64_t bits) {
    const auto signals = static_cast<Signals>(bits);
    const Indices expected = one_by_one(wakes, signals);
    woken += expected.size();
    if (by_table(table, signals) == expected) return;
    CAPTURE(bits);
    CHECK(by_table(table, signals) == expected);
  };
  check(0);
  check(kAll);
  for (std::size_t i = 0; i < kSignalCount; ++i) {
    check(std::uint64_t{1} << i);
    check(kAll & ~(std::uint64_t{1} << i));
  }
  for (unsigned i = 0; i < 600; ++i) check(some(random, i % 40));
  return woken;
}

}  // namespace

TEST_CASE("wake table: agrees with a look at each of made-up rules") {
  Random random(1130);
  for (const std::size_t count : {1U, 2U, 63U, 64U, 65U, 128U, 200U, 1000U}) {
    std::vector<Wake> wakes;
    for (std::size_t i = 0; i < count; ++i) wakes.push_back(make_wake(random));
    CAPTURE(count);
    CHECK(compare(wakes, random) > count);
  }
}

TEST_CASE("wake table: agrees with a look at each of the built-in rules") {
  Random random(3986);
  std::vector<Wake> wakes;
  for (const RuleInfo& rule : builtin_rules()) wakes.push_back(rule.wake);
  CHECK(compare(wakes, random) > wakes.size());
}

TEST_CASE("wake table: a memo that goes from table to table says the same") {
  Random random(1986);
  struct Rules {
    std::vector<Wake> wakes;
    std::shared_ptr<const WakeTable> table;
  };
  std::vector<Rules> all;
  for (const std::size_t count : {0U, 1U, 64U, 120U, 256U, 257U}) {
    Rules& rules = all.emplace_back();
    for (std::size_t i = 0; i < count; ++i) rules.wakes.push_back(make_wake(random));
    rules.table = std::make_shared<const WakeTable>(rules.wakes);
    CHECK(rules.table->fits_memo() == (count <= 256));
  }
  std::vector<std::uint64_t> sets = {0, kAll};  // fewer than the memo has room for, and more
  for (unsigned i = 0; i < 300; ++i) sets.push_back(some(random, i % 40));
  WakeMemo memo;
  std::size_t wrong = 0;
  for (unsigned i = 0; i < 30'000; ++i) {
    const Rules& rules = all[i / 5'000 % 2 == 0 ? i % all.size() : random() % all.size()];
    const auto signals = static_cast<Signals>(sets[random() % sets.size()]);
    const Indices expected = one_by_one(rules.wakes, signals);
    if (by_memo(rules.table, signals, memo) != expected) ++wrong;
    if (!rules.table->fits_memo()) continue;
    if (WakeTable::wakes_any(rules.table, signals, memo) == expected.empty()) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("wake table: a memo keeps a table whose owner is gone") {
  WakeMemo memo;
  const Wake wake{.any = 0, .all = bit(Signal::pct), .none = 0};
  for (unsigned i = 0; i < 50; ++i) {  // new tables would take the address of those before
    const auto table = std::make_shared<const WakeTable>(std::vector<Wake>(i % 3, wake));
    CHECK(by_memo(table, Signals{bit(Signal::pct)}, memo).size() == i % 3);
  }
}

TEST_CASE("wake table: without rules nothing wakes") {
  CHECK(by_table(WakeTable(), static_cast<Signals>(kAll)).empty());
  CHECK(by_table(WakeTable(std::vector<Wake>()), static_cast<Signals>(kAll)).empty());
}

TEST_CASE("wake table: a rule is anchored at the rarest signals that will do") {
  const std::uint64_t pct = bit(Signal::pct);
  const std::uint64_t u = bit(Signal::pct_u);
  const std::uint64_t scheme = bit(Signal::scheme_special);
  CHECK(anchors_of({.any = 0, .all = scheme | u, .none = 0}) == u);
  CHECK(anchors_of({.any = pct | scheme, .all = 0, .none = u}) == (pct | scheme));
  CHECK(anchors_of({.any = pct | scheme, .all = u, .none = 0}) == u);
  CHECK(anchors_of({.any = u | pct, .all = scheme, .none = 0}) == (u | pct));
}
