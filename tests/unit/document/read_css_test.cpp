#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string css(std::string_view text) { return dump(Format::css, text); }

}  // namespace

TEST_CASE("URLs, strings and comments of CSS") {
  CHECK(css("@import 'https://example.com/a.css' print;\n"
            "/* see https://example.com */ a { background: url( /b.png ) }\r\n"
            "b { background: URL(\"c d.png\"); content: '\\201C' }") ==
        "prose: @import \n"
        "value <@import>: https://example.com/a.css\n"
        "prose:  print;\\n\n"
        "comment:  see https://example.com \n"
        "prose:  a { background: url( \n"
        "value: /b.png\n"
        "prose: ) }\\x0d\\nb { background: URL(\n"
        "value: c d.png\n"
        "prose: ); content: \n"
        "value css: \u201c\n"
        "prose:  }\n");
  CHECK(css("a: 'x y'") == "prose: a: \nprose: x y\n");
  CHECK(css("@import url(https://example.com/a.css);") ==
        "prose: @import url(\nvalue <@import>: https://example.com/a.css\nprose: );\n");
}

TEST_CASE("escapes of CSS are decoded") {
  CHECK(css("url(https\\3a \\2f\\00002f example.com\\)x\\\\)") ==
        "prose: url(\nvalue css: https://example.com)x\\\nprose: )\n");
  CHECK(css("\"a\\\nb\\\r\nc\\0 \\110000 \"") == "value css: abc\ufffd\ufffd\n");
  const auto all = read_segments(Format::css, "x: '\\68 ttps://example.com/\\E9 '");
  REQUIRE(all.size() == 2);
  CHECK(all[1].text == "https://example.com/\u00e9");
  CHECK(all[1].source == SourceSpan{4, 31});
}

TEST_CASE("broken CSS loses nothing") {
  CHECK(css("a: url(https://example.com/a b)") == "prose: a: url(https://example.com/a b)\n");
  CHECK(css("a: url(https://example.com/a") == "prose: a: url(\nvalue: https://example.com/a\n");
  CHECK(css("/* https://example.com") == "prose: /* https://example.com\n");
  CHECK(css("a: 'x\nb: \"y\\") == "prose: a: \nvalue: x\nprose: \\nb: \nvalue css: y\\\n");
  CHECK(css("a: url({{ asset \"(x)\" }}/b.png)") ==
        "prose: a: url(\nvalue: {{ asset \"(x)\" }}/b.png\nprose: )\n");
  CHECK(css("a: url(\"{{ asset \"x\" }}/b\")") ==
        "prose: a: url(\nvalue: {{ asset \"x\" }}/b\nprose: )\n");
  CHECK(css("").empty());
}

TEST_CASE("CSS that never closes is read in linear time") {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "url({{}}/*url({{";
  CHECK_FALSE(read_segments(Format::css, text).empty());
}

TEST_CASE("the CSS escaper writes what the reader reads") {
  const std::string text = "https://example.com/a\"b'c\\d(e) f\n\x01\u00e9";
  const auto spelt = css_escaper().write(text);
  REQUIRE(spelt);
  for (const std::string before : {"'", "\"", "url("}) {
    const auto all =
        read_segments(Format::css, before + *spelt + (before.size() > 1 ? ")" : before));
    REQUIRE(!all.empty());
    // A browser deletes the line end of a URL, however it is spelt.
    std::string wanted = text;
    if (before.size() > 1) wanted.erase(wanted.find('\n'), 1);
    CHECK(all[before.size() > 1 ? 1 : 0].text == wanted);
  }
}
