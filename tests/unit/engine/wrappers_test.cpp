#include "engine/wrappers.hpp"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tables/redirectors.hpp"

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
      {"https://checkpoint.url-protection.com/v1/url?o=https%3A//example.org/a&g=x=&h=y=",
       "https://example.org/a", "a"},
      {"https://scanmail.trustwave.com/?c=1&d=x&u=https%3a%2f%2fexample%2eorg%2f",
       "https://example.org/", "%2f"},
      {"https://urlsand.esvalabs.com/?u=https%3A%2F%2Fexample.org%2F&e=1&h=2",
       "https://example.org/", "%2F"},
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

TEST_CASE("redirectors: each form gives the URL that the service opens, and where it was written") {
  struct Row {
    std::string_view uri;
    std::string_view link;
    std::string_view last;
  };
  const Row rows[] = {
      {"https://www.google.co.uk/url?sa=t&q=a+b&url=https%3A%2F%2Fexample.org%2F",
       "https://example.org/", "%2F"},
      {"https://GOOGLE.com./url/?Q=https://example.org/a&url=", "https://example.org/a", "a"},
      {"https://www.google.de/amp/s/example.org/a?b#c", "https://example.org/a?b#c", "c"},
      {"https://www.google.com/amp/example.org", "http://example.org", "g"},
      {"https://example-org.cdn.ampproject.org/c/s/example.org/", "https://example.org/", "/"},
      {"https://www.bing.com/ck/a?!&&u=a1aHR0cHM6Ly9leGFtcGxlLm9yZy8&ntb=1", "https://example.org/",
       "Zy8"},
      {"https://href.li/?https://example.org/?a=b&c#d", "https://example.org/?a=b&c#d", ""},
      {"https://href.li?https%3A%2F%2Fexample.org%2F", "https://example.org/", "%2F"},
      {"https://ad.doubleclick.net/ddm/clk/1;2;k?https://example.org/", "https://example.org/", ""},
      {"https://r.search.yahoo.com/_ylt=x/RO=1/RU=https%3a%2f%2fexample.org%2f/RK=2/RS=x",
       "https://example.org/", "%2f"},
      {"https://a1.r.us-east-1.awstrack.me/L0/https:%2F%2Fexample.org%2Fa/1/0-0/x=1",
       "https://example.org/a", "a"},
      {"http://x1.mjt.lu/lnk/A/1/B/aHR0cHM6Ly9leGFtcGxlLm9yZy8?b=1", "https://example.org/", "Zy8"},
      {"https://outgoing.prod.mozaws.net/v1/0a1b/https%3A//example.org/a?b",
       "https://example.org/a?b", "b"},
      {"https://deref-gmx.net/mail/client/A/dereferrer/?redirectUrl=https%3A%2F%2Fexample.org%2F",
       "https://example.org/", "%2F"},
      {"https://www.awin1.com/cread.php?p=https%3A%2F%2Fexample.org&ued=", "https://example.org",
       "g"},
      {"https://u1.ct.sendgrid.net/ls/click?upn=x", "opaque", ""},
      {"https://acme.us1.list-manage.com/track/click?u=a&id=b&e=c", "opaque", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.uri);
    const Undone undone = undo(row.uri);
    CHECK(undone.link == row.link);
    CHECK(undone.last == row.last);
  }
}

TEST_CASE("redirectors: another host, path or parameter, and what is no URI, is none") {
  for (const std::string_view uri : {
           "https://www.google.example/url?q=https://example.org/",
           "https://docs.google.com/url?q=https://example.org/",
           "https://www.google.com@example.com/url?q=https://example.org/",
           "https://www.google.com/urls?q=https://example.org/",
           "https://www.google.com/URL?q=https://example.org/",
           "https://www.google.com/a/url?q=https://example.org/",
           "https://www.google.com/url?u=https://example.org/",
           "https://www.google.com/url?q=/search",
           "https://www.google.com/url?q=//example.org/",
           "https://www.google.com/url?q=example.org",
           "https://www.google.com/url#q=https://example.org/",
           "https://www.google.com/amp/s/",
           "https://www.google.com/amp/s/login",
           "https://www.google.com/amp/",
           "https://www.bing.com/ck/a?u=a1L3NlYXJjaA",
           "https://www.bing.com/ck/a?u=aHR0cHM6Ly9leGFtcGxlLm9yZy8",
           "https://www.bing.com/ck/a?u=a1",
           "https://href.li/",
           "https://href.li/?example",
           "https://r.search.yahoo.com/_ylt=x/RU=",
           "https://r.search.yahoo.com/xRU=https%3A%2F%2Fexample.org",
           "https://a.awstrack.me/I0/https:%2F%2Fexample.org/1",
           "https://a.mjt.lu/lnk/",
           "https://a.mjt.lu/lnk/A/1/B/AAAA",
           "https://outgoing.prod.mozaws.net/v1/0a1b",
           "https://outgoing.prod.mozaws.net/v1/",
           "https://u1.ct.sendgrid.net/ls/click",
           "https://u1.ct.sendgrid.net/ls/click?upn=",
       }) {
    CAPTURE(uri);
    CHECK(undo(uri).link == "none");
  }
}

namespace {

std::vector<std::string> parts_of(std::string_view text, char separator) {
  std::vector<std::string> out;
  std::istringstream in{std::string(text)};
  for (std::string part; std::getline(in, part, separator);) out.push_back(part);
  return out;
}

// A link to `https://example.org/a` as FORM:PATH:PARAMETER says; empty: there is no such form.
std::string made(const std::string& host, const std::vector<std::string>& shape,
                 const std::string& parameter) {
  constexpr std::string_view kUrl = "https%3A%2F%2Fexample.org%2Fa";
  constexpr std::string_view kBase64 = "aHR0cHM6Ly9leGFtcGxlLm9yZy9h";
  std::string path = shape[1];
  if (path.ends_with('*')) path.replace(path.size() - 1, 1, "x1/");
  const std::string link = "https://" + host + path;
  const std::string prefix = "https://" + host + shape[1].substr(0, shape[1].size() - 1);
  if (shape[0] == "percent") return link + "?x=y&" + parameter + '=' + std::string(kUrl);
  if (shape[0] == "bing") return link + '?' + parameter + "=a1" + std::string(kBase64);
  if (shape[0] == "query") return link + "?https://example.org/a";
  if (shape[0] == "label") return link + parameter + std::string(kUrl) + "/x";
  if (shape[0] == "base64") return link + std::string(kBase64);
  if (shape[0] == "segment") return prefix + std::string(kUrl) + "/x";
  if (shape[0] == "tail") return prefix + "x/" + std::string(kUrl);
  if (shape[0] == "amp") return prefix + "s/example.org/a";
  if (shape[0] == "opaque") return link + (parameter.empty() ? "" : '?' + parameter + "=x");
  return {};
}

}  // namespace

TEST_CASE("redirectors: every row of the table is of use") {
  for (const tables::RedirectorsRow& row : tables::kRedirectors) {
    for (const std::string& link : parts_of(row.links, ' ')) {
      auto shape = parts_of(link, ':');
      REQUIRE((shape.size() == 2 || shape.size() == 3));
      if (shape.size() == 2) shape.emplace_back();
      auto parameters = parts_of(shape[2], '|');
      if (parameters.empty()) parameters.emplace_back();
      for (const std::string& parameter : parameters) {
        const std::string uri = made(std::string(row.host), shape, parameter);
        CAPTURE(uri, link);
        CHECK(undo(uri).link == (shape[0] == "opaque" ? "opaque" : "https://example.org/a"));
      }
    }
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
