#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <string_view>

#include "document/document.hpp"

using namespace urilint;
using namespace std::string_view_literals;

namespace {

struct Place {
  std::string_view text;
  Off offset;
  std::uint64_t line;
  std::uint64_t column;
};

/// The definition, one byte after the other, for text without anything but ASCII and `é`.
Position counted(std::string_view text, std::size_t offset) {
  Position position;
  for (std::size_t i = 0; i < offset; ++i) {
    const bool crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !crlf)) {
      ++position.line;
      position.column = 1;
    } else if (text[i] != '\xc3' || i + 1 < offset) {
      if (text[i] != '\xa9') ++position.column;
    }
  }
  return position;
}

}  // namespace

TEST_CASE("lines and columns") {
  const Place places[] = {
      {"", 0, 1, 1},
      {"abc", 0, 1, 1},
      {"abc", 3, 1, 4},
      {"a\nb", 1, 1, 2},
      {"a\nb", 2, 2, 1},
      {"a\r\nb", 3, 2, 1},
      {"a\rb", 2, 2, 1},
      {"a\r\r\nb", 4, 3, 1},
      {"a\n\rb", 3, 3, 1},
      {"\xc3\xa9x", 2, 1, 2},          // é
      {"\xc3\xa9x", 1, 1, 1},          // inside é
      {"\xe2\x82\xacx", 3, 1, 2},      // €
      {"\xf0\x9f\x98\x80x", 4, 1, 2},  // an emoji is one column
      {"\xffx", 1, 1, 2},              // an invalid byte counts one
      {"\xe2\x82x", 2, 1, 3},          // a cut sequence: each byte counts one
      {"\xc0\xafx", 2, 1, 3},          // overlong: two bytes
      {"\xed\xa0\x80x", 3, 1, 4},      // a surrogate: three bytes
      {"\xf4\x90\x80\x80x", 4, 1, 5},  // above U+10FFFF
      {"\x80\x80x", 2, 1, 3},          // continuation bytes without a lead
      {"a\0b"sv, 2, 1, 3},
  };
  for (const Place& place : places) {
    CAPTURE(place.text, place.offset);
    const Position got = Locator(place.text, {}).locate(place.offset);
    CHECK(got.line == place.line);
    CHECK(got.column == place.column);
  }
}

TEST_CASE("a window starts where the one before left off") {
  Locator locator("bc\nd", {7, 3});
  CHECK(locator.locate(1).line == 7);
  CHECK(locator.locate(1).column == 4);
  CHECK(locator.locate(3).line == 8);
  CHECK(locator.locate(3).column == 1);
}

TEST_CASE("any order of offsets gives the same positions") {
  std::mt19937 random(1);
  std::string text;
  const std::string_view pieces[] = {"a", "bcd", "\n", "\r\n", "\r", "\xc3\xa9", "e"};
  while (text.size() < 20000) text += pieces[random() % 7];
  Locator locator(text, {});
  for (int i = 0; i < 300; ++i) {
    const auto offset = static_cast<Off>(random() % (text.size() + 1));
    const Position got = locator.locate(offset);
    const Position want = counted(text, offset);
    CAPTURE(offset);
    REQUIRE(got.line == want.line);
    REQUIRE(got.column == want.column);
  }
}

TEST_CASE("offsets behind the end are the end") {
  Locator locator("ab", {});
  CHECK(locator.locate(99).column == 3);
}

TEST_CASE("the line around an offset") {
  const auto line = [](std::string_view text, Off offset) {
    const UriSpan span = Locator(text, {}).line_of(offset);
    return text.substr(span.begin, span.size());
  };
  CHECK(line("one\ntwo\r\nthree\rfour", 0) == "one");
  CHECK(line("one\ntwo\r\nthree\rfour", 3) == "one");
  CHECK(line("one\ntwo\r\nthree\rfour", 5) == "two");
  CHECK(line("one\ntwo\r\nthree\rfour", 8) == "two");
  CHECK(line("one\ntwo\r\nthree\rfour", 10) == "three");
  CHECK(line("one\ntwo\r\nthree\rfour", 19) == "four");
  CHECK(line("", 0).empty());
  CHECK(line("x\n", 2).empty());
}
