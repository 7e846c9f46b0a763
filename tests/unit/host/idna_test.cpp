// ToASCII and ToUnicode, option by option; what ICU reports in one flag is here judged in another.
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "urilint/names.hpp"

using namespace urilint;

namespace {

constexpr IdnaOptions kDefault{};
constexpr IdnaOptions kHyphens{.check_hyphens = true};
constexpr IdnaOptions kNoBidi{.check_bidi = false};
constexpr IdnaOptions kNoJoiners{.check_joiners = false};
constexpr IdnaOptions kStd3{.use_std3_ascii_rules = true};
constexpr IdnaOptions kTransitional{.transitional = true};
constexpr IdnaOptions kDns{.verify_dns_length = true};

std::string ascii(std::string_view domain, const IdnaOptions& options = kDefault) {
  return to_ascii(domain, options).value_or("(fails)");
}

std::string unicode(std::string_view domain, const IdnaOptions& options = kDefault) {
  const UnicodeDomain out = to_unicode(domain, options);
  return out.error ? "(error) " + out.text : out.text;
}

const std::string kFails = "(fails)";
const std::string k63(63, 'a');

}  // namespace

TEST_CASE("idna: ToASCII") {
  struct Row {
    std::string domain;
    IdnaOptions options;
    std::string expected;
  };
  const std::string umlauts = [] {
    std::string out;
    for (int i = 0; i < 60; ++i) out += "\u00fc";
    return out;
  }();
  const Row rows[] = {
      {"", kDefault, ""},
      {"Example.COM", kDefault, "example.com"},
      {"b\u00fccher.example", kDefault, "xn--bcher-kva.example"},
      {"B\u00dcCHER.example", kDefault, "xn--bcher-kva.example"},
      {"bu\u0308cher.example", kDefault, "xn--bcher-kva.example"},
      {"xn--bcher-kva.example", kDefault, "xn--bcher-kva.example"},
      {"XN--Bcher-KVA.example", kDefault, "xn--bcher-kva.example"},
      {"a\u3002b\uff0ec\uff61d", kDefault, "a.b.c.d"},
      {"\uff45xample.com", kDefault, "example.com"},
      {"ex\u00adample.com", kDefault, "example.com"},
      {"fa\u00df.example", kDefault, "xn--fa-hia.example"},
      {"fa\u00df.example", kTransitional, "fass.example"},
      {"xn--fa-hia.example", kTransitional, "xn--fa-hia.example"},
      {"a\u200cb", kTransitional, "ab"},
      // A-labels that decode to nothing, to ASCII, or not in normal form.
      {"xn--a", kDefault, kFails},
      {"xn--", kDefault, kFails},
      {"xn--example-", kDefault, kFails},
      {"a.xn--a.b", kDefault, kFails},
      // Disallowed, and no text at all.
      {"a\u2100b", kDefault, "aa/cb"},
      {"a\u2100b", kStd3, kFails},
      {"\U000e0061", kDefault, kFails},
      {"a\xff"
       "b",
       kDefault, kFails},
      {"a\xed\xa0\x80", kDefault, kFails},
      // CheckHyphens.
      {"-a", kDefault, "-a"},
      {"-a", kHyphens, kFails},
      {"a-", kHyphens, kFails},
      {"ab--c", kDefault, "ab--c"},
      {"ab--c", kHyphens, kFails},
      {"a-b--c", kHyphens, "a-b--c"},
      {"-\u00fc", kDefault, "xn----eha"},
      {"-\u00fc", kHyphens, kFails},
      {"\u00fc-.a", kHyphens, kFails},
      {"ab--\u00fc", kHyphens, kFails},
      {"xn--bcher-kva", kHyphens, "xn--bcher-kva"},
      // CheckBidi: an RTL label that ends in a digit of the other kind; LTR after RTL.
      {"\u05d0a", kDefault, kFails},
      {"\u05d0a", kNoBidi, "xn--a-zhc"},
      {"0a.\u05d0", kDefault, kFails},
      {"0a.\u05d0", kNoBidi, "0a.xn--4db"},
      // CheckJoiners.
      {"a\u200cb", kDefault, kFails},
      {"a\u200db", kNoJoiners, "xn--ab-m1t"},
      {"\u0915\u094d\u200d\u0937", kDefault, "xn--11b2ezcw70k"},
      // UseSTD3ASCIIRules.
      {"a_b", kDefault, "a_b"},
      {"a_b", kStd3, kFails},
      {"a b", kStd3, kFails},
      {"a_\u00fc", kDefault, "xn--a_-yka"},
      {"a_\u00fc", kStd3, kFails},
      {"a-b.c", kStd3, "a-b.c"},
      // VerifyDnsLength: 1 to 63 each, 253 in all, one trailing dot aside.
      {"", kDns, kFails},
      {".", kDns, kFails},
      {"a..b", kDefault, "a..b"},
      {"a..b", kDns, kFails},
      {".a", kDns, kFails},
      {"a.", kDns, "a."},
      {"a..", kDns, kFails},
      {"\u00fc.", kDns, "xn--tda."},
      {k63, kDns, k63},
      {k63 + 'a', kDefault, k63 + 'a'},
      {k63 + 'a', kDns, kFails},
      {k63 + '.' + k63 + '.' + k63 + '.' + k63.substr(0, 61), kDns,
       k63 + '.' + k63 + '.' + k63 + '.' + k63.substr(0, 61)},
      {k63 + '.' + k63 + '.' + k63 + '.' + k63.substr(0, 62), kDns, kFails},
      {umlauts, kDns, kFails},
  };
  for (const Row& row : rows) {
    CAPTURE(row.domain);
    CHECK(ascii(row.domain, row.options) == row.expected);
  }
}

TEST_CASE("idna: ToUnicode gives a text with an error, too") {
  struct Row {
    std::string_view domain;
    IdnaOptions options;
    std::string_view expected;
  };
  const Row rows[] = {
      {"", kDefault, ""},
      {"Example.COM", kDefault, "example.com"},
      {"xn--bcher-kva.example", kDefault, "b\u00fccher.example"},
      {"XN--BCHER-KVA.example", kDefault, "b\u00fccher.example"},
      {"xn--fa-hia.example", kTransitional, "fa\u00df.example"},
      {"a\u3002b", kDefault, "a.b"},
      {"xn--bcher-kva.xn--4db", kDefault, "b\u00fccher.\u05d0"},
      {"-a", kHyphens, "(error) -a"},
      {"-a", kDefault, "-a"},
      {"a_b", kStd3, "(error) a_b"},
      {"a..b", kDns, "a..b"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.domain);
    CHECK(unicode(row.domain, row.options) == row.expected);
  }
  CHECK(to_unicode("xn--a").error);
  CHECK_FALSE(to_unicode("xn--a").text.empty());
  CHECK(to_unicode("a\xff").error);
  CHECK(to_unicode("0a.xn--4db").error);
  CHECK_FALSE(to_unicode("0a.xn--4db", kNoBidi).error);
}

TEST_CASE("idna: mappings that are newer than ICU") {
  CHECK(ascii("\u1e9e.example") == "xn--zca.example");
  CHECK(ascii("\u04c0.example") == ascii("\u04cf.example"));
  CHECK(ascii("a\u2064b") == "ab");
}

TEST_CASE("idna: long domains are judged as a whole") {
  // The pieces that go to ICU are about a thousand bytes.
  std::string names;
  while (names.size() < 5000) names += "b\u00fccher.";
  CHECK(ascii(names + "a").size() == names.size() / 8 * 14 + 1);
  CHECK(unicode(ascii(names + "a")) == names + "a");
  // A label far from the RTL label that makes the whole a Bidi domain name.
  CHECK(ascii("0a." + names + "a") != kFails);
  CHECK(ascii("0a." + names + "\u05d0") == kFails);
  CHECK(ascii("\u05d0." + names + "0a") == kFails);
  CHECK(ascii("\u05d0." + names + "0a", kNoBidi) != kFails);
  CHECK(ascii(names + "xn--a") == kFails);
}

TEST_CASE("idna: many threads open it at once") {
  std::vector<std::string> results(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < results.size(); ++i) {
    threads.emplace_back([&results, i] {
      const IdnaOptions options{.check_bidi = (i & 1U) != 0, .check_joiners = (i & 2U) != 0};
      results[i] = to_ascii("b\u00fccher.example", options).value_or("(fails)");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& result : results) CHECK(result == "xn--bcher-kva.example");
}

TEST_CASE("idna: the version of Unicode") {
  const std::string version = unicode_version();
  REQUIRE(version.find('.') != std::string::npos);
  CHECK(std::stoi(version) >= 15);
}
