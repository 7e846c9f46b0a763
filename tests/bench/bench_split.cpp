// Splits every text ROUNDS times, each in an exactly sized block of its own; the gate subtracts a
// run with few rounds from one with more, so that start and input cost nothing.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "bench/inputs.hpp"
#include "uri/split_paths.hpp"
#include "urilint/uri.hpp"

namespace {

int usage() {
  std::fputs(
      "usage: bench_split ROUNDS generated|SHAPE|FILE[.gz] [bytes]\n       bench_split --shapes\n"
      "       bench_split --has-masks\n",
      stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  using urilint::bench::Block;
  if (argc == 2 && std::string_view(argv[1]) == "--shapes") {
    for (const urilint::bench::Shape& shape : urilint::bench::hostile_shapes()) {
      std::puts(std::string(shape.name).c_str());
    }
    return 0;
  }
  if (argc == 2 && std::string_view(argv[1]) == "--has-masks") {
    return urilint::has_masks() ? 0 : 1;
  }
  if (argc != 3 && argc != 4) return usage();
  const bool bytes_only = argc == 4 && std::string_view(argv[3]) == "bytes";
  if (argc == 4 && !bytes_only) return usage();
  const std::string_view count = argv[1];
  unsigned rounds = 0;
  if (std::from_chars(count.data(), count.data() + count.size(), rounds).ec != std::errc()) {
    return usage();
  }
  const std::vector<Block> blocks = urilint::bench::read_input(argv[2]);
  if (blocks.empty()) return usage();
  std::size_t bytes = 0;
  for (const Block& block : blocks) bytes += block.size;
  std::uint64_t sum = 0;  // printed, so that no call can be dropped
  for (unsigned round = 0; round < rounds; ++round) {
    for (const Block& block : blocks) {
      const urilint::UriParts parts =
          bytes_only ? urilint::split_bytes(block.view()) : urilint::split(block.view());
      sum += static_cast<std::uint64_t>(parts.signals) + parts.host_hash;
    }
  }
  std::printf("%zu %zu %llx\n", blocks.size(), bytes, static_cast<unsigned long long>(sum));
  return 0;
}
