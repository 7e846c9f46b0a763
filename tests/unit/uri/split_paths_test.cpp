// Every way to split gives the same parts. Texts stand in blocks of exactly their size, and pieces
// that mean something are moved over every border of the 8, 16, 32 and 64 bytes read at a time.
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "uri/split_paths.hpp"

using namespace urilint;

namespace {

// splitmix64
struct Random {
  std::uint64_t state;

  std::size_t below(std::size_t bound) {
    state += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return static_cast<std::size_t>((z ^ z >> 31) % bound);
  }
};

// What differs, or nothing.
std::string difference(const UriParts& a, const UriParts& b) {
  const std::array<std::array<std::uint64_t, 2>, 16> pairs = {{
      {a.size, b.size},
      {a.scheme_end, b.scheme_end},
      {a.userinfo_end, b.userinfo_end},
      {a.host_end, b.host_end},
      {a.path_begin, b.path_begin},
      {a.path_end, b.path_end},
      {a.query_end, b.query_end},
      {a.present, b.present},
      {a.holes, b.holes},
      {a.scheme_id, b.scheme_id},
      {static_cast<std::uint64_t>(a.host_kind) << 8 | static_cast<std::uint64_t>(a.path_kind),
       static_cast<std::uint64_t>(b.host_kind) << 8 | static_cast<std::uint64_t>(b.path_kind)},
      {a.labels, b.labels},
      {a.port, b.port},
      {a.host_hash, b.host_hash},
      {a.first_violation, b.first_violation},
      {static_cast<std::uint64_t>(a.signals), static_cast<std::uint64_t>(b.signals)},
  }};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i][0] == pairs[i][1]) continue;
    return "field " + std::to_string(i) + ": " + std::to_string(pairs[i][0]) + " and " +
           std::to_string(pairs[i][1]);
  }
  return a.data == b.data ? "" : "data";
}

std::size_t wrong = 0;

void compare(std::string_view text) {
  if (text.size() < kMasksFrom) return;
  const std::unique_ptr<char[]> block(new char[text.size()]);
  text.copy(block.get(), text.size());
  const std::string_view view(block.get(), text.size());
  const std::string what = difference(split_bytes(view), split_masks(view));
  if (what.empty()) return;
  if (++wrong <= 10) FAIL_CHECK(text << '\n' << what);
}

constexpr std::string_view kPieces[] = {"http://",  "https://",
                                        "//",       "/",
                                        ":",        "file:///",
                                        "urn:",     "@",
                                        "[",        "]",
                                        "[::1]",    "?",
                                        "#",        "a",
                                        "Z",        "xn--a",
                                        "XN--b.",   "a-b",
                                        "--",       ".",
                                        "..",       "/..",
                                        "/./",      "/..;x",
                                        ";",        "=",
                                        "&",        "%",
                                        "%2e",      "%2F",
                                        "%00",      "%zz",
                                        "%u0041",   "\\",
                                        "\t",       "\n",
                                        " ",        "\"",
                                        "|",        "\x01",
                                        "\x7f",     "\xc3\xa9",
                                        "\xff",     "192.0.2.1",
                                        "0x7f.1",   "1",
                                        ":80",      ":99999",
                                        ":x",       "example.com",
                                        "EXAMPLE.", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                                        "user:pw@", "_",
                                        "!",        "~",
                                        "*",        "+"};

}  // namespace

TEST_CASE("split paths: pieces at every border") {
  if (!has_masks()) {
    WARN("skipped: the processor has no AVX2");
    return;
  }
  wrong = 0;
  for (const std::string_view head : {"", "http://", "https://h", "s:", "http://h/", "/p?", "#"}) {
    for (const std::string_view piece : kPieces) {
      for (const std::string_view next : {"", "/", ".", "a", "?", "#", ":", "@", "-"}) {
        for (std::size_t fill = 0; fill < 140; ++fill) {
          std::string text(head);
          text.append(fill, 'a').append(piece).append(next).append(fill % 7, 'b');
          compare(text);
        }
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("split paths: random texts") {
  if (!has_masks()) return;
  wrong = 0;
  Random random{2026};
  for (int i = 0; i < 400000; ++i) {
    std::string text;
    for (std::size_t left = random.below(24); left != 0; --left) {
      text += kPieces[random.below(std::size(kPieces))];
    }
    compare(text);
  }
  for (int i = 0; i < 100000; ++i) {
    std::string text(random.below(200), 'a');
    for (char& c : text) c = static_cast<char>(random.below(256));
    compare(text);
  }
  CHECK(wrong == 0);
}
