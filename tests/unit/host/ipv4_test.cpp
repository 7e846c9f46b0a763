// read_ipv4: one table of spellings, then properties and a comparison with the C library.
#include <arpa/inet.h>
#include <netinet/in.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "urilint/host.hpp"

namespace urilint {
namespace {

/// `status address spelling… odd=TEXT decimal=ADDRESS parts=N`
std::string dump(std::string_view host) {
  const Ipv4Reading reading = read_ipv4(host);
  static constexpr std::string_view kStatus[] = {"name", "address", "overflow", "almost"};
  static constexpr std::string_view kSpelling[] = {"dotless",      "short",       "hex",    "octal",
                                                   "trailing-dot", "pct-encoded", "unicode"};
  std::string out(kStatus[static_cast<std::size_t>(reading.status)]);
  if (reading.status == Ipv4Status::address) {
    out += ' ';
    out += to_text(Address::v4(reading.address)).view();
  }
  if (reading.parts != 0) out += " parts=" + std::to_string(reading.parts);
  for (unsigned i = 0; i < std::size(kSpelling); ++i) {
    if ((reading.spelling >> i & 1U) != 0) out += ' ' + std::string(kSpelling[i]);
  }
  if (!reading.odd.empty()) {
    out += " odd=" + std::string(host.substr(reading.odd.begin, reading.odd.size()));
  }
  if (reading.decimal) {
    out += " decimal=" + std::string(to_text(Address::v4(*reading.decimal)).view());
  }
  return out;
}

struct Row {
  std::string_view host;
  std::string_view expected;
};

constexpr Row kSpellings[] = {
    // the usual form
    {"192.0.2.1", "address 192.0.2.1 parts=4"},
    {"0.0.0.0", "address 0.0.0.0 parts=4"},
    {"255.255.255.255", "address 255.255.255.255 parts=4"},
    {"192.0.2.1.", "address 192.0.2.1 parts=4 trailing-dot"},
    // fewer parts
    {"3221225985", "address 192.0.2.1 parts=1 dotless"},
    {"0", "address 0.0.0.0 parts=1 dotless"},
    {"4294967295", "address 255.255.255.255 parts=1 dotless"},
    {"80", "address 0.0.0.80 parts=1 dotless"},
    {"192.513", "address 192.0.2.1 parts=2 short"},
    {"192.16777215", "address 192.255.255.255 parts=2 short"},
    {"192.0.513", "address 192.0.2.1 parts=3 short"},
    {"192.0.65535.", "address 192.0.255.255 parts=3 short trailing-dot"},
    // hexadecimal
    {"0xc0000201", "address 192.0.2.1 parts=1 dotless hex odd=0xc0000201"},
    {"0XC0000201", "address 192.0.2.1 parts=1 dotless hex odd=0XC0000201"},
    {"0xc0.0.2.1", "address 192.0.2.1 parts=4 hex odd=0xc0"},
    {"192.0.2.0x1", "address 192.0.2.1 parts=4 hex odd=0x1"},
    {"192.0x.2.1", "address 192.0.2.1 parts=4 hex odd=0x"},
    {"0x", "address 0.0.0.0 parts=1 dotless hex odd=0x"},
    {"192.0.2.0x", "address 192.0.2.0 parts=4 hex odd=0x"},
    {"0x00000000000000000000c0.0.2.1",
     "address 192.0.2.1 parts=4 hex odd=0x00000000000000000000c0"},
    // octal
    {"0300.0.2.1", "address 192.0.2.1 parts=4 octal odd=0300"},
    {"030000001001", "address 192.0.2.1 parts=1 dotless octal odd=030000001001"},
    {"192.000.002.001", "address 192.0.2.1 parts=4 octal odd=000"},
    {"010.0.2.1", "address 8.0.2.1 parts=4 octal odd=010 decimal=10.0.2.1"},
    {"192.0.2.010", "address 192.0.2.8 parts=4 octal odd=010 decimal=192.0.2.10"},
    {"00", "address 0.0.0.0 parts=1 dotless octal odd=00"},
    {"0xc0.00.02.017", "address 192.0.2.15 parts=4 hex octal odd=0xc0 decimal=192.0.2.17"},
    {"0377.0.2.1", "address 255.0.2.1 parts=4 octal odd=0377"},
    // too large
    {"256.0.2.1", "overflow parts=4 odd=256"},
    {"192.0.2.256", "overflow parts=4 odd=256"},
    {"192.0.65536", "overflow parts=3 short odd=65536"},
    {"192.16777216", "overflow parts=2 short odd=16777216"},
    {"4294967296", "overflow parts=1 dotless odd=4294967296"},
    {"6425673729", "overflow parts=1 dotless odd=6425673729"},
    {"0x100000000", "overflow parts=1 dotless hex odd=0x100000000"},
    {"0400.0.2.1", "overflow parts=4 octal odd=0400"},
    {"192.0.0400.0x1", "overflow parts=4 hex octal odd=0400"},
    {"256.0.0x2.1", "overflow parts=4 hex odd=256"},
    {"192.0x2.300.1", "overflow parts=4 hex odd=0x2"},
    {"18446744073709551616", "overflow parts=1 dotless odd=18446744073709551616"},
    {"18446744073709551617.1", "overflow parts=2 short odd=18446744073709551617"},
    // nearly an address
    {"192.0.2.1.5", "almost"},
    {"256.256.256.256.256", "almost"},
    {"1.2.3.08", "almost octal odd=08 decimal=1.2.3.8"},
    {"1.2.3.09.", "almost octal trailing-dot odd=09 decimal=1.2.3.9"},
    {"010.08.2.1", "almost octal odd=010 decimal=10.8.2.1"},
    {"300.08.2.1", "almost octal odd=08"},
    {"08", "almost octal odd=08 decimal=0.0.0.8"},
    {"a.b.1", "almost"},
    {"example.1", "almost"},
    {"example.0x1", "almost hex odd=0x1"},
    {"1..2", "almost"},
    {"192.0..1.", "almost trailing-dot"},
    {".1", "almost"},
    {"1.0x1g.2.3", "almost"},
    {"1.-2.3.4", "almost"},
    {"1. 2.3.4", "almost"},
    {"1.+2.3.4", "almost"},
    {"xn--a.1", "almost"},
    {"1.2.3.4.5.6.7.8.9.0x", "almost hex odd=0x"},
    // names
    {"", "name"},
    {".", "name"},
    {"..", "name"},
    {"example.com", "name"},
    {"0xcafe.example.com", "name"},
    {"1e100.example", "name"},
    {"1e100", "name"},
    {"127.0.0.1.example.com", "name"},
    {"10.example.com", "name"},
    {"192.0.2.1..", "name"},
    {"192.0.2.1a", "name"},
    {"192.0.2.0x1g", "name"},
    {"192.0.2.x1", "name"},
    {"192.0.2.00x1", "name"},
    {"192.0.2.-1", "name"},
    {"192.0.2.1 ", "name"},
    {" 3221225985x", "name"},
    {"192.0.2.1%", "name"},
    {"192.0.2.1%zz", "name"},
    {"%", "name"},
    {"a%2", "name"},
    {"ff", "name"},
    {"[2001:db8::1]", "name"},
    // percent-encoded, decoded once
    {"%31%39%32.0.2.1", "address 192.0.2.1 parts=4 pct-encoded"},
    {"192%2e0%2E2%2e1", "address 192.0.2.1 parts=4 pct-encoded"},
    {"192.0.2.1%2e", "address 192.0.2.1 parts=4 trailing-dot pct-encoded"},
    {"0%78c0.0.2.1", "address 192.0.2.1 parts=4 hex pct-encoded odd=0%78c0"},
    {"192.0.2.%30%31%30",
     "address 192.0.2.8 parts=4 octal pct-encoded odd=%30%31%30 decimal=192.0.2.10"},
    {"%2531.0.2.1", "almost pct-encoded"},
    {"192.0.2.%2531", "name"},
    {"192.0.2.1%00", "name"},
    {"example%2ecom", "name"},
    // digits and full stops of other scripts
    {"192\u30020\uff0e2\uff611", "address 192.0.2.1 parts=4 unicode"},
    {"\u2460\u2468\u2461.\u24ea.\u2461.\u2460", "address 192.0.2.1 parts=4 unicode"},
    {"\uff11\uff19\uff12.0.2.1", "address 192.0.2.1 parts=4 unicode"},
    {"\U0001d7cf\U0001d7e1\U0001d7da.0.2.1", "address 192.0.2.1 parts=4 unicode"},
    {"\u00b9\u2079\u00b2.\u2080.2.1", "address 192.0.2.1 parts=4 unicode"},
    {"0\uff58\uff23\uff10.0.2.1", "address 192.0.2.1 parts=4 hex unicode odd=0\uff58\uff23\uff10"},
    {"\u2469.0.2.1", "address 10.0.2.1 parts=4 unicode"},
    {"\U0001ccf1\U0001ccf0.0.2.1", "address 10.0.2.1 parts=4 unicode"},
    {"%EF%BC%91%ef%bc%99\uff12.0.2.1", "address 192.0.2.1 parts=4 pct-encoded unicode"},
    {"192%E3%80%820%e3%80%822%E3%80%821", "address 192.0.2.1 parts=4 pct-encoded unicode"},
    {"192.0.2.1\u3002", "address 192.0.2.1 parts=4 trailing-dot unicode"},
    {"192.0.2.1\u200b", "address 192.0.2.1 parts=4 unicode"},
    {"19\u00ad2.0.2.1", "address 192.0.2.1 parts=4 unicode"},
    {"192.0.2.1.\ufeff", "address 192.0.2.1 parts=4 trailing-dot unicode"},
    {"192.0.2.\uff10\uff11\uff10",
     "address 192.0.2.8 parts=4 octal unicode odd=\uff10\uff11\uff10 decimal=192.0.2.10"},
    {"192.0.2\u20241", "address 192.0.2.1 parts=4 unicode"},
    {"\u24881.2.3", "almost"},   // digit and full stop in one: UTS 46 refuses it
    {"192.0.2.\u0661", "name"},  // an Arabic digit stays what it is
    {"example\u3002com", "name"},
    {"192\u30020\u30022\u3002256", "overflow parts=4 unicode odd=256"},
    {"\u3002", "name"},
    {"\u200b", "name"},
    // not UTF-8
    {"\xff.0.2.1", "almost"},
    {"192.0.2.\xef\xbc", "name"},
    {"192.0.2.\xc0\xb1", "name"},  // overlong 1
    {"192.0.2.\xed\xa0\x80", "name"},
    {"192.0.2.%EF%BC", "name"},
    {"%F0.0.2.1", "almost pct-encoded"},
};

TEST_CASE("read_ipv4 reads every spelling") {
  for (const Row& row : kSpellings) {
    CAPTURE(row.host);
    CHECK(dump(row.host) == row.expected);
  }
}

TEST_CASE("read_ipv4 stays linear and exact on hostile lengths") {
  constexpr std::size_t kLong = 1U << 20;
  CHECK(read_ipv4(std::string(kLong, '9')).status == Ipv4Status::overflow);
  CHECK(read_ipv4("0x" + std::string(kLong, 'f')).status == Ipv4Status::overflow);
  CHECK(read_ipv4(std::string(kLong, '7') + ".1").status == Ipv4Status::overflow);
  const Ipv4Reading zeros = read_ipv4(std::string(kLong, '0') + "1");
  CHECK(zeros.status == Ipv4Status::address);
  CHECK(zeros.address == 1);
  std::string dots;
  while (dots.size() < kLong) dots += "1.";
  CHECK(read_ipv4(dots).status == Ipv4Status::almost);
  std::string stops;
  while (stops.size() < kLong) stops += "\u3002";
  CHECK(read_ipv4(stops).status == Ipv4Status::name);
}

TEST_CASE("read_ipv4 never looks behind the end") {
  for (const Row& row : kSpellings) {
    for (std::size_t cut = 0; cut <= row.host.size(); ++cut) {
      const std::vector<char> block(row.host.begin(),
                                    row.host.begin() + static_cast<std::ptrdiff_t>(cut));
      const Ipv4Reading reading = read_ipv4({block.data(), block.size()});
      CHECK(reading.odd.begin <= reading.odd.end);
      CHECK(reading.odd.end <= cut);
    }
  }
}

TEST_CASE("read_ipv4 gives back what to_text wrote") {
  std::mt19937 random(20261130);
  for (int i = 0; i < 100000; ++i) {
    const auto value = static_cast<std::uint32_t>(random());
    const AddressText text = to_text(Address::v4(value));
    const Ipv4Reading reading = read_ipv4(text.view());
    if (reading.status != Ipv4Status::address || reading.address != value ||
        reading.spelling != 0) {
      FAIL(text.view());
    }
  }
}

/// A spelling that inet_aton may or may not like: parts of every base and of awkward sizes.
std::string spell(std::mt19937& random) {
  static constexpr std::uint64_t kEdges[] = {0,        1,          7,          8,          9,
                                             255,      256,        65535,      65536,      16777215,
                                             16777216, 4294967295, 4294967296, 99999999999};
  const auto pick = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random()) % n; };
  std::string out;
  const std::uint32_t parts = 1 + pick(5);
  for (std::uint32_t i = 0; i < parts; ++i) {
    if (i != 0) out += '.';
    const std::uint64_t value = pick(3) == 0   ? kEdges[pick(std::size(kEdges))]
                                : pick(2) == 0 ? pick(256)
                                               : static_cast<std::uint32_t>(random()) >> pick(32);
    char buffer[40];
    static constexpr const char* kFormats[] = {"%llu",  "%llu",   "0x%llx", "0X%llX",
                                               "0%llo", "00%llo", "0%llu",  "0x00%llx"};
    std::snprintf(buffer, sizeof buffer, kFormats[pick(std::size(kFormats))],
                  static_cast<unsigned long long>(value));
    out += buffer;
  }
  if (pick(12) == 0) out[pick(static_cast<std::uint32_t>(out.size()))] = "0189xXafg-. "[pick(12)];
  return out;
}

/// inet_aton forgives white space and anything behind it, and lets strtoul skip a sign.
bool is_c_library_quirk(const std::string& host) {
  return host.find_first_of(" \t\n\v\f\r+-") != std::string::npos;
}

/// The C library has no number in `0x`, and no trailing dot.
bool is_browser_quirk(std::string_view host) {
  if (host.back() == '.') return true;
  for (std::size_t at = host.find_first_of("xX"); at != std::string_view::npos;
       at = host.find_first_of("xX", at + 1)) {
    if (at + 1 == host.size() || host[at + 1] == '.') return true;
  }
  return false;
}

TEST_CASE("read_ipv4 agrees with inet_aton") {
  std::mt19937 random(3986);
  int accepted = 0;
  for (int i = 0; i < 400000; ++i) {
    const std::string host = spell(random);
    if (is_c_library_quirk(host)) continue;
    in_addr libc{};
    const bool libc_accepts = inet_aton(host.c_str(), &libc) != 0;
    const Ipv4Reading ours = read_ipv4(host);
    const bool we_accept = ours.status == Ipv4Status::address;
    accepted += libc_accepts ? 1 : 0;
    if (libc_accepts && (!we_accept || ntohl(libc.s_addr) != ours.address)) {
      FAIL("inet_aton accepts " << host << ", we read " << dump(host));
    }
    if (we_accept && !libc_accepts && !is_browser_quirk(host)) {
      FAIL("inet_aton refuses " << host << ", we read " << dump(host));
    }
  }
  CHECK(accepted > 100000);
}

}  // namespace
}  // namespace urilint
