#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string md(std::string_view text) { return dump(Format::markdown, text); }
std::string links(std::string_view text) { return dump_links(Format::markdown, text); }

}  // namespace

TEST_CASE("links of Markdown: text, target, title") {
  CHECK(md("a [b](https://example.com/(x)\\)&amp;y 't') c") ==
        "prose: a [b\nvalue markdown <a>: https://example.com/(x))&y\nprose: t\nprose:  c\n");
  CHECK(md("[a]( <b c> \"t\" )![d](e)") ==
        "prose: [a\nvalue <a>: b c\nprose: t\nprose: ![d\nvalue <img>: e\n");
  CHECK(md("[a](b c) [d] (e)") == "prose: [a](b c) [d] (e)\n");
  CHECK(md("<https://example.com/a\\b> <a@example.com> a<b") ==
        "value <a>: https://example.com/a\\b\nprose:  <a@example.com> a<b\n");
  CHECK(md("[x]({{ site.url }}/a)") == "prose: [x\nvalue <a>: {{ site.url }}/a\n");
}

TEST_CASE("an autolink of Markdown that no name looks like is taken exactly") {
  const auto exact = [](std::string_view text) {
    Document document;
    document.add({text, {}, Layer::raw});
    struct Sink final : SegmentSink {
      bool segment(const Segment& segment) override {
        strict = strict || segment.strict_list;
        return true;
      }
      bool link(const Link& /*link*/) override { return true; }
      bool strict = false;
    } sink;
    read_document(Format::markdown, document, {kRawText, 0, static_cast<Off>(text.size())}, {},
                  sink);
    return sink.strict;
  };
  CHECK(exact("<http://example.com/`x>"));
  CHECK(exact("<a+b:c>"));
  CHECK_FALSE(exact("<xs:element>"));
  CHECK_FALSE(exact("<https://example.com/a+b>"));
  CHECK_FALSE(exact("`<http://example.com/`x>"));
}

TEST_CASE("a target of Markdown is read without what a browser deletes from it") {
  CHECK(dump(Format::markdown, "[](java&Tab;script:x())") ==
        "prose: [\nvalue stripped markdown <a>: javascript:x()\n");
  CHECK(dump(Format::markdown, "![](<ht&NewLine;tps://example.com/>)") ==
        "prose: ![\nvalue stripped markdown <img>: https://example.com/\n");
  CHECK(dump_links(Format::markdown, "[x](ht&#9;tps://example.com/)") ==
        "https://example.com/ | x\n");
}

TEST_CASE("pairs of target and shown text of Markdown") {
  CHECK(links("[https://example.com](https://example.org/a\\_b)") ==
        "https://example.org/a_b | https://example.com\n");
  CHECK(links("[**a** `b` _c_ d_e &amp; \\* <b>f</b>![g](h)](i)") == "i | a b c d_e & * f \n");
  CHECK(links("[a [b](c) d](e)") == "c | b\n");
  CHECK(links("![a [b](c) d](e)") == "c | b\n");
  CHECK(links("[![a](b)](c) [![x ![y](z)](w)](v)") == "c |  \nv |  \n");
  CHECK(links("[a\nb](c)\n\n[d\n\ne](f)") == "c | a\\nb\n");
  CHECK(links("`[a](b)` [c`](d)`") == "");
  CHECK(links("[a <https://example.com>](b)") == "b | a https://example.com\n");
  CHECK(links("\\[a](b) [c\\](d)](e)") == "e | c](d)\n");
}

TEST_CASE("definitions of Markdown and their uses") {
  CHECK(links("[a] [b][A] [c][] [d][x]\n\n[A]: https://example.com/1 'T'\n[c]:\n  <x y>\n") ==
        "https://example.com/1 | a\nhttps://example.com/1 | b\nx y | c\n");
  CHECK(md("[a]: https://example.com/1\n[^1]: b") ==
        "prose: [a]:\nvalue <a>: https://example.com/1\nprose: [^1]: b\n");
  CHECK(links("[a]\n\n[a]: b c\n") == "");
  CHECK(links("> [a]: b\n\n- [A]\n") == "b | A\n");
}

TEST_CASE("code of Markdown is read as it stands") {
  CHECK(md("a\n```sh x\n[a](b) \\*\n``\n```\n~~~\n[c](d)") ==
        "prose: a\\n\nprose: sh x\\n[a](b) \\*\\n``\\n\nprose: \\n[c](d)\n");
  CHECK(md("    [a](b) \\*\n\n- x\n\n    [c](d)\n\n        [e](f)\n") ==
        "prose: [a](b) \\*\nprose: x\\n\nprose: [c\nvalue <a>: d\nprose: \\n\nprose: [e](f)\n");
  CHECK(md("a `` b`\\*c `` d ` e") == "prose: a \nprose: ` b`\\*c `\nprose:  d ` e\n");
}

TEST_CASE("HTML in Markdown is read as HTML") {
  CHECK(md("x <img src='https://example.com/?a&amp;b'> y") ==
        "prose: x \nattribute html <img> img.src: https://example.com/?a&b\nprose:  y\n");
  CHECK(links("x <a href='y'>https://example.com</a> z") == "y | https://example.com\n");
  CHECK(md("<div>\n[a](b)\n</div>\n\n[c](d)\n<!-- [e](f)\n\n -->\n") ==
        "prose: \\n[a](b)\\n\nprose: [c\nvalue <a>: d\nprose: \\n\ncomment:  [e](f)\\n\\n \n");
  CHECK(md("<custom-x a=b>\n*c*\n\nd <e f='") ==
        "attribute <custom-x> custom-x.a: b\n"
        "prose: \\n*c*\\n\nprose: d <e f='\n");
}

TEST_CASE("front matter of Markdown") {
  CHECK(md("---\na: \"https:\\/\\/example.com\"\n---\n[b](c)\n") ==
        "value a: a\nvalue yaml a: https://example.com\nprose: [b\nvalue <a>: c\nprose: \\n\n");
  CHECK(md("+++\na = \"b\"\n+++\n").find("value a: b") != std::string::npos);
  CHECK(links("---\n[a](b)\n---\n") == "b | a\n");
}

TEST_CASE("broken Markdown loses nothing") {
  CHECK(md("[a](https://example.com/\r\n![b\r\n\r\n](c)") ==
        "prose: [a](https://example.com/\\x0d\\n![b\\x0d\\n\nprose: ](c)\n");
  CHECK(md("[a](b\xff) \xfe<\xfd>") == "prose: [a\nvalue <a>: b\xff\nprose:  \xfe<\xfd>\n");
  CHECK(md(std::string_view("[a](b\0c)", 8)) == "prose: [a](b\\x00c)\n");
  CHECK(md("").empty());
  CHECK(md("```").empty());
}

TEST_CASE("hostile Markdown needs no stack and no time") {
  for (const std::string_view piece :
       {"[",        "![",       "[a](",       "](",    "[a][",
        "[]",       "`",        "` `` ",      "<a ",   "<a b='",
        "<a>",      "<!--",     "<?",         "&#",    "> ",
        "- ",       "[a]: b\n", "[a]: b '\n", "**[",   "<a b=\"<a b='",
        "[a](b \"", "(",        "[a](b(",     "{{",    "[x]({{",
        "```\n",    "<div>\n",  "<x>\n\n",    "---\n", "\\",
        "</a>",     "1. "}) {
    std::string text = "[a]: x\n\n";
    while (text.size() < 600000) text += piece;
    CHECK_NOTHROW(read_segments(Format::markdown, text));
  }
  const std::string deep = std::string(200000, '[') + "a" + std::string(200000, ']') + "(b)";
  CHECK_FALSE(read_segments(Format::markdown, deep).empty());
  CHECK(links(std::string(900, '[') + "a" + std::string(900, ']') + "(b)").find("b | ") == 0);
}

TEST_CASE("the Markdown escaper writes what the reader reads") {
  const std::string text = "https://example.com/a(b)c\\d[e]<f>&amp;_*`\u00e9";
  const auto spelt = markdown_escaper().write(text);
  REQUIRE(spelt);
  const auto all = read_segments(Format::markdown, "[a](" + *spelt + ")");
  REQUIRE(all.size() == 2);
  CHECK(all[1].text == text);
  CHECK_FALSE(markdown_escaper().write("a b"));
}

TEST_CASE("an autolink may hold what is not ASCII") {
  CHECK(dump(Format::markdown, "a <https://example.com/\xc3\xa9> b") ==
        "prose: a \n"
        "value <a>: https://example.com/\xc3\xa9\n"
        "prose:  b\n");
}
