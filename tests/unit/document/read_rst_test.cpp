#include <catch2/catch.hpp>
#include <string>

#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string rst(std::string_view text) { return dump(Format::rst, text); }
std::string links(std::string_view text) { return dump_links(Format::rst, text); }

}  // namespace

TEST_CASE("pairs of target and shown text of reStructuredText") {
  CHECK(links("see `the text <https://a.example/>`_, `two\nlines\n<https://b.example/>`__.") ==
        "https://a.example/ | the text\nhttps://b.example/ | two\\nlines\n");
  CHECK(links("(`https://a.example/ <https://b.example/>`_)") ==
        "https://b.example/ | https://a.example/\n");
}

TEST_CASE("what is no link of reStructuredText") {
  for (const std::string_view text :
       {"``x <https://a.example/>`_``", ":doc:`x <https://a.example/>`_",
        "`x <https://a.example/>`", "`<https://a.example/>`_", "`x<https://a.example/>`_",
        "`x <https://a .example/>`_", "`x <other>`_", "`x`_", "`", "``", "`x <https://a.example/>",
        "\\`x <https://a.example/>`_"}) {
    CAPTURE(text);
    CHECK(links(text).empty());
    CHECK(rst(text) == "prose: " + std::string(text) + "\n");
  }
}

TEST_CASE("reStructuredText is prose, cut behind its links") {
  CHECK(rst("a `b <https://c.example/>`_ https://d.example/ e") ==
        "prose: a `b <https://c.example/>`\nprose: _ https://d.example/ e\n");
  CHECK(rst("").empty());
}

TEST_CASE("backticks without end in reStructuredText") {
  std::string text;
  for (int i = 0; i < 300000; ++i) text += "`` `a <b:c `";
  CHECK(read_segments(Format::rst, text).size() == 1);
}
