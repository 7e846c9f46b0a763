// The quick ways of octet_at agree with decoding as it is defined, and what says that a second
// decoding changes nothing is right.
#include "detect/common/octets.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string>

using namespace urilint;

namespace {

bool is_triplet(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && text[at] == '%' && bytes::is_hex(text[at + 1]) &&
         bytes::is_hex(text[at + 2]);
}

std::string decode(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (is_triplet(text, at)) {
      out +=
          static_cast<char>(bytes::hex_value(text[at + 1]) << 4 | bytes::hex_value(text[at + 2]));
      at += 3;
    } else {
      out += text[at++];
    }
  }
  return out;
}

std::string decode_by_octets(std::string_view text, int times) {
  std::string out;
  for (Off at = 0; at < text.size();) {
    const detect::Octet octet = detect::octet_at(text, at, times);
    REQUIRE(octet.end > at);
    REQUIRE(octet.end <= text.size());
    out += static_cast<char>(octet.byte);
    at = octet.end;
  }
  return out;
}

}  // namespace

TEST_CASE("octets: one by one they are what decoding gives, once and twice") {
  std::mt19937 random(1130);
  constexpr std::string_view kBytes = "%%%%%22566eE4f/.";
  std::size_t changed = 0;
  for (int i = 0; i < 40000; ++i) {
    std::string text = "/";
    for (auto size = random() % 40; size != 0; --size) text += kBytes[random() % kBytes.size()];
    CAPTURE(text);
    const std::string once = decode(text);
    const std::string twice = decode(once);
    REQUIRE(decode_by_octets(text, 0) == text);
    REQUIRE(decode_by_octets(text, 1) == once);
    REQUIRE(decode_by_octets(text, 2) == twice);
    if (once == twice) continue;
    ++changed;
    REQUIRE(detect::may_decode_twice(split(text)));
  }
  CHECK(changed > 1000);
  CHECK_FALSE(detect::may_decode_twice(split("/%%%%%4")));
  CHECK_FALSE(detect::may_decode_twice(split("/%2e%41%ff")));
}
