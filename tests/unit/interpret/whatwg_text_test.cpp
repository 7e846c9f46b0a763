// The clean text and the way back to the bytes.
#include "interpret/whatwg_text.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

using namespace urilint;
using namespace urilint::whatwg;

TEST_CASE("whatwg text: repair gives one U+FFFD for a maximal subpart") {
  struct Row {
    std::string_view bytes, wanted;
  };
  const Row rows[] = {
      {"", ""},
      {"a\u00e4\u20ac\U0001f600", "a\u00e4\u20ac\U0001f600"},
      {"\x80", "\ufffd"},
      {"\xc3", "\ufffd"},
      {"\xc3\x28", "\ufffd("},
      {"\xc0\xaf", "\ufffd\ufffd"},
      {"\xe2\x82", "\ufffd"},
      {"\xe2\x82\x41", "\ufffdA"},
      {"\xe0\x80\x80", "\ufffd\ufffd\ufffd"},
      {"\xed\xa0\x80", "\ufffd\ufffd\ufffd"},
      {"\xf0\x9f\x98", "\ufffd"},
      {"\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"},
      {"\xf5\x80", "\ufffd\ufffd"},
      {"\xff\xfe", "\ufffd\ufffd"},
      {"\xe2\xe2\x82\xac", "\ufffd\u20ac"},
  };
  for (const Row& row : rows) {
    INFO(row.wanted);
    CHECK(repair_utf8(row.bytes) == row.wanted);
  }
}

TEST_CASE("whatwg text: code points") {
  CHECK(code_point_at("a", 0).value == U'a');
  CHECK(code_point_at("a\u00e4", 1).value == 0xe4);
  CHECK(code_point_at("\u20ac", 0).size == 3);
  CHECK(code_point_at("\U0001f600", 0).value == 0x1f600);
}

TEST_CASE("whatwg text: trimmed, without tabs, and mapped back") {
  struct Row {
    std::string_view bytes;
    std::string_view text;
    std::vector<UriSpan> sources;  ///< of each byte of the text
  };
  const Row rows[] = {
      {"ab", "ab", {{0, 1}, {1, 2}}},
      {"  a ", "a", {{2, 3}}},
      {"a\tb\r\nc", "abc", {{0, 1}, {2, 3}, {5, 6}}},
      {"\ta\t", "a", {{1, 2}}},
      {" a\tb", "ab", {{1, 2}, {3, 4}}},
      {"\xff"
       "b",
       "\ufffd"
       "b",
       {{0, 1}, {0, 1}, {0, 1}, {1, 2}}},
      {"a\xe2\x82"
       "b",
       "a\ufffd"
       "b",
       {{0, 1}, {1, 2}, {2, 3}, {2, 3}, {3, 4}}},
      {"\xe2\t\x82", "\ufffd\ufffd", {{0, 1}, {0, 1}, {0, 1}, {2, 3}, {2, 3}, {2, 3}}},
      {"\u00e4", "\u00e4", {{0, 1}, {1, 2}}},
      {"", "", {}},
      {" \x1f\t", "", {}},
  };
  for (const Row& row : rows) {
    INFO(row.bytes);
    const CleanText clean(row.bytes, Edges::trim);
    REQUIRE(clean.text() == row.text);
    REQUIRE(row.sources.size() == row.text.size());
    for (std::size_t i = 0; i < row.sources.size(); ++i) {
      INFO(i);
      CHECK(clean.source_of(i, i + 1) == row.sources[i]);
    }
  }
}

TEST_CASE("whatwg text: a span covers what was replaced and skips what was removed around it") {
  const CleanText clean("a\t\xe2\x82\tb\t", Edges::keep);
  REQUIRE(clean.text() ==
          "a\ufffd"
          "b");
  CHECK(clean.source_of(0, 1) == UriSpan{0, 1});
  CHECK(clean.source_of(1, 4) == UriSpan{2, 4});
  CHECK(clean.source_of(0, 5) == UriSpan{0, 6});
  CHECK(clean.source_of(5, 5) == UriSpan{7, 7});
  CHECK(clean.removed() == UriSpan{1, 2});
  CHECK(clean.trimmed().empty());
}

TEST_CASE("whatwg text: what was trimmed") {
  CHECK(CleanText("  a ", Edges::trim).trimmed() == UriSpan{0, 2});
  CHECK(CleanText("a \n", Edges::trim).trimmed() == UriSpan{1, 3});
  CHECK(CleanText("a", Edges::trim).trimmed().empty());
  CHECK(CleanText(" a ", Edges::keep).text() == " a ");
}
