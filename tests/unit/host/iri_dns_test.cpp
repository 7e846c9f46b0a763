// IRIs whose hosts are DNS names: ToASCII on the way to a URI, ToUnicode on the way back.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "urilint/iri.hpp"

using namespace urilint;

namespace {

const std::string kNone = "(none)";

}  // namespace

TEST_CASE("iri to uri with a DNS host") {
  struct Row {
    std::string_view iri;
    std::string_view uri;
  };
  const Row rows[] = {
      {"http://r\u00e9sum\u00e9.example.org/\u00e9", "http://xn--rsum-bpad.example.org/%C3%A9"},
      {"http://r%C3%A9sum%C3%A9.example.org", "http://xn--rsum-bpad.example.org"},
      {"//u\u00e9@R\u00c9SUM\u00c9.example:80/?\u00e9#\u00e9",
       "//u%C3%A9@xn--rsum-bpad.example:80/?%C3%A9#%C3%A9"},
      {"http://Example.com/%41", "http://Example.com/%41"},
      {"http://ex%41mple.com/", "http://ex%41mple.com/"},
      {"http://[2001:db8::1]/\u00e9", "http://[2001:db8::1]/%C3%A9"},
      {"a\u00e9", "a%C3%A9"},
      {"http://\uff11\uff12\uff17.1/", "http://127.1/"},
      // ToASCII fails, or makes delimiters, or nothing.
      {"http://a\u2100b/", kNone},
      {"http://a\uff0fb/", kNone},
      {"http://a\uff05b/", kNone},
      {"http://u\uff20b/", kNone},
      {"http://\u00ad/", kNone},
      {"http://0a.\u05d0/", kNone},
      {"http://%C3.example/", kNone},
      {"http://\u00e9:\u00e9/", kNone},
      {"\xff", kNone},
  };
  for (const Row& row : rows) {
    CAPTURE(row.iri);
    CHECK(iri_to_uri_dns(row.iri).value_or(kNone) == row.uri);
  }
}

TEST_CASE("uri to iri with a DNS host") {
  struct Row {
    std::string_view uri;
    std::string_view iri;
  };
  const Row rows[] = {
      {"http://xn--99zt52a.example.org/%e2%80%ae", "http://\u7d0d\u8c46.example.org/%e2%80%ae"},
      {"http://u@XN--RSUM-BPAD.Example:8/%C3%A9", "http://u@r\u00e9sum\u00e9.example:8/\u00e9"},
      {"http://xn--a.example/%C3%A9", "http://xn--a.example/\u00e9"},
      {"http://Example.com/", "http://Example.com/"},
      {"http://[2001:db8::1]/", "http://[2001:db8::1]/"},
      {"/xn--99zt52a", "/xn--99zt52a"},
      {"http://a b/", kNone},
  };
  for (const Row& row : rows) {
    CAPTURE(row.uri);
    CHECK(uri_to_iri_dns(row.uri).value_or(kNone) == row.iri);
  }
}
