// RFC 6068: its own examples, what departs from it, and the way back.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "urilint/mailto.hpp"

using namespace urilint;

namespace {

// `error@begin-end | to, to | name=value & name=value`; ok is left out.
std::string dump(std::string_view uri) {
  const MailtoReading reading = parse_mailto(uri);
  std::string out;
  if (!reading.ok()) {
    out = std::string(name_of(reading.error)) + '@' + std::to_string(reading.where.begin) + '-' +
          std::to_string(reading.where.end) + ' ';
  }
  for (const std::string& to : reading.mailto.to) out += '<' + to + '>';
  for (const MailtoField& field : reading.mailto.fields)
    out += " " + field.name + "={" + field.value + '}';
  return out;
}

struct Row {
  std::string_view in;
  std::string_view out;
};

}  // namespace

TEST_CASE("mailto: what the RFC allows") {
  const Row rows[] = {
      {"mailto:", ""},
      {"MailTo:a@example.com", "<a@example.com>"},
      {"mailto:a@example.com,b@example.org", "<a@example.com><b@example.org>"},
      {"mailto:?to=a@example.com,b@example.org", " to={a@example.com,b@example.org}"},
      {"mailto:a@example.com?subject=x%20y&body=1%0D%0A2",
       "<a@example.com> subject={x y} body={1\r\n2}"},
      {"mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
       "<list@example.org> In-Reply-To={<3469A91.D10AF4C@example.com>}"},
      {"mailto:gorby%25kremvax@example.com", "<gorby%kremvax@example.com>"},
      {"mailto:unlikely%3Faddress@example.com?blat=foop",
       "<unlikely?address@example.com> blat={foop}"},
      {"mailto:Mike%26family@example.org", "<Mike&family@example.org>"},
      {"mailto:%22not%40me%22@example.org", "<\"not@me\"@example.org>"},
      {"mailto:%22a%2Cb%22@example.org,c@example.org", "<\"a,b\"@example.org><c@example.org>"},
      {"mailto:%22oh%5C%5Cno%22@example.org", "<\"oh\\\\no\"@example.org>"},
      {"mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org",
       "<\"\\\\\\\"it's\\ ugly\\\\\\\"\"@example.org>"},
      {"mailto:user@example.org?subject=caf%C3%A9", "<user@example.org> subject={caf\u00e9}"},
      {"mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D",
       "<user@example.org> subject={=?utf-8?Q?caf=C3=A9?=}"},
      {"mailto:user@%E7%B4%8D%E8%B1%86.example.org", "<user@\u7d0d\u8c46.example.org>"},
      {"mailto:user@%5B192.0.2.1%5D", "<user@[192.0.2.1]>"},
      // `+` is no space, and everything is decoded once.
      {"mailto:bill+ietf@example.org?subject=a+b%2Bc%2520",
       "<bill+ietf@example.org> subject={a+b+c%20}"},
      {"mailto:a@example.com?subject=", "<a@example.com> subject={}"},
      {"mailto:a@example.com?x-a=1&x-a=2", "<a@example.com> x-a={1} x-a={2}"},
      {"mailto:a@example.com?subject=x#fragment", "<a@example.com> subject={x}"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.in);
    CHECK(dump(row.in) == row.out);
  }
}

TEST_CASE("mailto: departures are named, and reading goes on") {
  const Row rows[] = {
      {"http://example.com/", "not-mailto@0-4 "},
      {"a@example.com", "not-mailto@0-0 "},
      {"mailto:a b@example.com", "invalid-uri@8-9 <a b@example.com>"},
      {"mailto:a@example.com?subject=x%", "invalid-uri@30-31 <a@example.com> subject={x%}"},
      {"mailto://a@example.com", "authority@9-22 "},
      {"mailto:a", "address@7-8 <a>"},
      {"mailto:a@", "address@7-9 <a@>"},
      {"mailto:@example.com", "address@7-19 <@example.com>"},
      {"mailto:a@example.com,", "address@21-21 <a@example.com>"},
      {"mailto:a@b@c,d@example.com", "address@7-12 <a@b@c><d@example.com>"},
      {"mailto:.a@example.com", "address@7-21 <.a@example.com>"},
      {"mailto:a..b@example.com", "address@7-23 <a..b@example.com>"},
      {"mailto:a@example..com", "address@7-21 <a@example..com>"},
      {"mailto:A%20%3Ca@example.com%3E", "address@7-30 <A <a@example.com>>"},
      {"mailto:%22a%20b%22@example.com", "address@7-30 <\"a b\"@example.com>"},
      {"mailto:%22a@example.com", "address@7-23 <\"a@example.com>"},
      {"mailto:a/b@example.com", "qchar@8-9 <a/b@example.com>"},
      {"mailto:a=b@example.com", "qchar@8-9 <a=b@example.com>"},
      {"mailto:joe@example.com?cc=bob@example.com?body=hello",
       "qchar@41-42 <joe@example.com> cc={bob@example.com?body=hello}"},
      {"mailto:?subject=a/b", "qchar@17-18  subject={a/b}"},
      {"mailto:a@example.com?", "field@21-21 <a@example.com>"},
      {"mailto:?a=1&&b=2", "field@12-12  a={1} b={2}"},
      {"mailto:?subject", "field@8-15  subject={}"},
      {"mailto:?=x", "field@8-10  ={x}"},
      {"mailto:?a%3Ab=x", "field@8-15  a:b={x}"},
      {"mailto:?a%20b=x", "field@8-15  a b={x}"},
      // Header injection, in a name, a value, an address.
      {"mailto:?subject=x%0D%0ABcc:%20b@example.org",
       "line-break@8-43  subject={x\r\nBcc: b@example.org}"},
      {"mailto:?subject=x%0Ay", "line-break@8-21  subject={x\ny}"},
      {"mailto:?a%0D%0Ab=x", "line-break@8-18  a\r\nb={x}"},
      {"mailto:a@example.com%0D%0Ab", "line-break@7-27 <a@example.com\r\nb>"},
      {"mailto:?body=a%0Ab", "line-break@13-18  body={a\nb}"},
      {"mailto:?body=a%0D", "line-break@13-17  body={a\r}"},
      {"mailto:?body=a%00",
       "control@8-17  body={a"
       "\\0}"},
      {"mailto:?subject=%1B", "control@8-19  subject={\x1b}"},
      {"mailto:?subject=%FF", "not-utf8@8-19  subject={\xff}"},
      {"mailto:%FF@example.com", "not-utf8@7-22 <\xff@example.com>"},
      {"mailto:?subject=a&Subject=b", "duplicate@18-27  subject={a} Subject={b}"},
      {"mailto:?body=a&x=y&body=b", "duplicate@19-25  body={a} x={y} body={b}"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.in);
    std::string got = dump(row.in);
    if (const std::size_t nul = got.find('\0'); nul != std::string::npos)
      got.replace(nul, 1, "\\0");
    CHECK(got == row.out);
  }
}

TEST_CASE("mailto: fields by name, and everybody who is reached") {
  const Mailto mailto =
      parse_mailto(
          "mailto:a@example.com?TO=b@example.com&cc=%22x%2C%5C%22y%22%20%3Cc@example.com"
          "%3E%2C%20d@example.com,,&subject=s&bcc=%22e%5C")
          .mailto;
  CHECK(values_of(mailto, "Subject") == std::vector<std::string_view>{"s"});
  CHECK(values_of(mailto, "to") == std::vector<std::string_view>{"b@example.com"});
  CHECK(values_of(mailto, "body").empty());
  CHECK(recipients_of(mailto) == std::vector<std::string>{"a@example.com", "b@example.com",
                                                          "\"x,\\\"y\" <c@example.com>",
                                                          "d@example.com", "\"e\\"});
}

TEST_CASE("mailto: compose") {
  struct ComposeRow {
    Mailto mailto;
    std::string_view uri;
  };
  const ComposeRow rows[] = {
      {{}, "mailto:"},
      {{{"a@example.com", "b+c@example.org"}, {}}, "mailto:a@example.com,b+c@example.org"},
      {{{"\"not@me\"@example.org"}, {}}, "mailto:%22not%40me%22@example.org"},
      {{{"\"a,b\"@example.org"}, {}}, "mailto:%22a%2Cb%22@example.org"},
      {{{"gorby%kremvax@example.com"}, {}}, "mailto:gorby%25kremvax@example.com"},
      {{{"a/b?c&d=e@example.com"}, {}}, "mailto:a%2Fb%3Fc%26d%3De@example.com"},
      {{{"u@[192.0.2.1]"}, {}}, "mailto:u@%5B192.0.2.1%5D"},
      {{{"u@\u7d0d\u8c46.example"}, {}}, "mailto:u@%E7%B4%8D%E8%B1%86.example"},
      {{{"a@example.com"}, {{"subject", "a+b c&d=e;f"}, {"body", "1\n2\r\n3\r4"}}},
       "mailto:a@example.com?subject=a%2Bb%20c%26d%3De%3Bf&body=1%0D%0A2%0D%0A3%0D%0A4"},
      {{{}, {{"cc", "a@example.com,b@example.com"}}}, "mailto:?cc=a@example.com,b@example.com"},
      {{{}, {{"x!", "caf\u00e9"}}}, "mailto:?x!=caf%C3%A9"},
  };
  for (const ComposeRow& row : rows) {
    CAPTURE(row.uri);
    const MailtoText text = compose_mailto(row.mailto);
    CHECK(text.uri == row.uri);
    const MailtoReading back = parse_mailto(text.uri);
    CHECK(back.ok());
    CHECK(compose_mailto(back.mailto).uri == row.uri);
    if (row.uri.find("body") == std::string_view::npos) CHECK(back.mailto == row.mailto);
  }
  struct BadRow {
    Mailto mailto;
    MailtoError error;
  };
  const BadRow bad[] = {
      {{{"a"}, {}}, MailtoError::address},
      {{{""}, {}}, MailtoError::address},
      {{{"a@example.com\r\nBcc: b@example.com"}, {}}, MailtoError::address},
      {{{"\xff@example.com"}, {}}, MailtoError::not_utf8},
      {{{}, {{"", "x"}}}, MailtoError::field},
      {{{}, {{"a:b", "x"}}}, MailtoError::field},
      {{{}, {{"a\n", "x"}}}, MailtoError::line_break},
      {{{}, {{"subject", "x\r\nBcc: b@example.com"}}}, MailtoError::line_break},
      {{{}, {{"body", std::string(1, '\0')}}}, MailtoError::control},
      {{{}, {{"body", "\xff"}}}, MailtoError::not_utf8},
      {{{}, {{"cc", "a@example.com"}, {"CC", "b@example.com"}}}, MailtoError::duplicate},
  };
  for (const BadRow& row : bad) {
    const MailtoText text = compose_mailto(row.mailto);
    CHECK(name_of(text.error) == name_of(row.error));
    CHECK(text.uri.empty());
  }
}
