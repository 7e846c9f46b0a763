#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string properties(std::string_view text) { return dump(Format::properties, text); }

}  // namespace

TEST_CASE("values of properties have their keys") {
  CHECK(properties("# one\n! two\na.b = https\\://example.com/\\u0026x\r\n  c:d\ne f\ng\n"
                   "h\\ i\\=j==k\n") ==
        "comment:  one\n"
        "comment:  two\n"
        "value \"a.b\": a.b\n"
        "value properties \"a.b\": https://example.com/&x\n"
        "value c: c\n"
        "value c: d\n"
        "value e: e\n"
        "value e: f\n"
        "value g: g\n"
        "prose properties \"h i=j\": h i=j\n"
        "value \"h i=j\": =k\n");
}

TEST_CASE("every escape of properties is decoded") {
  const auto read = [](std::string_view text) {
    return read_segments(Format::properties, text).back().text;
  };
  CHECK(read(R"(a=\t\n\r\f\\\:\=\#\!\q\u00e9\ud83d\ude00\ud83d)") ==
        "\t\n\r\f\\:=#!q\u00e9\U0001f600\ufffd");
  CHECK(read("a=https://exa\\\n   mple.com/\\\r\n\t\\\n x") == "https://example.com/x");
  CHECK(read("a = x\\\\\nb = y") == "y");
  CHECK(read("a=x\\") == "x");
}

TEST_CASE("decoded bytes of properties know their place") {
  const std::string_view text = "u = https\\:\\/\\/example.com\\u002fx\n";
  const auto all = read_segments(Format::properties, text);
  REQUIRE(all.size() == 2);
  CHECK(all[1].text == "https://example.com/x");
  CHECK(text.substr(all[1].source.begin, all[1].source.size()) ==
        "https\\:\\/\\/example.com\\u002fx");
}

TEST_CASE("what is no property is prose") {
  CHECK(properties("https://example.com/\n<<<<<<< HEAD\n=x\n") ==
        "prose: https://example.com/\n"
        "value \"<<<<<<<\": <<<<<<<\n"
        "value \"<<<<<<<\": HEAD\n"
        "prose: =x\n");
  CHECK(properties("\xff=\xfe\ra=b") ==
        "value \"\xff\": \xff\nvalue \"\xff\": \xfe\n"
        "value a: a\nvalue a: b\n");
  CHECK(properties(std::string_view("a=\0", 3)) == "value a: a\nvalue a: \\x00\n");
  CHECK(properties("").empty());
}

TEST_CASE("long runs of escapes and continued lines in properties") {
  std::string text = "a=";
  for (int i = 0; i < 300000; ++i) text += i % 1000 == 999 ? "\\n" : "\\:a";
  const auto all = read_segments(Format::properties, text);
  CHECK(all.size() > 2);
  CHECK(all.back().source.end == text.size());
  text = "a=";
  for (int i = 0; i < 200000; ++i) text += "\\\n";
  CHECK(read_segments(Format::properties, text + "x").back().text == "x");
  CHECK(read_segments(Format::properties, std::string(200001, '\\')).size() == 1);
}

TEST_CASE("the properties escaper writes what the reader reads") {
  const std::string text = " a\"b\\c\n\x01'=: #";
  const auto spelt = properties_escaper().write(text);
  REQUIRE(spelt);
  const auto all = read_segments(Format::properties, "a=" + *spelt);
  REQUIRE(all.size() == 2);
  CHECK(all[1].text == text);
  CHECK(all[1].escaper == &properties_escaper());
  CHECK_FALSE(properties_escaper().write("\u00e9"));
}
