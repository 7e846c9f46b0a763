// Splits (`split`), or splits and judges by all rules of a profile (`judge`), the texts without
// findings ROUNDS times after one round that warms up; see bench_split about rounds. A hostile
// shape is judged whatever is found in it.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/inputs.hpp"
#include "bench/judge.hpp"
#include "urilint/severity.hpp"
#include "urilint/uri.hpp"

namespace {

using urilint::bench::Block;

int usage() {
  std::fputs("usage: bench_rules PROFILE split|judge ROUNDS generated|SHAPE|FILE[.gz]\n", stderr);
  return 2;
}

bool is_shape(std::string_view name) {
  const auto shapes = urilint::bench::hostile_shapes();
  return std::any_of(shapes.begin(), shapes.end(),
                     [name](const urilint::bench::Shape& shape) { return shape.name == name; });
}

std::uint64_t split_all(const std::vector<Block>& blocks) {
  std::uint64_t sum = 0;
  for (const Block& block : blocks) {
    const urilint::UriParts parts = urilint::split(block.view());
    sum += static_cast<std::uint64_t>(parts.signals) + parts.host_hash;
  }
  return sum;
}

std::uint64_t judge_all(urilint::bench::Judge& judge, std::size_t count) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += judge.findings(i);
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return usage();
  const std::optional<urilint::Profile> profile = urilint::profile_of(argv[1]);
  const std::string_view mode = argv[2];
  const std::string_view count = argv[3];
  unsigned rounds = 0;
  if (!profile || (mode != "split" && mode != "judge") ||
      std::from_chars(count.data(), count.data() + count.size(), rounds).ec != std::errc()) {
    return usage();
  }
  std::vector<Block> blocks = urilint::bench::read_input(argv[4]);
  if (!is_shape(argv[4])) blocks = urilint::bench::without_findings(std::move(blocks), *profile);
  if (blocks.empty()) return usage();
  std::size_t bytes = 0;
  for (const Block& block : blocks) bytes += block.size;
  urilint::bench::Judge judge(blocks, *profile);
  std::uint64_t sum = judge_all(judge, blocks.size());
  for (unsigned round = 0; round < rounds; ++round) {
    sum += mode == "split" ? split_all(blocks) : judge_all(judge, blocks.size());
  }
  std::printf("%zu %zu %llx\n", blocks.size(), bytes, static_cast<unsigned long long>(sum));
  return 0;
}
