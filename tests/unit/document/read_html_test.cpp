#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;
using namespace std::string_view_literals;

namespace {

std::string html(std::string_view text) { return dump(Format::html, text); }
std::string links(std::string_view text) { return dump_links(Format::html, text); }

}  // namespace

TEST_CASE("attributes of HTML by element and name") {
  CHECK(html("<A HREF=https://example.com/?a=1&amp;b=2 title='x'>t</A >") ==
        "attribute html <a> a.href: https://example.com/?a=1&b=2\n"
        "attribute <a> a.title: x\n"
        "prose: t\n");
  CHECK(html("<base href=\"https://example.com/\"><img\r\nsrc = '/a' alt=\"\"/>") ==
        "attribute <base> base.href: https://example.com/\nattribute <img> img.src: /a\n");
  CHECK(html("<a href=x href=y>") == "attribute <a> a.href: x\nattribute <a> a.href: y\n");
  CHECK(html("<a href='x y' title='x y'>") ==
        "attribute <a> a.href: x y\nprose <a> a.title: x y\n");
  CHECK(html("<a onclick=\"go('https:\\/\\/example.com')\">") ==
        "prose <a> a.onclick: go('https:\\/\\/example.com')\n");
}

TEST_CASE("character references of HTML are decoded where they are references") {
  CHECK(html("&lt;a&#x2F;b&#47c&notit;&notin;&unknown; &bne;") ==
        "prose html: <a/b/c\u00acit;\u2209&unknown; =\u20e5\n");
  CHECK(html("<a b='?x=1&not=2&notx&copy;&copy'>") ==
        "attribute html <a> a.b: ?x=1&not=2&notx\u00a9\u00a9\n");
  CHECK(html("?a=1&b=2 &") == "prose: ?a=1&b=2 &\n");
  CHECK(html("&#128;&#0;&#xd800;&#99999999999;") == "prose html: \u20ac\ufffd\ufffd\ufffd\n");
  const auto all = read_segments(Format::html, "<a href='https&colon;//example.com&#x2f;x'>");
  REQUIRE(all.size() == 1);
  CHECK(all[0].text == "https://example.com/x");
  CHECK(all[0].source == SourceSpan{9, 41});
}

TEST_CASE("elements of HTML whose content has no tags") {
  CHECK(html("<title>a &amp; <b></title><style>a{b:url(/c)}</style><xmp>&amp;<i></xmp>") ==
        "prose html <title> title: a & <b>\n"
        "prose style: a{b:url(\nvalue style: /c\nprose style: )}\n"
        "prose <xmp> xmp: &amp;<i>\n");
  CHECK(html("<script>a = '<b>' <!-- <script> </script> --> </script>x") ==
        "prose <script> script: a = '<b>' <!-- <script> </script> --> \nprose: x\n");
  CHECK(html("<script type='application/ld+json'>{\"a\": \"https:\\/\\/example.com\"}</script>") ==
        "attribute <script> script.type: application/ld+json\n"
        "value script.a: a\nvalue json script.a: https://example.com\n");
  CHECK(html("<script type=text/x-template><a href=x>") ==
        "attribute <script> script.type: text/x-template\nattribute <a> script.a.href: x\n");
  CHECK(html("<textarea><!--</textarea>-->") == "prose <textarea> textarea: <!--\nprose: -->\n");
  CHECK(html("<?xml version='1.0'?><script src='a'/><b>x") ==
        "comment: ?xml version='1.0'?\nattribute <script> script.src: a\nprose: x\n");
}

TEST_CASE("attributes of HTML that hold more than one value") {
  CHECK(html("<img srcset='a.png, b.png 2x,https://example.com/c,d 3w'>") ==
        "attribute <img> img.srcset: a.png\nattribute <img> img.srcset: b.png\n"
        "attribute <img> img.srcset: https://example.com/c,d\n");
  CHECK(html("<p style='background:url(&quot;/a&quot;)'>") ==
        "prose html p.style: background:url(\nvalue html p.style: /a\nprose html p.style: )\n");
  CHECK(
      html("<meta http-equiv=refresh content=\"5; URL='https://example.com/ x'\">") ==
      "attribute <meta> meta.http-equiv: refresh\n"
      "attribute <meta> meta.content: https://example.com/ x\nattribute <meta> meta.content: '\n");
  CHECK(html("<meta content='0,https://example.com'>") ==
        "attribute <meta> meta.content: 0,https://example.com\n");
  CHECK(html("<iframe srcdoc='<a href=&quot;https://example.com/?a&amp;amp;b&quot;>'>") ==
        "attribute html html <a> iframe.srcdoc.a.href: https://example.com/?a&b\n");
}

TEST_CASE("a URL of HTML is read without what a browser deletes from it") {
  CHECK(html("<a href='java&Tab;script:x()'>") ==
        "attribute stripped html <a> a.href: javascript:x()\n");
  CHECK(html("<a href='ht\r\ntps:/&#10;/example.com/\ta'>") ==
        "attribute stripped html <a> a.href: https://example.com/a\n");
  CHECK(html("<img src='\x01 //exa\nmple.com/\n '>") ==
        "attribute stripped <img> img.src: //example.com/\n");
  CHECK(links("<a href='ht\ttps://example.com/'>x</a>") == "https://example.com/ | x\n");
  const auto all = read_segments(Format::html, "<a href='https://exa&Tab;mple.com/'>");
  REQUIRE(all.size() == 1);
  CHECK(all[0].source == SourceSpan{9, 34});
  // At the edges only, wrapped data, a relative reference, a program, words: as they stand.
  CHECK(html("<a href='\n https://example.com/\n'>") ==
        "attribute <a> a.href: \\n https://example.com/\\n\n");
  CHECK(html("<a href='data:image/png;base64,aGVs\nbG8='>") ==
        "attribute <a> a.href: data:image/png;base64,aGVs\\nbG8=\n");
  CHECK(html("<a href='a/\nb'>") == "attribute <a> a.href: a/\\nb\n");
  CHECK(html("<a href='https://{{\nx }}/'>") == "attribute <a> a.href: https://{{\\nx }}/\n");
  CHECK(html("<a title='ht\ntps://example.com/'>") ==
        "prose <a> a.title: ht\\ntps://example.com/\n");
}

TEST_CASE("comments and declarations of HTML") {
  CHECK(html("<!--a--b--!>c<!-->d<!--->e<!----f-->g<!h>i</ j>k<!-- l--") ==
        "comment: a--b\nprose: c\nprose: d\nprose: e\ncomment: --f\nprose: g\ncomment: h\n"
        "prose: i\ncomment:  j\nprose: k\ncomment:  l\n");
  CHECK(html("<!DOCTYPE html PUBLIC \"-//W3C//DTD\" 'http://example.com/x.dtd'>") ==
        "prose identifier <!doctype>: DOCTYPE html PUBLIC \"-//W3C//DTD\" "
        "'http://example.com/x.dtd'\n");
}

TEST_CASE("names of vocabularies in HTML are identifiers") {
  CHECK(html("<html xmlns='http://example.com/1'><p itemtype='http://example.com/2' title='x'>") ==
        "attribute identifier <html> html.xmlns: http://example.com/1\n"
        "attribute identifier <p> p.itemtype: http://example.com/2\n"
        "attribute <p> p.title: x\n");
}

TEST_CASE("links of HTML with the text that is seen") {
  CHECK(links("<a href='https://example.com/?a&amp;b'>https&colon;//<b>exam</b>ple.org</a>") ==
        "https://example.com/?a&b | https://example.org\n");
  CHECK(links("<a href=x>a<br>b<script>c</script><!--d--><img alt=e&amp;f>g</a>h") ==
        "x | a b e&f g\n");
  CHECK(links("<svg><a xlink:href=x>a</a><b xlink:href=y>c</b></svg>") == "x | a\n");
  CHECK(links("<a href=x>a<a href=y>b") == "x | a\ny | b\n");
  CHECK(links("<map><area href=x alt='a&amp;b'></map><a name=z>c</a>") == "x | a&b\n");
  CHECK(links("<a href=x href=y></a>") == "x | \n");
  const std::string text = "<a href=x>" + std::string(10000, 'a') + "&amp;</a>";
  CHECK(links(text).size() < 5000);
}

TEST_CASE("templates in HTML are read as they stand") {
  CHECK(
      html(
          "<a href=\"{{ url_for(\"x\", a=\"y\") }}/z\" {% if a > 1 %}b=c{% endif %}>{{ d }}</a>") ==
      "attribute <a> a.href: {{ url_for(\"x\", a=\"y\") }}/z\n"
      "prose: {% if a > 1 %}\n"
      "prose <a> a.b: c{% endif %}\n"
      "prose: {{ d }}\n");
  CHECK(html("<p><?php if ($a > 1) echo '<b>'; ?><a href=\"<?= f(\"x\") ?>\">") ==
        "prose: <?php if ($a > 1) echo '<b>'; ?>\nattribute <a> a.href: <?= f(\"x\") ?>\n");
  CHECK(html("<%= link '<b>' %>x") == "prose: <%= link '<b>' %>\nprose: x\n");
}

TEST_CASE("broken HTML loses nothing") {
  CHECK(html("see <https://example.com/a?b=c>, <mailto:a@example.com>") ==
        "prose: see \nprose: https://example.com/a?b=c\nprose: , \nprose: mailto:a@example.com\n");
  CHECK(html("<a https://example.com/x href=y>") ==
        "prose: https://example.com/x\nattribute <a> a.href: y\n");
  CHECK(html("<a href=\"https://example.com") == "attribute <a> a.href: https://example.com\n");
  CHECK(html("a < b </") == "prose: a < b </\n");
  CHECK(html("<<<<<<< HEAD\n=======\n>>>>>>> b") == "prose: <<<<<<< HEAD\\n=======\\n>>>>>>> b\n");
  CHECK(html("\xff<\xfe><a b='\xfd'>") == "prose: \xff<\xfe>\nattribute <a> a.b: \xfd\n");
  CHECK(html("a\0b<a c='\0'><a\0 c=d>"sv) ==
        "prose: a\\x00b\nattribute <a> a.c: \\x00\nprose: a\\x00 c=d\n");
  CHECK(html("").empty());
}

TEST_CASE("deep nesting and endless openings of HTML need no stack and no time") {
  std::string deep;
  for (int i = 0; i < 200000; ++i) deep += "<a href=x><div>";
  CHECK(read_segments(Format::html, deep).size() == 200000);
  for (const std::string_view piece :
       {"<!--", "<a ", "<a b='", "<?php", "<%", "{{'", "&#", "<script>", "<!--<script", "</",
        "<style>url(", "<a b=\"{{\"", "<!-- --"}) {
    std::string text;
    while (text.size() < 1000000) text += piece;
    CHECK_NOTHROW(read_segments(Format::html, text));
  }
}

TEST_CASE("a long text of references is handed out in pieces at blanks") {
  std::string text;
  for (int i = 0; i < 300000; ++i) text += i % 1000 == 999 ? " " : "&amp;a";
  const auto all = read_segments(Format::html, text);
  CHECK(all.size() > 1);
  CHECK(all.front().text.back() == ' ');
  CHECK(all.back().source.end == text.size());
}

TEST_CASE("the HTML escapers write what the reader reads") {
  const std::string text = "a\"b'c&amp;<d>=` \n\u00e9";
  for (const std::string quote : {"\"", "'", ""}) {
    const auto spelt = (quote.empty() ? html_unquoted_escaper() : html_escaper()).write(text);
    REQUIRE(spelt);
    const auto all = read_segments(Format::html, "<a b=" + quote + *spelt + quote + ">");
    REQUIRE(all.size() == 1);
    CHECK(all[0].text == text);
  }
}

TEST_CASE("what RDFa and microdata name in HTML is an identifier") {
  struct Row {
    std::string_view text;
    bool name;
  };
  constexpr Row kRows[] = {
      {"<p itemid='x:1'>", true},        {"<p vocab='x:1'>", true},
      {"<p typeof='x:1 x:2'>", true},    {"<p property='x:1'>", true},
      {"<p about='x:1'>", true},         {"<p datatype='x:1'>", true},
      {"<html prefix='dc: x:1'>", true}, {"<x-image prefix='x:1'>", false},
      {"<head profile='x:1'>", true},    {"<p profile='x:1'>", false},
      {"<link rel='x:1'>", true},        {"<link href='x:1'>", false},
      {"<meta content='x:1'>", false},   {"<p resource='x:1'>", false},
  };
  for (const Row& row : kRows) {
    INFO(row.text);
    const std::vector<Pushed> all = read_segments(Format::html, row.text);
    REQUIRE(all.size() == 1);
    CHECK(all[0].identifier == row.name);
  }
}
