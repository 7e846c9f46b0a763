// Canonical hosts: every spelling of a host is one text, and what is no host has none.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "urilint/names.hpp"

using namespace urilint;

namespace {

const std::string kNone = "(none)";

std::string canonical(std::string_view host) { return canonical_host(host).value_or(kNone); }

}  // namespace

TEST_CASE("canonical host: names and addresses") {
  struct Row {
    std::string_view host;
    std::string_view expected;
  };
  const Row rows[] = {
      {"example.com", "example.com"},
      {"EXAMPLE.com.", "example.com"},
      {"ex%61mple%2Ecom", "example.com"},
      {"localhost", "localhost"},
      {"a_b.example", "a_b.example"},
      {"b%C3%BCcher.example", "xn--bcher-kva.example"},
      {"B\u00dcCHER.example.", "xn--bcher-kva.example"},
      {"b\u00fccher\u3002example\u3002", "xn--bcher-kva.example"},
      // What browsers and resolvers take although UTS 46 does not.
      {"xn--a.example", "xn--a.example"},
      {"XN--A.example", "xn--a.example"},
      {"xn--a.\u00fc", kNone},
      // IPv4 in many spellings; the soft hyphen goes before the number is read.
      {"127.0.0.1", "127.0.0.1"},
      {"127.0.0.1.", "127.0.0.1"},
      {"2130706433", "127.0.0.1"},
      {"0x7f.1", "127.0.0.1"},
      {"0177.0.0.1", "127.0.0.1"},
      {"%31%32%37.1", "127.0.0.1"},
      {"\uff11\uff12\uff17.0.0.1", "127.0.0.1"},
      {"127\u30020\u30020\u30021", "127.0.0.1"},
      {"127.0.0.\u00ad1", "127.0.0.1"},
      {"127.0.0.%C2%AD1", "127.0.0.1"},
      {"1.2.3.256", kNone},
      {"4294967296", kNone},
      {"1.2.3.4.5", kNone},
      {"a.1", kNone},
      {"1.a", "1.a"},
      // IPv6.
      {"[2001:DB8:0:0:0:0:0:1]", "[2001:db8::1]"},
      {"[::ffff:192.0.2.1]", "[::ffff:192.0.2.1]"},
      {"[::FFFF:c000:201]", "[::ffff:192.0.2.1]"},
      {"[fe80::1%25eth0]", kNone},
      {"[v1.a]", kNone},
      {"[2001:db8::1", kNone},
      {"[", kNone},
      {"[]", kNone},
      {"[%32001:db8::1]", kNone},
      {"2001:db8::1", kNone},
      // No hosts.
      {"", kNone},
      {".", kNone},
      {"..", kNone},
      {"a..b", kNone},
      {".a", kNone},
      {"\u3002a", kNone},
      {"\u00ad", kNone},
      {"a b", kNone},
      {"a%20b", kNone},
      {"a%2541", kNone},
      {"a%", kNone},
      {"a%zz", kNone},
      {"a%2Fb", kNone},
      {"a\\b", kNone},
      {"a@b", kNone},
      {"a:80", kNone},
      {"a\u2100b", kNone},
      {"a\uff0fb", kNone},
      {"a\xff", kNone},
      {"a%FF", kNone},
      {"a\x7f", kNone},
      {"a\nb", kNone},
      {"a%00b", kNone},
  };
  for (const Row& row : rows) {
    CAPTURE(row.host);
    CHECK(canonical(row.host) == row.expected);
  }
}

TEST_CASE("canonical host: what it gives stays") {
  for (const std::string_view host :
       {"Example.COM.", "b\u00fccher.example", "0x7f.1", "[2001:DB8::0:1]", "xn--a", "a_b-.c"}) {
    CAPTURE(host);
    const std::string once = canonical(host);
    CHECK(once != kNone);
    CHECK(canonical(once) == once);
  }
}
