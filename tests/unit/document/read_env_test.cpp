#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string env(std::string_view text) { return dump(Format::env, text); }

}  // namespace

TEST_CASE("values of env files have their names") {
  CHECK(env("# one\nA=https://example.com/#x # two\r\nexport B_1 = 'x y' # three\n"
            "C=\"a\\n\\\"\\$\\q\"\n\nD=${E:-https://example.com/}\n") ==
        "comment:  one\n"
        "value A: https://example.com/#x\n"
        "comment A:  two\n"
        "prose B_1: x y\n"
        "comment B_1:  three\n"
        "prose shell C: a\\n\"$\\q\n"
        "prose D: ${E:-https://example.com/}\n");
}

TEST_CASE("quoted values of env files may hold several lines") {
  CHECK(env("K=\"-----\nx: y\n-----\"\nA='https://example.com/\n'\nB=c") ==
        "prose K: -----\\nx: y\\n-----\n"
        "prose A: https://example.com/\\n\n"
        "value B: c\n");
  // A quote that closes nothing is a byte.
  CHECK(env("A='b\nC='d'\nE=\"f\n") ==
        "prose A: 'b\n"
        "value C: d\n"
        "prose E: \"f\n");
}

TEST_CASE("other lines of env files are prose") {
  CHECK(env("<<<<<<< HEAD\nA=b\n=======\nhttps://example.com/?a=b\n{{ if x }}\nA='b'c\n=d\n") ==
        "prose: <<<<<<< HEAD\n"
        "value A: b\n"
        "prose: =======\n"
        "prose: https://example.com/?a=b\n"
        "prose: {{ if x }}\n"
        "value A: b\n"
        "prose A: c\n"
        "prose: =d\n");
  CHECK(env("\xff=a\rB=\xfe\rC") == "prose: \xff=a\nvalue B: \xfe\nprose: C\n");
  CHECK(env(std::string_view("A=\0b", 4)) == "value A: \\x00b\n");
  CHECK(env("A=\"b\\") == "prose A: \"b\\\n");
  CHECK(env("").empty());
}

TEST_CASE("long runs of escapes and of open quotes in env files") {
  std::string text = "A=\"";
  for (int i = 0; i < 300000; ++i) text += i % 1000 == 999 ? "\\n " : "\\$a";
  CHECK(read_segments(Format::env, text + "\"").size() == 1);  // longer than a quoted value may be
  std::string open;
  for (int i = 0; i < 200000; ++i) open += "A=\"x\n";
  CHECK(read_segments(Format::env, open).size() == 200000);
}

TEST_CASE("the env escapers write what the reader reads") {
  const std::string text = "a\"b\\c\n'$`\u00e9";
  const auto spelt = env_escaper().write(text);
  REQUIRE(spelt);
  const auto all = read_segments(Format::env, "A=\"" + *spelt + "\"");
  REQUIRE(all.size() == 1);
  CHECK(all[0].text == text);
  CHECK(all[0].escaper == &env_escaper());
  CHECK(env_raw_escaper().write("https://example.com/") == "https://example.com/");
  CHECK_FALSE(env_raw_escaper().write("a b"));
  CHECK_FALSE(env_raw_escaper().write("it's"));
}
