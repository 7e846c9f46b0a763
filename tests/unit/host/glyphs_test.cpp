// glyph_of: both ends of runs, deleted code points, and neighbours that stay what they are.
#include "host/glyphs.hpp"

#include <catch2/catch.hpp>
#include <string_view>

namespace urilint {
namespace {

struct Row {
  char32_t code;
  std::string_view ascii;
};

TEST_CASE("glyph_of maps what IDNA maps") {
  constexpr Row kRows[] = {
      {0x00aa, "a"},  {0x00b2, "2"},  {0x00b3, "3"},  {0x00b9, "1"},  {0x2070, "0"},
      {0x2079, "9"},  {0x2080, "0"},  {0x2089, "9"},  {0x2460, "1"},  {0x2468, "9"},
      {0x2469, "10"}, {0x2473, "20"}, {0x24ea, "0"},  {0x32bf, "50"}, {0x3002, "."},
      {0xff0e, "."},  {0xff61, "."},  {0xff10, "0"},  {0xff19, "9"},  {0xff21, "A"},
      {0xff26, "F"},  {0xff38, "X"},  {0xff41, "a"},  {0xff58, "x"},  {0x217d, "c"},
      {0x1d7ce, "0"}, {0x1d7d7, "9"}, {0x1d7d8, "0"}, {0x1d7ff, "9"}, {0x1fbf9, "9"},
      {0x1ccd6, "A"}, {0x1ccdb, "F"}, {0x1cced, "X"}, {0x1ccf9, "9"}, {0xfb00, "ff"},
      {0x00ad, ""},   {0x200b, ""},   {0xfe0f, ""},   {0xfeff, ""},   {0xe01ef, ""},
      {0x1160, ""},   {0x17b5, ""},   {0x180e, ""},   {0x2061, ""},   {0x206f, ""},
      {0x3164, ""},   {0xffa0, ""},   {0x1d17a, ""},
  };
  for (const Row& row : kRows) {
    CAPTURE(static_cast<std::uint32_t>(row.code));
    const auto glyph = glyph_of(row.code);
    REQUIRE(glyph);
    CHECK(glyph->view() == row.ascii);
  }
}

TEST_CASE("glyph_of leaves everything else alone") {
  // Neighbours of runs, ASCII itself, and what only looks like a digit or a full stop.
  for (const char32_t code :
       {0x0U,     0x30U,    0x2eU,    0x7fU,   0x80U,     0xb1U,      0x2071U,
        0x208aU,  0x2474U,  0x2488U,  0x3001U, 0x3003U,   0xff0fU,    0xff1aU,
        0xff27U,  0x661U,   0x966U,   0x6d4U,  0x200cU,   0x200dU,    0x1d800U,
        0x1ccd5U, 0x1ccfaU, 0xe01f0U, 0xfffdU, 0x10ffffU, 0xffffffffU}) {
    CAPTURE(static_cast<std::uint32_t>(code));
    CHECK_FALSE(glyph_of(code));
  }
}

}  // namespace
}  // namespace urilint
