// RFC 3987: which text is an IRI reference, and the mappings of section 3 without IDNA.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "uri/ucs.hpp"
#include "urilint/iri.hpp"
#include "urilint/reference.hpp"

using namespace urilint;

namespace {

const std::string kNone = "(none)";

std::string utf8(std::uint32_t code) {
  const auto byte = [](std::uint32_t bits) { return static_cast<char>(bits); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xc0 | code >> 6), byte(0x80 | (code & 0x3f))};
  if (code < 0x10000) {
    return {byte(0xe0 | code >> 12), byte(0x80 | (code >> 6 & 0x3f)), byte(0x80 | (code & 0x3f))};
  }
  return {byte(0xf0 | code >> 18), byte(0x80 | (code >> 12 & 0x3f)),
          byte(0x80 | (code >> 6 & 0x3f)), byte(0x80 | (code & 0x3f))};
}

}  // namespace

TEST_CASE("iri: references") {
  for (const std::string_view good :
       {"", "a", "http://example.com/",
        "http://\u00e9:\u00e9@\u00e9.example:80/\u00e9?\u00e9#\u00e9", "//\u00e9", "/\u00e9",
        "\u00e9", "?\u00e9", "#\u00e9", "./\u00e9:b", "a/\u00e9:b", "?\ue000",
        "http://a/?\uf8ff\U000f0000\U0010fffd", "http://[2001:db8::1]/\u00e9", "/\u00a0",
        "/\ufdcf\ufdf0\uffef", "/\U00010000\U000e1000\U000efffd", "/\u202e",
        "http://a/%C3%A9\u00e9"}) {
    CAPTURE(good);
    CHECK(is_iri_reference(good));
    CHECK(iri_to_uri(good).has_value());
  }
  for (const std::string_view bad : {"\u00e9:b",
                                     "\u00e9://a",
                                     "h\u00e9://a",
                                     "http://a:\u0661/",
                                     "http://a:8\u00e9/",
                                     "http://[\u00e9]/",
                                     "http://[v1.\u00e9]/",
                                     "http://[2001:db8::1]\u00e9/",
                                     "http://\u00e9[::1]/",
                                     "/\ue000",
                                     "#\ue000",
                                     "//\ue000",
                                     "\ue000",
                                     "http://\ue000@a/",
                                     "/\u0080",
                                     "/\u009f",
                                     "/\ufdd0",
                                     "/\ufdef",
                                     "/\ufff0",
                                     "/\ufffd",
                                     "/\uffff",
                                     "?\uffff",
                                     "?\U000fffff",
                                     "?\U0010ffff",
                                     "/\U0001fffe",
                                     "/\U000e0001",
                                     "/\U000e0fff",
                                     "/\xff",
                                     "/\xc3",
                                     "/\xc3(",
                                     "/\xc0\xaf",
                                     "/\xe0\x80\xaf",
                                     "/\xed\xa0\x80",
                                     "/\xf4\x90\x80\x80",
                                     "/\xf8\x88\x80\x80\x80",
                                     "/\x80",
                                     "/ ",
                                     "/\u00e9 ",
                                     "/%\u00e9",
                                     "/%4\u00e9",
                                     "/\u00e9\\",
                                     "#\u00e9#"}) {
    CAPTURE(bad);
    CHECK_FALSE(is_iri_reference(bad));
    CHECK_FALSE(iri_to_uri(bad).has_value());
  }
  CHECK(is_iri("http://\u00e9/"));
  CHECK_FALSE(is_iri("/\u00e9"));
  CHECK_FALSE(is_iri("\u00e9:b"));
}

TEST_CASE("iri: every code point is judged by the ranges of the grammar") {
  // Written down a second time, plane by plane.
  for (std::uint32_t code = 0x80; code <= 0x10ffff; code += code < 0x11000 ? 1 : 0x0ffd) {
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    const std::uint32_t plane = code >> 16;
    bool ucs = plane >= 1 && plane <= 13 && (code & 0xffff) < 0xfffe;
    if (plane == 14) ucs = code >= 0xe1000 && code <= 0xefffd;
    if (plane == 0) {
      ucs = code >= 0xa0 && code < 0xfff0 && !(code >= 0xd800 && code < 0xf900) &&
            !(code >= 0xfdd0 && code < 0xfdf0);
    }
    const bool own = (code >= 0xe000 && code < 0xf900) || (plane >= 15 && (code & 0xffff) < 0xfffe);
    CAPTURE(code);
    const std::string text = utf8(code);
    if (is_iri_reference('/' + text) != ucs) CHECK(is_iri_reference('/' + text) == ucs);
    const bool query = (ucs || own) && !surrogate;
    if (is_iri_reference('?' + text) != query) CHECK(is_iri_reference('?' + text) == query);
  }
  CHECK(first_code_point(utf8(0x10ffff)).value == 0x10ffff);
}

TEST_CASE("iri to uri") {
  CHECK(iri_to_uri("http://r\u00e9sum\u00e9.example/\U00010000?\ue000") ==
        "http://r%C3%A9sum%C3%A9.example/%F0%90%80%80?%EE%80%80");
  CHECK(iri_to_uri("http://example.com/%c3%a9") == "http://example.com/%c3%a9");
  CHECK_FALSE(iri_to_uri("\\\\server\\\u00e9"));
}

TEST_CASE("uri to iri") {
  struct Row {
    std::string_view uri;
    std::string_view iri;
  };
  const Row rows[] = {
      // The examples of 3.2.1.
      {"http://www.example.org/D%C3%BCrst", "http://www.example.org/D\u00fcrst"},
      {"http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"},
      {"http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%e2%80%ae"},
      // Reserved, `%`, and ASCII that no URI holds stay; unreserved goes.
      {"/%2F%3F%23%25%20%22%7B%00%7F", "/%2F%3F%23%25%20%22%7B%00%7F"},
      {"/%7E%41%2d%2E%5f", "/~A-._"},
      {"/%2541", "/%2541"},
      // Ill-formed sequences, whole characters among them.
      {"/%C3", "/%C3"},
      {"/%C3%C3%A9", "/%C3\u00e9"},
      {"/%E3%82%E3%82%A4%E3", "/%E3%82\u30a4%E3"},
      {"/%C0%AF%ED%A0%80%F4%90%80%80", "/%C0%AF%ED%A0%80%F4%90%80%80"},
      {"/%C3a%A9", "/%C3a%A9"},
      {"/%C2%80%C2%9F%C2%A0", "/%C2%80%C2%9F\u00a0"},
      {"/%EF%BF%BE%EF%BF%BF%F3%A0%80%81", "/%EF%BF%BE%EF%BF%BF%F3%A0%80%81"},
      // Bidi formatting, old and new.
      {"/%E2%80%8E%E2%80%8F%E2%80%AA%E2%80%AE%D8%9C%E2%81%A6%E2%81%A9",
       "/%E2%80%8E%E2%80%8F%E2%80%AA%E2%80%AE%D8%9C%E2%81%A6%E2%81%A9"},
      {"/%E2%80%8D%E2%81%A5", "/\u200d\u2065"},
      // Private use in the query alone.
      {"/%EE%80%80?%EE%80%80#%EE%80%80", "/%EE%80%80?\ue000#%EE%80%80"},
      {"?%F4%8F%BF%BD", "?\U0010fffd"},
      // All the components.
      {"s://%C3%A9:%C3%A9@%C3%A9:8/%C3%A9?%C3%A9#%C3%A9",
       "s://\u00e9:\u00e9@\u00e9:8/\u00e9?\u00e9#\u00e9"},
      {"/a%", kNone},
      {"/\u00e9", kNone},
      {"%61:b", kNone},
  };
  for (const Row& row : rows) {
    CAPTURE(row.uri);
    const std::optional<std::string> iri = uri_to_iri(row.uri);
    CHECK(iri.value_or(kNone) == row.iri);
    if (!iri) continue;
    CHECK(is_iri_reference(*iri));
    const std::optional<std::string> back = iri_to_uri(*iri);
    REQUIRE(back);
    CHECK(compare(split(*back), split(row.uri)) <= Rung::syntax);
    CHECK(uri_to_iri(*back) == iri);
  }
}
