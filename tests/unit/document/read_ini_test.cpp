#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string ini(std::string_view text) { return dump(Format::ini, text); }

}  // namespace

TEST_CASE("values of INI have their section and key") {
  CHECK(ini("; one\nroot = true\r\n[s t]\na = https://example.com/#x ; two\nb: y\n"
            "c = \"z\"\n# three\nd =\n  e\n  f\n") ==
        "comment:  one\n"
        "value root: true\n"
        "prose \"s t\": s t\n"
        "value \"s t\".a: https://example.com/#x\n"
        "comment \"s t\".a:  two\n"
        "value \"s t\".b: y\n"
        "value \"s t\".c: z\n"
        "comment \"s t\".c:  three\n"
        "value \"s t\".d: e\n"
        "value \"s t\".d: f\n");
}

TEST_CASE("a key of INI need not be ASCII") {
  CHECK(ini("gr\xc3\xb6\xc3\x9f"
            "e = 1\nh\xf6st = b\n") ==
        "value \"gr\xc3\xb6\xc3\x9f"
        "e\": 1\nvalue \"h\xf6st\": b\n");
}

TEST_CASE("the INI of git") {
  CHECK(ini("[url \"ssh://git@example.com/\"]\n\tinsteadOf = https://example.com/\n"
            "[a \"x\\\"y\"]\n\tb = \"c\\\\d\"\n\tc = https://example\\\n.com/\n") ==
        "value url.\"ssh://git@example.com/\": ssh://git@example.com/\n"
        "value url.\"ssh://git@example.com/\".insteadOf: https://example.com/\n"
        "prose properties a.\"x\\\"y\": x\"y\n"
        "value properties a.\"x\\\"y\".b: c\\d\n"
        "value properties a.\"x\\\"y\".c: https://example.com/\n");
}

TEST_CASE("no URI of a section of INI is lost") {
  CHECK(ini("[https://example.com/ \"a\"]\n") ==
        "prose \"https://example.com/\": https://example.com/ \n"
        "value \"https://example.com/\".a: a\n");
}

TEST_CASE("the INI of systemd, npm and editorconfig") {
  CHECK(ini("[Service]\nExecStart=/bin/x --url=https://example.com \\\n  -v\n") ==
        "prose Service: Service\n"
        "prose properties Service.ExecStart: /bin/x --url=https://example.com   -v\n");
  CHECK(ini("@s:registry=https://example.com/\n//example.com/:_authToken=x\n") ==
        "prose \"@s:registry\": @s:registry\n"
        "value \"@s:registry\": https://example.com/\n"
        "prose \"//example.com/:_authToken\": //example.com/:_authToken=x\n");
  CHECK(ini("[*.{js,py}]\nindent_style = space\n") ==
        "prose \"*.{js,py}\": *.{js,py}\n"
        "value \"*.{js,py}\".indent_style: space\n");
}

TEST_CASE("other lines of INI are prose") {
  CHECK(
      ini("proxy_pass http://example.com/?a=b;\nhttps://example.com/a=b\n[\"https://a.example\"]\n"
          "<<<<<<< HEAD\n{% if x %}\n[open\n  https://example.org/\n= x\n") ==
      "prose: proxy_pass http://example.com/?a=b;\n"
      "prose: https://example.com/a=b\n"
      "prose: [\"https://a.example\"]\n"
      "prose: <<<<<<< HEAD\n"
      "prose: {% if x %}\n"
      "prose: [open\n"
      "prose: https://example.org/\n"
      "prose: = x\n");
  CHECK(ini("a=\xff\rb = \xfe\r") == "value a: \xff\nvalue b: \xfe\n");
  CHECK(ini(std::string_view("a=\0b", 4)) == "value a: \\x00b\n");
  CHECK(ini("a = \"b") == "prose a: \"b\n");
  CHECK(ini("a = b\\") == "value a: b\\\n");
  CHECK(ini("").empty());
}

TEST_CASE("long runs of continued lines and escapes in INI") {
  std::string text = "a = ";
  for (int i = 0; i < 200000; ++i) text += "x \\\n";
  CHECK(read_segments(Format::ini, text).size() == 2);  // in pieces
  text = "a = \"";
  for (int i = 0; i < 300000; ++i) text += i % 1000 == 999 ? "\\\" " : "\\\\a";
  const auto all = read_segments(Format::ini, text + "\"");
  CHECK(all.size() > 1);
  CHECK(all.back().source.end == text.size());
}

TEST_CASE("the INI escaper writes what needs no care") {
  CHECK(ini_escaper().write("https://example.com/?a=b#c") == std::nullopt);
  const auto spelt = ini_escaper().write("https://example.com/?a=b");
  REQUIRE(spelt);
  const auto all = read_segments(Format::ini, "a = " + *spelt);
  CHECK(all[0].text == "https://example.com/?a=b");
  CHECK(all[0].escaper == &ini_escaper());
}
