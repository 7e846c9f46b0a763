#include "interpret/agreement.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <string_view>

#include "fuzz/readings.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

// Both readings part on each of these, whatever the signal is called.
constexpr std::string_view kDiffering[] = {
    "http://example.com/a b",
    "http:example.com/x",
    "http:///example.com/",
    "http://user@/",
    "foo://:80/",
    "foo://user@/",
    "http://0x7f.1/",
    "http://1.2.3.256/",
    "http://192.0.2.1./",
    "http://a.09/",
    "http://%ef%bc%85/",
    "http://[v1.a]/",
    "foo://[v1.a]/",
    "http://example.com:65536/",
    "file:a",
    "file:",
    "file:///C:/../x",
    "file:/.//a",
    "file://example.com:80/",
    "file://user@example.com/",
    "//0x7f.1/",
    "///example.com/x",
    "%2e%2e/../x",
    "http://example.com\\@192.0.2.1/",
};

// What looks odd and is read the same; some of it has a signal of the mask.
constexpr std::string_view kAgreeing[] = {
    "HTTPS://EXAMPLE.com:0443",
    "http://xn--a.example/",
    "http://a..b./",
    "http://./",
    "http://_a~b!$&'()*+,;=/",
    "http://example.com:/",
    "http://example.com/a/../../b",
    "http://example.com/a//../b",
    "http://@example.com/",
    "http://192.0.2.1/",
    "http://[2001:DB8::0:1]:80",
    "foo://0x7f.1/",
    "foo://[::1]",
    "foo://",
    "file:///etc/hosts",
    "file://localhost/x",
    "file:/x",
    "file://",
    "foo:a/../b",
    "foo:/a/..//b",
    "mailto:a@example.com",
    "javascript:a",
    "../x",
    "//example.com",
    "?q",
    "",
    "http://example.com/%7e%41",
};

}  // namespace

TEST_CASE("agreement: where the readings differ, a signal says so") {
  for (const std::string_view text : kDiffering) {
    CAPTURE(text);
    const UriParts parts = split(text);
    CHECK(read_as_rfc3986(parts) != read_as_whatwg(parts));
    CHECK(readings_may_differ(parts));
    CHECK((static_cast<std::uint64_t>(parts.signals) & kGating) != 0);
  }
}

TEST_CASE("agreement: what only looks odd is not compared") {
  for (const std::string_view text : kAgreeing) {
    CAPTURE(text);
    const UriParts parts = split(text);
    CHECK(read_as_rfc3986(parts) == read_as_whatwg(parts));
    CHECK_FALSE(readings_may_differ(parts));
  }
}

TEST_CASE("agreement: wrong in its encoding alone, a text has one host and one path") {
  for (const std::string_view text :
       {"http://example.com/%zz", "https://u<>[r:p|w@Example.com:80/a{b}/../%4/\"c\"?<d>#e#f",
        "ftp://example.com/%<41/%%41/%2<", "wss://a.example", "http://example.com/a//..//./^`"}) {
    CAPTURE(text);
    CHECK(wrong_in_encoding_alone(split(text)));
    CHECK(broken_encoding_alone(split(text)) == nullptr);
  }
  for (const std::string_view text :
       {"http://ex{ample.com/", "http://example.com/a b", "http://example.com/a\\..\\b",
        "http://example.com/%2e%2e/", "http:example.com", "http://example.com:8o/",
        "http://0x7f.1/%zz", "file://example.com/C|/../%zz", "foo://example.com/%zz",
        "//example.com/%zz", "http://example.com/\tx", "http://example.com/\xff", "http:///%zz"}) {
    CAPTURE(text);
    CHECK_FALSE(wrong_in_encoding_alone(split(text)));
  }
}

TEST_CASE("agreement: wrong in its encoding alone, whatever the bytes") {
  constexpr std::string_view kBytes = "ab.C-%%%2eEf4/..//?#@::[]{}|<>\"^`~;=09xn\\ ";
  std::mt19937 random(20261130);  // NOLINT(cert-msc51-cpp): the same on every run
  std::size_t judged = 0;
  std::size_t numbers = 0;
  std::string text;
  for (int round = 0; round < 200000; ++round) {
    constexpr std::string_view kBeginnings[] = {"http://a", "https://", "ws://0", "http://1.0x"};
    text = kBeginnings[static_cast<std::size_t>(round) % std::size(kBeginnings)];
    for (std::size_t size = random() % 24; size > 0; --size) {
      text += kBytes[random() % kBytes.size()];
    }
    const UriParts parts = split(text);
    if (wrong_in_encoding_alone(parts) && parts.has(Signal::invalid)) ++judged;
    if (doubtful_in_number_alone(parts)) ++numbers;
    if (broken_encoding_alone(parts) == nullptr) continue;
    CAPTURE(text);
    CHECK(broken_encoding_alone(parts) == nullptr);
  }
  CHECK(judged > 1000);
  CHECK(numbers > 1000);
}

TEST_CASE("agreement: a clean URL has no gating signal") {
  for (const std::string_view text :
       {"https://example.com/", "http://www.example.com:8080/a/b.html?c=d&e=%20#f",
        "https://user:pass@example.com/a/../b", "ftp://xn--bcher-kva.example./"}) {
    CAPTURE(text);
    CHECK((static_cast<std::uint64_t>(split(text).signals) & kGating) == 0);
  }
}
