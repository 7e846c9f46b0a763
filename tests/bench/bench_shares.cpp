// Prints which share of the texts without findings asks a rule at all, and which share enters what
// is costly: RE2, libpsl, ICU, the WHATWG reader. The files that enter them are compiled anew for
// this program, with their counters on.
#include <array>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <vector>

#include "bench/inputs.hpp"
#include "bench/judge.hpp"
#include "uri/count.hpp"
#include "urilint/severity.hpp"

namespace {

using urilint::bench::Block;
namespace counters = urilint::counters;

// How many texts raised a counter.
class Share {
 public:
  explicit Share(const unsigned long& counter) noexcept : counter_(counter) {}
  void begin() noexcept { before_ = counter_; }
  bool end() noexcept {
    const bool raised = counter_ != before_;
    texts_ += raised ? 1U : 0U;
    return raised;
  }
  [[nodiscard]] double percent(std::size_t of) const noexcept {
    return 100.0 * static_cast<double>(texts_) / static_cast<double>(of);
  }

 private:
  const unsigned long& counter_;
  unsigned long before_ = 0;
  std::size_t texts_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const auto profile = argc == 3 ? urilint::profile_of(argv[1]) : std::nullopt;
  std::vector<Block> blocks;
  if (profile) {
    blocks = urilint::bench::without_findings(urilint::bench::read_input(argv[2]), *profile);
  }
  if (blocks.empty()) {
    std::fputs("usage: bench_shares PROFILE generated|FILE[.gz]\n", stderr);
    return 2;
  }
  urilint::bench::Judge judge(blocks, *profile);
  std::array<Share, 5> shares = {Share(counters::rules), Share(counters::patterns),
                                 Share(counters::suffixes), Share(counters::idna),
                                 Share(counters::whatwg)};
  std::size_t costly = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    for (Share& share : shares) share.begin();
    static_cast<void>(judge.findings(i));
    bool entered = false;
    for (std::size_t k = 0; k < shares.size(); ++k) entered = (shares[k].end() && k > 0) || entered;
    costly += entered ? 1U : 0U;
  }
  const std::size_t count = blocks.size();
  std::printf("%zu %.2f %.2f %.2f %.2f %.2f %.2f\n", count, shares[0].percent(count),
              shares[1].percent(count), shares[2].percent(count), shares[3].percent(count),
              shares[4].percent(count),
              100.0 * static_cast<double>(costly) / static_cast<double>(count));
  return 0;
}
