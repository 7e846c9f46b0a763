// The holes of a URI as a table: the text, and what of it is unknown.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "find/finder.hpp"

using namespace urilint;

namespace {

using Texts = std::vector<std::string>;

struct Found {
  Texts uris;
  Texts holes;
};

Found find(std::string_view text) {
  Document document;
  document.add({text, {}, Layer::raw});
  Segment segment;
  segment.where = {kRawText, 0, static_cast<Off>(text.size())};
  Found found;
  find_uris(document, segment, {.holes = true}, [&](const Candidate& candidate) {
    const std::string_view uri = document.bytes(candidate.where);
    found.uris.emplace_back(uri);
    for (const UriSpan hole : candidate.holes) {
      found.holes.emplace_back(uri.substr(hole.begin, hole.size()));
    }
    return true;
  });
  return found;
}

/// One URI without blanks, and its holes.
struct Case {
  std::string_view uri;
  Texts holes;
};

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.uri);
    const Found found = find(c.uri);
    CHECK(found.uris == Texts{std::string(c.uri)});
    CHECK(found.holes == c.holes);
    std::vector<UriSpan> spans;
    find_holes(c.uri, spans);
    Texts texts;
    for (const UriSpan span : spans) texts.emplace_back(c.uri.substr(span.begin, span.size()));
    CHECK(texts == c.holes);
  }
}

}  // namespace

TEST_CASE("holes: names between marks") {
  check({
      {"http://@HOST@:@PORT@/@prefix@", {"@HOST@", "@PORT@", "@prefix@"}},
      {"http://localhost:@PORT@/", {"@PORT@"}},
      {"http://db.dev.example.com:@PORT@/", {"@PORT@"}},
      {"http://u:@PASSWORD@@h.example/", {"@PASSWORD@"}},
      {"http://u:p@@HOST@/", {"@HOST@"}},
      {"http://!HOST!:!PORT!/x", {"!HOST!", "!PORT!"}},
      {"http://!USER!:!PW!@!HOST!/", {"!USER!", "!PW!", "!HOST!"}},
      {"http://@{host}:@{port}/", {"@{host}", "@{port}"}},
      {"https://@(Model.Host)/x", {"@(Model.Host)"}},
      {"https://@Model.Host:@Model.Port/x", {"@Model.Host", "@Model.Port"}},
      {"https://@Model.Site.Host.example.com/", {"@Model.Site.Host"}},
      {"http://&host;:&port;/", {"&host;", "&port;"}},
      {"http://h.example:&port;/", {"&port;"}},
  });
}

TEST_CASE("holes: variables") {
  check({
      {"https://$env:HOST/x", {"$env:HOST"}},
      {"https://u:$env:TOKEN@h.example/", {"$env:TOKEN"}},
      {"http://$x[y]/$a['b']", {"$x[y]", "$a['b']"}},
      {"http://{$x->y}:{$x['port']}/", {"{$x->y}", "{$x['port']}"}},
      {"http://$x->host/", {"$x->host"}},
      {"http://$!p/$!{q}", {"$!p", "$!{q}"}},
      {"http://$1.h.example/$2$3", {"$1", "$2", "$3"}},
      {"https://$1:$2@h.example/", {"$1", "$2"}},
      {"https://h.example/?a=$1&b=$12", {"$1", "$12"}},
  });
}

TEST_CASE("holes: percent signs") {
  check({
      {"http://%[1]s:%[2]d/", {"%[1]s", "%[2]d"}},
      {"http://%s:%+v/", {"%s", "%+v"}},
      {"https://%[hdr(host)]%[path]", {"%[hdr(host)]", "%[path]"}},
      {"https://%[hdr(host),field(1,:)]:8443%[capture.req.uri]",
       {"%[hdr(host),field(1,:)]", "%[capture.req.uri]"}},
      {"https://%REQ(:AUTHORITY)%/%REQ(X-A?:PATH):9%", {"%REQ(:AUTHORITY)%", "%REQ(X-A?:PATH):9%"}},
      {"https://www.%1.example.com/%2", {"%1", "%2"}},
      {"https://%1%2/", {"%1", "%2"}},
      {"https://h.example/%Y-%m-%d/%H", {"%Y", "%m", "%d", "%H"}},
      {"https://h.example/%Y-%m-%dT%H:%M:%SZ", {"%Y", "%m", "%d", "%H", "%M", "%S"}},
      {"https://h.example/a%%20b", {"%"}},
      {"https://h.example/%%H/", {"%%H"}},
  });
}

TEST_CASE("holes: what looks like one and may be plain text") {
  check({
      // The token, the password and the host behind the last `@` are certain.
      {"https://svcTok3n0123456789:@HOST@/", {}},
      {"https://svcTok3n0123456789:@{host}/", {"{host}"}},
      {"https://a.example:@EVIL@evil.example/", {}},
      {"https://u:pw@HOST@evil.example/", {}},
      {"https://@Model.evil.example/", {}},
      {"https://u@Model.Host/", {}},
      {"https://u@(x)/", {}},
      {"https://a.example&b;@evil.example/", {}},
      {"https://a.example:&b;@evil.example/", {}},
      {"https://u:!QAZ2WSX!@h.example/", {}},
      {"https://h.example/wow!THIS!/", {}},
      {"https://h.example/!this!/", {}},
      {"https://u:$!ecret@h.example/", {}},
      {"https://u:pa$1ss@h.example/", {}},
      {"https://u:$x[2001:db8::1]@h.example/", {}},
      {"https://u:$environ:X@h.example/", {}},
      // Percent-encoded, once or twice, or broken.
      {"https://h.example/.%%32%65/%%41", {}},
      {"https://h.example/%d0%BB%41", {}},
      {"https://h.example/x%1y/a%2", {}},
      {"https://h.example/100%Ym/a%m", {}},
      {"https://h.example/%REQ(x)", {}},
      {"https://h.example/?a=b&c;d", {}},
      {"https://%[1]/%[fe80::1]/", {}},
  });
}

TEST_CASE("holes: the commands of sed end a URI") {
  const struct {
    std::string_view text;
    Texts uris;
  } cases[] = {
      {"s#https://a.example\\(.*\\)#http://\\1#", {"https://a.example"}},
      {"s#http://a.example/#http://b.example/#g", {"http://a.example/", "http://b.example/"}},
      {"sed -e 's#ssh://##' x", {}},
      {"s,/a,http://b.example/,", {"http://b.example/"}},
      {"s!http://a\\.example/!/b/!", {"http://a\\.example/"}},
      // No command: one delimiter too few, or a word before it.
      {"s#https://a.example#x", {"https://a.example#x"}},
      {"xs#https://a.example#x#", {"https://a.example#x#"}},
      {"s,https://u:p,w@h.example/,x,", {"https://u:p,w@h.example/"}},
  };
  for (const auto& c : cases) {
    CAPTURE(c.text);
    CHECK(find(c.text).uris == c.uris);
  }
}

TEST_CASE("holes: an escape of two digits in a string literal is undone") {
  CHECK(find("x = \"http://h.example\\x2fa\"").uris == Texts{"http://h.example/a"});
  CHECK(find("x = \"http://\\x77ww.example.com/\"").uris == Texts{"http://www.example.com/"});
  CHECK(find("x = \"http://h.example/\\x0ab\"").uris == Texts{"http://h.example/"});
  CHECK(find("http://a.example\\x77@h.example/").uris == Texts{"http://a.example\\x77@h.example/"});
}

TEST_CASE("holes: hostile shapes are searched in linear time") {
  for (const std::string_view shape :
       {"http://a.b:@N@", "@N@", "@{", "@(a", "@Model.A", "!A", "$!a", "$a[b", "{$a", "&a;", "%[a(",
        "%A(", "%%", "%1", "%Y", "s#http://a", "#http://a", "s,http://a:b,", "http://a\\x41"}) {
    for (const std::string_view before : {"", "http://", "\"http://x/"}) {
      std::string text(before);
      while (text.size() < (std::size_t{1} << 19)) text += shape;
      CAPTURE(shape, before);
      CHECK(find(text).uris.size() <= text.size() / 8);
      std::vector<UriSpan> holes;
      find_holes(text, holes);
      CHECK(holes.size() <= text.size() / 2);
    }
  }
}
