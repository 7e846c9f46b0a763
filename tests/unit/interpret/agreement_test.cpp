#include "interpret/agreement.hpp"

#include <catch2/catch.hpp>
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

TEST_CASE("agreement: a clean URL has no gating signal") {
  for (const std::string_view text :
       {"https://example.com/", "http://www.example.com:8080/a/b.html?c=d&e=%20#f",
        "https://user:pass@example.com/a/../b", "ftp://xn--bcher-kva.example./"}) {
    CAPTURE(text);
    CHECK((static_cast<std::uint64_t>(split(text).signals) & kGating) == 0);
  }
}
