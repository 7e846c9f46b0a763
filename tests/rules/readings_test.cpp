// tests/rules/readings.tsv: on inputs where parsers part, the two readings are those that were
// measured.
#include <catch2/catch.hpp>

#include "rules/tsv.hpp"
#include "urilint/uri.hpp"
#include "urilint/whatwg.hpp"

using namespace urilint;

namespace {

std::string rfc_host(const UriParts& parts) {
  return parts.has(Component::authority) ? std::string(text_of(parts, Component::host)) : "-";
}

// Without the brackets of an IPv6 address, as the table has it.
std::string whatwg_host(std::string_view input) {
  const WhatwgResult result = parse_whatwg(input);
  if (!result.url) return "!";
  if (!result.url->host || result.url->host->empty()) return "-";
  const std::string& host = *result.url->host;
  return host.front() == '[' ? host.substr(1, host.size() - 2) : host;
}

}  // namespace

TEST_CASE("readings: RFC 3986 and WHATWG take the hosts that were measured") {
  const auto rows = tsv::rows("readings.tsv");
  CHECK(rows.size() == 77);
  for (const auto& row : rows) {
    REQUIRE(row.size() == 5);
    const std::string input = tsv::bytes(row[1]);
    CAPTURE(row[0], row[1]);
    const UriParts parts = split(input);
    CHECK(std::string(parts.has(Signal::invalid) ? "invalid" : "valid") == row[2]);
    CHECK(rfc_host(parts) == tsv::bytes(row[3]));
    CHECK(whatwg_host(input) == row[4]);
  }
}
