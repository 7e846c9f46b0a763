// What is found in text: one table a concern, input and the candidates it must give.
#include "find/finder.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

using namespace urilint;

namespace {

struct Found {
  std::vector<std::string> uris;
  std::vector<std::string> holes;    // all holes, in order
  std::vector<std::string> sources;  // what the candidates are in the input
};

Found find(std::string_view text, bool holes = true,
           Segment::Context context = Segment::Context::prose) {
  Document document;
  document.add({text, {}, Layer::raw});
  Segment segment;
  segment.where = {kRawText, 0, static_cast<Off>(text.size())};
  segment.context = context;
  Found found;
  find_uris(document, segment, {holes}, [&](const Candidate& candidate) {
    const std::string_view uri = document.bytes(candidate.where);
    found.uris.emplace_back(uri);
    for (const UriSpan hole : candidate.holes)
      found.holes.emplace_back(uri.substr(hole.begin, hole.size()));
    const SourceSpan source = document.to_source(candidate.where);
    found.sources.emplace_back(text.substr(source.begin, source.size()));
    return true;
  });
  return found;
}

using Uris = std::vector<std::string>;

struct Case {
  std::string_view text;
  Uris uris;
};

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(find(c.text).uris == c.uris);
  }
}

}  // namespace

TEST_CASE("defanged slashes behind a scheme of the web") {
  check({
      {"seen hxxps[:]//login[.]example[.]com/x now", {"hxxps[:]//login[.]example[.]com/x"}},
      {"hxxp[://]example[.]com, http[:]//www.example.com.",
       {"hxxp[://]example[.]com", "http[:]//www.example.com"}},
      {"(hxxp(:)//a.example/x)", {"hxxp(:)//a.example/x"}},
      {"hxxp:[//]a.example HXXPS[:/]/b.example", {"hxxp:[//]a.example", "HXXPS[:/]/b.example"}},
      {"ftp[:][/][/]files.example/", {"ftp[:][/][/]files.example/"}},
      {"<hxxps[:]//a[.]example/>", {"hxxps[:]//a[.]example/"}},
      // What looks like it and is none.
      {"n = list[:]//2; xhttps[:]//a.example", {}},
      {"http[:]// and http[:]/a, [://], [:]//", {}},
      {"https?[:]//.*", {}},
  });
}

TEST_CASE("a URI begins with its scheme") {
  check({
      {"see http://example.com/a now", {"http://example.com/a"}},
      {"HTTP://EXAMPLE.COM", {"HTTP://EXAMPLE.COM"}},
      {"\"--repo=https://u:p@git.example.com/r.git\"", {"https://u:p@git.example.com/r.git"}},
      {"url:http://example.com/", {"http://example.com/"}},
      {"URL:ftp://example.com/", {"ftp://example.com/"}},
      {"pip git+https://example.com/r@v1", {"git+https://example.com/r@v1"}},
      {"x@git+https://git@git.example.com/acme/m.git#0011",
       {"git+https://git@git.example.com/acme/m.git#0011"}},
      {"URL: jdbc:postgresql://db:5432/app", {"jdbc:postgresql://db:5432/app"}},
      {"jdbc:oracle:thin:@//db.example.com:1521/x", {"jdbc:oracle:thin:@//db.example.com:1521/x"}},
      {"hxxp://bad.example/x", {"hxxp://bad.example/x"}},
      {"coap+tcp://[2001:db8::1]/x", {"coap+tcp://[2001:db8::1]/x"}},
      {"test.user@http://example.com", {"http://example.com"}},
      {"_http://example.com/", {"http://example.com/"}},
      {"-http://example.com/", {"http://example.com/"}},
      {"1http://example.com/", {"1http://example.com/"}},
      {"x_1http://example.com/", {"http://example.com/"}},
      {"2.https://example.com/", {"https://example.com/"}},
      {"on our site.https://example.com/", {"https://example.com/"}},
      {"\"a\\nhttps://example.com/\"", {"https://example.com/"}},
      {"\"\\u0022https://example.com/\"", {"https://example.com/"}},
      {"\x1b[36mhttps://example.com/\x1b[0m", {"https://example.com/"}},
      {"\xe8\xaf\xb7https://example.com/", {"https://example.com/"}},
      {"DSN=smtp://mailer:pw@mail.example.com:587", {"smtp://mailer:pw@mail.example.com:587"}},
      {"://example.com ://", {}},
      {"https?://example.com *://example.com/* (http|https)://", {}},
  });
}

TEST_CASE("a scheme without slashes needs the right thing behind it") {
  check({
      {"href=javascript:alert(1)", {"javascript:alert(1)"}},
      {"<a href=\"javascript:f('x y'); g()\">", {"javascript:f('x y'); g()"}},
      {"<a href='vbscript:msgbox(1)'>", {"vbscript:msgbox(1)"}},
      {"javascript: foo", {}},
      {"{javascript:true}", {}},
      {"data:text/html;base64,PHA+", {"data:text/html;base64,PHA+"}},
      {"url(data:image/png;base64,AAAA)", {"data:image/png;base64,AAAA"}},
      {"data: foo, bar", {}},
      {"{data:e,type:t}", {}},
      {"data:a/b,c", {}},
      {"mailto:a@example.com", {"mailto:a@example.com"}},
      {"mailto:bar", {}},
      {"mailto: a@example.com", {}},
      {"file:/etc/hosts", {"file:/etc/hosts"}},
      {"\"file:../lib\"", {"file:../lib"}},
      {"file: x", {}},
      {"file:name", {}},
      {"http:/example.org", {"http:/example.org"}},
      {"https:example.com/login", {"https:example.com/login"}},
      {"http:\\\\example.com\\x", {"http:\\\\example.com\\x"}},
      {"'\\001https://example.com/a\\050http://example.net/'",
       {"https://example.com/a\\050http://example.net/"}},
      {"\"\\nB\\001https://example.com/a\"", {"https://example.com/a"}},
      {"http: foo http:80 https:443 http:server", {}},
      {"s/http:/https:/g", {}},
      {"std::string a::b https::x", {}},
      {"{http:n.url,https:a.b}", {}},
      {"jar:file:/a.jar!/b", {"jar:file:/a.jar!/b"}},
      {"view-source:https://example.com/", {"view-source:https://example.com/"}},
      {"view-source:x", {}},
      {"urn:isbn:0451450523", {"urn:isbn:0451450523"}},
      {"urn: a", {}},
      {"search-ms:query=x", {"search-ms:query=x"}},
      {"12:30:45 a:b C:/x npm:^4.0.2", {}},
      {"my_data:text/html,x", {}},
  });
}

TEST_CASE("prose ends a URI before its own punctuation") {
  check({
      {"at http://example.com/a.", {"http://example.com/a"}},
      {"at http://example.com/a, and", {"http://example.com/a"}},
      {"http://example.com/a...", {"http://example.com/a"}},
      {"http://example.com/a\xe2\x80\xa6", {"http://example.com/a"}},
      {"http://example.cz: user@example.cz", {"http://example.cz"}},
      {"http://example.com/?p=10.", {"http://example.com/?p=10"}},
      {"http://example.com/a!!! b", {"http://example.com/a"}},
      {"http://example.com:8000? b", {"http://example.com:8000"}},
      {"**https://example.com/**", {"https://example.com/"}},
      {"_https://example.com/_ ~~https://example.org/~~",
       {"https://example.com/", "https://example.org/"}},
      {"http://example.com/123;123", {"http://example.com/123;123"}},
      {"http://example.com/article/0,,9065-2473189,00.html",
       {"http://example.com/article/0,,9065-2473189,00.html"}},
      {"http://example.com/a..b?t=9..&c", {"http://example.com/a..b?t=9..&c"}},
      {"http://example.com/trailing-dash-", {"http://example.com/trailing-dash-"}},
      {"https://example.com/x\\\nnext", {"https://example.com/x"}},
  });
}

TEST_CASE("what encloses a URI ends it") {
  check({
      {"(https://example.org/concepts/).", {"https://example.org/concepts/"}},
      {"https://en.example.org/wiki/Mercury_(planet)",
       {"https://en.example.org/wiki/Mercury_(planet)"}},
      {"(https://en.example.org/wiki/Mercury_(planet))",
       {"https://en.example.org/wiki/Mercury_(planet)"}},
      {"[x](https://example.com/a)", {"https://example.com/a"}},
      {"[![b](https://b.example/i.png)](https://example.com/)",
       {"https://b.example/i.png", "https://example.com/"}},
      {"[https](https://a.example)[m](mailto:b@example.com)",
       {"https://a.example", "mailto:b@example.com"}},
      {"[https://example.com label] {https://example.com/x}",
       {"https://example.com", "https://example.com/x"}},
      {"http://example.com/a_[b]_{c}", {"http://example.com/a_[b]_{c}"}},
      {"<https://example.com/a>, <https://example.org>.",
       {"https://example.com/a", "https://example.org"}},
      {"`link <https://example.com/>`_", {"https://example.com/"}},
      {"`https://example.com/a`", {"https://example.com/a"}},
      {"<a href=https://example.com>z</a>", {"https://example.com"}},
      {"<a href=\"https://example.com/strasse.\">x</a>", {"https://example.com/strasse."}},
      {"<loc>https://example.com/</loc>", {"https://example.com/"}},
      {"\xe2\x80\x9chttps://example.com/\xe2\x80\x9d", {"https://example.com/"}},
      {"\xe2\x80\x98https://example.com/\xe2\x80\x99", {"https://example.com/"}},
      {"https://example.com/it\xe2\x80\x99s", {"https://example.com/it\xe2\x80\x99s"}},
      {"DownloadString('https://example.com/r.ps1');g $I", {"https://example.com/r.ps1"}},
      {"<a href=\"https://example.com/b%28it's%29.png?7\">x</a>",
       {"https://example.com/b%28it's%29.png?7"}},
      {"http://example.com/10'-x-30inch/p", {"http://example.com/10'-x-30inch/p"}},
      {"'Quoted like http://example.com/a'", {"http://example.com/a"}},
      {"http://example.com/a_'b'", {"http://example.com/a_'b'"}},
      {"'https://example.com/'+x", {"https://example.com/"}},
      {"f('git+https://example.com/'+x)", {"git+https://example.com/"}},
      {"body{background:url(https://example.com/a.png)}", {"https://example.com/a.png"}},
      {"\\href{https://example.com/}{text}", {"https://example.com/"}},
      {"[[https://example.com/path|label]]", {"https://example.com/path"}},
      {"<https://example.com/a|b>", {"https://example.com/a"}},
      {"|https://example.com/a|b|", {"https://example.com/a"}},
      {"https://u:p|w@example.com/|x", {"https://u:p|w@example.com/"}},
      {"http://localhost:8080|layout=x", {"http://localhost:8080"}},
      {"https://example.org/ros&#xe9; x", {"https://example.org/ros&#xe9;"}},
      {"https://example.com/?family=A|B", {"https://example.com/?family=A|B"}},
      {"&quot;https://example.com/&quot; &lt;https://example.org/&gt;",
       {"https://example.com/", "https://example.org/"}},
      {"https://example.com/?a=1&amp;b=2", {"https://example.com/?a=1&amp;b=2"}},
  });
}

TEST_CASE("letters outside ASCII stay, punctuation outside ASCII ends") {
  check({
      {"\xe8\xaf\xb7 https://example.com/docs\xef\xbc\x8c\xe4\xb8\x8b "
       "https://example.org/a\xe3\x80\x82",
       {"https://example.com/docs", "https://example.org/a"}},
      {"\xe3\x80\x8chttps://example.com/\xe3\x80\x8d", {"https://example.com/"}},
      {"\xef\xbd\x9chttp://example.com\xef\xbd\x9c"
       "bar",
       {"http://example.com"}},
      {"http://b\xc3\xbcndnis.example/\xd0\xbf", {"http://b\xc3\xbcndnis.example/\xd0\xbf"}},
      {"https://ed.example/about\xe2\x80\xae"
       "3pm.exe now",
       {"https://ed.example/about\xe2\x80\xae"
        "3pm.exe"}},
      {"https://exa\xe2\x80\x8bmple.com/ x", {"https://exa\xe2\x80\x8bmple.com/"}},
      {"https://example.com/a\xe2\x80\x8b x", {"https://example.com/a"}},
      {"https://example.com\xef\xbc\x8f@example.org/",
       {"https://example.com\xef\xbc\x8f@example.org/"}},
      {"http://192\xe3\x80\x82"
       "0\xe3\x80\x82"
       "2\xe3\x80\x82"
       "1/",
       {"http://192\xe3\x80\x82"
        "0\xe3\x80\x82"
        "2\xe3\x80\x82"
        "1/"}},
      {"http://example.com/caf\xe9 x", {"http://example.com/caf\xe9"}},
      {"http://example.com/a\xc2\xa0"
       "b",
       {"http://example.com/a"}},
  });
}

TEST_CASE("backslashes: escapes in string literals, attacks in prose") {
  check({
      {"http://192.0.2.1\\@example.com/", {"http://192.0.2.1\\@example.com/"}},
      {"\"https://example.com/a\\n\"", {"https://example.com/a"}},
      {"\"GET https://example.com/\\r\\nHost: x\"", {"https://example.com/"}},
      {"{\\\"u\\\":\\\"https://example.com/a\\\",\\\"b\\\":1}", {"https://example.com/a"}},
      {"<a href=\\\"x\\\">y</a> https://example.com/\\n<p>", {"https://example.com/"}},
      {"\\fBhttps://example.com/\\fR, \\(lahttps://example.org/\\(ra",
       {"https://example.com/", "https://example.org/"}},
      {"/^https:\\/\\// C:\\/\\/x", {}},
      {"\\fBgit+ssh://git.example.com/x\\fR", {"git+ssh://git.example.com/x"}},
      {"/^file:/.test(x) /^javascript:/i", {}},
      {"x https://example.com\\table", {"https://example.com\\table"}},
      {"(see https://example.com\\051 x", {"https://example.com"}},
      {"https://example.com\\0511", {"https://example.com"}},
      {"https://example.com\\0a1", {"https://example.com\\0a1"}},
      {"'it\\'s https://example.com/\\' ok'", {"https://example.com/"}},
  });
}

TEST_CASE("lists of URIs are split, URIs in URIs are not") {
  check({
      {"https://a.example/,https://b.example/", {"https://a.example/", "https://b.example/"}},
      {"\"https://a.example/;https://b.example/\"", {"https://a.example/", "https://b.example/"}},
      {"https://web.example/web/2020/http://example.com/",
       {"https://web.example/web/2020/http://example.com/"}},
      {"https://example.com/?u=https://example.org/",
       {"https://example.com/?u=https://example.org/"}},
      {"https://a.example/https://b.example/", {"https://a.example/https://b.example/"}},
  });
}

TEST_CASE("a URI that is glued to the host of another one") {
  check({
      {"https://a.examplehttps://b.example/", {"https://a.example", "https://b.example/"}},
      {"https://u:p@a.examplehttps://v:q@b.example/",
       {"https://u:p@a.example", "https://v:q@b.example/"}},
      {"http://a.example:80http://[::1]HTTP://c.example",
       {"http://a.example:80", "http://[::1]", "HTTP://c.example"}},
      {"redis://a.example.redis://b.example", {"redis://a.example.redis://b.example"}},
      {"postgres://a.examplepostgres://b.example",
       {"postgres://a.example", "postgres://b.example"}},
      {"got https://a.example\\nhttps://b.example", {"https://a.example", "https://b.example"}},
      // One URI, odd as it is.
      {"http://https://a.example/", {"http://https://a.example/"}},
      {"https://a.example/http://b.example", {"https://a.example/http://b.example"}},
      {"https://a.example:https/", {"https://a.example:https/"}},
      {"https://a.examplex://b.example", {"https://a.examplex://b.example"}},
  });
  CHECK(find("https://a.examplehttps://b.example/", true, Segment::Context::value).uris ==
        Uris{"https://a.examplehttps://b.example/"});
}

TEST_CASE("a scheme alone is no URI") {
  check({
      {"see https:// for \"http://\" and 'ftp://'+x", {}},
      {"https://... https://\xe2\x80\xa6 http://. http://.. (http://)", {}},
      {"if (s.startsWith(\"https://\"))", {}},
      {"https://[^/]+/ http://(.*) https://\\S+", {}},
      {"ssh://\\1\\2/\\3 http://\\k\\+x rcp://\\%(a\\) {3,}://.\\{-}/ http://\\N{COMET}.x", {}},
      {"{proto}://h.example", {"{proto}://h.example"}},
      {"$scheme://$host %s://x", {"$scheme://$host", "%s://x"}},
  });
  CHECK(find("$scheme://$host %s://x ${A}://y {{b}}://z", false).uris.empty());
}

TEST_CASE("code and configuration") {
  check({
      {"url=https://example.com/a ;comment", {"https://example.com/a"}},
      {"https://example.com/$1 https://*.example.com/*",
       {"https://example.com/$1", "https://*.example.com/"}},
      {"curl \"https://example.com/$VAR\"", {"https://example.com/$VAR"}},
      {"{\"a\":\"https://example.com/\",\"b\":\"http://localhost:3001/@s/p\"}",
       {"https://example.com/", "http://localhost:3001/@s/p"}},
      {"some.url=https://u:password@h.example/\nother=https://t:1@h.example/",
       {"https://u:password@h.example/", "https://t:1@h.example/"}},
      {"git clone git@git.example.com:acme/infra.git", {}},
      {"http://example.com\"http://example.org", {"http://example.com", "http://example.org"}},
  });
}

TEST_CASE("holes are part of the URI, whatever they hold") {
  struct HoleCase {
    std::string_view text;
    Uris uris;
    Uris holes;
  };
  const HoleCase cases[] = {
      {"https://{{ .Values.host }}/x", {"https://{{ .Values.host }}/x"}, {"{{ .Values.host }}"}},
      {"https://${A:-http://x/}/y", {"https://${A:-http://x/}/y"}, {"${A:-http://x/}"}},
      {"https://${A:-${B}}/y", {"https://${A:-${B}}/y"}, {"${A:-${B}}"}},
      {"https://u:$(cat f | tr x)@example.com/",
       {"https://u:$(cat f | tr x)@example.com/"},
       {"$(cat f | tr x)"}},
      {"\"https://{{ index .V \"h\" }}/x\"",
       {"https://{{ index .V \"h\" }}/x"},
       {"{{ index .V \"h\" }}"}},
      {"https://example.com/{id}/{0}/{}",
       {"https://example.com/{id}/{0}/{}"},
       {"{id}", "{0}", "{}"}},
      {"https://example.com{?q,lang}", {"https://example.com{?q,lang}"}, {"{?q,lang}"}},
      {"http://www.%s.com/%d", {"http://www.%s.com/%d"}, {"%s", "%d"}},
      {"https://example.com/<id>/x", {"https://example.com/<id>/x"}, {"<id>"}},
      {"https://example.com/x<br>", {"https://example.com/x"}, {}},
      {"https://example.com/a/<br>", {"https://example.com/a/"}, {}},
      {"https://dev:$GITHUB_TOKEN@git.example.com/x",
       {"https://dev:$GITHUB_TOKEN@git.example.com/x"},
       {"$GITHUB_TOKEN"}},
      {"${P}://u:p@h.example", {"${P}://u:p@h.example"}, {"${P}"}},
      {"http${S}://h.example/", {"http${S}://h.example/"}, {"${S}"}},
      {"{{ .scheme }}://h.example/{x}",
       {"{{ .scheme }}://h.example/{x}"},
       {"{{ .scheme }}", "{x}"}},
      {"$PROTO://h.example", {"$PROTO://h.example"}, {"$PROTO"}},
      {"(https://example.com/{id})", {"https://example.com/{id}"}, {"{id}"}},
      {"https://example.com/{id}.", {"https://example.com/{id}"}, {"{id}"}},
      {"https://example.com/${", {"https://example.com/$"}, {}},
  };
  for (const HoleCase& c : cases) {
    CAPTURE(c.text);
    const Found found = find(c.text);
    CHECK(found.uris == c.uris);
    CHECK(found.holes == c.holes);
  }
}

TEST_CASE("without holes the finder is plain") {
  const Found found = find("https://${A:-http://x/}/y https://example.com/{id}/%s", false);
  CHECK(found.uris == Uris{"https://${A:-http://x/}/y", "https://example.com/{id}/%s"});
  CHECK(found.holes.empty());
  CHECK(find("https://{{ .Values.host }}/x", false).uris.empty());
}

TEST_CASE("escaped URIs are decoded through a layer") {
  struct Escaped {
    std::string_view text;
    std::string_view uri;
    std::string_view source;
  };
  const Escaped cases[] = {
      {R"({"url":"https:\/\/user:pw@example.org\/a?x=1\u0026b"})",
       "https://user:pw@example.org/a?x=1&b", R"(https:\/\/user:pw@example.org\/a?x=1\u0026b)"},
      {R"("https://example.com/?a=1\u0026b=2")", "https://example.com/?a=1&b=2",
       R"(https://example.com/?a=1\u0026b=2)"},
      {R"("https:\u002f\u002fexample.com\u002fa")", "https://example.com/a",
       R"(https:\u002f\u002fexample.com\u002fa)"},
      {R"("{\"u\":\"https:\\/\\/example.com\\/a\"}")", "https://example.com/a",
       R"(https:\\/\\/example.com\\/a)"},
      {R"("http:\/\/b\u00fcndnis.example\/\ud83d\ude00")",
       "http://b\xc3\xbcndnis.example/\xf0\x9f\x98\x80",
       R"(http:\/\/b\u00fcndnis.example\/\ud83d\ude00)"},
      {R"("http:\/\/example.com\/\ud83d")", "http://example.com/\xef\xbf\xbd",
       R"(http:\/\/example.com\/\ud83d)"},
      {R"("http://192.0.2.1\\@example.com/")", "http://192.0.2.1\\@example.com/",
       R"(http://192.0.2.1\\@example.com/)"},
      {R"("http:\/\/example.com\/a\nb")", "http://example.com/a", R"(http:\/\/example.com\/a)"},
      {R"(clone https\://oauth2\:tok\@git.example.com/a.git /srv)",
       "https://oauth2:tok@git.example.com/a.git",
       R"(https\://oauth2\:tok\@git.example.com/a.git)"},
      {R"(/^https:\/\/example\.com\/x/)", "https://example.com/x/",
       R"(https:\/\/example\.com\/x/)"},
  };
  for (const Escaped& c : cases) {
    CAPTURE(c.text);
    const Found found = find(c.text);
    CHECK(found.uris == Uris{std::string(c.uri)});
    CHECK(found.sources == Uris{std::string(c.source)});
  }
}

TEST_CASE("a decoded value is not decoded again, and its end delimits") {
  CHECK(find("https://example.com/a.", true, Segment::Context::value).uris ==
        Uris{"https://example.com/a."});
  CHECK(find("https://example.com/a)b", true, Segment::Context::attribute).uris ==
        Uris{"https://example.com/a)b"});
  CHECK(find("https://example.com\\/x\\n", true, Segment::Context::value).uris ==
        Uris{"https://example.com\\/x\\n"});
}

TEST_CASE("a strict list segment is the candidate, exactly") {
  const std::string_view text = " ${x} http://example.com/. ";
  Document document;
  document.add({text, {}, Layer::raw});
  Segment segment;
  segment.where = {kRawText, 0, static_cast<Off>(text.size())};
  segment.strict_list = true;
  int calls = 0;
  find_uris(document, segment, {}, [&](const Candidate& candidate) {
    ++calls;
    CHECK(candidate.where == segment.where);
    CHECK(candidate.strict_list);
    CHECK(candidate.holes.empty());
    return true;
  });
  CHECK(calls == 1);
}

TEST_CASE("the sink can stop the search") {
  Document document;
  const std::string_view text = "http://a.example http://b.example \"http:\\/\\/c.example\"";
  document.add({text, {}, Layer::raw});
  Segment segment;
  segment.where = {kRawText, 0, static_cast<Off>(text.size())};
  int calls = 0;
  find_uris(document, segment, {}, [&](const Candidate&) { return ++calls < 1; });
  CHECK(calls == 1);
}

TEST_CASE("only the segment is searched") {
  const std::string_view text = "http://a.example/ http://b.example/ http://c.example/";
  Document document;
  document.add({text, {}, Layer::raw});
  Segment segment;
  segment.where = {kRawText, 18, 31};
  std::vector<std::string> uris;
  find_uris(document, segment, {}, [&](const Candidate& candidate) {
    uris.emplace_back(document.bytes(candidate.where));
    return true;
  });
  CHECK(uris == Uris{"http://b.exam"});
}

TEST_CASE("a URI between angle brackets goes on behind a blank") {
  const auto uris = [](std::string_view text) {
    Document document;
    document.add({text, {}, Layer::raw});
    Segment segment;
    segment.where = {kRawText, 0, static_cast<Off>(text.size())};
    segment.context = Segment::Context::value;
    segment.blanks = true;
    Uris out;
    find_uris(document, segment, {true}, [&](const Candidate& candidate) {
      out.emplace_back(document.bytes(candidate.where));
      return true;
    });
    return out;
  };
  CHECK(uris("https://example.com/a b, c.") == Uris{"https://example.com/a b, c."});
  CHECK(uris("see https://example.com/a b") == Uris{"https://example.com/a"});
  CHECK(uris("https://example.com/a\tb") == Uris{"https://example.com/a"});
}

TEST_CASE("long candidates") {
  const std::string mebibyte =
      "x http://example.com/" + std::string(std::size_t{1} << 20, 'a') + " y";
  CHECK(find(mebibyte).uris.at(0).size() == (std::size_t{1} << 20) + 19);
  Document document;
  const std::string longer = "http://example.com/" + std::string(std::size_t{3} << 20, 'a');
  document.add({longer, {}, Layer::raw});
  Segment segment;
  segment.where = {kRawText, 0, static_cast<Off>(longer.size())};
  std::vector<std::pair<Off, bool>> seen;
  find_uris(document, segment, {}, [&](const Candidate& candidate) {
    seen.emplace_back(candidate.where.size(), candidate.truncated);
    return true;
  });
  REQUIRE(seen.size() == 1);
  CHECK(seen[0] == std::pair<Off, bool>{Off{2} << 20, true});
}

TEST_CASE("hostile shapes are searched in linear time") {
  // Sizes at which anything quadratic would take minutes.
  const std::string_view shapes[] = {"(",
                                     "http://",
                                     "${",
                                     "{{",
                                     "http://a/<%",
                                     "http://a\\n",
                                     "http://a'",
                                     "'http://a)",
                                     "http:\\/\\/a)",
                                     "\"http://a\\u0026",
                                     "}://",
                                     "{a}://",
                                     "http://a/,a",
                                     "javascript:a,",
                                     "\"javascript:a",
                                     "data:",
                                     "data:text/html,",
                                     "mailto:",
                                     "%s://",
                                     "\\",
                                     ":\\",
                                     "http://a/{{}",
                                     "http://a/${}${",
                                     "jar:",
                                     "\"\"http://a:@",
                                     "''http://a:\\'@b.example",
                                     "a:"};
  for (const std::string_view shape : shapes) {
    for (const std::string_view before : {"", "\"http://x/", "http://x/"}) {
      std::string text(before);
      while (text.size() < (std::size_t{1} << 19)) text += shape;
      CAPTURE(shape, before);
      CHECK(find(text).uris.size() <= text.size() / 8);
    }
  }
}

TEST_CASE("a password goes on behind a blank, a quotation mark or a bracket") {
  check({
      {"a postgres://svc:pa ss@db.example.com/x b", {"postgres://svc:pa ss@db.example.com/x"}},
      {"a postgres://svc:pa\"ss@db.example.com/x b", {"postgres://svc:pa\"ss@db.example.com/x"}},
      {"a postgres://svc:pa<ss@db.example.com/x b", {"postgres://svc:pa<ss@db.example.com/x"}},
      {"a postgres://svc:pa)ss@db.example.com/x b", {"postgres://svc:pa)ss@db.example.com/x"}},
      {"a postgres://svc:pa`ss@db.example.com/x b", {"postgres://svc:pa`ss@db.example.com/x"}},
      {"a postgres://:pa ss@192.0.2.7/x b", {"postgres://:pa ss@192.0.2.7/x"}},
      {"a postgres://svc:pa ss@[2001:db8::1]/x b", {"postgres://svc:pa ss@[2001:db8::1]/x"}},
      {"a postgres://svc:pa/q ss@db.example.com:99 b",
       {"postgres://svc:pa/q ss@db.example.com:99"}},
      {"\"postgres://svc:pa\\\"ss@db.example.com/x\"", {"postgres://svc:pa\"ss@db.example.com/x"}},
      // No password, or another one's address.
      {"http://web:8080 or me@example.com", {"http://web:8080"}},
      {"http://web:port or me@example.com", {"http://web:port"}},
      {"http://web:abc, me@example.com", {"http://web:abc"}},
      {"http://web:abc is where all of us me@example.com", {"http://web:abc"}},
      {"http://web:abc\nme@example.com", {"http://web:abc"}},
      {"http://web:abc @example.com", {"http://web:abc"}},
      {"http://web:abc me@example", {"http://web:abc"}},
      {"(http://web:abc)me@example.com", {"http://web:abc"}},
      {"{\"u\":\"http://web:abc\",\"m\":\"me@example.com\"}", {"http://web:abc"}},
      {"<a href=http://web:abc>me@example.com</a>", {"http://web:abc"}},
      {"http://web:abc http://a:b@example.com/", {"http://web:abc", "http://a:b@example.com/"}},
      {"http://example.com/a:b me@example.com", {"http://example.com/a:b"}},
  });
}

TEST_CASE("a login that is a whole value goes on to its end") {
  for (const std::string_view value :
       {"https://svc:Ex`~mple@db.example.com/x.", "https://svc:Ex!\"mple@db.example.com/x",
        "https://svc:Ex) mple@db.example.com/x", "https://svc:Ex<!mple@db.example.com",
        "https://svc:Ex\tm\nple@db.example.com/x", "postgres://svc:Ex\"mple@db:99/x",
        "https://svc:Ex@db.example.com\"mple@db.example.com/x"}) {
    CAPTURE(value);
    CHECK(find(value, true, Segment::Context::value).uris == Uris{std::string(value)});
    CHECK(find(value, true, Segment::Context::attribute).uris == Uris{std::string(value)});
  }
  CHECK(find("https://svc:Ex!\"mple@db.example.com/x, https://a:b`~c@db.example.com/y", true,
             Segment::Context::value)
            .uris.front() == "https://svc:Ex!\"mple@db.example.com/x");
  CHECK(find("https://svc:Ex!\"mple@db.example.com/x>z", true, Segment::Context::value).uris ==
        Uris{"https://svc:Ex!\"mple@db.example.com/x"});
}

TEST_CASE("a login that is a whole literal is read with the escapes of its language") {
  const std::vector<Case> cases = {
      {R"(a = "https://svc:Ex\x22mple@db.example.com/x";)",
       {"https://svc:Ex\"mple@db.example.com/x"}},
      {R"(a = 'https://svc:Ex\u{77}mple@db.example.com/x';)",
       {"https://svc:Exwmple@db.example.com/x"}},
      {R"(a = 'https://svc:Ex\u0077mple@db.example.com/x';)",
       {"https://svc:Exwmple@db.example.com/x"}},
      {R"(a = 'https://svc:Ex\U00000077mple@db.example.com/x')",
       {"https://svc:Exwmple@db.example.com/x"}},
      {R"(a = "https://svc:Ex\047mple@db.example.com/x")",
       {"https://svc:Ex'mple@db.example.com/x"}},
      {R"(a = "https://svc:Ex\tmple@db.example.com/x")", {"https://svc:Ex\tmple@db.example.com/x"}},
      {R"(a = 'https://svc:Ex\'mple@db.example.com/x')", {"https://svc:Ex'mple@db.example.com/x"}},
      {R"(a = `https://svc:Ex\`mple@db.example.com/x`)", {"https://svc:Ex`mple@db.example.com/x"}},
      {R"(a = "https://svc:Ex\"~mple@db.example.com/x")",
       {"https://svc:Ex\"~mple@db.example.com/x"}},
      {R"(a = "https://svc:Ex\qmple@db.example.com/x")",
       {"https://svc:Ex\\qmple@db.example.com/x"}},
      {R"(a = "https://svc:Ex`~mple@db.example.com/x")", {"https://svc:Ex`~mple@db.example.com/x"}},
      {R"(values ('https://svc:Ex'';mple@db.example.com/x', 2))",
       {"https://svc:Ex';mple@db.example.com/x"}},
      {"$a = \"https://svc:Ex`\"mple@db.example.com/x\"",
       {"https://svc:Ex\"mple@db.example.com/x"}},
      {R"(a = "https://svc:Ex\x22mple@db.example.com/x?to=http://web/", "http://web/y")",
       {"https://svc:Ex\"mple@db.example.com/x?to=http://web/", "http://web/y"}},
      // Another literal, no literal, no login.
      {R"("http://web:abc", "me@example.com")", {"http://web:abc"}},
      {R"("http://web:abc","me@example.com")", {"http://web:abc"}},
      {R"("http://web:80\n or me@example.com")", {"http://web:80"}},
      {"'http://web:abc''\nme@example.com'", {"http://web:abc"}},
      {R"(see "http://web:80/a\"b@example.com")", {"http://web:80/a"}},
      {R"("C:\\x", "http://web/a:b@c\\d")", {"http://web/a:b@c\\d"}},
  };
  check(cases);
  // Its place is the whole spelling.
  CHECK(find(cases[0].text).sources == Uris{R"(https://svc:Ex\x22mple@db.example.com/x)"});
  CHECK(find(cases[11].text).sources == Uris{"https://svc:Ex'';mple@db.example.com/x"});
}

TEST_CASE("npm's keys and their values") {
  check({
      {"//r.example/:_authToken=a/b+c==", {"//r.example/:_authToken=a/b+c=="}},
      {"x '//r.example:8080/p/:_password=Zk9'", {"//r.example:8080/p/:_password=Zk9"}},
      {"echo //r.example/:_auth=${T} > x", {"//r.example/:_auth=${T}"}},
      // What it looks like and is not.
      {"//r.example/:always-auth=true", {}},
      {"//r.example/:_authToken", {}},
      {"/:_auth=x", {}},
      {"///:_auth=x", {}},
      {"https://r.example/:_auth=x", {"https://r.example/:_auth=x"}},
  });
}

TEST_CASE("logins without a scheme") {
  check({
      {"x=//svc:S3cr3t@db.example.com/x", {"//svc:S3cr3t@db.example.com/x"}},
      {"\"//svc:S3cr3t@db.example.com:99\"", {"//svc:S3cr3t@db.example.com:99"}},
      {"dsn: svc:S3c/r3t@tcp(db.example.com:3306)/x", {"svc:S3c/r3t@tcp(db.example.com:3306)/x"}},
      {"//todo:me@example.com", {}},
      {"a//svc:S3cr3t@db.example.com/x", {}},
      {"from:me@example.com/x", {}},
      {"{a:1,b:2}@tcp(", {}},
      {"svc:@tcp(x)", {}},
  });
}

namespace {

/// The candidates in a segment whose text is one value, joined by `; `.
std::string in_value(std::string_view text, bool url, const FindOptions& options = {}) {
  Document document;
  document.add({text, {}, Layer::raw});
  Segment segment;
  segment.where = {kRawText, 0, static_cast<Off>(text.size())};
  segment.context = Segment::Context::value;
  segment.url = url;
  std::string out;
  find_uris(document, segment, options, [&](const Candidate& candidate) {
    if (!out.empty()) out += "; ";
    out +=
        std::string(name_of(candidate.kind)) + " " + std::string(document.bytes(candidate.where));
    for (const UriSpan hole : candidate.holes) out += " hole " + std::to_string(hole.begin);
    return true;
  });
  return out;
}

}  // namespace

TEST_CASE("a URL without a scheme is a candidate, whatever its host is") {
  CHECK(in_value("//evil.example/x.js", true) == "network-path //evil.example/x.js");
  CHECK(in_value(" \n//localhost/ ", true) == "network-path //localhost/");
  CHECK(in_value("\\\\evil.example/x", true) == "network-path \\\\evil.example/x");
  CHECK(in_value("/\\evil.example/x", true) == "network-path /\\evil.example/x");
  CHECK(in_value("///evil.example/x", true) == "network-path ///evil.example/x");
  CHECK(in_value("//{{ host }}/x", true) == "network-path //{{ host }}/x hole 2");
  CHECK(in_value("//a.example/?u=https://b.example/", true) ==
        "network-path //a.example/?u=https://b.example/");
  CHECK(in_value("//u:p@a.example/x", true) == "network-path //u:p@a.example/x");
  CHECK(in_value("/evil.example", true).empty());
  CHECK(in_value("//", true).empty());
  CHECK(in_value("", true).empty());
}

TEST_CASE("a value that looks like a reference is a candidate, others are not") {
  CHECK(in_value("//evil.example/x", false) == "network-path //evil.example/x");
  CHECK(in_value("--url=//evil.example/x", false) == "network-path //evil.example/x");
  CHECK(in_value("//evil.example/{{ x }}", false) == "network-path //evil.example/{{ x }} hole 15");
  CHECK(in_value("//localhost/", false).empty());
  CHECK(in_value("\\\\evil.example\\x", false).empty());
  CHECK(in_value("//div[@class]", false).empty());
  CHECK(find("//evil.example/x").uris.empty());  // prose, and a comment
  CHECK(find("//evil.example/x", true, Segment::Context::comment).uris.empty());
}

TEST_CASE("a template is no URL yet where nobody reads its holes") {
  CHECK(in_value("//{{ a.b }}/x", true, {.holes = false}).empty());
  CHECK(in_value("http://{{ a.b }}/x", true, {.holes = false}).empty());
  CHECK(in_value("http://example.com/{{ a }}", true, {.holes = false}) ==
        "uri http://example.com/");
}

TEST_CASE("a remote as scp spells it becomes a URI, if it is asked for") {
  const std::string_view remote = "git@evil.example:a/b.git";
  CHECK(in_value(remote, false, {.remotes = true}) == "scp ssh://git@evil.example/a/b.git");
  CHECK(in_value("git@evil.example:/srv/b", false, {.remotes = true}) ==
        "scp ssh://git@evil.example/srv/b");
  CHECK(in_value("git@evil.example:{x}/b", false, {.remotes = true}) ==
        "scp ssh://git@evil.example/{x}/b hole 23");
  CHECK(in_value(remote, false).empty());
  CHECK(in_value("me@evil.example:x", false, {.remotes = true}).empty());
  // The host is where it stands in the value.
  Document document;
  document.add({remote, {}, Layer::raw});
  Segment segment;
  segment.where = {kRawText, 0, static_cast<Off>(remote.size())};
  segment.context = Segment::Context::value;
  find_uris(document, segment, {.remotes = true}, [&](const Candidate& candidate) {
    const TextSpan host{candidate.where.text, 10, 22};
    CHECK(document.bytes(host) == "evil.example");
    CHECK(document.to_source(host) == SourceSpan{4, 16});
    CHECK(document.to_source(candidate.where) == SourceSpan{0, remote.size()});
    return true;
  });
}

TEST_CASE("a blank does not end a URL that fills its value") {
  CHECK(in_value("http://example.com/a b", true) == "uri http://example.com/a b");
  CHECK(in_value(" http://example.com/a b c ", true) == "uri http://example.com/a b c");
  CHECK(in_value("//example.com/a b", true) == "network-path //example.com/a b");
  CHECK(in_value("http://example.com/a b", false) == "uri http://example.com/a");
  // Two of them in one value: nobody is to hide the second one.
  CHECK(in_value("http://example.com/ https://example.net/", true) ==
        "uri http://example.com/; uri https://example.net/");
}
