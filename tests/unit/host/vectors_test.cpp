// Vectors that other projects published, read from the shared folder where it is present.
#include <rapidjson/document.h>

#include <catch2/catch.hpp>
#include <map>
#include <sstream>
#include <string>
#include <string_view>

#include "shared_file.hpp"
#include "uri/ip_literal.hpp"
#include "urilint/host.hpp"

namespace urilint {
namespace {

bool load(std::string_view name, rapidjson::Document& json) {
  const auto text = shared_file(name);
  if (!text) {
    WARN("skipped: no shared file " << name);
    return false;
  }
  json.Parse<rapidjson::kParseIterativeFlag>(text->data(), text->size());
  REQUIRE_FALSE(json.HasParseError());
  return true;
}

std::string_view text_of(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

/// The table whose key begins with `prefix`: the rest of the key is a line number.
const rapidjson::Value& table_of(const rapidjson::Document& json, std::string_view prefix) {
  const rapidjson::Value& tables = json["tables"];
  for (auto it = tables.MemberBegin(); it != tables.MemberEnd(); ++it) {
    if (text_of(it->name).substr(0, prefix.size()) == prefix) return it->value;
  }
  FAIL("no table " << prefix);
  return tables;
}

std::string hex_of(const Address& address) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (std::size_t i = 0; i < (address.is_v6 ? 16U : 4U); ++i) {
    out += kDigits[address.bytes[i] >> 4U];
    out += kDigits[address.bytes[i] & 0xfU];
  }
  return out;
}

TEST_CASE("Chromium's IPv4 table: numbers, broken numbers and names") {
  rapidjson::Document json;
  if (!load("corpora/tables/chromium-url-canon.json", json)) return;
  std::size_t addresses = 0;
  for (const auto& row : table_of(json, "IPv4.cases").GetArray()) {
    const std::string_view host = text_of(row[0]);
    const std::string_view family = text_of(row[4]);
    CAPTURE(host);
    const Ipv4Reading reading = read_ipv4(host);
    if (family == "@CanonHostInfo::IPV4") {
      ++addresses;
      CHECK(reading.status == Ipv4Status::address);
      CHECK(hex_of(Address::v4(reading.address)) == text_of(row[6]));
      CHECK(to_text(Address::v4(reading.address)).view() == text_of(row[2]));
      CHECK(reading.parts == row[5].GetInt());
    } else if (family == "@CanonHostInfo::BROKEN") {
      CHECK((reading.status == Ipv4Status::overflow || reading.status == Ipv4Status::almost));
    } else {
      CHECK(reading.status == Ipv4Status::name);
    }
  }
  CHECK(addresses > 20);
}

TEST_CASE("Chromium's host table: addresses behind escapes and other digits") {
  rapidjson::Document json;
  if (!load("corpora/tables/chromium-url-canon.json", json)) return;
  std::size_t addresses = 0;
  for (const auto& row : table_of(json, "Host.host_cases").GetArray()) {
    if (!row[0].IsString() || text_of(row[4]) != "@CanonHostInfo::IPV4") continue;
    const std::string_view host = text_of(row[0]);
    CAPTURE(host);
    const Ipv4Reading reading = read_ipv4(host);
    CHECK(reading.status == Ipv4Status::address);
    CHECK(hex_of(Address::v4(reading.address)) == text_of(row[6]));
    ++addresses;
  }
  CHECK(addresses > 0);
}

TEST_CASE("Chromium's IPv6 tables") {
  rapidjson::Document json;
  if (!load("corpora/tables/chromium-url-canon.json", json)) return;
  std::size_t addresses = 0;
  for (const std::string_view name : {"IPv6.cases", "NonSpecialHostIPv6Address"}) {
    for (const auto& row : table_of(json, name).GetArray()) {
      std::string_view host = text_of(row[0]);
      CAPTURE(host);
      if (host.size() < 2 || host.front() != '[' || host.back() != ']') continue;
      host = host.substr(1, host.size() - 2);
      // Chromium reads hexadecimal parts in the dotted tail, which RFC 3986 does not have.
      const bool strict = host.find_first_of("xX") == std::string_view::npos;
      const bool valid = strict && text_of(row[4]) == "@CanonHostInfo::IPV6";
      CHECK(is_ipv6_address(host) == valid);
      if (!valid) continue;
      CHECK(hex_of(read_ipv6(host).address) == text_of(row[6]));
      ++addresses;
    }
  }
  CHECK(addresses > 15);
}

TEST_CASE("Chromium's publicly routable addresses") {
  rapidjson::Document json;
  if (!load("corpora/tables/chromium-net-ip-address.json", json)) return;
  for (const auto& row : table_of(json, "IsPubliclyRoutableIPv4").GetArray()) {
    const std::string_view host = text_of(row[0]);
    CAPTURE(host);
    const Ipv4Reading reading = read_ipv4(host);
    REQUIRE(reading.status == Ipv4Status::address);
    CHECK(is_global(Address::v4(reading.address)) == (text_of(row[1]) == "@NOT_RESERVED"));
  }
  for (const auto& row : table_of(json, "IsPubliclyRoutableIPv6").GetArray()) {
    const std::string_view host = text_of(row[0]);
    CAPTURE(host);
    const Ipv6Reading reading = read_ipv6(host);
    REQUIRE(reading.valid);
    if (class_of(reading.address) == "multicast") continue;  // Chromium counts it as routable
    CHECK(is_global(reading.address) == (text_of(row[1]) == "@NOT_RESERVED"));
  }
}

TEST_CASE("uriparser's IP literals") {
  rapidjson::Document json;
  if (!load("corpora/tables/uriparser.json", json)) return;
  const auto each = [&json](std::string_view name, const auto& check) {
    const rapidjson::Value& rows = table_of(json, name);
    REQUIRE(rows.Size() > 0);
    for (const auto& row : rows.GetArray()) {
      CAPTURE(text_of(row));
      check(text_of(row));
    }
  };
  each("uri_test_ip_six_pass", [](std::string_view text) { CHECK(is_ipv6_address(text)); });
  each("uri_test_ip_six_fail", [](std::string_view text) { CHECK_FALSE(is_ipv6_address(text)); });
  // Strict is: an address, of four parts, and in no odd spelling.
  const auto is_strict = [](std::string_view text) {
    const Ipv4Reading reading = read_ipv4(text);
    return reading.status == Ipv4Status::address && reading.spelling == 0;
  };
  each("uri_test_ip_four_pass", [&](std::string_view text) { CHECK(is_strict(text)); });
  each("uri_test_ip_four_fail", [&](std::string_view text) { CHECK_FALSE(is_strict(text)); });
}

TEST_CASE("JSON Schema's ipv6 format") {
  rapidjson::Document json;
  if (!load("corpora/json-schema/ipv6.json", json)) return;
  std::size_t checked = 0;
  for (const auto& group : json.GetArray()) {
    for (const auto& test : group["tests"].GetArray()) {
      if (!test["data"].IsString()) continue;
      CAPTURE(text_of(test["description"]));
      CHECK(is_ipv6_address(text_of(test["data"])) == test["valid"].GetBool());
      ++checked;
    }
  }
  CHECK(checked > 20);
}

/// What the numeric hosts of the list mean. A host of the list that reads as a number and is not
/// here fails the test.
const std::map<std::string, std::string, std::less<>> kMeaning = {
    {"127.0.0.1", "127.0.0.1"},
    {"127.127.127.127", "127.127.127.127"},
    {"2130706433", "127.0.0.1"},
    {"0x7f000001", "127.0.0.1"},
    {"0X7F000001", "127.0.0.1"},
    {"017700000001", "127.0.0.1"},
    {"0177.0.0.1", "127.0.0.1"},
    {"0x7f.0x0.0x0.0x1", "127.0.0.1"},
    {"0x7f.0.0.01", "127.0.0.1"},
    {"127.1", "127.0.0.1"},
    {"127.0.1", "127.0.0.1"},
    {"0", "0.0.0.0"},
    {"0.0.0.0", "0.0.0.0"},
    {"127.000.000.001", "127.0.0.1"},
    {"127.0.0.1.", "127.0.0.1"},
    {"0x7f.0x.0x.0x1", "127.0.0.1"},
    {"6425673729", "overflow"},
    {"10.0.0.1", "10.0.0.1"},
    {"172.16.5.4", "172.16.5.4"},
    {"192.168.1.1", "192.168.1.1"},
    {"3232235777", "192.168.1.1"},
    {"100.64.0.1", "100.64.0.1"},
    {"198.18.0.1", "198.18.0.1"},
    {"169.254.169.254", "169.254.169.254"},
    {"2852039166", "169.254.169.254"},
    {"169.254.43518", "169.254.169.254"},
    {"169.16689662", "169.254.169.254"},
    {"100.100.100.200", "100.100.100.200"},
    {"168.63.129.16", "168.63.129.16"},
    {"192.0.0.192", "192.0.0.192"},
    {"127\u30020\u30020\u30021", "127.0.0.1"},
    {"\u2460\u2461\u2466.\u24ea.\u24ea.\u2460", "127.0.0.1"},
    {"\uff11\uff12\uff17.0.0.1", "127.0.0.1"},
    {"%31%32%37.0.0.1", "127.0.0.1"},
    {"8.8.8.8", "8.8.8.8"},
    {"[::1]", "::1"},
    {"[::]", "::"},
    {"[::ffff:127.0.0.1]", "::ffff:127.0.0.1"},
    {"[::ffff:7f00:1]", "::ffff:127.0.0.1"},
    {"[0:0:0:0:0:ffff:7f00:1]", "::ffff:127.0.0.1"},
    {"[::127.0.0.1]", "::7f00:1"},
    {"[64:ff9b::7f00:1]", "64:ff9b::7f00:1"},
    {"[64:ff9b:1::a00:1]", "64:ff9b:1::a00:1"},
    {"[2002:7f00:1::]", "2002:7f00:1::"},
    {"[fd00::1]", "fd00::1"},
    {"[fec0::1]", "fec0::1"},
    {"[fe80::1%25eth0]", "fe80::1"},
    {"[fd00:ec2::254]", "fd00:ec2::254"},
    {"[2606:4700::1111]", "2606:4700::1111"},
    {"[64:ff9b::808:808]", "64:ff9b::808:808"},
};

struct Target {
  std::string meaning;  ///< canonical text, `overflow`, `almost`, or empty for a name
  Address address;
  bool is_address = false;
};

Target target_of(std::string_view host) {
  Target target;
  if (host.size() > 1 && host.front() == '[' && host.back() == ']') {
    const Ipv6Reading reading = read_ipv6(host.substr(1, host.size() - 2));
    REQUIRE(reading.valid);
    target = {std::string(to_text(reading.address).view()), reading.address, true};
    if (reading.inside != Ipv4Inside::none) target.address = Address::v4(reading.ipv4);
    return target;
  }
  const Ipv4Reading reading = read_ipv4(host);
  if (reading.status == Ipv4Status::address) {
    const Address address = Address::v4(reading.address);
    return {std::string(to_text(address).view()), address, true};
  }
  if (reading.status != Ipv4Status::name) {
    target.meaning = reading.status == Ipv4Status::overflow ? "overflow" : "almost";
  }
  return target;
}

TEST_CASE("the list of internal targets") {
  const auto text = shared_file("cases/ssrf-spellings.tsv");
  if (!text) {
    WARN("skipped: no shared file cases/ssrf-spellings.tsv");
    return;
  }
  std::istringstream lines(*text);
  std::size_t numeric = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::string uri = line.substr(line.rfind('\t') + 1);
    // The rows about other things than the host (user names, slashes, nesting) have other shapes.
    if (uri.find_first_of("@\\<") != std::string::npos) continue;
    const std::size_t begin = uri.rfind("http://", 0) == 0 ? 7 : std::string::npos;
    if (begin == std::string::npos || uri.compare(begin, 1, "/") == 0) continue;
    const std::string host = uri.substr(begin, uri.find('/', begin) - begin);
    CAPTURE(uri);
    const Target target = target_of(host);
    const auto known = kMeaning.find(host);
    CHECK(target.meaning == (known == kMeaning.end() ? std::string() : known->second));
    if (!target.is_address) continue;
    ++numeric;
    const bool internal = line.rfind("internal\t", 0) == 0;
    const bool reached = is_global(target.address) && metadata_service(target.address) == nullptr;
    CHECK(internal != reached);
  }
  CHECK(numeric > 40);
}

}  // namespace
}  // namespace urilint
