// The split: components of any text, signals, and the dump that other tests use.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "uri/hash.hpp"
#include "urilint/uri.hpp"

using namespace urilint;

namespace {

// `scheme|userinfo|host|port|path|query|fragment`, `-` for an absent one.
std::string dump(std::string_view text) {
  const UriParts parts = split(text);
  std::string out;
  for (const Component component :
       {Component::scheme, Component::userinfo, Component::host, Component::port, Component::path,
        Component::query, Component::fragment}) {
    if (!out.empty()) out += '|';
    out += parts.has(component) ? std::string(text_of(parts, component)) : "-";
  }
  return out;
}

std::string signals_of(std::string_view text) {
  const UriParts parts = split(text);
  std::string out;
  for (std::size_t i = 0; i < kSignalCount; ++i) {
    const auto signal = static_cast<Signal>(i);
    if (parts.has(signal)) out += (out.empty() ? "" : " ") + std::string(name_of(signal));
  }
  return out;
}

struct Row {
  std::string_view text;
  std::string_view components;
};

}  // namespace

TEST_CASE("split: components of valid references") {
  constexpr Row kRows[] = {
      {"", "-|-|-|-||-|-"},
      {"http://example.com", "http|-|example.com|-||-|-"},
      {"foo://example.com:8042/over/there?name=ferret#nose",
       "foo|-|example.com|8042|/over/there|name=ferret|nose"},
      {"urn:example:animal:ferret:nose", "urn|-|-|-|example:animal:ferret:nose|-|-"},
      {"ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
       "ftp|cnn.example.com&story=breaking_news|10.0.0.1|-|/top_story.htm|-|-"},
      {"http://[2001:db8::7]:80/c", "http|-|[2001:db8::7]|80|/c|-|-"},
      {"//example.com", "-|-|example.com|-||-|-"},
      {"?", "-|-|-|-|||-"},
      {"#", "-|-|-|-||-|"},
      {"a?b#c", "-|-|-|-|a|b|c"},
      {"http://u:@example.com:/", "http|u:|example.com||/|-|-"},
      {"file:///etc/hosts", "file|-||-|/etc/hosts|-|-"},
      {"http:?q", "http|-|-|-||q|-"},
      {"http://example.com?a?b#c?d", "http|-|example.com|-||a?b|c?d"},
      {"./a:b", "-|-|-|-|./a:b|-|-"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK(dump(row.text) == row.components);
    CHECK_FALSE(split(row.text).has(Signal::invalid));
  }
}

TEST_CASE("split: never fails, and cuts invalid text where appendix B and the authority rule say") {
  constexpr Row kRows[] = {
      {":a", "-|-|-|-|:a|-|-"},
      {"1http://example.com/", "1http|-|example.com|-|/|-|-"},
      {"http://a@b@example.com/", "http|a@b|example.com|-|/|-|-"},
      {"http://user:pa:ss@example.com:80/", "http|user:pa:ss|example.com|80|/|-|-"},
      {"https://svc:S3cr3t/Pw9@example.com/", "https|-|svc|S3cr3t|/Pw9@example.com/|-|-"},
      {"http://[::1", "http|-|[::1|-||-|-"},
      {"http://[::1:80/", "http|-|[::1:80|-|/|-|-"},
      {"http://::1]:80/", "http|-|::1]|80|/|-|-"},
      {"http://2001:db8::1/", "http|-|2001:db8:|1|/|-|-"},
      {"http://192.0.2.1[2001:db8::1]/", "http|-|192.0.2.1[2001:db8::1]|-|/|-|-"},
      {"http://[::1]x:80/", "http|-|[::1]x|80|/|-|-"},
      {"http://192.0.2.1\\@example.com/", "http|192.0.2.1\\|example.com|-|/|-|-"},
      {"a#b#c", "-|-|-|-|a|-|b#c"},
      {"http://example.com:80:90/", "http|-|example.com:80|90|/|-|-"},
      {"http://@/", "http|||-|/|-|-"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK(dump(row.text) == row.components);
  }
}

TEST_CASE("split: signals") {
  constexpr Row kRows[] = {
      {"https://example.com/a", "scheme-present scheme-special scheme-listed authority-present"},
      {"x:a", "scheme-present"},
      {"HTTP://Example.COM.:80/",
       "scheme-present scheme-special scheme-listed scheme-upper authority-present host-upper "
       "host-trailing-dot port-present port-valid"},
      {"//localhost:0", "authority-present host-single-label port-present port-valid port-zero"},
      {"//a:65536", "authority-present host-single-label port-present port-bad"},
      {"//1.2", "authority-present host-numeric"},
      {"//xn--a.b", "authority-present host-xn"},
      {"//a.xn--b", "authority-present host-xn"},
      {"//axn--b.c", "authority-present"},
      {"/../a", "dot-segment dotdot-segment"},
      {"./a", "dot-segment"},
      {"/..;/a", "dot-parameter path-parameter"},
      {"/.../a", ""},
      {"/a//b", "empty-segment nested"},
      {"/%2e%2E", "pct pct-dot pct-unreserved"},
      {"/%00%0d%1b%C0%2f%3a%25%41",
       "pct pct-of-pct pct-nul pct-crlf pct-control pct-slash pct-delim pct-high pct-unreserved "
       "nested"},
      {"/%u0041", "invalid pct pct-bad pct-u"},
      {"http:example.com", "scheme-present scheme-special scheme-listed scheme-only"},
      {"file:/etc", "scheme-present scheme-special scheme-listed scheme-suspicious"},
      {"/\\example.com", "invalid authority-backslash backslash"},
      {"http:\\\\example.com",
       "invalid scheme-present scheme-special scheme-listed scheme-only authority-backslash "
       "backslash"},
      {"?a=b", "query-present pair"},
      {"?u=//x.y", "query-present pair nested"},
      {"#a=b@c", "at-outside fragment-present pair"},
      {"//u:p@h.x", "authority-present userinfo-present userinfo-colon"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK(signals_of(row.text) == row.components);
  }
}

TEST_CASE("split: facts about host, path and port") {
  CHECK(split("//192.0.2.1").host_kind == HostKind::ipv4);
  CHECK(split("//192.0.2.01").host_kind == HostKind::reg_name);
  CHECK(split("//[::1]").host_kind == HostKind::ipv6);
  CHECK(split("//[v1.x]").host_kind == HostKind::ipvfuture);
  CHECK(split("//[x]").host_kind == HostKind::malformed);
  CHECK(split("//a:b:1").host_kind == HostKind::malformed);
  CHECK(split("//").host_kind == HostKind::empty);
  CHECK(split("a").host_kind == HostKind::absent);
  CHECK(split("//a.b.c.").labels == 3);
  CHECK(split("//A.b").host_hash == hash_lower("a.b"));
  CHECK(split("//a:65535").port == 65535);
  CHECK(split("//a:65535").has(Signal::port_valid));
  CHECK(split("//a").path_kind == PathKind::empty);
  CHECK(split("//a/").path_kind == PathKind::abempty);
  CHECK(split("/a").path_kind == PathKind::absolute);
  CHECK(split("a").path_kind == PathKind::rootless);
  CHECK(split("x:?").path_kind == PathKind::empty);
  CHECK(kind_of(split("x:y")) == ReferenceKind::uri);
  CHECK(kind_of(split("y")) == ReferenceKind::relative_ref);
  CHECK(kind_of(split("y z")) == ReferenceKind::invalid);
}

TEST_CASE("split: holes mute what touches them and nothing else") {
  std::string text = "https://${HOST}:${PORT}/v1/{id}?t=%s&u=a b";
  const std::vector<UriSpan> holes = {{8, 15}, {16, 23}, {27, 31}, {34, 36}};
  mask_holes(text, holes);
  CHECK(text == "https://xxxxxxx:xxxxxxx/v1/xxxx?t=xx&u=a b");
  const UriParts parts = split(text, holes);
  CHECK(parts.has(Signal::hole));
  CHECK(parts.has(Signal::invalid));
  CHECK_FALSE(parts.has(Signal::port_bad));
  Violation found[4];
  REQUIRE(violations(parts, found, holes) == 1);
  CHECK(found[0].code == ViolationCode::char_space);
  const auto touched = [&parts](Component component) {
    return (parts.holes >> static_cast<unsigned>(component) & 1) != 0;
  };
  CHECK(touched(Component::host));
  CHECK(touched(Component::port));
  CHECK(touched(Component::authority));
  CHECK(touched(Component::path));
  CHECK(touched(Component::query));
  CHECK_FALSE(touched(Component::scheme));
  CHECK_FALSE(touched(Component::userinfo));
}
