// Values that are logins, whatever their passwords hold, and values that only look like one.
#include "document/login_value.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "document/segment_writer.hpp"

using urilint::Segment;
using urilint::reading::login_value;
using urilint::reading::value_context;

namespace {

/// The password as it was understood, or `-`.
std::string password(std::string_view value) {
  const urilint::reading::LoginValue login = login_value(value);
  if (login.end == 0) return "-";
  const std::size_t begin = value.find(':', value.find("://") + 3) + 1;
  return std::string(value.substr(begin, login.end - begin));
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

TEST_CASE("names and options may stand before a login") {
  for (const std::string_view prefix :
       {"", "  ", "\n", "DATABASE_URL=", "--proxy=", "a.b-c=", "\t-u="}) {
    for (const std::string_view scheme : {"https://", "jdbc:postgresql://", "git+https://"}) {
      std::string value(prefix);
      value.append(scheme).append("user:Ex\"~mple@db.example.com/x");
      CAPTURE(value);
      CHECK(password(value) == "Ex\"~mple");
      CHECK(login_value(value).begin == prefix.size());
      CHECK(value_context(value) == Segment::Context::value);
    }
  }
  for (const std::string_view value : {
           "see https://user:Ex\"~mple@db.example.com/x",
           "=https://user:Ex\"~mple@db.example.com/x",
           "a=b=https://user:Ex\"~mple@db.example.com/x",
           "a:b:c://user:Ex\"~mple@db.example.com/x",
           "${A:-https://user:Ex\"~mple@db.example.com/x}",
       }) {
    CAPTURE(value);
    CHECK(password(value) == "-");
    CHECK(value_context(value) == Segment::Context::prose);
  }
  CHECK(value_context("DATABASE_URL=https://user:Example@db.example.com/x") ==
        Segment::Context::prose);
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
