// Reference resolution: 5.2.4, 5.2.2 in both modes, recomposition, and what references are.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "urilint/reference.hpp"

using namespace urilint;

namespace {

std::string resolved(std::string_view base, std::string_view reference,
                     Resolution how = Resolution::strict) {
  return resolve(split(base), split(reference), how).value_or("(nothing)");
}

struct Row {
  std::string_view base;
  std::string_view reference;
  std::string_view target;
};

}  // namespace

TEST_CASE("resolve: dot segments go by the letter of 5.2.4") {
  static constexpr std::pair<std::string_view, std::string_view> kRows[] = {
      {"", ""},
      {"/a/b/c/./../../g", "/a/g"},
      {"mid/content=5/../6", "mid/6"},
      {"/", "/"},
      {".", ""},
      {"..", ""},
      {"./", ""},
      {"../", ""},
      {"/.", "/"},
      {"/..", "/"},
      {"/./", "/"},
      {"/../", "/"},
      {"../../a", "a"},
      {"./../a", "a"},
      {"a/..", "/"},
      {"a/../b", "/b"},
      {"/a/..", "/"},
      {"/a/b/..", "/a/"},
      {"/a/b/.", "/a/b/"},
      {"//..", "/"},
      {"/a//..", "/a/"},
      {"/a//../..", "/"},
      {"/..//b", "//b"},
      {"/.//b", "//b"},
      {".//b", "/b"},
      {"/...", "/..."},
      {"/.a/..b/c..", "/.a/..b/c.."},
      {"/a/%2e%2e/b", "/a/%2e%2e/b"},
      {"/a/..;/b", "/a/..;/b"},
  };
  for (const auto& [path, expected] : kRows) {
    CAPTURE(path);
    CHECK(remove_dot_segments(path) == expected);
    CHECK(remove_dot_segments(remove_dot_segments(path)) == expected);
  }
}

TEST_CASE("resolve: targets") {
  static constexpr Row kRows[] = {
      {"http://example.com/a/b?q#f", "", "http://example.com/a/b?q"},
      {"http://example.com/a/b?q#f", "#", "http://example.com/a/b?q#"},
      {"http://example.com/a/b?q#f", "?", "http://example.com/a/b?"},
      {"http://example.com/a/b?q", "c", "http://example.com/a/c"},
      {"http://example.com/a/b", "//example.net", "http://example.net"},
      {"http://example.com/a/b", "//", "http://"},
      {"http://example.com/a/b", "///c", "http:///c"},
      {"http://example.com", "a", "http://example.com/a"},
      {"http://example.com?q", "../a", "http://example.com/a"},
      {"http://example.com?q", "", "http://example.com?q"},
      {"http://example.com/a/", "./b:c", "http://example.com/a/b:c"},
      // Only what is merged or taken from the reference loses dot segments.
      {"http://example.com/a/../b", "", "http://example.com/a/../b"},
      {"http://example.com/a/../b", "?q", "http://example.com/a/../b?q"},
      {"http://example.com/a/../b", ".", "http://example.com/"},
      {"http://example.com/", "ftp://example.net/a/../b", "ftp://example.net/b"},
      {"http://example.com/", "ftp:a/./b", "ftp:a/b"},
      // Rootless: the merge of 5.2.3 leaves no slash, 5.2.4 then starts with a segment.
      {"urn:a", "b", "urn:b"},
      {"urn:a/b", "../c", "urn:/c"},
      {"urn:a", "../c", "urn:c"},
      {"urn:a", "", "urn:a"},
      {"mailto:a@example.com", "?subject=x", "mailto:a@example.com?subject=x"},
      // What 5.3 would turn into an authority keeps a dot segment before it.
      {"a:/b", ".//c", "a:/.//c"},
      {"a:/b/c", "..//d", "a:/.//d"},
      {"a:b", "/..//c", "a:/.//c"},
      {"a:", "b:/.//c", "b:/.//c"},
      {"a://h/b", ".//c", "a://h//c"},
      // Invalid text is resolved as it is split.
      {"http://exa mple.com/a", "b c%", "http://exa mple.com/b c%"},
      {"1:a", "b", "1:b"},
      {"http://example.com/a", ":b", "http://example.com/:b"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.base, row.reference);
    CHECK(resolved(row.base, row.reference) == row.target);
  }
}

TEST_CASE("resolve: a base has a scheme") {
  CHECK_FALSE(resolve(split("//example.com/"), split("a")).has_value());
  CHECK_FALSE(resolve(split(""), split("http://example.com/")).has_value());
  CHECK_FALSE(resolve(split(":a"), split("b")).has_value());
}

TEST_CASE("resolve: a scheme that repeats the base's") {
  constexpr auto kOld = Resolution::backward_compatible;
  CHECK(resolved("http://example.com/a/b", "http:c") == "http:c");
  CHECK(resolved("http://example.com/a/b", "http:c", kOld) == "http://example.com/a/c");
  CHECK(resolved("http://example.com/a/b", "HTTP:c", kOld) == "http://example.com/a/c");
  CHECK(resolved("http://example.com/a/b", "http:", kOld) == "http://example.com/a/b");
  CHECK(resolved("http://example.com/a/b", "http:?q", kOld) == "http://example.com/a/b?q");
  CHECK(resolved("http://example.com/a/b", "http://x", kOld) == "http://x");
  CHECK(resolved("http://example.com/a/b", "https:c", kOld) == "https:c");
  CHECK(resolved("http://example.com/a/b", "c", kOld) == "http://example.com/a/c");
}

TEST_CASE("resolve: recomposition keeps what is there") {
  for (const std::string_view text :
       {"", "a", "//", "a://", "a:?#", "a://u@h:1/p?q#f", "?", "#", "//@:", "a:b"}) {
    CAPTURE(text);
    CHECK(recompose(components_of(split(text))) == text);
  }
  UriComponents parts;
  parts.authority = "";
  CHECK(recompose(parts) == "//");
  parts.scheme = "a";
  parts.query = "";
  CHECK(recompose(parts) == "a://?");
}

TEST_CASE("resolve: absolute URIs") {
  for (const std::string_view text : {"http://example.com/", "urn:a", "a:", "a:?q"}) {
    CAPTURE(text);
    CHECK(is_absolute_uri(split(text)));
  }
  for (const std::string_view text : {"a:#", "a:b#c", "//example.com/", "", "a:b c", "1:a"}) {
    CAPTURE(text);
    CHECK_FALSE(is_absolute_uri(split(text)));
  }
}

TEST_CASE("resolve: same-document references") {
  const auto same = [](std::string_view base, std::string_view reference) {
    return is_same_document(split(base), split(reference));
  };
  CHECK(same("http://example.com/a?q", ""));
  CHECK(same("http://example.com/a?q", "#f"));
  CHECK(same("http://example.com/a?q#e", "#f"));
  CHECK(same("http://example.com/a?q", "?q"));
  CHECK(same("http://example.com/a?q", "a?q"));
  CHECK(same("http://example.com/a?q", "http://example.com/a?q#f"));
  CHECK(same("http://example.com/b/../a", "http://example.com/b/../a"));
  CHECK_FALSE(same("http://example.com/a?q", "a"));
  CHECK_FALSE(same("http://example.com/a", "?"));
  CHECK_FALSE(same("http://example.com/a", "."));
  CHECK_FALSE(same("/a", ""));
}

TEST_CASE("resolve: suffix references") {
  for (const std::string_view text : {"www.example.com", "www.example.com/a", "example.com?q",
                                      "192.0.2.1.example", "a_b.example", "EXAMPLE.COM"}) {
    CAPTURE(text);
    CHECK(looks_like_suffix_reference(split(text)));
  }
  for (const std::string_view text :
       {"", "a", "a/b.c", "192.0.2.1", "..", "../a.b", ".a", "a..b", "a.b.", "a.-", "a b.c",
        "http://example.com", "//example.com", "/www.example.com", "?www.example.com", "a@b.c"}) {
    CAPTURE(text);
    CHECK_FALSE(looks_like_suffix_reference(split(text)));
  }
}

TEST_CASE("resolve: long paths take linear time") {
  std::string path;
  for (int i = 0; i < 100'000; ++i) path += "a/../";
  std::string base = "a:/";
  CHECK(resolved(base, path) == "a:/");
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "/a";
  for (int i = 0; i < 100'000; ++i) deep += "/..";
  CHECK(remove_dot_segments(deep) == "/");
}
