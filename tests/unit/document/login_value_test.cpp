// Values that are logins, whatever their passwords hold, and values that only look like one.
#include "document/login_value.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "document/segment_writer.hpp"

using urilint::Segment;
using urilint::reading::login_value_end;
using urilint::reading::value_context;

namespace {

/// The password as it was understood, or `-`.
std::string password(std::string_view value) {
  const std::size_t end = login_value_end(value);
  if (end == 0) return "-";
  const std::size_t begin = value.find(':', value.find("://") + 3) + 1;
  return std::string(value.substr(begin, end - begin));
}

}  // namespace

TEST_CASE("a password in a value holds whatever it likes") {
  constexpr std::string_view passwords[] = {
      "Ex`~mple",
      "Ex!\"mple",
      "Ex) mple",
      "Ex<!mple",
      "Ex)'mple",
      "Ex}'mple",
      "Ex\tmple",
      "Ex\nmple",
      "Ex\r\nmp",
      "Ex - m - p",
      "\"Example\"",
      "<Ex>~mple",
      "Ex\",mple",
      "Ex',mple",
      "12\"mple",
      "Ex@m\"ple",
      "Ex|`mple",
      "Ex\\\"mple",
      "Ex@evil.example.com\"x",
  };
  for (const std::string_view one : passwords) {
    for (const std::string_view host : {"db.example.com", "192.0.2.7:99/x", "[2001:db8::1]/x?a=b",
                                        "db.example.com/a@b.example"}) {
      std::string value("https://user:");
      value.append(one).append("@").append(host);
      CAPTURE(value);
      CHECK(password(value) == one);
      CHECK(value_context(value) == Segment::Context::value);
    }
  }
}

TEST_CASE("a host of one label proves a password without blanks and slashes") {
  CHECK(password("postgres://svc:Ex\"mple@db:5432/x") == "Ex\"mple");
  CHECK(password("postgres://svc:Ex\"mple@localhost/x") == "Ex\"mple");
  CHECK(password("postgres://svc:Ex\"mple@db") == "Ex\"mple");
  CHECK(password("postgres://svc:Ex\"mple@${DB_HOST}:5432") == "Ex\"mple");
  CHECK(password("redis://:Ex\"mple@cache:6379") == "Ex\"mple");
  CHECK(password("postgres://svc:Ex mple@db:5432/x") == "-");
  CHECK(password("postgres://svc:Ex/mple\"@db:5432/x") == "-");
  CHECK(password("postgres://svc:Ex\"mple@db\"") == "-");
}

TEST_CASE("no login: sentences, lists, ports, other addresses") {
  constexpr std::string_view values[] = {
      "",
      "https://",
      "https://example.com/\"a:b@c.example\"",
      "https://example.com: ask me@example.com",
      "https://example.com:abc \"or\" me@example.com",
      "http://web:8080 or me@example.com",
      "http://web:8080/\"x\" me@example.com",
      "http://web:8080,\"x\"me@example.com",
      "http://web:port \"or\" me@example.com",
      "http://web:<port>/\"x\"@example.com",
      "http://web:${PORT}/\"x\"@example.com",
      "http://web:${PORT} \"x\" me@example.com",
      "http://web:abc, me@example.com",
      "http://web:abc. me@example.com",
      "http://web:abc  me@example.com",
      "http://web:abc @example.com",
      "http://web:abc\nyou:cde\nme@example.com",
      "http://web:a b c d e f me@example.com",
      "http://web:abc http://a:b@example.com/",
      "http://me@web:abc\"@example.com",
      "see http://web:abc\"d@example.com",
      "<http://web:abc\"d@example.com>",
      "http://[2001:db8::1]:99\"a@example.com",
      "mailto:me\"x:y@example.com",
  };
  for (const std::string_view value : values) {
    CAPTURE(value);
    CHECK(password(value) == "-");
  }
}

TEST_CASE("what is read of a value is bounded") {
  const std::string far = "https://user:" + std::string(1000, '"') + "@example.com";
  CHECK(password(far) == "-");
  CHECK(password("https://" + std::string(100000, 'u') + ":\"x@example.com") == "-");
  CHECK(password("https://user:\"" + std::string(100000, '@') + "example.com") == "-");
}
