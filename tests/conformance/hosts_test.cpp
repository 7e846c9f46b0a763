// Addresses, hosts and URL records in the tests of Chromium and of the JSON Schema suite, and the
// names of Chromium's table of spoofs.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/shared_data.hpp"
#include "conformance/vector_table.hpp"
#include "urilint/host.hpp"
#include "urilint/names.hpp"
#include "urilint/uri.hpp"
#include "urilint/whatwg.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

using Json = rapidjson::Value;

std::optional<std::filesystem::path> corpus(const std::string& name) {
  const auto shared = shared_folder();
  if (shared) return *shared / "corpora" / name;
  WARN("skipped: the extra data is absent (URILINT_SHARED names its folder)");
  return std::nullopt;
}

// A string, or bytes that are no UTF-8.
std::string text(const Json& value) {
  if (value.IsString()) return string_of(value);
  if (!value.IsObject() || !value.HasMember("bytes_hex")) return {};
  const std::string hex = string_of(value["bytes_hex"]);
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return out;
}

using Judge = std::function<void(const Json&, VectorTally&)>;

void each(const std::string& file, const std::string& part, const char* what, const Judge& judge) {
  const auto path = corpus("tables/" + file);
  if (!path) return;
  rapidjson::Document document;
  read_json_mended(*path, document);
  VectorTally tally("tables/" + file, part, what);
  std::size_t rows = 0;
  const Json& tables = document["tables"];
  for (const auto& table : tables.GetObject()) {
    const std::string name = string_of(table.name);
    if (name != part && !name.starts_with(part + '@')) continue;
    for (const Json& row : table.value.GetArray()) {
      judge(row, tally);
      ++rows;
    }
  }
  CHECK(rows > 0);
}

void schema(const std::string& name, const std::function<bool(std::string_view)>& accepts) {
  const auto path = corpus("json-schema/" + name + ".json");
  if (!path) return;
  rapidjson::Document groups;
  read_json(*path, groups);
  VectorTally tally("json-schema/" + name + ".json", "", "validity");
  for (const Json& group : groups.GetArray()) {
    for (const Json& test : group["tests"].GetArray()) {
      if (!test["data"].IsString()) {
        tally.leave_out("formats ignore what is not a string");
        continue;
      }
      const std::string input = string_of(test["data"]);
      const bool ours = accepts(input);
      tally.judge(input, ours == test["valid"].GetBool() ? "" : ours ? "accepted" : "refused");
    }
  }
}

void judge_class(const Json& row, VectorTally& tally) {
  const std::string input = text(row[0]);
  const bool v6 = input.find(':') != std::string::npos;
  const Address address = v6 ? read_ipv6(input).address : Address::v4(read_ipv4(input).address);
  const bool reserved = text(row[1]) == "@RESERVED";
  tally.judge(input, is_global(address) == reserved
                         ? "is " + std::string(class_of(address)) + ", not " + text(row[1])
                         : "");
}

// --- URL records
// ----------------------------------------------------------------------------------

std::string href_of(std::string_view url) {
  const WhatwgResult result = parse_whatwg(url);
  return result.url ? result.url->href : "failure";
}

std::optional<std::string> host_in(const char* scheme, const std::string& host) {
  const WhatwgResult result = parse_whatwg(std::string(scheme) + "://" + host + "/");
  // What ends a host is none of its text.
  if (!result.url || result.url->path != "/" || !result.url->username.empty()) return std::nullopt;
  return result.url->host;
}

constexpr const char* kEmpty = "the host parser is not called with nothing";

// input, the same in UTF-16, canonical, its place, kind, IPv4 components, address.
void judge_host(const Json& row, VectorTally& tally, const char* scheme) {
  const std::string input = row[0].IsNull() ? text(row[1]) : text(row[0]);
  if (input.empty()) return tally.leave_out(kEmpty);
  const std::string kind = text(row[4]);
  const std::optional<std::string> host = host_in(scheme, input);
  if (kind == "@CanonHostInfo::BROKEN") {
    return tally.judge(input, host ? "accepted as " + *host : "");
  }
  const std::string wanted = text(row[2]);
  if (!host) return tally.judge(input, "refused, not " + wanted);
  const bool address = host->front() == '[' || read_ipv4(*host).status == Ipv4Status::address;
  if (wanted.empty()) return tally.judge(input, address ? "read as the address " + *host : "");
  tally.judge(input, *host == wanted ? "" : *host + ", not " + wanted);
}

// input, canonical, valid.
void judge_url(const Json& row, VectorTally& tally) {
  const std::string input = text(row[0]);
  const std::string wanted = row[2].IsTrue() ? text(row[1]) : "failure";
  const std::string ours = href_of(input);
  tally.judge(input, ours == wanted ? "" : ours + ", not " + wanted);
}

void judge_path(const Json& row, VectorTally& tally) {
  const std::string input = row[0].IsNull() ? text(row[1]) : text(row[0]);
  const std::string wanted = text(row[2]);
  const WhatwgResult result =
      parse_whatwg("http://h/" + input.substr(std::min<std::size_t>(input.size(), 1)));
  REQUIRE(result.url);
  tally.judge(input, result.url->path == wanted ? "" : result.url->path + ", not " + wanted);
}

void judge_relative(const std::string& base_text, const std::string& input, bool succeeds,
                    const std::string& wanted, VectorTally& tally) {
  const std::optional<WhatwgUrl> base = parse_whatwg(base_text).url;
  const WhatwgResult result = base ? parse_whatwg(input, &*base) : WhatwgResult{};
  const std::string ours = result.url ? result.url->href : "failure";
  const std::string expected = succeeds ? wanted : "failure";
  tally.judge(base_text + " + " + input, ours == expected ? "" : ours + ", not " + expected);
}

}  // namespace

TEST_CASE("hosts: ipv4 and ipv6 of the JSON Schema suite", "[vectors]") {
  // An IPv4address counts only as a whole host: nothing else may be in the way.
  schema("ipv4", [](std::string_view input) {
    const std::string reference = "//" + std::string(input);
    const UriParts parts = split(reference);
    return parts.host_kind == HostKind::ipv4 && text_of(parts, Component::host) == input;
  });
  schema("ipv6", [](std::string_view input) { return is_ipv6_address(input); });
}

TEST_CASE("hosts: classes of addresses in the tests of Chromium", "[vectors]") {
  each("chromium-net-ip-address.json", "IsPubliclyRoutableIPv4.tests", "reachable from everywhere",
       judge_class);
  each("chromium-net-ip-address.json", "IsPubliclyRoutableIPv6.tests", "reachable from everywhere",
       judge_class);
}

TEST_CASE("hosts: canonical hosts in the tests of Chromium", "[vectors]") {
  const auto special = [](const Json& row, VectorTally& tally) { judge_host(row, tally, "http"); };
  const auto other = [](const Json& row, VectorTally& tally) { judge_host(row, tally, "git"); };
  each("chromium-url-canon.json", "Host.host_cases", "the host of a URL", special);
  each("chromium-url-canon.json", "IPv4.cases", "the host of a URL", special);
  each("chromium-url-canon.json", "IPv6.cases", "the host of a URL", special);
  each("chromium-url-canon.json", "NonSpecialHostIPv6Address.ip_address_cases", "an opaque host",
       other);
  each("chromium-url-canon.json", "OpaqueHost.host_cases", "an opaque host",
       [](const Json& row, VectorTally& tally) {
         const std::string input = text(row[0]);
         const std::string ours = host_in("git", input).value_or("failure");
         const std::string wanted = row[4].IsTrue() ? text(row[2]) : "failure";
         tally.judge(input, ours == wanted ? "" : ours + ", not " + wanted);
       });
}

TEST_CASE("hosts: opaque paths, queries and fragments in the tests of Chromium", "[vectors]") {
  each("chromium-url-canon.json", "CanonicalizePathUrl.path_cases", "URL records",
       [](const Json& row, VectorTally& tally) {
         const std::string ours = href_of(text(row[0]));
         tally.judge(text(row[0]), ours == text(row[1]) ? "" : ours + ", not " + text(row[1]));
       });
  each("chromium-url-canon.json", "NonSpecialResolveRelativeUrl.cases", "URL records",
       [](const Json& row, VectorTally& tally) {
         judge_relative(text(row[0]), text(row[1]), row[5].IsTrue(), text(row[6]), tally);
       });
  const auto tail = [](const char* before) {
    return [before](const Json& row, VectorTally& tally) {
      if (row[0].IsNull()) return tally.leave_out("UTF-16 that no bytes stand for");
      const std::string input = text(row[0]);
      const std::string ours = href_of(before + input);
      const std::string wanted =
          std::string(before).substr(0, std::string(before).size() - 1) + text(row[2]);
      tally.judge(input, ours == wanted ? "" : ours + ", not " + wanted);
    };
  };
  each("chromium-url-canon.json", "Query.query_cases", "queries of URL records",
       tail("http://h/?"));
  each("chromium-url-canon.json", "Ref.ref_cases", "fragments of URL records", tail("http://h/#"));
}

TEST_CASE("hosts: canonical URLs in the tests of Chromium", "[vectors]") {
  each("chromium-url-canon.json", "CanonicalizeStandardUrl.cases", "URL records", judge_url);
  each("chromium-url-canon.json", "CanonicalizeNonSpecialUrl.cases", "URL records", judge_url);
  each("chromium-url-canon.json", "Port.kCommonPathCases", "paths of URL records", judge_path);
  each("chromium-url-canon.json", "DecodesPercentDot.path_cases", "paths of URL records",
       judge_path);
  each("chromium-gurl.json", "Resolve.resolve_cases", "URL records",
       [](const Json& row, VectorTally& tally) {
         judge_relative(text(row[0]), text(row[1]), row[2].IsTrue(), text(row[3]), tally);
       });
  each("chromium-url-canon.json", "ResolveRelativeUrl.rel_cases", "URL records",
       [](const Json& row, VectorTally& tally) {
         if (!row[7].IsString() || row[7].GetStringLength() == 0)
           return tally.leave_out("no result is published");
         judge_relative(text(row[0]), text(row[3]), row[6].IsTrue(), text(row[7]), tally);
       });
  each("chromium-gurl.json", "EffectiveIntPort.port_tests", "ports of URL records",
       [](const Json& row, VectorTally& tally) {
         const WhatwgResult result = parse_whatwg(text(row[0]));
         const std::optional<std::uint16_t> port = result.url ? result.url->port : std::nullopt;
         if (row[1].IsInt()) {
           const bool is_default =
               !port && (row[1].GetInt() == 80 || row[1].GetInt() == 443 || row[1].GetInt() == 21);
           return tally.judge(text(row[0]),
                              is_default || port == row[1].GetInt() ? "" : "another port");
         }
         tally.judge(text(row[0]), port ? "a port" : "");
       });
  each("chromium-origin.json", "Serialization.cases", "origins of URL records",
       [](const Json& row, VectorTally& tally) {
         const WhatwgResult result = parse_whatwg(text(row[0]));
         const std::string ours = result.url ? result.url->origin : "failure";
         tally.judge(text(row[0]), ours == text(row[1]) ? "" : ours + ", not " + text(row[1]));
       });
}

TEST_CASE("hosts: the names of Chromium's table of spoofs", "[vectors]") {
  const auto path = corpus("idn/chromium-idn-spoof-cases.tsv");
  if (!path) return;
  VectorTally tally("idn/chromium-idn-spoof-cases.tsv", "", "A-labels decode as published");
  for (const std::string& line : lines_of(read_file(*path))) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    REQUIRE(second != std::string::npos);
    const std::string name = line.substr(0, first);
    const std::string unicode = line.substr(first + 1, second - first - 1);
    const std::string verdict = line.substr(second + 1);
    if (unicode.find("xn--") != std::string::npos && verdict != "invalid") {
      tally.leave_out("the source shows A-labels in place of the text");
      continue;
    }
    const UnicodeDomain ours = to_unicode(name);
    if (verdict == "invalid") {
      tally.judge(name, ours.error ? "" : "decoded to " + ours.text);
    } else {
      tally.judge(name, !ours.error && ours.text == unicode ? "" : ours.text + ", not " + unicode);
    }
  }
}
