// The ladder of 6.2.
#include <catch2/catch.hpp>
#include <string_view>

#include "urilint/reference.hpp"

using namespace urilint;

TEST_CASE("compare: the lowest rung") {
  struct Row {
    std::string_view a;
    std::string_view b;
    std::string_view rung;
  };
  static constexpr Row kRows[] = {
      {"", "", "identical"},
      {"http://example.com/", "http://example.com/", "identical"},
      {"example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "syntax"},
      {"HTTP://h/%7e", "http://h/~", "syntax"},
      {"a/..", ".", "syntax"},
      {"http://example.com", "http://example.com/", "scheme"},
      {"http://example.com:80/", "http://example.com:/", "scheme"},
      {"HTTP://Example.com:80", "http://example.com/%2e", "scheme"},
      {"http://example.com/", "http://example.com/?", "none"},
      {"http://example.com/", "http://example.com/#", "none"},
      {"http://example.com/", "https://example.com/", "none"},
      {"http://example.com/A", "http://example.com/a", "none"},
      {"http://example.com/%2F", "http://example.com//", "none"},
      {"http://u:@h/", "http://u@h/", "none"},
      {"x://h", "x://h/", "none"},
      {"", "./", "none"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.a, row.b);
    CHECK(name_of(compare(split(row.a), split(row.b))) == row.rung);
    CHECK(name_of(compare(split(row.b), split(row.a))) == row.rung);
  }
}
