#include "engine/wrappers.hpp"

#include <catch2/catch.hpp>

using namespace urilint;

namespace {

// The original behind a wrapped link, `opaque`, or `none`; and what its last byte was made from.
struct Undone {
  std::string link;
  std::string last;
};

Undone undo(std::string_view uri) {
  const UriParts parts = split(uri);
  const auto link = wrapped_link(parts);
  if (!link) return {"none", {}};
  if (link->opaque) return {"opaque", {}};
  const auto written = uri.substr(link->span.begin, link->span.size());
  if (link->wrapping == Wrapping::none) return {std::string(written), {}};
  SourceMap map;
  std::string out = unwrap(uri, *link, 0, map);
  REQUIRE(map.text_end == out.size());
  REQUIRE(map.source_end <= link->span.end);
  if (out.empty()) return {out, {}};
  const auto size = static_cast<Off>(out.size());
  const SourceSpan from = map.to_parent(size - 1, size);
  return {out, std::string(uri.substr(from.begin, from.size()))};
}

}  // namespace

TEST_CASE("wrappers: each form gives the original, and where it was written") {
  struct Row {
    std::string_view uri;
    std::string_view link;
    std::string_view last;
  };
  const Row rows[] = {
      {"https://a.safelinks.protection.outlook.com/?data=x&URL=https%3A%2F%2Fexample.org%2F",
       "https://example.org/", "%2F"},
      {"https://urldefense.proofpoint.com/v1/url?u=https%3A//example.org/%61&k=b",
       "https://example.org/a", "%61"},
      {"https://urldefense.proofpoint.com/v2/url?u=https-3A__example.org_a-3Fb-3D_&d=c",
       "https://example.org/a?b=/", "_"},
      {"https://urldefense.com/v2/url?u=https-3A__example.org_a-b-&d=c", "https://example.org/a-b-",
       "-"},
      {"https://urldefense.com/v3/__https:/example.org/a*20b__;JQ!!x!y$",
       "https://example.org/a%20b", "b"},
      {"https://urldefense.com/v3/__https://example.org/?q=**A*x**B__;w6TDtiPDvDEy!!x!y$",
       "https://example.org/?q=\xc3\xa4\xc3\xb6#x\xc3\xbc"
       "12",
       "**B"},
      {"https://urldefense.com/v3/__https://example.org/a*b*__;!!x!y$", "https://example.org/a*b*",
       "*"},
      {"https://eu-west-1.protection.sophos.com/?u=aHR0cHM6Ly9leGFtcGxlLm9yZy8%3D&d=x",
       "https://example.org/", "Zy8"},
      {"https://secure-web.cisco.com/1AbC_d/https%3A%2F%2Fexample.org%2F", "https://example.org/",
       "%2F"},
      {"https://protect.checkpoint.com/v2/___https://example.org/a___.YXA", "https://example.org/a",
       ""},
      {"https://safe.menlosecurity.com/https://example.org/?a=b#c", "https://example.org/?a=b#c",
       ""},
      {"https://protect-eu.mimecast.com/s/AbC?domain=example.org", "opaque", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.uri);
    const Undone undone = undo(row.uri);
    CHECK(undone.link == row.link);
    CHECK(undone.last == row.last);
  }
}

TEST_CASE("wrappers: neither another host nor another shape is one") {
  for (const std::string_view uri : {
           "https://example.com/?url=https%3A%2F%2Fexample.org%2F&data=x",
           "https://safelinks.protection.outlook.com.example.com/?url=https%3A%2F%2Fexample.org",
           "https://nam00.safelinks.protection.outlook.com/?data=x",
           "https://nam00.safelinks.protection.outlook.com/?url=",
           "https://urldefense.com/v3/__https://example.org/",
           "https://urldefense.com/v4/__https://example.org/__;!!x!y$",
           "https://www.trendmicro.com/en/?url=https%3A%2F%2Fexample.org",
           "https://secure-web.cisco.com/1/",
           "https://url.avanan.click/v2/___",
           "mailto:urldefense.com",
       }) {
    CAPTURE(uri);
    CHECK(undo(uri).link == "none");
  }
}

TEST_CASE("wrappers: what is cut off or no base64 ends early") {
  CHECK(undo("https://eu.protection.sophos.com/?u=a!bc").link.empty());
  CHECK(undo("https://eu.protection.sophos.com/?u=YWJjZ").link == "abc");
  CHECK(undo("https://urldefense.com/v2/url?u=-").link == "-");
  CHECK(undo("https://urldefense.com/v2/url?u=-3").link == "-3");
  CHECK(undo("https://urldefense.com/v3/__a*__;%%!!").link == "a*");
  CHECK(undo("https://urldefense.com/v3/__**__;").link == "**");
}
