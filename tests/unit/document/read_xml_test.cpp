#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string xml(std::string_view text) { return dump(Format::xml, text); }

}  // namespace

TEST_CASE("text and attributes of XML by the path of elements") {
  CHECK(xml("<?xml version='1.0'?>\n<project xmlns=\"http://example.com/ns\">\n"
            "  <url>\n https://example.com/?a&amp;b </url><r id='x'/><n>t</n>\n</project>") ==
        "prose: xml version='1.0'\n"
        "attribute identifier <project> project.xmlns: http://example.com/ns\n"
        "value xml project.url: https://example.com/?a&b\n"
        "attribute <r> project.r.id: x\n"
        "value project.n: t\n");
  CHECK(xml("<a b='c d'><style>x</style><e style='f:url(/g)'/></a>") ==
        "prose <a> a.b: c d\nvalue a.style: x\n"
        "prose a.e.style: f:url(\nvalue a.e.style: /g\nprose a.e.style: )\n");
}

TEST_CASE("references of XML are decoded, entities of a DTD are not expanded") {
  CHECK(xml("<a>&lt;&#x2F;&#47;&apos;&other;&nbsp;&#;&#x;&#xd800;</a>") ==
        "prose xml a: <//'&other;&nbsp;&#;&#x;\ufffd\n");
  const auto all = read_segments(Format::xml, "<a b=\"https&#58;//example.com&#x2f;x\"/>");
  REQUIRE(all.size() == 1);
  CHECK(all[0].text == "https://example.com/x");
  CHECK(all[0].source == SourceSpan{6, 36});
  CHECK(
      xml("<!DOCTYPE a SYSTEM \"http://example.com/a>.dtd\" [\n<!ENTITY b \"c]>\">]><a>&b;</a>") ==
      "prose identifier <!DOCTYPE>: DOCTYPE a SYSTEM \"http://example.com/a>.dtd\" \n"
      "prose: [\\n<!ENTITY b \"c]>\">]\n"
      "value a: &b;\n");
}

TEST_CASE("sections, comments and names of XML") {
  CHECK(xml("<a><![CDATA[x <b> &amp;]]><!-- c --><?d e > f?></a>") ==
        "prose a: x <b> &amp;\ncomment a:  c \nprose a: d e > f\n");
  CHECK(
      xml("<a xmlns:x='http://example.com/1' xsi:schemaLocation='http://example.com/1 b.xsd'/>") ==
      "attribute identifier <a> a.\"xmlns:x\": http://example.com/1\n"
      "prose identifier <a> a.\"xsi:schemaLocation\": http://example.com/1 b.xsd\n");
}

TEST_CASE("a login in XML goes on behind comments and in sections") {
  const std::string login = "https://u:Ex\"mple@h.example.com/x";
  CHECK(xml("<a><![CDATA[\n" + login + "\n]]></a>") == "value a: " + login + "\n");
  for (const std::string_view text : {
           "<a>https://u:Ex<!-- c -->\"mple@h.example.com/x</a>",
           "<a>\n https://u:Ex<![CDATA[\"]]>mple@h.example.com/x</a>",
           "<a><![CDATA[https://u:Ex]]>&quot;mple@h.example.com/x</a>",
           "<a><![CDATA[https://u:Ex]]><!----><![CDATA[\"mple@h.example.com/x]]></a>",
       }) {
    CAPTURE(text);
    CHECK(xml(text) == "value xml a: " + login + "\n");
  }
  CHECK(read_segments(Format::xml, "<a>https://u:E<!-- c -->\"x@h.example.com</a>")[0].source ==
        SourceSpan{3, 40});
  CHECK(xml("<a>https://u:E<!-- https://web/ -->\"x@h.example.com</a>") ==
        "value a: https://u:E\ncomment a:  https://web/ \nprose a: \"x@h.example.com\n");
  CHECK(xml("<a>https://web/<!-- c -->x<b/></a>") ==
        "value a: https://web/\ncomment a:  c \nvalue a: x\n");
  CHECK(xml("<a>https://u:E<!-- c --><b>\"x@h.example.com</b></a>") ==
        "value a: https://u:E\ncomment a:  c \nprose a.b: \"x@h.example.com\n");
}

TEST_CASE("broken XML loses nothing") {
  CHECK(xml("<a b=c d><e f='g") == "attribute <a> a.b: c\nprose a: d\nattribute <e> a.e.f: g\n");
  CHECK(xml("<a https://example.com/x b=c>") ==
        "prose a: https://example.com/x\nattribute <a> a.b: c\n");
  CHECK(xml("see <https://example.com/a> <!-- x") == "prose: see <https://example.com/a> <!-- x\n");
  CHECK(xml("<a>{{ if lt x y }}</a></b></c>") == "prose a: {{ if lt x y }}\n");
  CHECK(xml("<a b=\"{{ c \"d\" }}/e\"/>") == "prose <a> a.b: {{ c \"d\" }}/e\n");
  CHECK(xml("<![CDATA[https://example.com") == "prose: <![CDATA[https://example.com\n");
  CHECK(xml("<a>\xff\r\n</a>") == "value a: \xff\n");
  CHECK(xml("").empty());
}

TEST_CASE("deep and endless XML needs no stack and no time") {
  std::string deep;
  for (int i = 0; i < 200000; ++i) deep += "<a>";
  deep += "x";
  const auto all = read_segments(Format::xml, deep);
  REQUIRE(all.size() == 1);
  CHECK(all[0].key.size() < 4096);
  for (const std::string_view piece :
       {"<!--", "<![CDATA[", "a://<!---->", "<![CDATA[a://]]>", "<?", "<!DOCTYPE [", "<!DOCTYPE \"",
        "<a ", "<a b='", "&#", "<", "</a"}) {
    std::string text;
    while (text.size() < 600000) text += piece;
    CHECK_NOTHROW(read_segments(Format::xml, text));
  }
}

TEST_CASE("a long text of XML references is handed out in pieces at blanks") {
  std::string text = "<a>";
  for (int i = 0; i < 300000; ++i) text += i % 1000 == 999 ? " " : "&amp;a";
  const auto all = read_segments(Format::xml, text);
  CHECK(all.size() > 1);
  CHECK(all.front().text.back() == ' ');
}

TEST_CASE("the XML escaper writes what the reader reads") {
  const std::string text = "a\"b'c&amp;<d>\t\n\u00e9";
  const auto spelt = xml_escaper().write(text);
  REQUIRE(spelt);
  const auto all = read_segments(Format::xml, "<a b='" + *spelt + "'/>");
  REQUIRE(all.size() == 1);
  CHECK(all[0].text == text);
  CHECK_FALSE(xml_escaper().write("\x01"));
}

TEST_CASE("what names something in XML is an identifier") {
  struct Row {
    std::string_view text;
    int names;  // of the URIs `x:…` in it
  };
  constexpr Row kRows[] = {
      {R"(<xs:schema targetNamespace="x:1"><xs:import namespace="x:2"/></xs:schema>)", 2},
      {R"(<rdf:Description rdf:about="x:1"><a rdf:datatype="x:2"/></rdf:Description>)", 2},
      {R"(<rdf:type rdf:resource="x:1"/><foaf:homepage rdf:resource="x:no"/>)", 1},
      {R"(<soap:operation soapAction="x:1"/><soap:binding transport="x:2"/>)", 2},
      {R"(<soap:address location="x:no"/><a transport="x:no"/>)", 0},
      {R"(<ds:DigestMethod Algorithm="x:1"/><saml:NameID Format="x:2">x:no</saml:NameID>)", 2},
      {R"(<saml:Attribute Name="x:1" NameFormat="x:2"/><b Name="x:no"/>)", 2},
      {"<a><saml:AuthnContextClassRef>x:1</saml:AuthnContextClassRef>x:no</a>", 1},
      {"<saml:Issuer>x:1</saml:Issuer><saml:Audience>\n x:2 <b/> x:no </saml:Audience>", 2},
      {"<Issuer><![CDATA[x:1]]></Issuer><![CDATA[x:no]]>", 1},
      {"<feed><id>x:1</id><entry a='b'><id c='d'>x:2</id></entry></feed><id>x:no</id>", 2},
      {"<e><id>x:no</id></e><Issuer/>x:no", 0},
      {R"(<md:EntityDescriptor entityID="x:1"><md:S Location="x:no"/>)", 1},
      {R"(<category scheme="x:1"/><link rel="x:2" href="x:no"/><c scheme="x:no"/>)", 2},
      {R"(<grammar ns="x:1" datatypeLibrary="x:2"/><ns prefix="a" uri="x:3"/><a uri="x:no"/>)", 3},
      {R"(<wsdl:input wsaw:Action="x:1"/><wsa:Action>x:2</wsa:Action><a Action="x:no"/>)", 2},
      {R"(<Relationship Type="x:1" Target="x:no"/><b Type="x:no"/>)", 1},
      {R"(<system systemId="x:1" uri="x:no"/><uri name="x:2" uri="x:no"/>)", 2},
  };
  for (const Row& row : kRows) {
    INFO(row.text);
    int names = 0;
    for (const Pushed& pushed : read_segments(Format::xml, row.text)) {
      if (pushed.text.find("x:") == std::string::npos) continue;
      INFO(pushed.text);
      names += pushed.identifier ? 1 : 0;
      CHECK((pushed.text.find("x:no") == std::string::npos) == pushed.identifier);
    }
    CHECK(names == row.names);
  }
}
