// Spellings of a colon that count, and documents that hold none.
#include "document/prefilter.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "support/reader_invariants.hpp"

using namespace urilint;

namespace {

constexpr Format kFormats[] = {Format::json, Format::jsonl, Format::yaml, Format::toml};

}  // namespace

TEST_CASE("prefilter: ordinary documents hold no URI") {
  CHECK_FALSE(may_hold_uris(Format::json, R"({"a":1,"b":[true,null],"c":"x\ny \"z\" \\"})"));
  CHECK_FALSE(may_hold_uris(Format::jsonl, "{\"a\":1}\n{\"a\":2}\n"));
  CHECK_FALSE(may_hold_uris(Format::yaml, "a: 1\nb:\n  - c: \"x: y\"\n# note: that\n"));
  CHECK_FALSE(may_hold_uris(Format::toml, "[a]\nb = \"c: d\" # e\n"));
  for (const Format format : kFormats) CHECK_FALSE(may_hold_uris(format, ""));
}

TEST_CASE("prefilter: every spelling of a colon behind a scheme counts") {
  for (const std::string_view text : {"\"https://example.com\"",
                                      R"("https:\/\/example.com")",
                                      R"("https\u003a//example.com")",
                                      R"("https:\u002f/example.com")",
                                      R"("htt\u0070://example.com")",
                                      R"("http\x3a//example.com")",
                                      "\"http\\\n  ://example.com\"",
                                      "\"${X}://example.com\"",
                                      "\"<scheme>://example.com\"",
                                      "\"%(x)s://example.com\"",
                                      "\"@@x@@://example.com\"",
                                      "\"$(x)://example.com\"",
                                      "mailto:me@example.com",
                                      "hxxps[:]//example.com",
                                      "hxxp[://]example.com",
                                      R"(http\://example.com)",
                                      "'http:''//x'",
                                      "\"//example.com/:_authToken=x\"",
                                      "[\"//example.com/\"]",
                                      "{a: //example.com/}",
                                      "x\n- //example.com"}) {
    CAPTURE(text);
    for (const Format format : kFormats) CHECK(may_hold_uris(format, text));
  }
  CHECK(may_hold_uris(Format::html, ""));
  CHECK(may_hold_uris(Format::text, ""));
}

TEST_CASE("prefilter: every spelling of two slashes counts") {
  for (const std::string_view text :
       {"\"//example.com/x\"", R"("\/\/example.com/x")", R"("/\u002fexample.com/x")",
        R"("\x2f/example.com")", "\"/\\\n  /example.com\"", "- //example.com",
        "{\"a\"://x.example}", "[--a=//x.example]"}) {
    CAPTURE(text);
    for (const Format format : kFormats) CHECK(may_hold_uris(format, text));
  }
  for (const std::string_view text : {"\"/a/b/\"", "a/ /b", "1/2", "a//b", "// words"}) {
    CAPTURE(text);
    for (const Format format : kFormats) CHECK_FALSE(may_hold_uris(format, text));
  }
}

TEST_CASE("prefilter: a marker must be read although no URI is there") {
  for (const Format format : kFormats) {
    CHECK(may_hold_uris(format, "# urilint: ignore[a-rule] why\n"));
    CHECK(may_hold_uris(format, "// urilint:\tignore-file[a-rule]\n"));
    CHECK(may_hold_uris(format, "# urilint:ignore[a-rule]"));
    CHECK_FALSE(may_hold_uris(format, "# lint: ignore[a-rule]"));
  }
}

TEST_CASE("prefilter: wherever a colon stands among the bytes that are read at once") {
  constexpr std::size_t kMost = 40;  // more than two vectors
  for (std::size_t before = 0; before < kMost; ++before) {
    for (std::size_t behind = 0; behind < kMost; behind += 13) {
      CAPTURE(before, behind);
      const auto counts = [&](std::string_view text) {
        return may_hold_uris(
            Format::yaml, std::string(before, ' ') + std::string(text) + std::string(behind, ' '));
      };
      CHECK(counts("a:b"));
      CHECK(counts("\"//a"));
      CHECK_FALSE(counts("/ /"));
      CHECK(counts("//a/:_auth=b"));
      CHECK(counts("# urilint: ignore"));
      CHECK(counts("a\\u003ab"));
      CHECK_FALSE(counts("part: b \"c\":d\" e::f"));
      CHECK_FALSE(counts("\\\\ \\n a: \\\""));
    }
  }
}

TEST_CASE("prefilter: what it sees no URI in has none") {
  constexpr std::string_view kPieces[] = {
      "https",  ":",  "//",     "example.com", "\"",       "'",  "\\",   "\\u003a", "\\/",
      "\n",     " ",  "  ",     "- ",          "{",        "}",  "${X}", ",",       "a",
      ":",      "[",  "]",      "#",           "/:_auth=", "|",  ">",    "=",       "mailto",
      "a@b.de", "\t", "\\\n  ", "\"\"\"",      "&x",       "*x", "\r\n"};
  std::mt19937_64 random(18);
  std::size_t seen = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::size_t n = random() % 14; n > 0; --n) text += kPieces[random() % std::size(kPieces)];
    const Format format = kFormats[random() % std::size(kFormats)];
    if (may_hold_uris(format, text)) continue;
    ++seen;
    CAPTURE(text, name_of(format));
    CHECK(testing::reader_fault(format, text) != "the prefilter loses URIs");
  }
  CHECK(seen > 1000);
}
