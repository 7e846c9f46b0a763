// Marks stand under what they mark, whatever the text is made of.
#include "report/marked_line.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "report/escape.hpp"
#include "report/utf8.hpp"

using namespace urilint;

namespace {

DrawStyle plain(std::size_t width = 100) { return {.paint = Painter(false), .width = width}; }

std::string drawn(const MarkedLine& line, const DrawStyle& style = plain()) {
  std::string out;
  draw(line, style, out);
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// The part of `line` that stands in the columns where `marks` has `^`.
std::string above_carets(const std::string& line, const std::string& marks) {
  std::string out;
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t column = display_width(std::string_view(line).substr(0, i));
    const std::size_t size = decode_utf8(line, i).size;
    if (column < marks.size() && marks[column] == '^') out += line.substr(i, size);
    i += size;
  }
  return out;
}

}  // namespace

TEST_CASE("carets stand under the escaped text of the mark") {
  const std::vector<std::string> units = {"a",    "\xc3\xa4", "\xe4\xbe\x8b",     "\xe2\x80\xae",
                                          "\x1b", "::",       "\xf0\x9f\x98\x80", "##[",
                                          "\t"};
  for (const std::string& before : units) {
    for (const std::string& marked : units) {
      for (const std::string& after : units) {
        const std::string text = "x" + before + "|" + marked + "|" + after;
        const std::size_t begin = before.size() + 2;
        MarkedLine line{.text = text, .number = 7};
        line.marks.push_back({{begin, begin + marked.size()}, Role::primary, {}});
        const auto lines = lines_of(drawn(line));
        REQUIRE(lines.size() == 3);
        CAPTURE(text, lines[1], lines[2]);
        CHECK(above_carets(lines[1], lines[2]) == escape_with_places(marked).text);
      }
    }
  }
}

TEST_CASE("labels hang from their marks") {
  MarkedLine line{.text = "https://user@example.com/", .number = 12};
  line.marks.push_back({{8, 12}, Role::primary, "this"});
  line.marks.push_back({{13, 24}, Role::secondary, "the host"});
  line.marks.push_back({{0, 5}, Role::secondary, "the scheme"});
  CHECK(drawn(line) ==
        "   |\n"
        "12 | https://user@example.com/\n"
        "   | -----   ^^^^ ----------- the host\n"
        "   | |       this\n"
        "   | the scheme\n");
}

TEST_CASE("the primary mark covers others, and an empty mark is a caret") {
  MarkedLine line{.text = "abcdef"};
  line.marks.push_back({{2, 2}, Role::primary, {}});
  line.marks.push_back({{0, 6}, Role::secondary, {}});
  CHECK(drawn(line) ==
        "  |\n"
        "  | abcdef\n"
        "  | --^---\n");
}

TEST_CASE("parts of the primary mark are seen in it") {
  MarkedLine line{.text = "https://a%2eb.example/"};
  line.marks.push_back({{8, 21}, Role::primary, {}});
  line.marks.push_back({{9, 12}, Role::secondary, "a dot"});
  line.marks.push_back({{0, 5}, Role::secondary, {}});
  CHECK(drawn(line) ==
        "  |\n"
        "  | https://a%2eb.example/\n"
        "  | -----   ~^^^~~~~~~~~~\n"
        "  |          a dot\n");
  line.marks[1].span = {8, 21};  // the whole of it is no part
  line.marks[1].label = {};
  CHECK(lines_of(drawn(line))[2] == "  | -----   ^^^^^^^^^^^^^");
  line.marks[1].span = {6, 12};  // neither is what begins outside
  CHECK(lines_of(drawn(line))[2] == "  | ----- --^^^^^^^^^^^^^");
}

TEST_CASE("a long line is trimmed around its marks") {
  const std::string text = std::string(500, 'a') + "MARK" + std::string(500, 'b') + "FAR";
  MarkedLine line{.text = text};
  line.marks.push_back({{500, 504}, Role::primary, {}});
  line.marks.push_back({{1004, 1007}, Role::secondary, "the end"});
  for (const std::size_t width : {0U, 40U, 60U, 100U, 300U}) {
    CAPTURE(width);
    const auto lines = lines_of(drawn(line, plain(width)));
    REQUIRE(lines.size() == 4);
    CHECK(display_width(lines[1]) <= std::max<std::size_t>(width, 46));
    CHECK(above_carets(lines[1], lines[2]) == "MARK");
    CHECK(lines[3] == "  = note: the end is `FAR`");
  }
  const auto whole = lines_of(drawn(line, plain(2000)));
  REQUIRE(whole.size() == 3);
  CHECK(whole[1] == "  | " + text);
}

TEST_CASE("spans that leave the text or run backwards are harmless") {
  for (const PrintedSpan span : {PrintedSpan{0, 99}, PrintedSpan{50, 99}, PrintedSpan{3, 1},
                                 PrintedSpan{~std::uint64_t{0}, ~std::uint64_t{0}}}) {
    MarkedLine line{.text = "abc"};
    line.marks.push_back({span, Role::primary, "label"});
    line.marks.push_back({span, Role::secondary, "other"});
    const auto lines = lines_of(drawn(line));
    REQUIRE(lines.size() >= 3);
    CHECK(lines[1] == "  | abc");
    CHECK(lines[2].find('^') != std::string::npos);
    CHECK(excerpt("abc", span, 2).size() <= 2 + 2 * 3);
  }
}

TEST_CASE("shown_part keeps to the limit and to whole characters") {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "a\xc3\xa4\xe4\xbe\x8b\xf0\x9f\x98\x80";
  for (std::size_t limit = 0; limit < 30; ++limit) {
    for (std::size_t begin = 0; begin < text.size(); begin += 10) {
      const PrintedSpan span{begin, begin + 10};
      const Shown shown = shown_part(text, span, span, limit);
      REQUIRE(shown.begin <= shown.end);
      REQUIRE(shown.end - shown.begin <= limit);
      REQUIRE(is_utf8(std::string_view(text).substr(shown.begin, shown.end - shown.begin)));
      if (limit >= 16) REQUIRE((shown.begin <= begin && shown.end >= begin + 10));
    }
  }
}

TEST_CASE("colours wrap whole runs and nothing else") {
  MarkedLine line{.text = "ab", .number = 1};
  line.marks.push_back({{0, 1}, Role::primary, {}});
  const std::string colored =
      drawn(line, {.paint = Painter(true), .primary = Ink::warning, .width = 80});
  CHECK(colored ==
        "\x1b[34m  |\x1b[0m\n"
        "\x1b[34m1 |\x1b[0m ab\n"
        "\x1b[34m  |\x1b[0m \x1b[1;33m^\x1b[0m\n");
}
