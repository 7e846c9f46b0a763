// Every violation code, its span and component, one line each.
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "urilint/uri.hpp"

using namespace urilint;

namespace {

// `code@begin-end:component:production` for each violation.
std::string dump(std::string_view text) {
  std::array<Violation, 32> found{};
  const std::size_t count = violations(split(text), found);
  std::string out;
  for (std::size_t i = 0; i < count && i < found.size(); ++i) {
    const Violation& v = found[i];
    out += (out.empty() ? "" : " ") + std::string(name_of(v.code)) + '@' +
           std::to_string(v.span.begin) + '-' + std::to_string(v.span.end) + ':' +
           std::string(name_of(v.component)) + ':' + std::string(name_of(v.production));
  }
  return out;
}

struct Row {
  std::string_view text;
  std::string_view violations;
};

}  // namespace

TEST_CASE("violations: one line each") {
  constexpr Row kRows[] = {
      {"http://example.com/", ""},
      {"1http://x/", "scheme-first-char@0-1:scheme:scheme"},
      {"-http://x/", "scheme-first-char@0-1:scheme:scheme"},
      {"ht!tp://x/", "scheme-char@2-3:scheme:scheme"},
      {"h!!t@p:x", "scheme-char@1-3:scheme:scheme scheme-char@4-5:scheme:scheme"},
      {":x", "scheme-first-char@0-1:path:segment-nz-nc"},
      {" http://x/", "char-space@0-1:scheme:scheme"},
      {"ja\tva:x", "char-tab-newline@2-3:scheme:scheme"},
      {"/100%", "pct-encoded-incomplete@4-5:path:pct-encoded"},
      {"/%%4", "pct-encoded-incomplete@1-3:path:pct-encoded"},
      {"/%4?%zz",
       "pct-encoded-incomplete@1-2:path:pct-encoded "
       "pct-encoded-incomplete@4-5:query:pct-encoded"},
      {"//%4@a", "pct-encoded-incomplete@2-3:userinfo:pct-encoded"},
      {"/a\x01\x02z", "char-control@2-4:path:pchar"},
      {"/a b", "char-space@2-3:path:pchar"},
      {"/\xc3\xa9", "char-non-ascii@1-3:path:pchar"},
      {"?a|b", "char-excluded@2-3:query:query"},
      {"/{a}", "char-excluded@1-2:path:pchar char-excluded@3-4:path:pchar"},
      {"/a\\b", "char-backslash@2-3:path:pchar"},
      {"?a[]=1", "char-bracket@2-4:query:query"},
      {"#a#b", "fragment-hash@2-3:fragment:fragment"},
      {"//a@@b", "userinfo-at@3-4:userinfo:userinfo"},
      {"//[a@b", "char-bracket@2-3:userinfo:userinfo"},
      {"//a:b:80", "host-colon@3-4:host:reg-name"},
      {"//[::1", "ip-literal-unclosed@2-6:host:IP-literal"},
      {"//::1]", "host-colon@2-4:host:reg-name ip-literal-unclosed@5-6:host:IP-literal"},
      {"//[192.0.2.1]", "ip-literal-address@3-12:host:IPv6address"},
      {"//[]", "ip-literal-address@2-4:host:IPv6address"},
      {"//[v1.]", "ip-literal-address@3-6:host:IPvFuture"},
      {"//[fe80::1%25eth0]", "ip-literal-address@3-17:host:IPv6address"},
      {"//a[::1]b",
       "ip-literal-adjacent@2-3:host:IP-literal "
       "ip-literal-adjacent@8-9:host:IP-literal"},
      {"//a:8x0", "port-char@5-6:port:port"},
      {"//a:-1", "port-char@4-5:port:port"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK(dump(row.text) == row.violations);
    CHECK(split(row.text).has(Signal::invalid) == !row.violations.empty());
  }
}

TEST_CASE("violations: the total counts what does not fit") {
  std::array<Violation, 2> found{};
  CHECK(violations(split("/ a b c d"), found) == 4);
  CHECK(found[1].span.begin == 3);
  CHECK(violations(split("/ a b c d"), {}) == 4);
}

TEST_CASE("violations: a hole may complete a triplet") {
  struct HoleRow {
    std::string_view text;  // `$` stands for a byte of a hole
    std::size_t count;
  };
  constexpr HoleRow kRows[] = {
      {"/%$$", 0},  {"/%4$", 0},    {"/%$", 0},   {"/%g$", 1},    {"/%%$$", 1}, {"/%-$%$", 1},
      {"/%?$$", 1}, {"//%$$@h", 0}, {"/%44$", 0}, {"/%$ %$%", 2}, {"$%", 1},    {"/$%4$$%4$?%$", 0},
  };
  for (const HoleRow& row : kRows) {
    CAPTURE(row.text);
    std::string text(row.text);
    std::vector<UriSpan> holes;
    for (Off i = 0; i < text.size(); ++i) {
      if (text[i] != '$') continue;
      const bool joins = !holes.empty() && holes.back().end == i;
      if (!joins) holes.push_back({i, i});
      holes.back().end = i + 1;
    }
    mask_holes(text, holes);
    const UriParts parts = split(text, holes);
    CHECK(violations(parts, {}, holes) == row.count);
    CHECK(parts.has(Signal::invalid) == (row.count > 0));
  }
}

TEST_CASE("violations: at and brackets in a scheme are signals too") {
  CHECK(split("git@example.com:group/repo").has(Signal::at_outside));
  CHECK(split("a[b]:c").has(Signal::forbidden));
}
