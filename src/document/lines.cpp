// Sixteen bytes at once by vectors of the compiler, which every target has in some form.
#include "document/lines.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace urilint {
namespace {

constexpr std::size_t kWidth = 16;
using Bytes [[gnu::vector_size(kWidth)]] = unsigned char;

Bytes load(const char* at) noexcept {
  Bytes bytes;
  std::memcpy(&bytes, at, kWidth);
  return bytes;
}

std::size_t sum(Bytes counts) noexcept {
  std::array<unsigned char, kWidth> each{};
  std::memcpy(each.data(), &counts, kWidth);
  std::size_t total = 0;
  for (const unsigned char count : each) total += count;
  return total;
}

}  // namespace

std::size_t count_bytes(std::string_view text, char wanted) noexcept {
  constexpr std::size_t kMost = 255;  // of additions before a byte is full
  Bytes pattern{};
  pattern += static_cast<unsigned char>(wanted);
  std::size_t total = 0;
  std::size_t i = 0;
  while (text.size() - i >= kWidth) {
    Bytes counts{};
    const std::size_t stop = i + std::min(kMost, (text.size() - i) / kWidth) * kWidth;
    // A comparison gives all ones, which is minus one, where it is true.
    for (; i < stop; i += kWidth) counts -= (load(text.data() + i) == pattern);
    total += sum(counts);
  }
  for (; i < text.size(); ++i) total += text[i] == wanted ? 1U : 0U;
  return total;
}

std::size_t count_line_ends(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  const std::string_view range = text.substr(begin, end - begin);
  std::size_t ends = count_bytes(range, '\n');
  for (std::size_t cr = range.find('\r'); cr != std::string_view::npos;
       cr = range.find('\r', cr + 1)) {
    if (ends_line(text, begin + cr)) ++ends;
  }
  return ends;
}

std::size_t ascii_length(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  std::size_t i = begin;
  for (; i + sizeof(std::uint64_t) <= end; i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, sizeof word);
    if ((word & 0x8080808080808080U) != 0) break;
  }
  while (i < end && static_cast<unsigned char>(text[i]) < 0x80) ++i;
  return i - begin;
}

}  // namespace urilint
