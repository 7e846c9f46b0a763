// Percent-encoding by component, decoding, `%uXXXX`, and form encoding.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "urilint/reference.hpp"

using namespace urilint;

namespace {

std::string all_bytes() {
  std::string out;
  for (int i = 0; i < 256; ++i) out.push_back(static_cast<char>(i));
  return out;
}

// What `pct_encode` leaves raw, in the order of the bytes.
std::string raw_in(Component component) {
  std::string out;
  for (const char c : all_bytes()) {
    if (pct_encode({&c, 1}, component) == std::string(1, c)) out.push_back(c);
  }
  return out;
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

}  // namespace

TEST_CASE("percent: the set of each component") {
  const std::string upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const std::string lower = "abcdefghijklmnopqrstuvwxyz";
  CHECK(raw_in(Component::scheme) == "+-.0123456789" + upper + lower);
  CHECK(raw_in(Component::userinfo) == "!$&'()*+,-.0123456789:;=" + upper + "_" + lower + "~");
  CHECK(raw_in(Component::host) == "!$&'()*+,-.0123456789;=" + upper + "_" + lower + "~");
  CHECK(raw_in(Component::port) == "0123456789");
  CHECK(raw_in(Component::path) == "!$&'()*+,-./0123456789:;=@" + upper + "_" + lower + "~");
  CHECK(raw_in(Component::query) == "!$&'()*+,-./0123456789:;=?@" + upper + "_" + lower + "~");
  CHECK(raw_in(Component::fragment) == raw_in(Component::query));
}

TEST_CASE("percent: what was encoded is valid and decodes to itself") {
  const std::string bytes = all_bytes();
  struct Row {
    Component component;
    std::string_view before;
  };
  static constexpr Row kRows[] = {{Component::userinfo, "//"},
                                  {Component::host, "//"},
                                  {Component::path, "/"},
                                  {Component::query, "?"},
                                  {Component::fragment, "#"}};
  for (const Row& row : kRows) {
    const std::string encoded = pct_encode(bytes, row.component);
    CHECK(pct_decode(encoded) == bytes);
    std::string text = std::string(row.before) + encoded;
    if (row.component == Component::userinfo) text += "@";
    CAPTURE(text);
    CHECK_FALSE(split(text).has(Signal::invalid));
    CHECK(text_of(split(text), row.component).ends_with(encoded));
  }
}

TEST_CASE("percent: encoding") {
  CHECK(pct_encode("a b%41\xc3\xa4", Component::path) == "a%20b%2541%C3%A4");
  CHECK(pct_encode_keeping("a b%41%4", Component::path) == "a%20b%41%254");
  CHECK(pct_encode_keeping("%zz%%41", Component::query) == "%25zz%25%41");
  CHECK(pct_encode("[2001:db8::1]", Component::host) == "[2001:db8::1]");
  CHECK(pct_encode("[x]", Component::host) == "%5Bx%5D");
  CHECK(pct_encode("", Component::path).empty());
}

TEST_CASE("percent: decoding") {
  CHECK(pct_decode("%41%7e%2F") == "A~/");
  CHECK(pct_decode("%2541") == "%41");
  CHECK(pct_decode("%%41%4%") == "%A%4%");
  CHECK(pct_decode("+") == "+");
  CHECK(pct_decode("%u0041") == "%u0041");
  CHECK(pct_decode("%00") == std::string(1, '\0'));
}

TEST_CASE("percent: UTF-16 units") {
  CHECK(pct_decode_u("%u0041%U00e4") == "A\xc3\xa4");
  CHECK(pct_decode_u("%u20AC%41") ==
        "\xe2\x82\xac"
        "A");
  CHECK(pct_decode_u("%uD83D%uDE00") == "\xf0\x9f\x98\x80");
  CHECK(pct_decode_u("%uD83D") == "\xef\xbf\xbd");
  CHECK(pct_decode_u("%uD83Dx") == "\xef\xbf\xbdx");
  CHECK(pct_decode_u("%uD83D%u0041") ==
        "\xef\xbf\xbd"
        "A");
  CHECK(pct_decode_u("%uDE00%uD83D") == "\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(pct_decode_u("%uD83D%uD83D%uDE00") == "\xef\xbf\xbd\xf0\x9f\x98\x80");
  CHECK(pct_decode_u("%u004") == "%u004");
  CHECK(pct_decode_u("%u") == "%u");
}

TEST_CASE("percent: forms") {
  CHECK(form_decode("a=b+c&d=%2B&&e&=f&g=h=i&%41=%zz") ==
        Pairs{{"a", "b c"}, {"d", "+"}, {"e", ""}, {"", "f"}, {"g", "h=i"}, {"A", "%zz"}});
  CHECK(form_decode("").empty());
  CHECK(form_decode("&&").empty());
  CHECK(form_decode("=") == Pairs{{"", ""}});
  const Pairs pairs = {{"a b", "*-._~"}, {"", ""}, {"\xc3\xa4", "&=+%"}};
  CHECK(form_encode(pairs) == "a+b=*-._%7E&=&%C3%A4=%26%3D%2B%25");
  CHECK(form_decode(form_encode(pairs)) == pairs);
  CHECK(form_encode({}).empty());
  const Pairs bytes = {{all_bytes(), all_bytes()}};
  CHECK(form_decode(form_encode(bytes)) == bytes);
}
