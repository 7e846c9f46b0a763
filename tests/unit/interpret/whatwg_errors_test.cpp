// Every validation error of the standard, with the bytes that it speaks of.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <string_view>

#include "interpret/whatwg_errors.hpp"
#include "unit/interpret/whatwg_dump.hpp"
#include "urilint/whatwg.hpp"

using namespace urilint;
using urilint::testing::dump;

namespace {

struct Row {
  std::string_view input;
  std::string_view wanted;
};

const Row kRows[] = {
    {"http://example.com/", ""},
    // IDNA
    {"http://a\u2025b/", "domain-to-ASCII@7-12!"},
    {"http://exa%6dple.com/", "domain-percent-encoded@7-20"},
    {"http://a_b.example/", "domain-to-ASCII@7-18"},
    {"http://example.com./", "domain-to-ASCII@7-19"},
    {"http://xn--a.example/", "domain-to-ASCII@7-20"},
    {"http://a|b/", "domain-to-ASCII@7-10 domain-invalid-code-point@7-10!"},
    {"http://exa%25mple/",
     "domain-percent-encoded@7-17 domain-to-ASCII@7-17 domain-invalid-code-point@7-17!"},
    {"http://\xff/", "domain-to-ASCII@7-8!"},
    // hosts
    {"a://a|b/", "host-invalid-code-point@4-7!"},
    {"a://a`%/", "invalid-URL-unit@4-7 invalid-URL-unit@4-7"},
    {"http://192.0.2.1./", "domain-to-ASCII@7-17 IPv4-empty-part@7-17"},
    {"http://1.2.3.4.5/", "IPv4-too-many-parts@7-16!"},
    {"http://192.1/", "IPv4-too-few-parts@7-12"},
    {"http://a.1/", "IPv4-too-few-parts@7-10 IPv4-non-numeric-part@7-10!"},
    {"http://192.0x.2.01/", "IPv4-non-decimal-part@7-18 IPv4-non-decimal-part@7-18"},
    {"http://192.0.2.256/", "IPv4-out-of-range-part@7-18!"},
    {"http://192.0.513/", "IPv4-too-few-parts@7-16 IPv4-out-of-range-part@7-16"},
    {"http://\uff11.0.0.1/", "IPv4-non-ASCII-input@7-16"},
    {"http://[::1/", "IPv6-unclosed@7-11!"},
    {"http://[:1]/", "IPv6-invalid-compression@7-11!"},
    {"http://[1:2:3:4:5:6:7:8:9]/", "IPv6-too-many-pieces@7-26!"},
    {"http://[1::2::3]/", "IPv6-multiple-compression@7-16!"},
    {"http://[1:2:3:4:5:6:7:g]/", "IPv6-invalid-code-point@7-24!"},
    {"http://[1:]/", "IPv6-invalid-code-point@7-11!"},
    {"http://[1:2]/", "IPv6-too-few-pieces@7-12!"},
    {"http://[::01]/", "IPv6-piece-leading-zero@7-13"},
    {"http://[1:2:3:4:5:6:7:192.0.2.1]/", "IPv4-in-IPv6-too-many-pieces@7-32!"},
    {"http://[::192.0.2.1x]/", "IPv4-in-IPv6-invalid-code-point@7-21!"},
    {"http://[::.1]/", "IPv4-in-IPv6-invalid-code-point@7-13!"},
    {"http://[::192.0.2.01]/", "IPv4-in-IPv6-invalid-code-point@7-21!"},
    {"http://[::192.0.2.256]/", "IPv4-in-IPv6-out-of-range-part@7-22!"},
    {"http://[::192.0.2]/", "IPv4-in-IPv6-too-few-parts@7-18!"},
    // the parser
    {"  http://h/ ", "invalid-URL-unit@0-2"},
    {"http://h/  ", "invalid-URL-unit@9-11"},
    {"ht\ttp://h/\n", "invalid-URL-unit@10-11 invalid-URL-unit@2-3"},
    {"http://h/a b", "invalid-URL-unit@10-11"},
    {"http://h/\u00e4", ""},
    {"http://h/\ufffe\xff", "invalid-URL-unit@9-12"},
    {"http://h/%zz?%4#%", "invalid-URL-unit@9-10 invalid-URL-unit@13-14 invalid-URL-unit@16-17"},
    {"http:h/", "special-scheme-missing-following-solidus@5-6"},
    {"http:///h/", "special-scheme-missing-following-solidus@7-8"},
    {"file:a", "special-scheme-missing-following-solidus@5-6"},
    {"a", "missing-scheme-non-relative-URL@0-1!"},
    {"", "missing-scheme-non-relative-URL@0-0!"},
    {"  ", "invalid-URL-unit@0-2 missing-scheme-non-relative-URL@2-2!"},
    {"http://h\\a\\", "invalid-reverse-solidus@8-9 invalid-reverse-solidus@10-11"},
    {"http:\\\\h/",
     "special-scheme-missing-following-solidus@5-6 special-scheme-missing-following-solidus@5-6 "
     "special-scheme-missing-following-solidus@6-7"},
    {"file:\\a", "special-scheme-missing-following-solidus@5-6 invalid-reverse-solidus@5-6"},
    {"http://u@v@h/", "invalid-credentials@8-9 invalid-credentials@10-11"},
    {"http://u@/", "invalid-credentials@8-9 host-missing@9-10!"},
    {"http://:80/", "host-missing@7-8!"},
    {"http://", "host-missing@7-7!"},
    {"http://h:65536/", "port-out-of-range@9-14!"},
    {"http://h:8a/", "port-invalid@10-11!"},
    {"file://C|/a", "file-invalid-Windows-drive-letter-host@7-9"},
    // positions are those of the bytes given
    {" \t http://h\t/a\n b", "invalid-URL-unit@0-3 invalid-URL-unit@11-12 invalid-URL-unit@15-16"},
    {"http://h/\xe2\x82/\xff\xff b", "invalid-URL-unit@14-15"},
};

}  // namespace

TEST_CASE("whatwg errors: name and bytes") {
  for (const Row& row : kRows) {
    INFO(row.input);
    CHECK(dump(parse_whatwg(row.input).errors) == row.wanted);
  }
}

TEST_CASE("whatwg errors: a Windows drive letter against a base") {
  const WhatwgUrl base = *parse_whatwg("file:///C:/a").url;
  CHECK(dump(parse_whatwg("D|/x", &base).errors) ==
        "file-invalid-Windows-drive-letter@0-1 invalid-URL-unit@1-2");
  const WhatwgUrl web = *parse_whatwg("http://h/a").url;
  CHECK(dump(parse_whatwg("http:x", &web).errors) ==
        "special-scheme-missing-following-solidus@5-6");
}

TEST_CASE("whatwg errors: each that the parser can raise has a row") {
  std::set<std::string> seen = {"file-invalid-Windows-drive-letter"};
  for (const Row& row : kRows) {
    for (const WhatwgError& error : parse_whatwg(row.input).errors) seen.emplace(error.name);
  }
  using namespace whatwg::error;
  const std::set<std::string_view> all = {kDomainToAscii,
                                          kDomainInvalidCodePoint,
                                          kDomainPercentEncoded,
                                          kHostInvalidCodePoint,
                                          kIpv4EmptyPart,
                                          kIpv4TooManyParts,
                                          kIpv4TooFewParts,
                                          kIpv4NonNumericPart,
                                          kIpv4NonDecimalPart,
                                          kIpv4NonAsciiInput,
                                          kIpv4OutOfRangePart,
                                          kIpv6Unclosed,
                                          kIpv6InvalidCompression,
                                          kIpv6TooManyPieces,
                                          kIpv6MultipleCompression,
                                          kIpv6InvalidCodePoint,
                                          kIpv6TooFewPieces,
                                          kIpv6PieceLeadingZero,
                                          kIpv4InIpv6TooManyPieces,
                                          kIpv4InIpv6InvalidCodePoint,
                                          kIpv4InIpv6OutOfRangePart,
                                          kIpv4InIpv6TooFewParts,
                                          kInvalidUrlUnit,
                                          kMissingFollowingSolidus,
                                          kMissingScheme,
                                          kInvalidReverseSolidus,
                                          kInvalidCredentials,
                                          kHostMissing,
                                          kPortOutOfRange,
                                          kPortInvalid,
                                          kFileDriveLetter,
                                          kFileDriveLetterHost};
  CHECK(std::equal(seen.begin(), seen.end(), all.begin(), all.end()));
}

TEST_CASE("whatwg errors: at most 256, and the one that ended the parsing is there") {
  const WhatwgResult result = parse_whatwg("http://h/" + std::string(1000, '|'));
  CHECK(result.url.has_value());
  CHECK(result.errors.size() == 256);
  const WhatwgResult failed = parse_whatwg("http:" + std::string(1000, '/') + "h:x");
  CHECK_FALSE(failed.url.has_value());
  REQUIRE(failed.errors.size() == 256);
  CHECK(failed.errors.back().name == "port-invalid");
  CHECK(failed.errors.back().failure);
}
