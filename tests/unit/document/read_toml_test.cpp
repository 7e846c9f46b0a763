#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string toml(std::string_view text) { return dump(Format::toml, text); }

}  // namespace

TEST_CASE("strings of TOML are values with their keys") {
  CHECK(toml("a = \"x\" # one\n[t.\"u v\"]\n# two\nb.c = 'y'\nd = [1, \"z\", ['w']]\n") ==
        "value a: x\n"
        "comment a:  one\n"
        "prose t.\"u v\": u v\n"
        "comment t.\"u v\":  two\n"
        "value t.\"u v\".b.c: y\n"
        "value t.\"u v\".d[1]: z\n"
        "value t.\"u v\".d[2][0]: w\n");
  CHECK(toml("a = { b.c = 'x', \"d\\u0065\" = \"y\", e = { f = 'z' } }\ng = 'v'") ==
        "value a.b.c: x\n"
        "value toml a.de: de\n"
        "value a.de: y\n"
        "value a.e.f: z\n"
        "value g: v\n");
  CHECK(toml("a = {\n  b = 'x', # c\n  d = 'y',\n}\n") ==
        "value a.b: x\n"
        "comment a:  c\n"
        "value a.d: y\n");
}

TEST_CASE("arrays of tables are counted") {
  CHECK(toml("[[p]]\nu = 'a'\n[[p.q]]\nu = 'b'\n[[p.q]]\nu = 'c'\n[p.r]\nu = 'd'\n"
             "[[p]]\n[[p.q]]\nu = 'e'\n[p.q.s]\nu = 'f'\n[o]\nu = 'g'\n") ==
        "value p[0].u: a\n"
        "value p[0].q[0].u: b\n"
        "value p[0].q[1].u: c\n"
        "value p[0].r.u: d\n"
        "value p[1].q[0].u: e\n"
        "value p[1].q[0].s.u: f\n"
        "value o.u: g\n");
}

TEST_CASE("every escape of TOML is decoded") {
  const auto read = [](std::string_view text) { return read_segments(Format::toml, text); };
  const auto all = read(R"(a = "\"\\\b\f\n\r\t\e\x41\u00e9\U0001f600")");
  REQUIRE(all.size() == 1);
  CHECK(all[0].text ==
        "\"\\\b\f\n\r\t\x1b"
        "A\u00e9\U0001f600");
  CHECK(all[0].source == SourceSpan{5, 5 + 16 + 4 + 6 + 10});
  CHECK(read(R"(a = "\ud800\U00110000")")[0].text == "\ufffd\ufffd");
  // Not escapes: they stay.
  CHECK(read(R"(a = "https:\/\/example.com\q\u12")")[0].text == R"(https:\/\/example.com\q\u12)");
  CHECK(read(R"(a = 'C:\new')")[0].text == R"(C:\new)");
}

TEST_CASE("strings of TOML over several lines") {
  const auto read = [](std::string_view text) { return read_segments(Format::toml, text); };
  CHECK(read("a = \"\"\"\nhttps://exa\\\n   \n  mple.com\"\"\"")[0].text == "https://example.com");
  CHECK(read("a = \"\"\"\r\nx\\\r\n  y\"\"\"\r\n")[0].text == "xy");
  CHECK(toml("a = \"\"\"x\"\"\"\"\"\nb = '''\n'y''z''''\nc = \"\"\"\\\"\"\"\"") ==
        "prose a: x\"\"\n"
        "prose b: 'y''z'\n"
        "prose toml c: \"\n");
  // Without an end they are strings of one line.
  CHECK(toml("a = \"\"\"x\nb = 'y'\n") ==
        "value a: x\n"
        "value b: y\n");
}

TEST_CASE("decoded bytes of TOML know their place") {
  const std::string_view text = R"(u = "https:\u002f\u002fexample.com\x2fx")";
  const auto all = read_segments(Format::toml, text);
  REQUIRE(all.size() == 1);
  CHECK(all[0].text == "https://example.com/x");
  CHECK(all[0].layers == std::vector<std::string>{"toml"});
  CHECK(text.substr(all[0].source.begin, all[0].source.size()) ==
        R"(https:\u002f\u002fexample.com\x2fx)");
}

TEST_CASE("templates and broken TOML lose nothing") {
  CHECK(
      toml("{% if x %}\na = \"https://{{ get(\"h\") }}/x\"\nb = {{ y | q('z') }}\n{% endif %}\n") ==
      "prose: {% if x %}\n"
      "prose a: https://{{ get(\"h\") }}/x\n"
      "prose b:  {{ y | q('z') }}\n"
      "prose: {% endif %}\n");
  CHECK(toml("<<<<<<< HEAD\na = 'x'\n=======\na = 'y'\n>>>>>>> b\n") ==
        "prose: <<<<<<< HEAD\n"
        "value a: x\n"
        "prose: =======\n"
        "value a: y\n"
        "prose: >>>>>>> b\n");
  CHECK(toml("a = \"x\nb = https://example.com/#y # z\nc = 'w") ==
        "value a: x\n"
        "prose b:  https://example.com/#y \n"
        "comment b:  z\n"
        "value c: w\n");
  // A bracket that is not closed ends where a key or a table begins.
  CHECK(toml("a = [ 'x',\nb = 'y'\nc = { d = [ 'z'\n[t]\ne = 'w'\n") ==
        "value a[0]: x\n"
        "value b: y\n"
        "value c.d[0]: z\n"
        "value t.e: w\n");
  CHECK(toml("a = [\n  [1, 2],\n  'x' ]\nb = it's\n") ==
        "value a[1]: x\n"
        "prose b:  it's\n");
  CHECK(toml("\xff = '\xfe'\r[a]\rb = '\xfd'") ==
        "prose: \xff = '\xfe'\n"
        "value a.b: \xfd\n");
  CHECK(toml(std::string_view("a = '\0'", 7)) == "value a: \\x00\n");
  CHECK(toml("a = \"x\\") == "value toml a: x\\\n");
  CHECK(toml("").empty());
}

TEST_CASE("deep nesting and long strings of TOML") {
  std::string text = "a = " + std::string(200000, '[') + "'x'" + std::string(200000, ']');
  CHECK(read_segments(Format::toml, text).size() == 1);
  text = "a = ";
  for (int i = 0; i < 200000; ++i) text += "{b=";
  CHECK(read_segments(Format::toml, text + "'x'").size() == 1);
  text = "[a";
  for (int i = 0; i < 200000; ++i) text += ".a";
  CHECK(read_segments(Format::toml, text + "]\nb = 'x'").size() == 1);
  text = "a = \"";
  for (int i = 0; i < 300000; ++i) text += i % 1000 == 999 ? "\\n " : "\\\"a";
  const auto all = read_segments(Format::toml, text + "\"");
  CHECK(all.size() > 1);
  CHECK(all.back().source.end == text.size());
}

TEST_CASE("the TOML escapers write what the reader reads") {
  const std::string text = "a\"b\\c\n\x01/'\u00e9";
  const auto spelt = toml_escaper().write(text);
  REQUIRE(spelt);
  for (const std::string quote : {"\"", "\"\"\""}) {
    const auto all = read_segments(Format::toml, "a = " + quote + *spelt + quote);
    REQUIRE(all.size() == 1);
    CHECK(all[0].text == text);
    CHECK(all[0].escaper == &toml_escaper());
  }
  CHECK_FALSE(toml_literal_escaper().write("it's"));
  CHECK_FALSE(toml_literal_escaper().write("a\nb"));
  const auto literal =
      read_segments(Format::toml, "a = '" + *toml_literal_escaper().write("\\\"") + "'");
  CHECK(literal[0].text == "\\\"");
  CHECK(literal[0].escaper == &toml_literal_escaper());
}

TEST_CASE("names of schemas and vocabularies in TOML are identifiers") {
  CHECK(dump(Format::toml, "\"$schema\" = \"x:1\"\nxmlns = 'x:2'\nurl = 'x:3'\n") ==
        "value identifier \"$schema\": $schema\n"
        "value identifier \"$schema\": x:1\n"
        "value identifier xmlns: x:2\n"
        "value url: x:3\n");
}
