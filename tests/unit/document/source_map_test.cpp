#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "document/document.hpp"

using namespace urilint;

namespace {

Off draw(std::mt19937& random, Off below) { return static_cast<Off>(random() % below); }

/// A random layer: verbatim runs, escapes, and parent bytes that became nothing.
SourceMap random_map(std::mt19937& random) {
  SourceMap map;
  Off source = 0;
  const Off pieces = draw(random, 12) + 1;
  for (Off i = 0; i < pieces; ++i) {
    const Off length = draw(random, 5) + 1;
    switch (draw(random, 4)) {
      case 0:
        map.add_atom(source, length, draw(random, 4));
        break;
      case 1:
        source += length;
        [[fallthrough]];
      default:
        map.add_verbatim(source, length);
        break;
    }
    source += length;
  }
  return map;
}

}  // namespace

TEST_CASE("a map without runs is the identity from its base") {
  SourceMap map;
  map.base = std::uint64_t{1} << 40;
  CHECK(map.to_parent(3, 7) == SourceSpan{map.base + 3, map.base + 7});
  CHECK(map.from_parent(3, 7) == UriSpan{3, 7});
}

TEST_CASE("a span that touches an escape takes all of it") {
  // parent: a \ u 0 0 2 f b    text: a / b
  SourceMap map;
  map.add_verbatim(0, 1);
  map.add_atom(1, 6, 1);
  map.add_verbatim(7, 1);
  CHECK(map.to_parent(0, 1) == SourceSpan{0, 1});
  CHECK(map.to_parent(1, 2) == SourceSpan{1, 7});
  CHECK(map.to_parent(0, 3) == SourceSpan{0, 8});
  CHECK(map.to_parent(2, 3) == SourceSpan{7, 8});
  CHECK(map.to_parent(2, 2) == SourceSpan{7, 7});
  CHECK(map.to_parent(3, 3) == SourceSpan{8, 8});
  CHECK(map.from_parent(0, 1) == UriSpan{0, 1});
  CHECK(map.from_parent(3, 4) == UriSpan{1, 2});
  CHECK(map.from_parent(0, 2) == UriSpan{0, 2});
  CHECK(map.from_parent(4, 4) == UriSpan{1, 1});
  CHECK(map.from_parent(7, 8) == UriSpan{2, 3});
}

TEST_CASE("an atom of several bytes is never cut") {
  SourceMap map;  // parent: \ u 0 0 e 9 x    text: c3 a9 x
  map.add_atom(0, 6, 2);
  map.add_verbatim(6, 1);
  CHECK(map.to_parent(0, 1) == SourceSpan{0, 6});
  CHECK(map.to_parent(1, 2) == SourceSpan{0, 6});
  CHECK(map.to_parent(1, 3) == SourceSpan{0, 7});
  CHECK(map.from_parent(5, 6) == UriSpan{0, 2});
}

TEST_CASE("parent bytes that became nothing belong to no neighbour") {
  SourceMap map;  // parent: ab=\n cd (a soft line break)    text: abcd
  map.add_verbatim(0, 2);
  map.add_verbatim(4, 2);
  CHECK(map.to_parent(0, 2) == SourceSpan{0, 2});
  CHECK(map.to_parent(2, 4) == SourceSpan{4, 6});
  CHECK(map.to_parent(1, 3) == SourceSpan{1, 5});
  CHECK(map.from_parent(2, 4) == UriSpan{2, 2});
  SourceMap atoms;  // the same behind an escape
  atoms.add_atom(0, 3, 1);
  atoms.add_verbatim(5, 1);
  CHECK(atoms.to_parent(0, 1) == SourceSpan{0, 3});
  CHECK(atoms.to_parent(1, 2) == SourceSpan{5, 6});
}

TEST_CASE("strides are mapped in whole units") {
  SourceMap utf16;
  utf16.runs = {{0, 0, 1, 2, false}, {4, 8, 3, 2, false}};
  utf16.text_end = 10;
  utf16.source_end = 12;
  CHECK(utf16.to_parent(1, 3) == SourceSpan{2, 6});
  CHECK(utf16.to_parent(5, 6) == SourceSpan{8, 10});
  CHECK(utf16.from_parent(3, 4) == UriSpan{1, 2});
  CHECK(utf16.from_parent(9, 10) == UriSpan{4, 7});
  SourceMap base64;
  base64.runs = {{0, 0, 3, 4, false}};
  base64.text_end = 7;  // the last group is short
  base64.source_end = 12;
  CHECK(base64.to_parent(2, 4) == SourceSpan{0, 8});
  CHECK(base64.to_parent(6, 7) == SourceSpan{8, 12});
}

TEST_CASE("mapping up and down stays inside and loses nothing") {
  std::mt19937 random(3986);
  for (int round = 0; round < 4000; ++round) {
    const SourceMap map = random_map(random);
    for (int i = 0; i < 8; ++i) {
      Off begin = draw(random, map.text_end + 1);
      Off end = draw(random, map.text_end + 1);
      if (end < begin) std::swap(begin, end);
      const SourceSpan up = map.to_parent(begin, end);
      REQUIRE(up.begin <= up.end);
      REQUIRE(up.end <= map.source_end);
      REQUIRE((begin == end) == (up.begin == up.end));
      if (begin == end) continue;
      const UriSpan down = map.from_parent(static_cast<Off>(up.begin), static_cast<Off>(up.end));
      REQUIRE(down.begin <= begin);
      REQUIRE(down.end >= end);
      REQUIRE(down.end <= map.text_end);
      REQUIRE(map.to_parent(down.begin, down.end) == up);
    }
  }
}

TEST_CASE("neighbouring verbatim runs are one run") {
  SourceMap map;
  for (Off i = 0; i < 100; ++i) map.add_verbatim(i, 1);
  CHECK(map.runs.size() == 1);
}

TEST_CASE("a document climbs through its layers") {
  Document document;
  Text raw;
  raw.bytes = "..a\\/b..";
  raw.map.base = 1000;
  document.add(raw);
  SourceMap json;
  json.parent = kRawText;
  json.add_verbatim(2, 1);
  json.add_atom(3, 2, 1);
  json.add_verbatim(5, 1);
  const TextId inner = document.add_owned("a/b", json, Layer::json);
  SourceMap slice;
  slice.parent = inner;
  slice.add_verbatim(1, 2);
  const TextId innermost = document.add_owned("/b", slice, Layer::derived);

  CHECK(document.bytes({innermost, 0, 2}) == "/b");
  CHECK(document.to_source({innermost, 0, 1}) == SourceSpan{1003, 1005});
  CHECK(document.to_source({innermost, 1, 2}) == SourceSpan{1005, 1006});
  CHECK(document.to_source({kRawText, 0, 2}) == SourceSpan{1000, 1002});
  CHECK(document.to_ancestor({innermost, 0, 2}, inner) == TextSpan{inner, 1, 3});
  CHECK(document.to_ancestor({innermost, 0, 2}, innermost) == TextSpan{innermost, 0, 2});
  CHECK_FALSE(document.to_ancestor({inner, 0, 2}, innermost).has_value());
}

TEST_CASE("texts keep their place while others come and go") {
  Document document;
  document.add({"raw", {}, Layer::raw});
  const TextId first = document.add_owned(std::string(5, 'x'), {}, Layer::derived);
  const std::string_view view = document.text(first).bytes;
  for (int i = 0; i < 1000; ++i) document.add_owned(std::string(5, 'y'), {}, Layer::derived);
  CHECK(view == "xxxxx");
  CHECK(document.count() == 1002);
  document.truncate(2);
  CHECK(document.count() == 2);
  CHECK(document.text(first).bytes == "xxxxx");
}

TEST_CASE("every layer has the name that reports use") {
  CHECK(name_of(Layer::raw) == "raw");
  CHECK(name_of(Layer::properties) == "properties");
  CHECK(name_of(Layer::derived) == "derived");
}
