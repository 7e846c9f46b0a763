// Registrable domains. Suffixes that hardly ever change, ICANN and private, by the rules of the
// public suffix list: plain, wildcard, exception, none.
#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <string_view>

#include "urilint/names.hpp"

using namespace urilint;

namespace {

const std::string kNone = "(none)";

std::string domain_of(std::string_view host) { return registrable_domain(host).value_or(kNone); }

}  // namespace

TEST_CASE("domain: one label more than the suffix") {
  struct Row {
    std::string_view host;
    std::string_view expected;
  };
  const Row rows[] = {
      {"example.com", "example.com"},
      {"www.example.com", "example.com"},
      {"a.b.c.example.com", "example.com"},
      {"example.co.uk", "example.co.uk"},
      {"www.example.co.uk", "example.co.uk"},
      {"WWW.Example.Com", "example.com"},
      {"www.example.com.", "example.com"},
      {"www.ex%61mple.com", "example.com"},
      {"_dmarc.example.com", "example.com"},
      // Suffixes, single labels, the root.
      {"com", kNone},
      {"co.uk", kNone},
      {"COM.", kNone},
      {"localhost", kNone},
      {"", kNone},
      {".", kNone},
      // Wildcard and exception.
      {"ck", kNone},
      {"other.ck", kNone},
      {"a.other.ck", "a.other.ck"},
      {"b.a.other.ck", "a.other.ck"},
      {"www.ck", "www.ck"},
      {"a.www.ck", "www.ck"},
      {"city.kawasaki.jp", "city.kawasaki.jp"},
      {"a.city.kawasaki.jp", "city.kawasaki.jp"},
      {"a.kawasaki.jp", kNone},
      // Private rules.
      {"github.io", kNone},
      {"name.github.io", "name.github.io"},
      {"a.name.github.io", "name.github.io"},
      {"a.b.blogspot.com", "b.blogspot.com"},
      // No rule: the last label is the suffix.
      {"www.example.invalid", "example.invalid"},
      {"db.internal", "db.internal"},
      // International names, in both forms.
      {"www.b\u00fccher.example", "xn--bcher-kva.example"},
      {"www.\u98df\u72ee.\u516c\u53f8.cn", "xn--85x722f.xn--55qx5d.cn"},
      {"www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"},
      {"\u516c\u53f8.cn", kNone},
      {"xn--55qx5d.cn", kNone},
      {"www.\u98df\u72ee.\u4e2d\u56fd", "xn--85x722f.xn--fiqs8s"},
      {"a\u3002example\uff0ecom", "example.com"},
      // Addresses.
      {"192.0.2.1", kNone},
      {"192.0.2.1.", kNone},
      {"0xc0.0.0x0201", kNone},
      {"3221225985", kNone},
      {"192.0.2.256", kNone},
      {"1.2.3.4.5", kNone},
      {"%31.2.3.4", kNone},
      {"[2001:db8::1]", kNone},
      {"2001:db8::1", kNone},
      // No names.
      {"a..com", kNone},
      {".example.com", kNone},
      {"example.com..", kNone},
      {"a b.example.com", kNone},
      {"a/b.example.com", kNone},
      {"a%00b.example.com", kNone},
      {"a%2fb.example.com", kNone},
      {"\xff.example.com", kNone},
  };
  for (const Row& row : rows) {
    CAPTURE(row.host);
    CHECK(domain_of(row.host) == row.expected);
  }
  CHECK(domain_of(std::string_view("example.com\0.example", 20)) == kNone);
}

TEST_CASE("domain: only the end of a name of many labels is looked at") {
  std::string many;
  while (many.size() < 2'000'000) many += "a.";
  CHECK(domain_of(many + "example.co.uk") == "example.co.uk");
  CHECK(domain_of(many + "a") == "a.a");
  CHECK(domain_of("b." + many) == "a.a");
}

TEST_CASE("domain: the date of the list") {
  const std::string date = suffix_list_date();
  REQUIRE(date.size() == 10);
  CHECK(date[4] == '-');
  CHECK(date[7] == '-');
  CHECK(date > "2015");
}
