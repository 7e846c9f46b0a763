#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "document/sniff.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string yaml(std::string_view text) { return dump(Format::yaml, text); }

}  // namespace

TEST_CASE("block mappings and sequences of YAML name their keys") {
  CHECK(yaml("a:\n  b: x\n  c:\n  - y\n  - d: z\n    e: w\n-: q\nf: v # note\n") ==
        "value a: a\n"
        "value a.b: b\n"
        "value a.b: x\n"
        "value a.c: c\n"
        "value a.c[0]: y\n"
        "value a.c[1].d: d\n"
        "value a.c[1].d: z\n"
        "value a.c[1].e: e\n"
        "value a.c[1].e: w\n"
        "value -: -\n"
        "value -: q\n"
        "value f: f\n"
        "value f: v\n"
        "comment f:  note\n");
  CHECK(yaml("- - a\n  - b\n- c\n") == "value [0][0]: a\nvalue [0][1]: b\nvalue [1]: c\n");
  CHECK(yaml("? a\n: b\n") == "value a: a\nvalue a: b\n");
  // A folded key that is longer than the path before it.
  const std::string word(100, 'x');
  const std::string folded = '"' + word + " y\": ";
  CHECK(yaml("? " + word + "\n  y\n: b\n") ==
        "prose yaml " + folded + word + " y\nvalue " + folded + "b\n");
  CHECK(yaml("? >-\n  " + word + "\n  y\n: b\n") ==
        "prose yaml " + folded + word + " y\nvalue " + folded + "b\n");
  CHECK(yaml("a: 1\n---\nb: 2\n...\n") == "value a: a\nvalue a: 1\nvalue b: b\nvalue b: 2\n");
}

TEST_CASE("flows of YAML are read as JSON is") {
  CHECK(yaml("{a: [x, 'y', {b: z}], \"c\":d}") ==
        "value a: a\n"
        "value a[0]: x\n"
        "value a[1]: y\n"
        "value a[2].b: b\n"
        "value a[2].b: z\n"
        "value c: c\n"
        "value c: d\n");
  CHECK(yaml("u: [https://example.com/{id}/x, https://example.com/y]\n") ==
        "value u: u\n"
        "value u[0]: https://example.com/{id}/x\n"
        "value u[1]: https://example.com/y\n");
  // A bracket that is not closed ends with its block.
  CHECK(yaml("a: [x\nb: y\n") == "value a: a\nvalue a[0]: x\nvalue b: b\nvalue b: y\n");
}

TEST_CASE("scalars of YAML are decoded") {
  CHECK(yaml("\"\\x41\\u00e9\\U0001f600\\N\\/\\ud83d\\ude00\\\n  b\"") ==
        "value yaml: A\u00e9\U0001f600\u0085/\U0001f600b\n");
  CHECK(yaml("'it''s'") == "prose yaml: it's\n");
  CHECK(yaml("a\n b\n\n c\n") == "prose yaml: a b\\nc\n");
  CHECK(yaml("k: |\n  a\n   b\n\n  c\nz: >-\n  d\n  e\n\n  f\n") ==
        "value k: k\n"
        "prose yaml k: a\\n b\\n\\nc\\n\n"
        "value z: z\n"
        "prose yaml z: d e\\nf\n");
  CHECK(yaml("k: |2+\r\n    a\r\n\r\n") == "value k: k\nprose yaml k:   a\\n\\n\n");
  CHECK(yaml("\"C:\\dir\"") == "prose yaml: C:\\dir\n");
}

TEST_CASE("decoded bytes of YAML know their place") {
  const std::string text = "u: \"https:\\/\\/example.com/\\\n   x\"";
  const auto all = read_segments(Format::yaml, text);
  REQUIRE(all.size() == 2);
  CHECK(all[1].text == "https://example.com/x");
  CHECK(all[1].source.begin == 4);
  CHECK(all[1].source.end == text.size() - 1);
}

TEST_CASE("anchors, tags and aliases of YAML") {
  CHECK(yaml("a: &x !!str b\nc: *x\n&y d: !<tag:example.com,2000:t> e\n*x : f\n") ==
        "value a: a\n"
        "value a: b\n"
        "value c: c\n"
        "value d: d\n"
        "prose d: !<tag:example.com,2000:t>\n"
        "value d: e\n"
        "value \"*x\": f\n");
  CHECK(yaml("%TAG ! tag:example.com,2000:\n---\na\n") ==
        "prose: %TAG ! tag:example.com,2000:\nvalue: a\n");
}

TEST_CASE("templates in YAML change nothing around them") {
  CHECK(yaml("a:\n{{- if .Values.x }}\n  b: {{ .Values.y | quote }}/z\n{{- end }}\n"
             "  c: \"https://{{ include \"h\" . }}:{{ .p }}/\"\n  {{ .k }}: v\n") ==
        "value a: a\n"
        "prose: {{- if .Values.x }}\n"
        "value a.b: b\n"
        "prose a.b: {{ .Values.y | quote }}/z\n"
        "prose: {{- end }}\n"
        "value a.c: c\n"
        "prose a.c: https://{{ include \"h\" . }}:{{ .p }}/\n"
        "prose a.\"{{ .k }}\": {{ .k }}\n"
        "value a.\"{{ .k }}\": v\n");
}

TEST_CASE("broken YAML loses nothing") {
  CHECK(yaml("a: \"x\nb: 'y\n") == "value a: a\nprose a: \"x\nvalue b: b\nprose b: 'y\n");
  CHECK(yaml("<<<<<<< HEAD\na: x\n=======\na: y\n>>>>>>> b\n").find("value a: y") !=
        std::string::npos);
  CHECK(yaml("a: b\n  c: d\n") == "value a: a\nvalue a: b\nvalue a.c: c\nvalue a.c: d\n");
  CHECK(yaml("\xff: \xfe\n") == "value \"\xff\": \xff\nvalue \"\xff\": \xfe\n");
  CHECK(yaml("a: ]\n") == "value a: a\nvalue a: ]\n");
  CHECK(yaml("").empty());
}

TEST_CASE("deep nesting of YAML needs no stack") {
  CHECK(yaml(std::string(100000, '[') + "x").size() == 6 + 64 * 3 + 4);
  std::string dashes;
  for (int i = 0; i < 100000; ++i) dashes += "- ";
  CHECK(read_segments(Format::yaml, dashes + "x").size() == 1);
  std::string keys;
  for (std::size_t i = 0; i < 1000; ++i) keys += std::string(i, ' ') + "k:\n";
  CHECK(read_segments(Format::yaml, keys).size() == 1000);
}

TEST_CASE("a long block of YAML is handed out in pieces") {
  std::string text = "k: |\n";
  for (int i = 0; i < 200000; ++i) text += "  line \n";
  const auto all = read_segments(Format::yaml, text);
  CHECK(all.size() > 2);
  CHECK(all.back().source.end == text.size());
}

TEST_CASE("the YAML escapers write what the reader reads") {
  const auto read = [](const std::string& text) { return read_segments(Format::yaml, text); };
  CHECK(read("'" + *yaml_single_escaper().write("it's \\") + "'")[0].text == "it's \\");
  CHECK(read(*yaml_plain_escaper().write("https://example.com/#a"))[0].text ==
        "https://example.com/#a");
  CHECK_FALSE(yaml_plain_escaper().write("a: b"));
  CHECK_FALSE(yaml_plain_escaper().write("a #b"));
  CHECK_FALSE(yaml_single_escaper().write("a\nb"));
  CHECK_FALSE(yaml_block_escaper().write("a\nb"));
}

TEST_CASE("content that looks like YAML") {
  CHECK(looks_like_yaml("---\nkey: value\n"));
  CHECK(looks_like_yaml("---\n- item\n"));
  CHECK(looks_like_yaml("%YAML 1.2\n"));
  CHECK_FALSE(looks_like_yaml("--- a/file\n+++ b/file\n"));
  CHECK_FALSE(looks_like_yaml("key: value\n"));
  CHECK_FALSE(looks_like_yaml("---\nSome words: here\n"));
}

TEST_CASE("names of schemas and vocabularies in YAML are identifiers") {
  CHECK(dump(Format::yaml,
             "$id: x:1\n'@type':\n- x:2\nurl: x:3\nnamespace:\n  url: x:4\nb: {$ref: x:5}\n") ==
        "value identifier \"$id\": $id\n"
        "value identifier \"$id\": x:1\n"
        "value identifier \"@type\": @type\n"
        "value identifier \"@type\"[0]: x:2\n"
        "value url: url\n"
        "value url: x:3\n"
        "value identifier namespace: namespace\n"
        "value namespace.url: url\n"
        "value namespace.url: x:4\n"
        "value b: b\n"
        "value identifier b.\"$ref\": $ref\n"
        "value identifier b.\"$ref\": x:5\n");
}
