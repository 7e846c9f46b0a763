// Patterns of key paths.
#include "config/key_glob.hpp"

#include <catch2/catch.hpp>
#include <string>

namespace urilint {
namespace {

bool matches(std::string_view pattern, std::string_view key) {
  const auto glob = KeyGlob::parse(pattern);
  REQUIRE(glob);
  return glob->matches(key);
}

TEST_CASE("A pattern of keys goes part by part", "[config]") {
  CHECK(matches("a.b", "a.b"));
  CHECK_FALSE(matches("a.b", "a.b.c"));
  CHECK_FALSE(matches("a.b", "a"));
  CHECK(matches("a.*", "a.b"));
  CHECK(matches("a.*", "a[3]"));
  CHECK_FALSE(matches("a.*", "a.b.c"));
  CHECK(matches("a[*].url", "a[12].url"));
  CHECK_FALSE(matches("a[*]", "a.b"));
  CHECK(matches("a[1]", "a[1]"));
  CHECK_FALSE(matches("a[1]", "a[11]"));
  CHECK(matches("*_url", "home_url"));
  CHECK_FALSE(matches("*_url", "a.home_url"));
  CHECK(matches("ur?", "uri"));
}

TEST_CASE("Two stars are any number of parts", "[config]") {
  CHECK(matches("**.url", "url"));
  CHECK(matches("**.url", "a[0].b.url"));
  CHECK(matches("a.**", "a"));
  CHECK(matches("a.**", "a.b[1].c"));
  CHECK(matches("a.**.z", "a.z"));
  CHECK(matches("a.**.z", "a.b.c.z"));
  CHECK_FALSE(matches("a.**.z", "a.b.c"));
  CHECK(matches("**", "x"));
}

TEST_CASE("Names in quotes are taken as they are", "[config]") {
  CHECK(matches(R"(a."b.c".d)", R"(a."b.c".d)"));
  CHECK_FALSE(matches(R"(a."b.c")", "a.b.c"));
  CHECK(matches(R"("a*")", R"("a*")"));
  CHECK_FALSE(matches(R"("a*")", "ab"));
  CHECK(matches(R"("q\"q")", R"("q\"q")"));
  CHECK(matches("**", R"("b.c"[0])"));
}

TEST_CASE("What is no pattern is refused", "[config]") {
  for (const std::string_view bad :
       {"", ".", "a.", ".a", "a..b", "a[", "a[]", "\"a", "[1]x", "a[x]", "a[-1]", "a[**]"}) {
    INFO(bad);
    CHECK_FALSE(KeyGlob::parse(bad));
  }
  std::string deep = "a";
  for (int i = 0; i < 100; ++i) deep += ".a";
  CHECK_FALSE(KeyGlob::parse(deep));
  CHECK_FALSE(matches("**", "a..b"));
}

TEST_CASE("Many stars do not take long", "[config]") {
  std::string pattern = "**";
  for (int i = 0; i < 60; ++i) pattern += i % 2 == 0 ? ".a" : ".**";
  std::string key = "a";
  for (int i = 0; i < 200; ++i) key += ".a";
  CHECK_FALSE(matches(pattern + ".b", key));
}

}  // namespace
}  // namespace urilint
