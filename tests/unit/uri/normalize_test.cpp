// Normal forms of 6.2.2 and 6.2.3: tables, and what must hold for any text.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "urilint/reference.hpp"

using namespace urilint;

namespace {

struct Row {
  std::string_view text;
  std::string_view normal;
};

std::string syntax(std::string_view text) { return normalize(split(text)); }
std::string by_scheme(std::string_view text) {
  return normalize(split(text), Normalization::scheme);
}

bool same_components(const UriParts& a, const UriParts& b) { return a.present == b.present; }

}  // namespace

TEST_CASE("normalize: case and percent-encoding") {
  static constexpr Row kRows[] = {
      {"HTTP://EXAMPLE.com/A?B#C", "http://example.com/A?B#C"},
      {"eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"},
      {"http://%55ser:%50@h/%41?%42#%43", "http://User:P@h/A?B#C"},
      {"http://%45xample.%43om/", "http://example.com/"},
      {"http://a%2fB%c3%A4/", "http://a%2Fb%C3%A4/"},
      {"//[2001:DB8::A]", "//[2001:db8::a]"},
      {"//[V1F.Aa:]", "//[v1f.aa:]"},
      {"//[2001:0DB8:0::1]", "//[2001:0db8:0::1]"},  // RFC 5952 is none of 6.2.2
      {"/%2a%2D%2e%5F%7e%30", "/%2A-._~0"},
      {"/%25%34%31", "/%2541"},
      {"/%2541", "/%2541"},
      {"", ""},
      {"?", "?"},
      {"#", "#"},
      {"//", "//"},
      {"//@:", "//@:"},
      {"a:", "a:"},
      {"HTTP://h:", "http://h:"},
      {"http://h:0080", "http://h:0080"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK(syntax(row.text) == row.normal);
  }
}

TEST_CASE("normalize: dot segments") {
  static constexpr Row kRows[] = {
      {"http://h/a/../b", "http://h/b"},
      {"http://h/a/%2e%2E/b", "http://h/b"},
      {"http://h/..", "http://h/"},
      {"http://h/.//a", "http://h//a"},
      {"http://h", "http://h"},
      {"/a/./b", "/a/b"},
      {"/..", "/"},
      // A path without an authority does not become one.
      {"/.//b", "/.//b"},
      {"/..//b", "/.//b"},
      {"/a/..//b", "/.//b"},
      {"a:/..//b", "a:/.//b"},
      {"a:/.//b", "a:/.//b"},
      {"a:..//b", "a:/b"},
      {"a:..///b", "a:/.//b"},
      // With a scheme, 5.2.4 is what resolution does.
      {"a:.", "a:"},
      {"a:b/../c", "a:/c"},
      {"a:./b:c", "a:b:c"},
      // Relative paths: what a base stands before.
      {".", "./"},
      {"./", "./"},
      {"..", "../"},
      {"../", "../"},
      {"a/..", "./"},
      {"a/../", "./"},
      {"a/.", "a/"},
      {"./a", "a"},
      {"../x", "../x"},
      {"../x/..", "../"},
      {"a/../../x", "../x"},
      {"../../a/../b", "../../b"},
      {"a/b/../../..", "../"},
      {"./a:b", "./a:b"},
      {"%2e/a:b", "./a:b"},
      {"x/../a:b", "./a:b"},
      {"x/../a:b/../c", "c"},
      {"../a:b", "../a:b"},
      {"a/b:c", "a/b:c"},
      {".//b", ".//b"},
      {"a/..//b", ".//b"},
      {"a//../b", "a/b"},
      {"..//b", "..//b"},
      {".//", ".//"},
      {".//.", ".//"},
      {".//..", "./"},
      {"a//", "a//"},
      {"./?q", "./?q"},
      {"a/..?q#f", "./?q#f"},
      {"...", "..."},
      {"..;/a", "..;/a"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK(syntax(row.text) == row.normal);
    CHECK(syntax(row.normal) == row.normal);
  }
}

TEST_CASE("normalize: invalid text keeps what is invalid") {
  static constexpr Row kRows[] = {
      {"/%%411", "/%%411"},  // "%A1" would be new
      {"/%4%31", "/%4%31"},
      {"/%%34%31", "/%%341"},
      {"/%%7e%7e", "/%~~"},
      {"/%%47", "/%G"},
      {"/%g%41", "/%gA"},
      {"/%", "/%"},
      {"/%a%%62c", "/%a%%62c"},
      {"1A:%7e", "1A:~"},
      {"A%4a:B", "A%4a:B"},
      {"HTTP://EXA MPLE/%7e\\", "http://exa mple/~\\"},
      {"//[FE80::1%25a%2f]", "//[fe80::1%25a%2F]"},
      {"//[%41]", "//[%41]"},
      {":%7e", ":~"},
      {"x/../:a", "./:a"},
      {":a/b", ":a/b"},
      {"//h:X%41/", "//h:X%41/"},
      {"http://\xc3\x84.example/", "http://\xc3\x84.example/"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK(syntax(row.text) == row.normal);
    CHECK(syntax(row.normal) == row.normal);
  }
}

TEST_CASE("normalize: by scheme") {
  static constexpr Row kRows[] = {
      {"http://example.com", "http://example.com/"},
      {"http://example.com:/", "http://example.com/"},
      {"HTTP://example.com:80", "http://example.com/"},
      {"http://example.com:00080/", "http://example.com/"},
      {"http://example.com:443/", "http://example.com:443/"},
      {"https://[2001:db8::1]:443", "https://[2001:db8::1]/"},
      {"wss://h:443?q", "wss://h/?q"},
      {"ftp://h#f", "ftp://h/#f"},
      {"redis://h:6379", "redis://h"},
      {"ssh://u@h:22/", "ssh://u@h/"},
      {"x://h:/", "x://h/"},
      {"x://h:80", "x://h:80"},
      {"//h:", "//h"},
      {"//h:80", "//h:80"},
      {"file://h", "file://h"},
      {"file://h:0/", "file://h:0/"},
      {"http:", "http:"},
      {"http:?q", "http:?q"},
      // Without a host, or beside an invalid one, nothing is certain.
      {"http://", "http://"},
      {"http://:80", "http://:80"},
      {"http://a:b:80", "http://a:b:80"},
      {"http://a:b:", "http://a:b:"},
      {"http://[x]:80", "http://[x]:80"},
      {"http://h:80x", "http://h:80x/"},
      {"http://h:65616", "http://h:65616/"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK(by_scheme(row.text) == row.normal);
    CHECK(by_scheme(row.normal) == row.normal);
  }
}

TEST_CASE("normalize: what holds for any text") {
  // Every text of up to five pieces.
  static constexpr std::string_view kPieces[] = {".",   "..", "/",  "a", ":",  "%2e", "?",
                                                 "%41", "%",  "//", "@", "A:", "1",   "["};
  static constexpr std::string_view kBases[] = {"http://h/b/c/d?q", "x:/", "x://h", "x:/b//c"};
  std::size_t count = 0;
  const auto visit = [&](const std::string& text) {
    ++count;
    const UriParts parts = split(text);
    const std::string normal = normalize(parts);
    const UriParts again = split(normal);
    bool holds = normalize(again) == normal && same_components(parts, again) &&
                 (parts.has(Signal::invalid) || !again.has(Signal::invalid));
    const std::string scheme_normal = normalize(parts, Normalization::scheme);
    const UriParts scheme_again = split(scheme_normal);
    holds = holds && normalize(scheme_again, Normalization::scheme) == scheme_normal &&
            (parts.has(Signal::invalid) || !scheme_again.has(Signal::invalid)) &&
            by_scheme(normal) == scheme_normal && syntax(scheme_normal) == scheme_normal;
    if (!parts.has(Component::scheme) && !parts.has(Component::authority)) {
      holds = holds && (parts.path_kind == PathKind::empty) == (again.path_kind == PathKind::empty);
      holds = holds &&
              (parts.path_kind == PathKind::absolute) == (again.path_kind == PathKind::absolute);
    }
    if (!holds) FAIL_CHECK("does not hold: " << text << " -> " << normal << ", " << scheme_normal);
    if (text.find("%2e") != std::string::npos) return;
    for (const std::string_view base : kBases) {
      const std::string direct = *resolve(split(base), parts);
      const std::string indirect = *resolve(split(base), again);
      if (syntax(direct) != syntax(indirect)) {
        FAIL_CHECK(base << " + " << text << ": " << direct << " != " << indirect);
      }
    }
  };
  std::string text;
  const auto build = [&](const auto& self, int left) -> void {
    visit(text);
    if (left == 0) return;
    for (const std::string_view piece : kPieces) {
      const std::size_t size = text.size();
      text += piece;
      self(self, left - 1);
      text.resize(size);
    }
  };
  build(build, 5);
  CHECK(count > 500'000);
}
