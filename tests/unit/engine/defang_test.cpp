// What counts as defanged, what it stands for, and that places map back.
#include "engine/defang.hpp"

#include <catch2/catch.hpp>

using namespace urilint;

namespace {

std::string refanged(std::string_view text) {
  SourceMap map;
  return refang(text, 0, map);
}

bool defanged(std::string_view text) { return is_defanged(split(text), text); }

}  // namespace

TEST_CASE("defang: altered URIs and what they stand for") {
  struct Row {
    std::string_view written, meant;
  };
  constexpr Row kRows[] = {
      {"hxxp://example.com/", "http://example.com/"},
      {"hXXpS://example.com:8443/a", "https://example.com:8443/a"},
      {"fxp://ftp.example.com/", "ftp://ftp.example.com/"},
      {"https://login[.]example[.]com/", "https://login.example.com/"},
      {"http://login(dot)example{.}com", "http://login.example.com"},
      {"http://login[DOT]example.com", "http://login.example.com"},
      {"http[:]//example.com/", "http://example.com/"},
      {"http[://]example[.]com", "http://example.com"},
      {"http://example[.]com[:]8080/", "http://example.com:8080/"},
      {"ssh://git[at]example[.]com/", "ssh://git@example.com/"},
      {"hxxp://192[.]0[.]2[.]1/a[.]b?c[.]d", "http://192.0.2.1/a.b?c[.]d"},
      {"hxxps://a*b.example.com/", "https://a*b.example.com/"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.written);
    CHECK(defanged(row.written));
    CHECK(refanged(row.written) == row.meant);
  }
}

TEST_CASE("defang: what only looks like it stays") {
  for (const std::string_view text :
       {"http://[2001:db8::1]/", "https://example.com/a[.]b", "https://(www[.])?example[.]com/",
        "https?://www[.]example[.]com", "https://example.com/(dot)", "hxxp:", "hxxp", "",
        "mailto:me[at]example.com", "https://example.com/?u=hxxp://a[.]b", "https://[.example.com",
        "[.]", "https://host[0].example.com/", "http://[:]", "http://[:]:80/", "http://[.]/a"}) {
    CAPTURE(text);
    CHECK_FALSE(defanged(text));
    CHECK(refanged(text) == text);
  }
}

TEST_CASE("defang: places in the meant text lead back to what was written") {
  const std::string_view text = "hxxp://a[.]b/";
  SourceMap map;
  CHECK(refang(text, 100, map) == "http://a.b/");
  const SourceSpan scheme = map.to_parent(0, 4);
  CHECK(scheme.begin == 100);
  CHECK(scheme.end == 104);
  const SourceSpan dot = map.to_parent(8, 9);
  CHECK(dot.begin == 108);
  CHECK(dot.end == 111);
  const SourceSpan b = map.to_parent(9, 10);
  CHECK(b.begin == 111);
  CHECK(b.end == 112);
}

TEST_CASE("defang: a text of openers is read once") {
  const std::string hostile = "hxxp://" + std::string(1U << 20, '[');
  CHECK(refanged(hostile).size() == hostile.size());
}
