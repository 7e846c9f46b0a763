// Counting many bytes at once says what a look at each one says.
#include "document/lines.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>

using namespace urilint;

namespace {

std::string make_text(std::mt19937_64& random, std::size_t size) {
  constexpr std::string_view kBytes("\n\r\nab\x80\xff\x0b", 8);
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += kBytes[random() % kBytes.size()];
  return text;
}

}  // namespace

TEST_CASE("lines: bytes and line ends, one by one and many at once") {
  std::mt19937_64 random(10);
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string text = make_text(random, size);
    CAPTURE(size, text);
    for (const char c : {'\n', '\r', 'a', '\x80'}) {
      CHECK(count_bytes(text, c) ==
            static_cast<std::size_t>(std::count(text.begin(), text.end(), c)));
    }
    const std::size_t begin = size == 0 ? 0 : random() % size;
    std::size_t ends = 0;
    for (std::size_t i = begin; i < size; ++i) ends += ends_line(text, i) ? 1U : 0U;
    CHECK(count_line_ends(text, begin, size) == ends);
    std::size_t ascii = begin;
    while (ascii < size && static_cast<unsigned char>(text[ascii]) < 0x80) ++ascii;
    CHECK(ascii_length(text, begin, size) == ascii - begin);
  }
}

TEST_CASE("lines: more of one byte than a counter of one byte holds") {
  const std::string text(100'003, '\n');
  CHECK(count_bytes(text, '\n') == 100'003);
  CHECK(count_bytes(text, 'a') == 0);
  CHECK(count_line_ends("\r\n\r\r\n", 0, 5) == 3);
  CHECK(count_line_ends("\r\n", 0, 1) == 0);
  CHECK(count_line_ends("\r", 0, 1) == 1);
}
