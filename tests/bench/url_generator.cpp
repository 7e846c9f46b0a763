// Each URL is drawn part by part with the frequencies that lists of web pages show: mostly host and
// a few segments, some queries, few of everything else. Words are invented syllables.
#include "bench/url_generator.hpp"

#include <array>
#include <string_view>

namespace urilint::bench {
namespace {

// splitmix64: small, and its sequence is fixed by its definition.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
  }
  std::size_t below(std::size_t bound) { return next() % bound; }
  bool percent(std::size_t chance) { return below(100) < chance; }
  template <std::size_t kSize>
  std::string_view of(const std::array<std::string_view, kSize>& choices) {
    return choices[below(kSize)];
  }

 private:
  std::uint64_t state_;
};

constexpr std::array<std::string_view, 16> kSyllables = {"ba", "con", "de",  "fi", "ga",  "lo",
                                                         "me", "nor", "pre", "ra", "sta", "ti",
                                                         "u",  "ver", "wa",  "zo"};
constexpr std::array<std::string_view, 6> kSuffixes = {"example.com", "example.org", "example.net",
                                                       "example",     "test",        "example.edu"};
constexpr std::array<std::string_view, 8> kEndings = {"",     "",     "/",    ".html",
                                                      ".php", ".exe", ".png", "/index.html"};
constexpr std::array<std::string_view, 5> kTriplets = {"%20", "%2F", "%C3%A9", "%3A", "%25"};

std::string word(Random& random, std::size_t longest) {
  std::string out;
  for (std::size_t i = 1 + random.below(longest); i > 0; --i) out += random.of(kSyllables);
  return out;
}

std::string number(Random& random, std::size_t below) {
  return std::to_string(random.below(below));
}

std::string host(Random& random) {
  if (random.percent(4)) {
    return "192.0.2." + number(random, 256);
  }
  std::string out = random.percent(35) ? "www." : "";
  out += word(random, 4);
  if (random.percent(15)) out += "-" + word(random, 2);
  out += ".";
  return out.append(random.of(kSuffixes));
}

std::string segment(Random& random) {
  if (random.percent(25)) return number(random, 100000);
  std::string out = word(random, 3);
  if (random.percent(25)) out += "-" + word(random, 2) + "_" + word(random, 1);
  if (random.percent(6)) out += random.of(kTriplets);
  return out;
}

std::string query(Random& random) {
  std::string out = "?";
  for (std::size_t i = random.below(3);; --i) {
    out += word(random, 1) + "=" + (random.percent(50) ? number(random, 1000000) : segment(random));
    if (i == 0) return out;
    out += "&";
  }
}

std::string url(Random& random) {
  std::string out = random.percent(55) ? "https://" : "http://";
  if (random.percent(1)) out += word(random, 2) + "@";
  out += host(random);
  if (random.percent(3)) out += ":" + number(random, 65536);
  for (std::size_t i = random.below(5); i > 0; --i) out += "/" + segment(random);
  out += random.of(kEndings);
  if (random.percent(22)) out += query(random);
  if (random.percent(2)) out += "#" + word(random, 2);
  return out;
}

}  // namespace

std::vector<std::string> generate_urls(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::string> out;
  out.reserve(count);
  while (out.size() < count) out.push_back(url(random));
  return out;
}

std::string hostile_shape(const std::string& prefix, const std::string& unit, std::size_t size) {
  std::string out = prefix;
  while (out.size() < size) out += unit;
  out.resize(size);
  return out;
}

}  // namespace urilint::bench
