// Characters are named by number and name, and never written themselves.
#include "host/char_name.hpp"

#include <catch2/catch.hpp>

using namespace urilint;

TEST_CASE("char_name gives number and name") {
  CHECK(char_name(0x262) == "U+0262 LATIN LETTER SMALL CAPITAL G");
  CHECK(char_name(0x1f354) == "U+1F354 HAMBURGER");
  CHECK(char_name(0x4e00) == "U+4E00 CJK UNIFIED IDEOGRAPH-4E00");
  CHECK(char_name(0x202e) == "U+202E RIGHT-TO-LEFT OVERRIDE");
  CHECK(char_name(0x10fffd) == "U+10FFFD");  // private use: no name
  CHECK(char_name(0x7) == "U+0007");
  CHECK(char_name(0x110000) == "U+110000");  // no character at all
}
