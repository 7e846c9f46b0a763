// Which hosts pass for a protected name, and that the filter for plain hosts lets all of them
// through.
#include "host/protected_names.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace urilint;

namespace {

ProtectedNames list() {
  ProtectedNames names;
  CHECK(names.add("example.com"));
  CHECK(names.add("M\u00fcnchen.example"));
  CHECK(names.add("login.bank.example"));
  CHECK(names.add("example.com"));
  CHECK(names.size() == 3);
  return names;
}

// `name begin-end/differs` or nothing.
std::string found(const ProtectedNames& names, std::string_view host) {
  const auto match = names.find(host);
  if (!match) return {};
  return std::string(match->name) + ' ' + std::to_string(match->span.begin) + '-' +
         std::to_string(match->span.end) + '/' + std::to_string(match->differs.begin) + '-' +
         std::to_string(match->differs.end) + (match->label_only ? " label" : "");
}

struct Row {
  std::string_view host;
  std::string_view found;
};

}  // namespace

TEST_CASE("protected_names: what passes for a name") {
  const ProtectedNames names = list();
  const Row rows[] = {
      {"example.com", ""},
      {"www.example.com", ""},
      {"EXAMPLE.com.", ""},
      {"examples.com", ""},
      {"examp1e.com", "example.com 0-11/5-6"},
      {"www.examp1e.com", "example.com 4-15/9-10"},
      {"exarnple.com", "example.com 0-12/3-5"},
      {"exampIe.com", "example.com 0-11/5-6"},
      {"ex\u0430mple.com", "example.com 0-12/2-4"},
      {"xn--exmple-4nf.com", "example.com 0-18/0-14"},
      {"ex%D0%B0mple.com", "example.com 0-16/2-8"},
      {"examp1e.net", "example.com 0-7/5-6 label"},
      {"munchen.example", ""},  // a diacritic alone
      {"rn\u00fcnchen.example", "xn--mnchen-3ya.example 0-17/0-2"},
      {"l0gin.bank.example", "login.bank.example 0-18/1-2"},
      {"bank.example", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.host);
    CHECK(found(names, row.host) == row.found);
    const bool plain =
        row.host.find('%') == std::string_view::npos &&
        row.host.find("xn--") == std::string_view::npos &&
        row.host.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.EXAMPLIN") ==
            std::string_view::npos;
    if (plain && !row.found.empty()) CHECK(names.may_concern(row.host));
  }
}

TEST_CASE("protected_names: what stands inside another host") {
  const ProtectedNames names = list();
  const auto inside = names.find_inside("www.Example.com.login.example.net");
  REQUIRE(inside);
  CHECK(inside->span == UriSpan{4, 15});
  CHECK_FALSE(names.find_inside("www.example.com"));
  CHECK_FALSE(names.find_inside("example.com.example.com"));
  CHECK_FALSE(names.find_inside("example-com.example.net"));
}

TEST_CASE("protected_names: the filter stops nearly all other hosts") {
  const ProtectedNames names = list();
  std::size_t passed = 0;
  for (int i = 0; i < 10000; ++i) {
    if (names.may_concern("host" + std::to_string(i) + ".unrelated.net")) ++passed;
  }
  CHECK(passed < 20);
  CHECK_FALSE(names.may_concern(""));
}

TEST_CASE("protected_names: what is no name is refused") {
  ProtectedNames names;
  for (const std::string_view bad :
       {"", "localhost", "a b.example", "..", "192.0.2.1x y", "[::1]"}) {
    CAPTURE(bad);
    CHECK_FALSE(names.add(bad));
  }
  CHECK(names.empty());
  CHECK_FALSE(names.find("examp1e.com"));
}
