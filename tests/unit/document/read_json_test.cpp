#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;
using namespace std::string_view_literals;

namespace {

std::string json(std::string_view text) { return dump(Format::json, text); }

}  // namespace

TEST_CASE("strings of JSON are values with their keys") {
  CHECK(json(R"({"a": {"b.c": ["x", 1, "y"]}, "": "z"})") ==
        "value a: a\n"
        "value a.\"b.c\": b.c\n"
        "value a.\"b.c\"[0]: x\n"
        "value a.\"b.c\"[2]: y\n"
        "value \"\": z\n");
  CHECK(json(R"([["a"], [], ["b", ["c"]]])") ==
        "value [0][0]: a\n"
        "value [2][0]: b\n"
        "value [2][1][0]: c\n");
  CHECK(json(R"("top")") == "value: top\n");
  CHECK(json(R"({"a\"b": "v"})") ==
        "prose json \"a\\\"b\": a\"b\n"
        "value \"a\\\"b\": v\n");
}

TEST_CASE("every escape of JSON is decoded") {
  const auto read = [](std::string_view text) { return read_segments(Format::json, text); };
  const auto all = read(R"(["\"\\\/\b\f\n\r\tA\u00e9\u20ac\ud83d\ude00"])");
  REQUIRE(all.size() == 1);
  CHECK(all[0].text == "\"\\/\b\f\n\r\tA\u00e9\u20ac\U0001f600");
  CHECK(all[0].source.begin == 2);
  CHECK(all[0].source.end == 2 + 16 + 1 + 6 + 6 + 12);
  CHECK(read(R"("\ud83dx\ude00")")[0].text == "\ufffdx\ufffd");
  CHECK(read(R"("\ud83d\ud83d\ude00")")[0].text == "\ufffd\U0001f600");
  CHECK(read(R"("\u0000")")[0].text == "\0"sv);
  // JSON5
  CHECK(read(R"("\x41\'\v\:")")[0].text == "A'\v:");
  CHECK(read("\"a\\\r\nb\"")[0].text == "ab");
  // Not escapes: they stay.
  CHECK(read(R"("C:\dir\u12")")[0].text == R"(C:\dir\u12)");
}

TEST_CASE("a scheme that JSON breaks in two is read as one") {
  CHECK(json(R"("java\tscript:x=1")") == "value stripped json: javascript:x=1\n");
  CHECK(json(R"("\u0001ht\ntp:\r//example.com/a\nb")") ==
        "value stripped json: http://example.com/ab\n");
  // Words of their own, a scheme that is whole, no scheme of the web, nothing behind it.
  CHECK(json(R"("a\thttps://example.com/")") == "prose json: a\\thttps://example.com/\n");
  CHECK(json(R"("https://example.com/\ta")") == "prose json: https://example.com/\\ta\n");
  CHECK(json(R"("ke\ny: x")") == "prose json: ke\\ny: x\n");
  CHECK(json(R"("ht\ntp: x")") == "prose json: ht\\ntp: x\n");
}

TEST_CASE("decoded bytes of JSON know their place") {
  std::size_t checked = 0;
  Document document;
  const std::string_view text = R"({"u": "https:\/\/example.com\u002fx"})";
  document.add({text, {}, Layer::raw});
  struct Sink : SegmentSink {
    Document& document;
    std::size_t& checked;
    Sink(Document& d, std::size_t& n) : document(d), checked(n) {}
    bool segment(const Segment& segment) override {
      if (segment.where.text == kRawText) return true;
      const TextId id = segment.where.text;
      CHECK(document.bytes(segment.where) == "https://example.com/x");
      CHECK(document.to_source({id, 0, 6}) == SourceSpan{7, 13});
      CHECK(document.to_source({id, 6, 7}) == SourceSpan{13, 15});
      CHECK(document.to_source({id, 8, 19}) == SourceSpan{17, 28});
      CHECK(document.to_source({id, 19, 20}) == SourceSpan{28, 34});
      CHECK(document.to_source({id, 20, 21}) == SourceSpan{34, 35});
      ++checked;
      return true;
    }
    bool link(const Link& /*link*/) override { return true; }
  } sink(document, checked);
  CHECK(read_json(document, {kRawText, 0, static_cast<Off>(text.size())}, {}, sink));
  CHECK(checked == 1);
  CHECK(document.count() == 1);
}

TEST_CASE("comments, single quotes and bare keys of JSON5") {
  CHECK(json("// one\n{ /* two */ a: 'it\\'s', $b: [+1, .5, 'c'], // three\n}") ==
        "comment:  one\n"
        "comment:  two \n"
        "prose a:  a: '\n"
        "prose json a: it's\n"
        "prose \"$b\": s', $b: [+1, .5, '\n"
        "value \"$b\"[2]: c\n"
        "comment:  three\n");
  // A comment that is not closed is none.
  CHECK(json("{\"a\": 1 /* b \"c\"") ==
        "value a: a\n"
        "prose a: a\": 1 /* b \"\n"
        "value a: c\n");
}

TEST_CASE("templates in JSON are read as they stand") {
  CHECK(json(R"({"u": "https://{{ include "host" . }}/x", "v": {{ .Values.v | default "d" }}})") ==
        "value u: u\n"
        "prose u: https://{{ include \"host\" . }}/x\n"
        "value v: v\n"
        "prose v: v\": {{ .Values.v | default \"d\" }}}\n");
  CHECK(json(R"({"open": "{{", "close": "}}"})") ==
        "value open: open\n"
        "value open: {{\n"
        "value close: close\n"
        "value close: }}\n");
  CHECK(json(R"({{- if x }}{"a": "b"}{{ end }})") ==
        "prose: {{- if x }}{\"\n"
        "value a: a\n"
        "value a: b\n"
        "prose: b\"}{{ end }}\n");
}

TEST_CASE("broken JSON loses nothing") {
  // A quote that is not closed ends with its line.
  CHECK(json("{\"a\": \"x\n\"b\": \"y\"}") ==
        "value a: a\n"
        "value a: x\n"
        "value b: b\n"
        "value b: y\n");
  CHECK(json("<<<<<<< HEAD\n\"a\": \"x\"\n=======\n\"a\": \"y\"\n>>>>>>> b") ==
        "prose: <<<<<<< HEAD\\n\"\n"
        "value a: a\n"
        "value a: x\n"
        "prose a: x\"\\n=======\\n\"\n"
        "value a: a\n"
        "value a: y\n"
        "prose a: y\"\\n>>>>>>> b\n");
  CHECK(json("{u: https://example.com/{id}/x, v: it's}") ==
        "prose u: {u: https://example.com/{id}/x, v: it's}\n");
  CHECK(json(R"({"a": "x)") == "value a: a\nvalue a: x\n");
  CHECK(json(R"({"a": "x\)") == "value a: a\nvalue json a: x\\\n");
  CHECK(json("\xff\"\xfe\"") == "prose: \xff\"\nvalue: \xfe\n");
  CHECK(json("").empty());
}

TEST_CASE("what a JSON string quotes itself is read as prose") {
  const auto context = [](std::string_view text) {
    return read_segments(Format::json, text)[0].context;
  };
  CHECK(context(R"("https://example.com/a\\b")") == Segment::Context::value);
  CHECK(context(R"("{\"u\":\"https:\\/\\/example.com\"}")") == Segment::Context::prose);
  CHECK(context(R"("https:\\/\\/example.com")") == Segment::Context::prose);
}

TEST_CASE("deep nesting of JSON needs no stack") {
  std::string text(200000, '[');
  text += "\"x\"" + std::string(200000, ']');
  const auto all = read_segments(Format::json, text);
  REQUIRE(all.size() == 1);
  CHECK(all[0].key.size() == 64 * 3);
}

TEST_CASE("a long string of escapes is handed out in pieces at blanks") {
  std::string text = "\"";
  for (int i = 0; i < 300000; ++i) text += i % 1000 == 999 ? "\\n " : "\\/a";
  text += '"';
  const auto all = read_segments(Format::json, text);
  CHECK(all.size() > 1);
  CHECK(all.front().text.back() == '\n');
  CHECK(all.back().source.end == text.size() - 1);
}

TEST_CASE("lines of JSON do not harm each other") {
  CHECK(dump(Format::jsonl, "{\"a\": [\"x\"\r\n{\"b\": \"y\"}\n\nhttps://example.com\n[\"z\"]") ==
        "value a: a\nvalue a[0]: x\nvalue b: b\nvalue b: y\nprose: https://example.com\n"
        "value [0]: z\n");
}

TEST_CASE("the JSON escaper writes what the reader reads") {
  const std::string text = "a\"b\\c\n\x01/'\u00e9";
  for (const bool single : {false, true}) {
    const std::string quote = single ? "'" : "\"";
    const auto spelt = (single ? json5_escaper() : json_escaper()).write(text);
    REQUIRE(spelt);
    const auto all = read_segments(Format::json, quote + *spelt + quote);
    REQUIRE(all.size() == 1);
    CHECK(all[0].text == text);
  }
}

TEST_CASE("names of schemas and vocabularies in JSON are identifiers") {
  const auto names = [](std::string_view text) {
    std::string out;
    for (const Pushed& pushed : read_segments(Format::json, text)) {
      if (pushed.identifier && pushed.text.find(':') != std::string::npos) out += pushed.text + ' ';
    }
    return out;
  };
  CHECK(names(R"({"$schema": "x:1", "$id": "x:2", "a": {"$ref": "x:3#a"}, "url": "x:4"})") ==
        "x:1 x:2 x:3#a ");
  CHECK(names(R"({"$vocabulary": {"x:1": true}, "b": {"x:2": "x:3"}})") == "x:1 ");
  CHECK(names(R"({"@context": ["x:1", {"a": {"@id": "x:2", "b": "x:3"}}], "url": "x:4"})") ==
        "x:1 x:2 x:3 ");
  CHECK(names(R"({"@type": ["x:1", "x:2"], "@id": "x:3", "xmlns": "x:4", "c": ["x:5"]})") ==
        "x:1 x:2 x:3 x:4 ");
  CHECK(names(R"({"$ref": {"default": "x:1"}, "namespace": {"url": "x:2"}, "id": "x:3"})").empty());
}
