// Domains that reach ICU in pieces are mapped as whole ones are, and code points that UTS 46 treats
// otherwise since ICU 72 are mapped as today.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "host/idna_newer.hpp"
#include "urilint/names.hpp"

using namespace urilint;

namespace {

std::string repeat(std::string_view text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("idna: a long domain is mapped label by label") {
  struct Row {
    std::string_view unit, wanted;
  };
  const Row rows[] = {
      {"\u00e4.", "xn--4ca."},       {"B\u00fccher.", "xn--bcher-kva."},
      {"\u00e4\uff61", "xn--4ca."},  {"\u00e4\u3002", "xn--4ca."},
      {"\u00e4\uff0e", "xn--4ca."},  {"\u05d0.", "xn--4db."},
      {"\u05d0.a1.", "xn--4db.a1."}, {"xn--4ca.A.", "xn--4ca.a."},
  };
  for (const Row& row : rows) {
    INFO(row.unit);
    for (const std::size_t count : {1U, 10U, 200U, 1000U, 5000U}) {
      INFO(count);
      CHECK((to_ascii(repeat(row.unit, count)) == repeat(row.wanted, count)));
    }
  }
}

TEST_CASE("idna: the Bidi Rule looks at all pieces of a long domain") {
  const std::string filler = repeat("\u00e4.", 3000);
  // A label may begin with a digit unless a label somewhere is right-to-left.
  CHECK(to_ascii("1\u00e4." + filler + "b").has_value());
  CHECK_FALSE(to_ascii("1\u00e4." + filler + "\u05d0").has_value());
  CHECK_FALSE(to_ascii("\u05d0." + filler + "1\u00e4").has_value());
  CHECK_FALSE(to_ascii("1\u00e4." + filler + "xn--4db").has_value());
  CHECK((to_ascii("a\u00e4." + filler + "\u05d0") ==
         "xn--a-0fa." + repeat("xn--4ca.", 3000) + "xn--4db"));
  IdnaOptions options;
  options.check_bidi = false;
  CHECK(to_ascii("1\u00e4." + filler + "\u05d0", options).has_value());
}

TEST_CASE("idna: one bad label in a long domain is an error") {
  const std::string filler = repeat("\u00e4.", 3000);
  for (const std::string_view bad : {"\ufffd", "xn--a", "\u200d", "\u0301"}) {
    INFO(bad);
    CHECK_FALSE(to_ascii(filler + std::string(bad) + ".b").has_value());
    CHECK(to_unicode(filler + std::string(bad) + ".b").error);
  }
  CHECK_FALSE(to_unicode(filler + "b").error);
  CHECK((to_unicode(repeat("XN--4CA.", 3000)).text == filler));
}

TEST_CASE("idna: mappings of UTS 46 newer than ICU") {
  struct Row {
    std::string_view domain, mapped;
  };
  const Row rows[] = {
      {"", ""},
      {"example", "example"},
      {"a\u3164b\uffa0c", "abc"},
      {"\u115f\u1160\u17b4\u17b5\u180e\u206a\u206f", ""},
      {"\u1e9e", "\u00df"},
      {"\u04c0\u04c1", "\u04cf\u04c1"},
      {"\u10a0\u10c5\u10c6", "\u2d00\u2d25\u10c6"},
      {"\U0001d173\U0001d17a\U0001d17b", "\U0001d17b"},
      {"\U0002f868\U0002f91f", "\u36fc\U000243ab"},
      {"\u2060\u2061\u2063\u2064", "\u2060\u2064"},
      // No UTF-8: cut, overlong, stray.
      {"\xe3\x85", "\xe3\x85"},
      {"\xe0\x93\x80", "\xe0\x93\x80"},
      {"\xe3\x85 ", "\xe3\x85 "},
      {"\x85\xff", "\x85\xff"},
  };
  for (const Row& row : rows) {
    INFO(row.domain);
    CHECK(map_newer(row.domain) == row.mapped);
  }
  CHECK(to_ascii("exam\u3164ple.com") == "example.com");
  CHECK(to_ascii("stra\u1e9ee.example") == "xn--strae-oqa.example");
}

TEST_CASE("idna: a label of more marks than ICU takes is refused before they are sorted") {
  // 256 KiB took minutes.
  for (const std::string_view marks :
       {"\u0301\u0323", "\u0301\u200b\u0323", "\u0f73\u0f71", "\uff9e\u0301"}) {
    INFO(marks);
    CHECK_FALSE(to_ascii("a" + repeat(marks, std::size_t{1} << 16)).has_value());
    CHECK(to_unicode("a" + repeat(marks, std::size_t{1} << 16)).error);
  }
  CHECK((to_unicode(repeat("\u0301", 5000)).text == repeat("\u0301", 5000)));
  CHECK(to_ascii("a" + repeat("\u0301", 990)).has_value());
  CHECK((to_ascii(repeat("a\u0301.", 5000)) == repeat("xn--1ca.", 5000)));
}

TEST_CASE("idna: UseSTD3ASCIIRules speaks of ASCII only") {
  IdnaOptions options;
  options.use_std3_ascii_rules = true;
  CHECK(to_ascii("\u2260.example", options) == "xn--1ch.example");
  CHECK(to_ascii("a\u00e4_b.example").has_value());
  CHECK_FALSE(to_ascii("a\u00e4_b.example", options).has_value());
  CHECK_FALSE(to_ascii("a_b.example", options).has_value());
  CHECK_FALSE(to_unicode("\u2260.example", options).error);
  CHECK(to_unicode("\u00e4.a_b", options).error);
  CHECK(to_unicode("a_b", options).error);
}
