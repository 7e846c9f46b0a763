#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string csv(std::string_view text) { return dump(Format::csv, text); }

}  // namespace

TEST_CASE("fields of CSV have a row and the name of their column") {
  CHECK(csv("id,web site\r\n1,https://a.example/\r\n2,\"https://b.example/?a,\"\"b\"\"\",c\r\n") ==
        "value: id\n"
        "prose: web site\n"
        "value [0].id: 1\n"
        "value [0].\"web site\": https://a.example/\n"
        "value [1].id: 2\n"
        "prose csv [1].\"web site\": https://b.example/?a,\"b\"\n"
        "value [1]: c\n");
  CHECK(csv("1,https://a.example/\n2,b\n") ==
        "value [0][0]: 1\n"
        "value [0][1]: https://a.example/\n"
        "value [1][0]: 2\n"
        "value [1][1]: b\n");
}

TEST_CASE("a single column of CSV has its name") {
  CHECK(csv("url\r\nhttps://a.example/\r\nhttps://b.example/\r\n") ==
        "value: url\nvalue [0].url: https://a.example/\nvalue [1].url: https://b.example/\n");
  CHECK(csv("https://a.example/\n") == "value [0][0]: https://a.example/\n");
}

TEST_CASE("the separator of CSV is told by its first lines") {
  CHECK(csv("1\t2,5\n3\t\"4\t\"\n") ==
        "value [0][0]: 1\nvalue [0][1]: 2,5\nvalue [1][0]: 3\nprose [1][1]: 4\\t\n");
  CHECK(csv("1;2,5;6,7\n3;4;5\n") ==
        "value [0][0]: 1\nvalue [0][1]: 2,5\nvalue [0][2]: 6,7\n"
        "value [1][0]: 3\nvalue [1][1]: 4\nvalue [1][2]: 5\n");
  CHECK(csv("# 1; 2\n\n1\thttps://a.example/;b\n2\n") ==
        "prose [0][0]: # 1; 2\n"
        "value [2][0]: 1\nvalue [2][1]: https://a.example/;b\nvalue [3][0]: 2\n");
  CHECK(csv("https://a.example/\nhttps://b.example/\n") ==
        "value [0][0]: https://a.example/\nvalue [1][0]: https://b.example/\n");
}

TEST_CASE("quoted fields of CSV over several lines, and broken ones") {
  CHECK(csv("1,\"a\n\"\"b\"\n2,\"c\n3,d\"e\n") ==
        "value [0][0]: 1\n"
        "prose csv [0][1]: a\\n\"b\n"
        "value [1][0]: 2\n"
        "prose [1][1]: \"c\n"
        "value [2][0]: 3\n"
        "prose [2][1]: d\"e\n");
  CHECK(csv("1\xff,b\rc,d") ==
        "value [0][0]: 1\xff\nvalue [0][1]: b\n"
        "value [1][0]: c\nvalue [1][1]: d\n");
  CHECK(csv(std::string_view("1,\0", 3)) == "value [0][0]: 1\nvalue [0][1]: \\x00\n");
  CHECK(csv("<<<<<<< HEAD\n1,2\n") == "prose [0][0]: <<<<<<< HEAD\nvalue [1][0]: 1,2\n");
  CHECK(csv("").empty());
}

TEST_CASE("decoded bytes of CSV know their place") {
  const std::string_view text = "1,\"https://a.example/\"\"b\"\"\"\n";
  const auto all = read_segments(Format::csv, text);
  REQUIRE(all.size() == 2);
  CHECK(all[1].text == "https://a.example/\"b\"");
  CHECK(text.substr(all[1].source.begin, all[1].source.size()) == "https://a.example/\"\"b\"\"");
}

TEST_CASE("long runs of quotes in CSV") {
  const auto all = read_segments(Format::csv, "1,\"" + std::string(2000000, '"') + "x\"\n");
  REQUIRE(all.size() > 1);
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "1,\"x\n";
  CHECK(read_segments(Format::csv, text).size() == 400000);
}

TEST_CASE("the CSV escapers write what the reader reads") {
  const std::string text = "a\"b,c\n\"\"\u00e9";
  const auto spelt = csv_quoted_escaper().write(text);
  REQUIRE(spelt);
  const auto all = read_segments(Format::csv, "1,\"" + *spelt + "\"");
  REQUIRE(all.size() == 2);
  CHECK(all[1].text == text);
  CHECK(all[1].escaper == &csv_quoted_escaper());
  CHECK_FALSE(csv_escaper().write("a,b"));
  CHECK(csv_escaper().write("https://a.example/") == "https://a.example/");
  CHECK(read_segments(Format::csv, "1,2")[1].escaper == &csv_escaper());
}
