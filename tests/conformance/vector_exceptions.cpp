// The published rows that cannot hold here, each with what decides. Numbers without a name are
// sections of RFC 3986.
#include <algorithm>
#include <iterator>

#include "conformance/vector_table.hpp"

namespace urilint::testing {
namespace {

constexpr std::string_view kStarStays = "the URL Standard does not escape `*` in a domain";
constexpr std::string_view kTwice = "a domain is percent-decoded once; then `%` is forbidden in it";
constexpr std::string_view kTab = "tabs go before a URL is parsed; the source has the path alone";
constexpr std::string_view kDotStays =
    "the URL Standard decodes no triplet of a path but those of dot segments";
constexpr std::string_view kFilesystem = "a scheme of Chromium that holds another URL";

constexpr VectorException kExceptions[] = {
    {"tables/chromium-url-canon.json", "Host.host_cases", "Goo%2a*goo.com", kStarStays},
    {"tables/chromium-url-canon.json", "Host.host_cases",
     "\xef\xbc\x85\xef\xbc\x94\xef\xbc\x91.com", kTwice},
    {"tables/chromium-url-canon.json", "Host.host_cases", "%ef%bc%85%ef%bc%94%ef%bc%91.com",
     kTwice},
    {"tables/chromium-url-canon.json", "Host.host_cases",
     "\xef\xb9\xaa"
     "41.com",
     kTwice},
    {"tables/chromium-url-canon.json", "Host.host_cases", "%ef%b9%aa41.com", kTwice},
    {"tables/chromium-url-canon.json", "Host.host_cases",
     "\xef\xbc\x90%Ef%bc\xb8%ef%Bd%83\xef\xbc\x90%EF%BC%"
     "8E\xef\xbc\x90\xef\xbc\x92\xef\xbc\x95\xef\xbc\x90\xef\xbc%8E\xef\xbc\x90\xef\xbc\x91",
     kTwice},
    {"tables/chromium-url-canon.json", "IPv4.cases", "192.168.0.1. hello",
     "a space is no byte of a domain; the source asks for an address only"},
    {"tables/chromium-url-canon.json", "IPv4.cases", "192.168.0.1 hello",
     "a space is no byte of a domain; the source asks for an address only"},
    {"tables/chromium-url-canon.json", "IPv6.cases", "[::ffff:0xC0.0Xa8.0x0.0x1]",
     "the tail of an IPv6 address is decimal (URL Standard, IPv6 parser)"},
    {"tables/chromium-url-canon.json", "Port.kCommonPathCases", "/foo\t\x91%91", kTab},
    {"tables/chromium-url-canon.json", "Port.kCommonPathCases", "/foo\t\xc2\x91%91", kTab},
    {"tables/chromium-url-canon.json", "Port.kCommonPathCases", "/foo\tbar", kTab},
    {"tables/chromium-url-canon.json", "Port.kCommonPathCases", "/foo#bar",
     "in a URL `#` ends the path; the source has the path alone"},
    {"tables/chromium-url-canon.json", "DecodesPercentDot.path_cases", "/foo%2Ebar", kDotStays},
    {"tables/chromium-url-canon.json", "DecodesPercentDot.path_cases", "/foo%2ehtml", kDotStays},
    {"tables/chromium-url-canon.json", "DecodesPercentDot.path_cases", "/foo/%2e%2", kDotStays},
    {"tables/chromium-url-canon.json", "DecodesPercentDot.path_cases",
     "/foo/%2e./%2e%2e/.%2e/%2e.bar", kDotStays},
    {"tables/chromium-url-canon.json", "Query.query_cases", "as#df",
     "in a URL `#` ends the query; the source has the query alone"},
    {"tables/chromium-gurl.json", "Resolve.resolve_cases",
     "filesystem:http://www.google.com/type/ + foo.html", kFilesystem},
    {"tables/chromium-gurl.json", "Resolve.resolve_cases",
     "filesystem:http://www.google.com/type/ + ../foo.html", kFilesystem},
    {"tables/chromium-url-canon.json", "ResolveRelativeUrl.rel_cases",
     "file:///C:/something + //c:/foo", "the URL Standard keeps the case of a drive letter"},
    {"tables/chromium-url-canon.json", "ResolveRelativeUrl.rel_cases",
     "file:///C:/something + //localhost/c:/foo",
     "the URL Standard keeps the case of a drive letter"},
    {"tables/chromium-url-canon.json", "ResolveRelativeUrl.rel_cases", "file:///C:/foo + /z:/bar",
     "the URL Standard keeps the case of a drive letter"},
    {"tables/chromium-url-canon.json", "ResolveRelativeUrl.rel_cases",
     "file://localhost/C:/foo + /bar",
     "the URL Standard reads `localhost` of a file URL as no host"},
    {"tables/chromium-url-canon.json", "ResolveRelativeUrl.rel_cases",
     "file:///C:/something + /\\//somehost/path",
     "behind two slashes, further ones are empty segments"},
    {"tables/chromium-url-canon.json", "ResolveRelativeUrl.rel_cases",
     "filesystem:http://host/t/path + ./path2", kFilesystem},
    {"tables/chromium-url-canon.json", "ResolveRelativeUrl.rel_cases",
     "filesystem:http://host/t/path/ + path2", kFilesystem},
    {"tables/chromium-origin.json", "Serialization.cases", "file:///etc/passwd",
     "URL Standard 4.7: the origin of a file is opaque, and serialises to null"},
    {"tables/chromium-origin.json", "Serialization.cases", "file://example.com/etc/passwd",
     "URL Standard 4.7: the origin of a file is opaque, and serialises to null"},
    {"tables/chromium-origin.json", "Serialization.cases", "local-and-standard://host/path",
     "a scheme that the test itself registers"},
    {"tables/chromium-origin.json", "Serialization.cases", "local-and-standard://host:123/path",
     "a scheme that the test itself registers"},
    {"tables/chromium-origin.json", "Serialization.cases", "local-but-nonstandard://host/path",
     "a scheme that the test itself registers"},
    {"tables/chromium-origin.json", "Serialization.cases", "local-but-nonstandard://host:123/path",
     "a scheme that the test itself registers"},
    {"tables/chromium-net-ip-address.json", "IsPubliclyRoutableIPv6.tests", "ff00:0:0:0:0:0:0:0",
     "multicast (RFC 4291 2.7): no address that a service has"},
    {"tables/chromium-net-ip-address.json", "IsPubliclyRoutableIPv6.tests",
     "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
     "multicast (RFC 4291 2.7): no address that a service has"},
    {"tables/php-parse_url-8.2.32.json", "parse", "www.php.net:80",
     "3.1: what stands before the first colon is a scheme"},
    {"tables/php-parse_url-8.2.32.json", "parse", "www.php.net:80/?",
     "3.1: what stands before the first colon is a scheme"},
    {"tables/php-parse_url-8.2.32.json", "parse",
     "www.php.net:80/index.php?test=1&test2=char&test3=mixesCI#some_page_ref123",
     "3.1: what stands before the first colon is a scheme"},
    {"tables/php-parse_url-8.2.32.json", "parse", "file:///a:/",
     "3.3: the path begins at the slash behind the authority"},
    {"tables/php-parse_url-8.2.32.json", "parse", "file:///@:/",
     "3.3: the path begins at the slash behind the authority"},
    {"tables/glib-uri-2.74.6.json", "absolute_tests", "http://example.com/..",
     "6.2.2.3: dot segments go when a URI is normalised, not when it is split"},
    {"tables/go-net-url-1.19.8.json", "parse", "///threeslashes",
     "3.2: two slashes open an authority, here an empty one"},
    {"tables/curl-lib1560-7.88.1.json", "get_parts", "https://:@example.net",
     "3.2.1: the userinfo is the colon; curl keeps its empty sides"},
    {"tables/curl-lib1560-7.88.1.json", "get_parts",
     "file://host.example.com/Share/path/to/file.txt",
     "3.2: the host is an authority, also of a file"},
    {"tables/curl-lib1560-7.88.1.json", "get_parts", "file://127.0.0.1/hello.html",
     "3.2: the host is an authority, also of a file"},
    {"tables/curl-lib1560-7.88.1.json", "get_parts", "https://example.com:01#moo",
     "3.2.3: the port is its digits; curl gives its value"},
    {"tables/curl-lib1560-7.88.1.json", "get_parts",
     "http:///user:password@example.com:1234/path/html?query=name#anchor",
     "3.2: two slashes open an authority, here an empty one"},
    {"tables/chromium-url-parse.json", "CountCharactersBefore.cases", "http://f:00000000000000/c",
     "3.2.3: the port is its digits; the source gives its value"},
    {"tables/chromium-url-parse.json", "CountCharactersBefore.cases",
     "http://f:00000000000000000000080/c",
     "3.2.3: the port is its digits; the source gives its value"},
    {"tables/chromium-url-parse.json", "CountCharactersBefore.cases", "http://f:999999/c",
     "3.2.3: a port is any digits; the source wants 65535 at most"},
    {"trurl/tests.json", "", "hp://example.com",
     "6.2.3: the empty path is normalised where the scheme is known"},
    {"trurl/tests.json", "", "sftp://us%65r:pwd;giraffe@odd",
     "6.2.2.2: `;` is not the same as its triplet; the empty path is kept for such schemes"},
    {"trurl/tests.json", "", "imap://us%65r:pwd;gir%41ffe@odd",
     "6.2.2.2: `;` is not the same as its triplet; the empty path is kept for such schemes"},
    {"idn/chromium-idn-spoof-cases.tsv", "", "xn-----8kci4dhsd",
     "hyphens in places 3 and 4: CheckHyphens, which the URL Standard turns off"},
};

}  // namespace

const VectorException* vector_exception(std::string_view file, std::string_view part,
                                        std::string_view input) {
  const auto* const found =
      std::find_if(std::begin(kExceptions), std::end(kExceptions), [&](const VectorException& row) {
        return row.file == file && row.part == part && row.input == input;
      });
  return found == std::end(kExceptions) ? nullptr : found;
}

std::size_t vector_exceptions() { return std::size(kExceptions); }

}  // namespace urilint::testing
