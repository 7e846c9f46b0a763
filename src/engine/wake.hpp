// Which rules the signals of a URI wake, without a look at each rule: a rule is listed under
// signals that must be there for it to wake, the rarest ones that will do.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/rule.hpp"

namespace urilint {

/// The signals without one of which the rule never wakes: the rarest of `all`, or all of `any` if
/// even the commonest of them is rarer.
[[nodiscard]] std::uint64_t anchors_of(const Wake& wake) noexcept;

class WakeTable;

/// Which rules the last sets of signals woke: real URIs have few different ones. Belongs to one
/// thread, and to one table at a time.
class WakeMemo {
 private:
  friend class WakeTable;
  static constexpr std::size_t kWords = 4;     // tables of more rules are not remembered
  static constexpr unsigned kEntriesBits = 6;  // 2.5 KiB
  using Awake = std::array<std::uint64_t, kWords>;
  struct Entry {
    std::uint64_t signals = 0;
    bool any = false;
    Awake awake{};
  };

  std::shared_ptr<const WakeTable> table_;  // held, so that no other table takes its address
  std::array<Entry, std::size_t{1} << kEntriesBits> entries_{};
};

/// Immutable, shared by threads.
class WakeTable {
 public:
  WakeTable() = default;
  explicit WakeTable(std::span<const Wake> wakes);

  /// Calls `visit(index)` for each of the wakes that wakes, ascending. Costs one or two words a
  /// signal that anchors a rule, however many rules there are.
  template <typename Visit>
  void for_each(Signals signals, Visit visit) const {
    for (std::size_t word = 0; word < words_; ++word) visit_bits(awake(signals, word), word, visit);
  }

  /// The same for a table that is shared, with a memo.
  template <typename Visit>
  static void for_each(const std::shared_ptr<const WakeTable>& table, Signals signals,
                       WakeMemo& memo, Visit visit) {
    if (!table->fits_memo()) return table->for_each(signals, visit);
    const WakeMemo::Awake awake = lookup(table, signals, memo).awake;
    for (std::size_t word = 0; word < table->words_; ++word) visit_bits(awake[word], word, visit);
  }

  /// Whether a memo remembers anything of this table.
  [[nodiscard]] bool fits_memo() const noexcept { return words_ <= WakeMemo::kWords; }

  /// False: nothing wakes. Only of a table that fits.
  [[nodiscard]] static bool wakes_any(const std::shared_ptr<const WakeTable>& table,
                                      Signals signals, WakeMemo& memo) {
    return lookup(table, signals, memo).any;
  }

 private:
  template <typename Visit>
  static void visit_bits(std::uint64_t bits, std::size_t word, Visit& visit) {
    for (; bits != 0; bits &= bits - 1) {
      visit(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
    }
  }

  [[nodiscard]] static const WakeMemo::Entry& lookup(const std::shared_ptr<const WakeTable>& table,
                                                     Signals signals, WakeMemo& memo) {
    if (memo.table_ != table) table->begin(memo, table);
    const std::uint64_t key = static_cast<std::uint64_t>(signals) & table->relevant_;
    WakeMemo::Entry& entry = memo.entries_[key * 0x9e3779b97f4a7c15U >> (64 - memo.kEntriesBits)];
    if (entry.signals != key) table->remember(entry, key);
    return entry;
  }

  [[nodiscard]] std::uint64_t awake(Signals signals, std::size_t word) const noexcept;
  void begin(WakeMemo& memo, const std::shared_ptr<const WakeTable>& self) const noexcept;
  void remember(WakeMemo::Entry& entry, std::uint64_t signals) const noexcept;

  std::vector<Wake> wakes_;
  std::uint64_t anchors_ = 0;         // signals that anchor a rule
  std::uint64_t relevant_ = 0;        // signals that any wake names
  std::size_t words_ = 0;             // in a list
  std::vector<std::uint64_t> lists_;  // by signal: bits of the wakes anchored there
};

}  // namespace urilint
