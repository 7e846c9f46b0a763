#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string hcl(std::string_view text) { return dump(Format::hcl, text); }

}  // namespace

TEST_CASE("blocks and attributes of HCL are keys") {
  CHECK(
      hcl("resource \"a_b\" \"c\" {\n  u = \"https://a.example/\" # one\n  t = {\n    x : \"y\",\n"
          "    \"z\" = 1\n  }\n  inner {\n    l = [\"m\", f(\"n\", 2), \"o\"]\n  }\n  v = "
          "\"w\"\n}\n"
          "p = \"q\"\n") ==
      "value: a_b\n"
      "value: c\n"
      "value resource.a_b.c.u: https://a.example/\n"
      "comment resource.a_b.c.u:  one\n"
      "value resource.a_b.c.t.x: y\n"
      "value resource.a_b.c.t.z: z\n"
      "value resource.a_b.c.inner.l[0]: m\n"
      "prose resource.a_b.c.inner.l[1]: , f(\n"
      "value resource.a_b.c.inner.l[1]: n\n"
      "value resource.a_b.c.inner.l[2]: o\n"
      "value resource.a_b.c.v: w\n"
      "value p: q\n");
}

TEST_CASE("strings of HCL") {
  const auto read = [](std::string_view text) { return read_segments(Format::hcl, text); };
  const auto all = read(R"(a = "\n\r\t\"\\\u00e9\U0001f600\q//\")");
  REQUIRE(all.size() == 1);
  CHECK(all[0].text == "\n\r\t\"\\\u00e9\U0001f600\\q//\"");
  CHECK(hcl("a = \"https://${var.x == \"y\" ? \"b\" : \"${c[\"}\"]}\"}/d\" // e\n") ==
        "prose a: https://${var.x == \"y\" ? \"b\" : \"${c[\"}\"]}\"}/d\n"
        "comment a:  e\n");
  CHECK(hcl("a = f(\"https://a.example/\",\n  \"b\")\nc = \"d\"\n") ==
        "prose a: a = f(\n"
        "value a: https://a.example/\n"
        "value a: b\n"
        "value c: d\n");
}

TEST_CASE("here-documents and comments of HCL") {
  CHECK(hcl("a = <<-EOF\n  https://a.example/ \"\n  EOF\nb = <<X\n# y\nX\n/* c\n d */ e = 1 /* "
            "f\n") ==
        "prose a:   https://a.example/ \"\\n\n"
        "prose b: # y\\n\n"
        "comment:  c\\n d \n"
        "prose e:  e = 1 /* f\\n\n");
}

TEST_CASE("slashes behind a colon begin no comment of HCL") {
  CHECK(hcl("a = {b}://c\n\"d\":// e\n") ==
        "prose a: a = {b}://c\\n\n"
        "value: d\n"
        "comment:  e\n");
}

TEST_CASE("templates and broken HCL lose nothing") {
  CHECK(hcl("<<<<<<< HEAD\na = \"b\n{{ x }}\nc = https://a.example/b // d\n}}]\n[ e = \"f\"") ==
        "prose: <<<<<<< HEAD\\na = \n"
        "value a: b\n"
        "prose: \\n{{ x }}\\nc = https://a.example/b // d\\n}}]\\n[ e = \n"
        "value [0]: f\n");
  CHECK(hcl("a = \"b\\") == "value json a: b\\\n");
  CHECK(hcl("a = \"\xff\"\rb = \"\xfe\"") == "value a: \xff\nvalue b: \xfe\n");
  CHECK(hcl(std::string_view("a = \"\0\"", 7)) == "value a: \\x00\n");
  CHECK(hcl("").empty());
}

TEST_CASE("deep nesting and long strings of HCL") {
  for (const std::string_view open : {"a {", "[", "a = \"${\"", "a(", "<<E\n", "{ a = "}) {
    std::string text;
    for (int i = 0; i < 200000; ++i) text += open;
    CHECK(!read_segments(Format::hcl, text + "\n\"x\"").empty());
  }
  std::string text = "a = \"";
  for (int i = 0; i < 300000; ++i) text += i % 1000 == 999 ? "\\n " : "\\\"a";
  const auto all = read_segments(Format::hcl, text + "\"");
  CHECK(all.size() > 1);
  CHECK(all.back().source.end == text.size());
}

TEST_CASE("the HCL escaper writes what the reader reads") {
  const std::string text = "a\"b\\c\n\x01'\u00e9";
  const auto spelt = hcl_escaper().write(text);
  REQUIRE(spelt);
  const auto all = read_segments(Format::hcl, "a = \"" + *spelt + "\"");
  REQUIRE(all.size() == 1);
  CHECK(all[0].text == text);
  CHECK(all[0].escaper == &hcl_escaper());
}
