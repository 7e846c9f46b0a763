// What is read, in tables; then what holds for any input.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "unit/interpret/whatwg_dump.hpp"
#include "urilint/whatwg.hpp"

using namespace urilint;
using urilint::testing::dump;

namespace {

struct Row {
  std::string_view input;
  std::string_view base;  ///< empty: none
  std::string_view wanted;
};

std::string read(const Row& row) {
  std::optional<WhatwgUrl> base;
  if (!row.base.empty()) {
    base = parse_whatwg(row.base).url;
    REQUIRE(base);
  }
  const WhatwgResult result = parse_whatwg(row.input, base ? &*base : nullptr);
  return result.url ? dump(*result.url) : "failure";
}

template <std::size_t kRows>
void check(const Row (&rows)[kRows]) {
  for (const Row& row : rows) {
    INFO(row.input << " against " << row.base);
    CHECK(read(row) == row.wanted);
  }
}

std::string repeat(std::string_view text, std::size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("whatwg: schemes and the slashes behind them") {
  const Row rows[] = {
      {"http://example.com", "", "http @example.com /"},
      {"HTTP://EXAMPLE.com/A", "", "http @example.com /A"},
      {"http:example.com/a", "", "http @example.com /a"},
      {"http:/example.com/a", "", "http @example.com /a"},
      {"http:\\\\example.com\\a", "", "http @example.com /a"},
      {"http:////example.com/a", "", "http @example.com /a"},
      {"http:a", "http://example.com/b/c", "http @example.com /b/a"},
      {"http:a", "https://example.com/b/c", "http @a /"},
      {"a+b-c.1://example.com/x", "", "a+b-c.1 @example.com /x"},
      {"a://", "", "a @ "},
      {"a:/b", "", "a /b"},
      {"a:b", "", "a opaque b"},
      {"a:", "", "a opaque "},
      {"1a:b", "", "failure"},
      {"a_b:c", "", "failure"},
      {"", "", "failure"},
      {"//example.com", "", "failure"},
      {" \t http://exa\nmple.com/ \x01", "", "http @example.com /"},
      {"ht\ttp://example.com/", "", "http @example.com /"},
  };
  check(rows);
}

TEST_CASE("whatwg: credentials, hosts and ports") {
  const Row rows[] = {
      {"http://u@example.com/", "", "http u: @example.com /"},
      {"http://u:p@example.com/", "", "http u:p @example.com /"},
      {"http://:p@example.com/", "", "http :p @example.com /"},
      {"http://u:p:q@example.com/", "", "http u:p%3Aq @example.com /"},
      {"http://u@v@example.com/", "", "http u%40v: @example.com /"},
      {"http://u:p@v:w@example.com/", "", "http u:p%40v%3Aw @example.com /"},
      {"http://@example.com/", "", "http @example.com /"},
      {"http://u@/", "", "failure"},
      {"http://192.0.2.1\\@example.com/", "", "http @192.0.2.1 /@example.com/"},
      {"a://h\\@example.com/", "", "a h%5C: @example.com /"},
      {"http://example.com:80/", "", "http @example.com /"},
      {"http://example.com:443/", "", "http @example.com :443 /"},
      {"http://example.com:0080/", "", "http @example.com /"},
      {"http://example.com:/", "", "http @example.com /"},
      {"http://example.com:65535/", "", "http @example.com :65535 /"},
      {"http://example.com:65536/", "", "failure"},
      {"http://example.com:8a/", "", "failure"},
      {"http://:80/", "", "failure"},
      {"http:///", "", "failure"},
      {"a://:80/", "", "failure"},
      {"a://h:80", "", "a @h :80 "},
      {"http://exa%6dple.com/", "", "http @example.com /"},
      {"http://exa%2emple.com/", "", "http @exa.mple.com /"},
      {"http://exa%25mple.com/", "", "failure"},
      {"http://exa%00mple.com/", "", "failure"},
      {"http://exa mple.com/", "", "failure"},
      {"http://exa_mple.com/", "", "http @exa_mple.com /"},
      {"a://exa%6dple.COM/", "", "a @exa%6dple.COM /"},
      {"a://exa mple/", "", "failure"},
      {"a://\u00e4/", "", "a @%C3%A4 /"},
      {"http://b\u00fccher.example/", "", "http @xn--bcher-kva.example /"},
      {"http://example\u3002com/", "", "http @example.com /"},
      {"http://\uff45xample.com/", "", "http @example.com /"},
      {"http://exa\u00admple.com/", "", "http @example.com /"},
      {"http://xn--a/", "", "http @xn--a /"},
      {"http://xn--a.\u00e4/", "", "failure"},
      {"http://\u00ad/", "", "failure"},
      {"http://a\u2100b.example/", "", "failure"},
      {"http://\xff.example/", "", "failure"},
      {"http://example..com/", "", "http @example..com /"},
      {"http://example.com./", "", "http @example.com. /"},
      {"blob:https://example.com/x", "", "blob opaque https://example.com/x"},
  };
  check(rows);
}

TEST_CASE("whatwg: IPv4 in every spelling") {
  const Row rows[] = {
      {"http://192.0.2.1/", "", "http @192.0.2.1 /"},
      {"http://192.0.2.1./", "", "http @192.0.2.1 /"},
      {"http://3221225985/", "", "http @192.0.2.1 /"},
      {"http://0xc0000201/", "", "http @192.0.2.1 /"},
      {"http://0300.0.02.01/", "", "http @192.0.2.1 /"},
      {"http://192.513/", "", "http @192.0.2.1 /"},
      {"http://192.0.513/", "", "http @192.0.2.1 /"},
      {"http://0x/", "", "http @0.0.0.0 /"},
      {"http://4294967295/", "", "http @255.255.255.255 /"},
      {"http://4294967296/", "", "failure"},
      {"http://99999999999999999999999/", "", "failure"},
      {"http://192.0.2.256/", "", "failure"},
      {"http://192.256.1/", "", "failure"},
      {"http://192.0.65536/", "", "failure"},
      {"http://1.2.3.4.5/", "", "failure"},
      {"http://1..2/", "", "failure"},
      {"http://09/", "", "failure"},
      {"http://a.09/", "", "failure"},
      {"http://a.0xg/", "", "http @a.0xg /"},
      {"http://1.2.3.4.a/", "", "http @1.2.3.4.a /"},
      {"http://\uff11\u0039\uff12.0.2.1/", "", "http @192.0.2.1 /"},
      {"http://192%2e0%2e2%2e1/", "", "http @192.0.2.1 /"},
      {"a://0xc0000201/", "", "a @0xc0000201 /"},
  };
  check(rows);
}

TEST_CASE("whatwg: IPv6") {
  const Row rows[] = {
      {"http://[2001:DB8::1]/", "", "http @[2001:db8::1] /"},
      {"http://[::]/", "", "http @[::] /"},
      {"http://[2001:db8:0:0:1:0:0:1]/", "", "http @[2001:db8::1:0:0:1] /"},
      {"http://[2001:db8:0:1:1:1:1:1]/", "", "http @[2001:db8:0:1:1:1:1:1] /"},
      {"http://[1:2:3:4:5:6:7::]/", "", "http @[1:2:3:4:5:6:7:0] /"},
      {"http://[::192.0.2.1]/", "", "http @[::c000:201] /"},
      {"http://[::ffff:192.0.2.1]/", "", "http @[::ffff:c000:201] /"},
      {"http://[0001::0]:81/", "", "http @[1::] :81 /"},
      {"a://[::1]/", "", "a @[::1] /"},
      {"http://[::1%25eth0]/", "", "failure"},
      {"http://[v1.a]/", "", "failure"},
      {"http://[::1/", "", "failure"},
      {"http://[]/", "", "failure"},
      {"http://[/", "", "failure"},
      {"http://[::1]a/", "", "failure"},
  };
  check(rows);
}

TEST_CASE("whatwg: paths, queries, fragments") {
  const Row rows[] = {
      {"http://h/a/../b/./c", "", "http @h /b/c"},
      {"http://h/a/%2e%2E/b/%2e/", "", "http @h /b/"},
      {"http://h/..", "", "http @h /"},
      {"http://h/a/..", "", "http @h /"},
      {"http://h/a/...", "", "http @h /a/..."},
      {"http://h/a/%2e%2e%2e", "", "http @h /a/%2e%2e%2e"},
      {"http://h/a//../b", "", "http @h /a/b"},
      {"http://h\\a\\..\\b", "", "http @h /b"},
      {"a://h/a\\..\\b", "", "a @h /a\\..\\b"},
      {"http://h/ \"#%$<>^`{}|\u00e4\x7f", "", "http @h /%20%22 #%$%3C%3E^%60{}|%C3%A4%7F"},
      {"http://h/^`{}|<>\"'\u00e4", "", "http @h /%5E%60%7B%7D|%3C%3E%22'%C3%A4"},
      {"http://h?'\"<>^`{}", "", "http @h / ?%27%22%3C%3E^`{}"},
      {"a://h?'\"<>", "", "a @h  ?'%22%3C%3E"},
      {"http://h#`'<a#b", "", "http @h / #%60'%3Ca#b"},
      {"http://h/?", "", "http @h / ?"},
      {"http://h/#", "", "http @h / #"},
      {"http://h/\xff\xe2\x82", "", "http @h /%EF%BF%BD%EF%BF%BD"},
      {"a:b ?c", "", "a opaque b%20 ?c"},
      {"a:b  #c", "", "a opaque b %20 #c"},
      {"a:b c", "", "a opaque b c"},
      {"a:b/../c", "", "a opaque b/../c"},
      {"a:/b/..//c", "", "a //c"},
      {"javascript:alert(1)//x", "", "javascript opaque alert(1)//x"},
  };
  check(rows);
  CHECK(parse_whatwg("a:/b/..//c").url->href == "a:/.//c");
}

TEST_CASE("whatwg: references against a base") {
  const Row rows[] = {
      {"x", "http://u:p@h:81/a/b?q#f", "http u:p @h :81 /a/x"},
      {"", "http://h/a/b?q#f", "http @h /a/b ?q"},
      {"?x", "http://h/a/b?q#f", "http @h /a/b ?x"},
      {"#x", "http://h/a/b?q#f", "http @h /a/b ?q #x"},
      {"/x", "http://h/a/b?q#f", "http @h /x"},
      {"//i/x", "http://u@h/a", "http @i /x"},
      {"\\\\i\\x", "http://h/a", "http @i /x"},
      {"\\x", "http://h/a", "http @h /x"},
      {"../../../x", "http://h/a/b/c", "http @h /x"},
      {"\\x", "a://h/b/c", "a @h /b/\\x"},
      {"//i/x", "a:/b", "a @i /x"},
      {"x", "a:b", "failure"},
      {"#x", "a:b?q#f", "a opaque b ?q #x"},
      {"https:x", "http://h/a", "https @x /"},
  };
  check(rows);
}

TEST_CASE("whatwg: file URLs") {
  const Row rows[] = {
      {"file:///a", "", "file @ /a"},
      {"file:a", "", "file @ /a"},
      {"file:/a", "", "file @ /a"},
      {"file://localhost/a", "", "file @ /a"},
      {"file://example.com/a", "", "file @example.com /a"},
      {"file:////example.com/a", "", "file @ //example.com/a"},
      {"file:\\\\example.com\\a", "", "file @example.com /a"},
      {"file:C|/a", "", "file @ /C:/a"},
      {"file:///C|/a", "", "file @ /C:/a"},
      {"file://C|/a", "", "file @ /C:/a"},
      {"file:///C:/..", "", "file @ /C:/"},
      {"file:///C:/../..", "", "file @ /C:/"},
      {"file:///a/C|/", "", "file @ /a/C|/"},
      {"..", "file:///C:/a/b", "file @ /C:/"},
      {"/x", "file:///C:/a", "file @ /C:/x"},
      {"/D:/x", "file:///C:/a", "file @ /D:/x"},
      {"D|", "file:///C:/a", "file @ /D:"},
      {"D|x", "file:///C:/a", "file @ /C:/D|x"},
      {"?q", "file://h/a?p", "file @h /a ?q"},
      {"#f", "file://h/a?p", "file @h /a ?p #f"},
      {"", "file://h/a?p", "file @h /a ?p"},
      {"/x", "file://h/a", "file @h /x"},
      {"//i/x", "file://h/a", "file @i /x"},
      {"file:x", "http://h/a", "file @ /x"},
      {"file://h:80/a", "", "failure"},
      {"file://u@h/a", "", "failure"},
  };
  check(rows);
}

TEST_CASE("whatwg: href and origin") {
  struct Origin {
    std::string_view input, href, origin;
  };
  const Origin rows[] = {
      {"HTTP://u:@Example.com:080/?#", "http://u@example.com/?#", "http://example.com"},
      {"https://:p@example.com:8443", "https://:p@example.com:8443/", "https://example.com:8443"},
      {"wss://example.com/x", "wss://example.com/x", "wss://example.com"},
      {"file://example.com/x", "file://example.com/x", "null"},
      {"a://example.com/x", "a://example.com/x", "null"},
      {"data:,x", "data:,x", "null"},
      {"blob:https://example.com:81/x", "blob:https://example.com:81/x", "https://example.com:81"},
      {"blob:ftp://example.com/x", "blob:ftp://example.com/x", "null"},
      {"blob:blob:https://example.com/x", "blob:blob:https://example.com/x", "null"},
      {"blob:", "blob:", "null"},
  };
  for (const Origin& row : rows) {
    const std::optional<WhatwgUrl> url = parse_whatwg(row.input).url;
    INFO(row.input);
    REQUIRE(url);
    CHECK(url->href == row.href);
    CHECK(url->origin == row.origin);
  }
}

TEST_CASE("whatwg: 1 MiB of what is dear is read, and as itself") {
  constexpr std::size_t kMiB = std::size_t{1} << 20;
  struct Shape {
    std::string_view prefix, unit;
  };
  const Shape shapes[] = {
      {"http://h/", "../"},
      {"http://h/", "a/"},
      {"http://h/", "%2e%2e/"},
      {"http://", "@"},
      {"http://", ":@"},
      {"http://", "a."},
      {"http://", "1."},
      {"http://", "["},
      {"http://", "0"},
      {"http://", "\u00e4."},
      {"http://", "\u3002\u00e4"},
      {"http://", "\u05d0."},
      {"http://", "\u2026a"},
      {"http://", "xn--a."},
      {"http://\u00e4.", "xn--a."},
      {"http://", "%c3%a4%2e"},
      {"http://", "%"},
      {"http://", "\u4e2d"},
      {"http://", "a\u0301"},
      {"http://", "\u0301"},
      {"http://[", ":"},
      {"http://h:", "0"},
      {"a:", " "},
      {"a:/..", "//"},
      {"blob:", "blob:"},
      {"http:", "\\"},
      {"", "\t"},
      {"http://h/", "\xff"},
      {"http://h/\t", "\xe2\x82"},
      {"file:", "/C|"},
      {"http://h/?", "'"},
      {"http://h/#", "\u00e4"},
      {"a://", "\u00e4%"},
      {"http://h/", "\n\u00e4"},
      {"http://\u00e4", "1."},
      {"http://", "\u0301\u0323"},
      {"http://", "\u200d"},
  };
  for (const Shape& shape : shapes) {
    std::string input(shape.prefix);
    input += repeat(shape.unit, (kMiB - input.size()) / shape.unit.size());
    const WhatwgResult result = parse_whatwg(input);
    INFO(shape.prefix << " and " << shape.unit);
    CHECK(result.errors.size() <= 256);
    CHECK(result.url.has_value() != (!result.errors.empty() && result.errors.back().failure));
    if (!result.url) continue;
    const WhatwgResult again = parse_whatwg(result.url->href);
    REQUIRE(again.url);
    CHECK(again.url->href == result.url->href);
  }
}
