// is_ipv6_address, is_ipvfuture, read_ipv6, to_text: tables, then comparisons with the C library.
#include <arpa/inet.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "uri/ip_literal.hpp"
#include "urilint/host.hpp"

namespace urilint {
namespace {

constexpr std::string_view kGood[] = {
    // each alternative of IPv6address, shortest and longest
    "1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:192.0.2.1",
    "::2:3:4:5:6:7:8",
    "::2:3:4:5:6:192.0.2.1",
    "::3:4:5:6:7:8",
    "1::3:4:5:6:7:8",
    "1::3:4:5:6:192.0.2.1",
    "::4:5:6:7:8",
    "1:2::4:5:6:7:8",
    "1:2::4:5:6:192.0.2.1",
    "::5:6:7:8",
    "1:2:3::5:6:7:8",
    "1:2:3::5:6:192.0.2.1",
    "::6:7:8",
    "1:2:3:4::6:7:8",
    "1:2:3:4::6:192.0.2.1",
    "::7:8",
    "1:2:3:4:5::7:8",
    "1:2:3:4:5::192.0.2.1",
    "::192.0.2.1",
    "::8",
    "1:2:3:4:5:6::8",
    "::",
    "1::",
    "1:2:3:4:5:6:7::",
    "2001:DB8::AbCd",
    "0000:0000:0000:0000:0000:0000:0000:0000",
    "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255",
    "::0.0.0.0",
    "::255.249.199.99"};

constexpr std::string_view kBad[] = {"",
                                     ":",
                                     ":::",
                                     "1",
                                     "1:",
                                     ":1",
                                     "1:2:3:4:5:6:7",
                                     "1:2:3:4:5:6:7:",
                                     ":1:2:3:4:5:6:7:8",
                                     "1:2:3:4:5:6:7:8:",
                                     "1:2:3:4:5:6:7:8:9",
                                     "1:2:3:4:5:6:7:8::",
                                     "::1:2:3:4:5:6:7:8",
                                     "1:2:3:4::5:6:7:8",
                                     "1::2::3",
                                     "1:::2",
                                     "::1::",
                                     "12345::",
                                     "::00001",
                                     "g::",
                                     "::g",
                                     "-1::",
                                     " ::1",
                                     "::1 ",
                                     "::1\n",
                                     "[::1]",
                                     "::1/64",
                                     "::1%eth0",
                                     "::1%25eth0",
                                     "192.0.2.1",
                                     "1:2:3:4:5:6:7:192.0.2.1",
                                     "1:2:3:4:5:6::192.0.2.1",
                                     "::192.0.2.1:8",
                                     "192.0.2.1::",
                                     "::192.0.2",
                                     "::192.0.2.",
                                     "::192.0.2.1.",
                                     "::192.0.2.1.1",
                                     "::192..2.1",
                                     "::.0.2.1",
                                     "::192.0.2.256",
                                     "::192.0.2.01",
                                     "::192.0.2.00",
                                     "::192.0.2.1000",
                                     "::0300.0.2.1",
                                     "::0xc0.0.2.1",
                                     "::c0.0.2.1",
                                     "::192.0.2.1a",
                                     "1::2:",
                                     "0x1::",

                                     "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.2555",
                                     "\xef\xbc\x91::"};

TEST_CASE("is_ipv6_address is RFC 3986 appendix A") {
  for (const std::string_view text : kGood) {
    CAPTURE(text);
    CHECK(is_ipv6_address(text));
    CHECK(read_ipv6(text).valid);
  }
  for (const std::string_view text : kBad) {
    CAPTURE(text);
    CHECK_FALSE(is_ipv6_address(text));
  }
  CHECK_FALSE(is_ipv6_address(std::string_view("::1\0", 4)));
  CHECK_FALSE(is_ipv6_address(std::string(1U << 20, ':')));
  CHECK_FALSE(is_ipv6_address(std::string(1U << 20, '0')));
}

TEST_CASE("is_ipvfuture is RFC 3986 appendix A") {
  for (const std::string_view text :
       {"v1.a", "V1.a", "vF.:", "v0123456789abcdefABCDEF.-._~!$&'()*+,;=:aZ09", "v1.fe80::a+en1"}) {
    CAPTURE(text);
    CHECK(is_ipvfuture(text));
  }
  for (const std::string_view text :
       {"", "v", "v.", "v.a", "v1", "v1.", "vg.a", "1.a", "v1.[", "v1.]", "v1.%61", "v1.a/",
        "v1.a@", "v1.\xc3\xa9", "v1.a ", " v1.a"}) {
    CAPTURE(text);
    CHECK_FALSE(is_ipvfuture(text));
  }
  CHECK_FALSE(is_ipvfuture(std::string_view("v1.a\0", 5)));
}

struct TextRow {
  std::string_view in;
  std::string_view out;
};

TEST_CASE("to_text writes RFC 5952") {
  constexpr TextRow kRows[] = {
      {"::", "::"},
      {"0:0:0:0:0:0:0:1", "::1"},
      {"1::", "1::"},
      {"2001:0DB8:0000:0000:0000:0000:0002:0001", "2001:db8::2:1"},
      {"2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"},
      {"2001:db8:1:1:1:1:1:0", "2001:db8:1:1:1:1:1:0"},
      {"0:1:1:1:1:1:1:1", "0:1:1:1:1:1:1:1"},
      {"2001:0:0:1:0:0:0:1", "2001:0:0:1::1"},
      {"2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"},
      {"1:2:3:4:5:6:0:0", "1:2:3:4:5:6::"},
      {"0:0:1:0:0:0:0:0", "0:0:1::"},
      {"::ffff:c000:201", "::ffff:192.0.2.1"},
      {"::ffff:0:0", "::ffff:0.0.0.0"},
      {"::192.0.2.1", "::c000:201"},
      {"::fffe:192.0.2.1", "::fffe:c000:201"},
      {"64:ff9b::192.0.2.1", "64:ff9b::c000:201"},
      {"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
      {"10:0200:3000:4:0:6:7:8", "10:200:3000:4:0:6:7:8"},
  };
  for (const TextRow& row : kRows) {
    CAPTURE(row.in);
    const Ipv6Reading reading = read_ipv6(row.in);
    REQUIRE(reading.valid);
    CHECK(to_text(reading.address).view() == row.out);
    CHECK(read_ipv6(row.out).address == reading.address);
  }
  CHECK(to_text(Address::v4(0)).view() == "0.0.0.0");
  CHECK(to_text(Address::v4(0xc000020a)).view() == "192.0.2.10");
  CHECK(to_text(Address::v4(0xffffffff)).view() == "255.255.255.255");
}

struct InsideRow {
  std::string_view text;
  std::string_view inside;
  std::string_view ipv4;
};

TEST_CASE("read_ipv6 finds the IPv4 address inside") {
  constexpr InsideRow kRows[] = {
      {"::ffff:192.0.2.1", "mapped", "192.0.2.1"},
      {"::FFFF:7f00:1", "mapped", "127.0.0.1"},
      {"0:0:0:0:0:ffff:7f00:1", "mapped", "127.0.0.1"},
      {"::192.0.2.1", "compatible", "192.0.2.1"},
      {"::2", "compatible", "0.0.0.2"},
      {"::", "none", ""},
      {"::1", "none", ""},
      {"64:ff9b::192.0.2.1", "nat64", "192.0.2.1"},
      {"64:ff9b::7f00:1", "nat64", "127.0.0.1"},
      {"64:ff9b:0:1::7f00:1", "none", ""},
      {"64:ff9b:1::a00:1", "nat64-local", "10.0.0.1"},
      {"64:ff9b:1:ffff:ffff:ffff:192.0.2.1", "nat64-local", "192.0.2.1"},
      {"64:ff9b:2::a00:1", "none", ""},
      {"2002:c000:201::", "6to4", "192.0.2.1"},
      {"2002:7f00:1:2:3:4:5:6", "6to4", "127.0.0.1"},
      {"2001:0:c633:6401:0:ffff:3fff:fdfe", "teredo", "192.0.2.1"},
      {"2001::", "teredo", "255.255.255.255"},
      {"2001:1::1", "none", ""},
      {"2001:db8::192.0.2.1", "none", ""},
      {"::fffe:192.0.2.1", "none", ""},
      {"::1:ffff:192.0.2.1", "none", ""},
  };
  for (const InsideRow& row : kRows) {
    CAPTURE(row.text);
    const Ipv6Reading reading = read_ipv6(row.text);
    REQUIRE(reading.valid);
    CHECK(name_of(reading.inside) == row.inside);
    if (row.ipv4.empty()) {
      CHECK(reading.ipv4 == 0);
    } else {
      CHECK(to_text(Address::v4(reading.ipv4)).view() == row.ipv4);
    }
  }
}

struct ZoneRow {
  std::string_view text;
  std::string_view zone;  ///< empty: not valid
};

TEST_CASE("read_ipv6 recognises zone ids") {
  constexpr ZoneRow kRows[] = {
      {"fe80::1%25eth0", "%25eth0"},
      {"fe80::1%eth0", "%eth0"},
      {"fe80::1%1", "%1"},
      {"fe80::1%25", "%25"},
      {"fe80::1%25eth0.100", "%25eth0.100"},
      {"fe80::1%25a%2fb", "%25a%2fb"},
      {"::ffff:192.0.2.1%en0", "%en0"},
      {"fe80::1%", ""},
      {"fe80::1%25eth/0", ""},
      {"fe80::1%25a%2", ""},
      {"fe80::1%25a%zz", ""},
      {"fe80::1%a b", ""},
      {"%eth0", ""},
      {"fe80:%eth0", ""},
      {"192.0.2.1%eth0", ""},
      {"fe80::1%\xc3\xa9", ""},
      {"fe80::1%a@b", ""},
      {"fe80::1%a:b", ""},
  };
  for (const ZoneRow& row : kRows) {
    CAPTURE(row.text);
    const Ipv6Reading reading = read_ipv6(row.text);
    CHECK(reading.valid == !row.zone.empty());
    CHECK(row.text.substr(reading.zone.begin, reading.zone.size()) == row.zone);
    CHECK_FALSE(is_ipv6_address(row.text));
    if (!reading.valid) CHECK(reading.address == Address{});
  }
  const Ipv6Reading plain = read_ipv6("fe80::1");
  CHECK(plain.valid);
  CHECK(plain.zone.empty());
}

std::string spell(std::mt19937& random) {
  const auto pick = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random()) % n; };
  std::string out = pick(3) == 0 ? "::" : "";
  const std::uint32_t groups = pick(9);
  for (std::uint32_t i = 0; i < groups; ++i) {
    if (i != 0) out += pick(8) == 0 ? "::" : ":";
    char buffer[8];
    std::snprintf(buffer, sizeof buffer, pick(2) == 0 ? "%x" : "%04X",
                  static_cast<std::uint32_t>(random()) >> (16 + pick(16)));
    out += buffer;
  }
  if (pick(4) == 0) out += pick(6) == 0 ? "192.0.2.7" : ":192.0.2.7";
  if (pick(8) == 0) out += "::";
  if (!out.empty() && pick(8) == 0) {
    out[pick(static_cast<std::uint32_t>(out.size()))] = "0f:.gG1%"[pick(8)];
  }
  return out;
}

TEST_CASE("is_ipv6_address and read_ipv6 agree with inet_pton") {
  std::mt19937 random(4291);
  int accepted = 0;
  for (int i = 0; i < 400000; ++i) {
    const std::string text = spell(random);
    Address libc;
    libc.is_v6 = true;
    const bool libc_accepts = inet_pton(AF_INET6, text.c_str(), libc.bytes.data()) == 1;
    accepted += libc_accepts ? 1 : 0;
    if (libc_accepts != is_ipv6_address(text)) FAIL("inet_pton differs on " << text);
    if (libc_accepts && !(read_ipv6(text).address == libc)) FAIL("another address for " << text);
  }
  CHECK(accepted > 20000);
}

TEST_CASE("to_text agrees with inet_ntop") {
  std::mt19937 random(5952);
  for (int i = 0; i < 100000; ++i) {
    Address address;
    address.is_v6 = true;
    // Few bits, so that runs of zero groups of every length and place come up.
    for (std::uint8_t& byte : address.bytes) {
      byte = random() % 3 == 0 ? static_cast<std::uint8_t>(random()) : std::uint8_t{0};
    }
    const AddressText text = to_text(address);
    char libc[INET6_ADDRSTRLEN] = {};
    REQUIRE(inet_ntop(AF_INET6, address.bytes.data(), libc, sizeof libc) != nullptr);
    // inet_ntop writes IPv4-compatible addresses with a dotted tail too.
    if (std::strchr(libc, '.') == nullptr && text.view() != libc) FAIL(libc);
    if (!(read_ipv6(text.view()).address == address)) FAIL(text.view());
  }
}

}  // namespace
}  // namespace urilint
