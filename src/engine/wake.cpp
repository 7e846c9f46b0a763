// Rules are anchored by a fixed order of signals, from the rarest to the commonest in real lists.
#include "engine/wake.hpp"

#include <algorithm>
#include <array>

namespace urilint {
namespace {

// Counted in the two lists of docs/performance.md, the odd ones that none of their URLs has sorted
// by hand. The order decides what waking costs, never what wakes.
constexpr std::array kRarestFirst = {
    // in none of 80,000 URLs
    Signal::pct_nul, Signal::pct_u, Signal::pct_control, Signal::dot_parameter,
    Signal::authority_backslash, Signal::authority_many_at, Signal::port_zero, Signal::control,
    Signal::scheme_only, Signal::scheme_suspicious, Signal::scheme_upper, Signal::pct_dot,
    Signal::pct_crlf, Signal::pct_of_pct, Signal::pct_bad, Signal::tab_newline,
    Signal::host_brackets, Signal::host_pct, Signal::host_non_ascii, Signal::host_xn,
    Signal::dotdot_segment, Signal::dot_segment, Signal::userinfo_colon, Signal::host_numeric,
    Signal::host_listed, Signal::host_lookalike, Signal::secret, Signal::long_text,
    // in less than one of 1,000
    Signal::host_empty, Signal::host_trailing_dot, Signal::pct_slash, Signal::port_bad,
    Signal::userinfo_present, Signal::host_single_label, Signal::pct_delim, Signal::host_upper,
    Signal::pct_high, Signal::non_ascii, Signal::at_outside, Signal::hole, Signal::pct_unreserved,
    Signal::space, Signal::path_parameter, Signal::port_valid, Signal::port_present,
    Signal::empty_segment, Signal::host_odd_label,
    // in less than one of 100
    Signal::forbidden, Signal::host_odd, Signal::backslash, Signal::pct, Signal::nested,
    Signal::invalid,
    // in up to one of 20
    Signal::scheme_cleartext, Signal::fragment_present, Signal::pair, Signal::query_present,
    Signal::host_deep,
    // in nearly all
    Signal::scheme_special, Signal::authority_present, Signal::scheme_listed,
    Signal::scheme_present};

consteval auto rank_signals() {
  std::array<std::size_t, kSignalCount> ranks{};
  for (std::size_t i = 0; i < kRarestFirst.size(); ++i) {
    ranks[static_cast<std::size_t>(kRarestFirst[i])] = i + 1;
  }
  return ranks;
}
constexpr auto kRanks = rank_signals();
static_assert(kRarestFirst.size() == kSignalCount);
static_assert(std::find(kRanks.begin(), kRanks.end(), std::size_t{0}) == kRanks.end());

// The rank of the commonest signal of a set.
std::size_t rank_of(std::uint64_t signals) noexcept {
  std::size_t rank = 0;
  for (; signals != 0; signals &= signals - 1) {
    rank = std::max(rank, kRanks[static_cast<std::size_t>(std::countr_zero(signals))]);
  }
  return rank;
}

}  // namespace

std::uint64_t anchors_of(const Wake& wake) noexcept {
  std::uint64_t best = wake.any;
  for (std::uint64_t left = wake.all; left != 0; left &= left - 1) {
    const std::uint64_t one = left & (~left + 1);
    if (best == 0 || rank_of(one) < rank_of(best)) best = one;
  }
  return best;
}

WakeTable::WakeTable(std::span<const Wake> wakes)
    : wakes_(wakes.begin(), wakes.end()), words_((wakes.size() + 63) / 64) {
  lists_.resize(words_ * 64);
  for (std::size_t i = 0; i < wakes_.size(); ++i) {
    const std::uint64_t anchors = anchors_of(wakes_[i]);
    anchors_ |= anchors;
    relevant_ |= wakes_[i].any | wakes_[i].all | wakes_[i].none;
    for (std::uint64_t left = anchors; left != 0; left &= left - 1) {
      const auto signal = static_cast<std::size_t>(std::countr_zero(left));
      lists_[signal * words_ + i / 64] |= std::uint64_t{1} << i % 64;
    }
  }
}

std::uint64_t WakeTable::awake(Signals signals, std::size_t word) const noexcept {
  std::uint64_t listed = 0;
  for (std::uint64_t left = static_cast<std::uint64_t>(signals) & anchors_; left != 0;
       left &= left - 1) {
    listed |= lists_[static_cast<std::size_t>(std::countr_zero(left)) * words_ + word];
  }
  std::uint64_t awake = 0;
  for (; listed != 0; listed &= listed - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(listed));
    if (wakes_[word * 64 + index].wakes(signals)) awake |= std::uint64_t{1} << index;
  }
  return awake;
}

void WakeTable::begin(WakeMemo& memo, const std::shared_ptr<const WakeTable>& self) const noexcept {
  memo.table_ = self;
  WakeMemo::Entry none;  // what no signal wakes, which is what an entry not yet used stands for
  remember(none, 0);
  memo.entries_.fill(none);
}

void WakeTable::remember(WakeMemo::Entry& entry, std::uint64_t signals) const noexcept {
  entry.signals = signals;
  entry.any = false;
  for (std::size_t word = 0; word < words_; ++word) {
    entry.awake[word] = awake(Signals{signals}, word);
    entry.any = entry.any || entry.awake[word] != 0;
  }
}

}  // namespace urilint
