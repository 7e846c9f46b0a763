// Splits every text ROUNDS times, each in an exactly sized block of its own; the gate subtracts a
// run with few rounds from one with more, so that start and input cost nothing.
#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/url_generator.hpp"
#include "urilint/uri.hpp"

namespace {

using urilint::bench::generate_urls;
using urilint::bench::hostile_shape;

constexpr std::size_t kGenerated = 5000;
constexpr std::uint64_t kSeed = 3986;
constexpr std::size_t kMebibyte = std::size_t{1} << 20;

struct Shape {
  std::string_view name;
  const char* prefix;
  const char* unit;
};
/// The shapes that DESIGN.md gives a budget, where they hurt most.
constexpr Shape kShapes[] = {
    {"slashes", "", "/"},
    {"dot-dot", "/", "../"},
    {"percent", "/", "%"},
    {"percent-host", "//", "%"},
    {"colon-at", "//", ":@"},
    {"brackets", "//", "["},
    {"brackets-colons", "//", "[:"},
    {"labels", "//", "a."},
    {"digits", "//", "1"},
    {"digits-port", "//a:", "1"},
    {"digits-path", "", "1"},
    {"colons", "//", ":"},
    {"dashes", "//", "xn--"},
    {"query-slashes", "?", "//"},
    {"triplets", "/", "%41"},
};

/// A text in a block of exactly its size.
struct Block {
  std::unique_ptr<char[]> bytes;
  std::size_t size;

  explicit Block(const std::string& text) : bytes(new char[text.size()]), size(text.size()) {
    text.copy(bytes.get(), size);
  }
  [[nodiscard]] std::string_view view() const { return {bytes.get(), size}; }
};

std::vector<std::string> read_lines(const char* path) {
  std::vector<std::string> out;
  const gzFile file = gzopen(path, "rb");
  if (file == nullptr) return out;
  std::string text;
  std::array<char, 1 << 16> block{};
  for (int got = 0; (got = gzread(file, block.data(), block.size())) > 0;) {
    text.append(block.data(), static_cast<std::size_t>(got));
  }
  gzclose(file);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

std::vector<std::string> texts_of(std::string_view name) {
  if (name == "generated") return generate_urls(kGenerated, kSeed);
  for (const Shape& shape : kShapes) {
    if (shape.name == name) return {hostile_shape(shape.prefix, shape.unit, kMebibyte)};
  }
  return read_lines(std::string(name).c_str());
}

int usage() {
  std::fputs("usage: bench_split ROUNDS generated|SHAPE|FILE[.gz]\n       bench_split --shapes\n",
             stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--shapes") {
    for (const Shape& shape : kShapes) std::puts(std::string(shape.name).c_str());
    return 0;
  }
  if (argc != 3) return usage();
  const std::string_view count = argv[1];
  unsigned rounds = 0;
  if (std::from_chars(count.data(), count.data() + count.size(), rounds).ec != std::errc()) {
    return usage();
  }
  std::vector<Block> blocks;
  std::size_t bytes = 0;
  for (const std::string& text : texts_of(argv[2])) {
    blocks.emplace_back(text);
    bytes += text.size();
  }
  if (blocks.empty()) return usage();
  std::uint64_t sum = 0;  // printed, so that no call can be dropped
  for (unsigned round = 0; round < rounds; ++round) {
    for (const Block& block : blocks) {
      const urilint::UriParts parts = urilint::split(block.view());
      sum += static_cast<std::uint64_t>(parts.signals) + parts.host_hash;
    }
  }
  std::printf("%zu %zu %llx\n", blocks.size(), bytes, static_cast<unsigned long long>(sum));
  return 0;
}
