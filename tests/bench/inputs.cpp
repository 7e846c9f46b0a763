// Everything is read before anything is measured. zlib reads plain files as well.
#include "bench/inputs.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "bench/url_generator.hpp"

namespace urilint::bench {
namespace {

constexpr std::size_t kGenerated = 5000;
constexpr std::uint64_t kSeed = 3986;
constexpr std::size_t kMebibyte = std::size_t{1} << 20;

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

std::string read_file(const std::string& path) {
  std::string text;
  const gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) return text;
  std::array<char, 1 << 16> block{};
  for (int got = 0; (got = gzread(file, block.data(), block.size())) > 0;) {
    text.append(block.data(), static_cast<std::size_t>(got));
  }
  gzclose(file);
  return text;
}

std::vector<Block> lines_of(std::string_view text) {
  std::vector<Block> out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

}  // namespace

Block::Block(std::string_view text) : bytes(new char[text.size()]), size(text.size()) {
  text.copy(bytes.get(), size);
}

std::span<const Shape> hostile_shapes() noexcept { return kShapes; }

std::vector<Block> read_input(std::string_view name) {
  std::vector<Block> out;
  if (name == "generated") {
    for (const std::string& url : generate_urls(kGenerated, kSeed)) out.emplace_back(url);
    return out;
  }
  for (const Shape& shape : kShapes) {
    if (shape.name != name) continue;
    out.emplace_back(hostile_shape(std::string(shape.prefix), std::string(shape.unit), kMebibyte));
    return out;
  }
  return lines_of(read_file(std::string(name)));
}

}  // namespace urilint::bench
