// class_of, is_global, metadata_service: the edges of every prefix, read from the tables themselves
// as text, and a slow longest-prefix search as the judge.
#include <arpa/inet.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "tables/cloud-metadata.hpp"
#include "tables/ipv4-special-purpose.hpp"
#include "tables/ipv6-special-purpose.hpp"
#include "urilint/host.hpp"

namespace urilint {
namespace {

Address address_of(std::string_view text) {
  Address address;
  const std::string copy(text);
  address.is_v6 = copy.find(':') != std::string::npos;
  REQUIRE(inet_pton(address.is_v6 ? AF_INET6 : AF_INET, copy.c_str(), address.bytes.data()) == 1);
  return address;
}

struct ClassRow {
  std::string_view address;
  std::string_view name;
  bool global;
};

TEST_CASE("class_of goes by the longest prefix of the registries") {
  constexpr ClassRow kRows[] = {
      {"0.0.0.0", "this-network", false},
      {"0.255.255.255", "this-network", false},
      {"1.0.0.0", "global", true},
      {"9.255.255.255", "global", true},
      {"10.0.0.0", "private-use", false},
      {"10.255.255.255", "private-use", false},
      {"100.63.255.255", "global", true},
      {"100.64.0.0", "shared-address-space", false},
      {"100.100.100.200", "shared-address-space", false},
      {"100.128.0.0", "global", true},
      {"126.255.255.255", "global", true},
      {"127.0.0.1", "loopback", false},
      {"127.255.255.255", "loopback", false},
      {"128.0.0.0", "global", true},
      {"169.254.169.254", "link-local", false},
      {"169.255.0.0", "global", true},
      {"172.15.255.255", "global", true},
      {"172.16.0.0", "private-use", false},
      {"172.31.255.255", "private-use", false},
      {"172.32.0.0", "global", true},
      {"192.0.0.0", "ipv4-service-continuity-prefix", false},
      {"192.0.0.7", "ipv4-service-continuity-prefix", false},
      {"192.0.0.8", "ipv4-dummy-address", false},
      {"192.0.0.9", "port-control-protocol-anycast", true},
      {"192.0.0.10", "turn-anycast", true},
      {"192.0.0.11", "ietf-protocol-assignments", false},
      {"192.0.0.170", "nat64-dns64-discovery", false},
      {"192.0.0.171", "nat64-dns64-discovery", false},
      {"192.0.0.172", "ietf-protocol-assignments", false},
      {"192.0.0.192", "ietf-protocol-assignments", false},
      {"192.0.1.0", "global", true},
      {"192.0.2.1", "documentation", false},
      {"192.31.196.1", "as112-v4", true},
      {"192.52.193.1", "amt", true},
      {"192.88.99.1", "deprecated-6to4-relay-anycast", false},
      {"192.167.255.255", "global", true},
      {"192.168.0.0", "private-use", false},
      {"192.168.255.255", "private-use", false},
      {"192.169.0.0", "global", true},
      {"192.175.48.1", "direct-delegation-as112-service", true},
      {"198.17.255.255", "global", true},
      {"198.18.0.0", "benchmarking", false},
      {"198.19.255.255", "benchmarking", false},
      {"198.20.0.0", "global", true},
      {"198.51.100.1", "documentation", false},
      {"203.0.113.1", "documentation", false},
      {"223.255.255.255", "global", true},
      {"224.0.0.0", "multicast", false},
      {"239.255.255.255", "multicast", false},
      {"240.0.0.0", "reserved", false},
      {"255.255.255.254", "reserved", false},
      {"255.255.255.255", "limited-broadcast", false},
      {"::", "unspecified", false},
      {"::1", "loopback", false},
      {"::2", "unallocated", false},
      {"::127.0.0.1", "unallocated", false},
      {"::ffff:127.0.0.1", "ipv4-mapped", false},
      {"::fffe:127.0.0.1", "unallocated", false},
      {"64:ff9b::808:808", "ipv4-ipv6-translation", true},
      {"64:ff9b:0:0:0:1::", "unallocated", false},
      {"64:ff9b:1::a00:1", "ipv4-ipv6-translation", false},
      {"64:ff9b:2::", "unallocated", false},
      {"100::1", "discard-only", false},
      {"100:0:0:1::1", "dummy-ipv6-prefix", false},
      {"100:0:0:2::", "unallocated", false},
      {"fc::1", "unallocated", false},
      {"fe8::1", "unallocated", false},
      {"fe7f::1", "unallocated", false},
      {"fbff::1", "unallocated", false},
      {"1fff:ffff::", "unallocated", false},
      {"2000::", "global", true},
      {"2001::", "teredo", false},
      {"2001:0:ffff::", "teredo", false},
      {"2001:1::", "ietf-protocol-assignments", false},
      {"2001:1::1", "port-control-protocol-anycast", true},
      {"2001:1::2", "turn-anycast", true},
      {"2001:1::3", "dns-sd-srp-anycast", true},
      {"2001:1::4", "ietf-protocol-assignments", false},
      {"2001:2::", "benchmarking", false},
      {"2001:2:1::", "ietf-protocol-assignments", false},
      {"2001:3:ffff::", "amt", true},
      {"2001:4:112::", "as112-v6", true},
      {"2001:10::", "deprecated-orchid", false},
      {"2001:1f:ffff::", "deprecated-orchid", false},
      {"2001:20::", "orchidv2", true},
      {"2001:30::", "drone-remote-id", true},
      {"2001:40::", "ietf-protocol-assignments", false},
      {"2001:1ff:ffff::", "ietf-protocol-assignments", false},
      {"2001:200::", "global", true},
      {"2001:db8::1", "documentation", false},
      {"2001:db9::", "global", true},
      {"2002:c000:201::", "6to4", false},
      {"2003::", "global", true},
      {"2606:4700::1111", "global", true},
      {"2620:4f:8000::1", "direct-delegation-as112-service", true},
      {"3ffe:ffff::", "global", true},
      {"3fff::1", "documentation", false},
      {"3fff:fff:ffff::", "documentation", false},
      {"3fff:1000::", "global", true},
      {"3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "global", true},
      {"4000::", "unallocated", false},
      {"5f00::1", "segment-routing-sids", false},
      {"5f01::", "unallocated", false},
      {"fc00::1", "unique-local", false},
      {"fd00:ec2::254", "unique-local", false},
      {"fdff:ffff::", "unique-local", false},
      {"fe00::", "unallocated", false},
      {"fe80::1", "link-local", false},
      {"febf:ffff::", "link-local", false},
      {"fec0::1", "site-local", false},
      {"feff:ffff::", "site-local", false},
      {"ff00::", "multicast", false},
      {"ff02::1", "multicast", false},
      {"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "multicast", false},
  };
  for (const ClassRow& row : kRows) {
    CAPTURE(row.address);
    const Address address = address_of(row.address);
    CHECK(class_of(address) == row.name);
    CHECK(is_global(address) == row.global);
  }
}

bool shares_bits(const Address& a, const Address& b, int bits) {
  for (int i = 0; i < bits; ++i) {
    const auto byte = static_cast<std::size_t>(i / 8);
    const int mask = 0x80 >> (i % 8);
    if (((a.bytes[byte] ^ b.bytes[byte]) & mask) != 0) return false;
  }
  return true;
}

/// The row of the longest prefix that holds `address`, bit by bit.
template <typename Row, std::size_t kRows>
const Row& slow_row(const Row (&rows)[kRows], const Address (&starts)[kRows],
                    const Address& address) {
  const Row* best = nullptr;
  int best_length = -1;
  for (std::size_t i = 0; i < kRows; ++i) {
    const int length = std::stoi(std::string(rows[i].prefix.substr(rows[i].prefix.find('/') + 1)));
    if (length <= best_length || !shares_bits(address, starts[i], length)) continue;
    best = &rows[i];
    best_length = length;
  }
  REQUIRE(best != nullptr);
  return *best;
}

/// Addresses at, before and behind the edges of each row, and random ones beside it.
template <typename Row, std::size_t kRows>
void compare_with_slow(const Row (&rows)[kRows]) {
  Address starts[kRows];
  for (std::size_t i = 0; i < kRows; ++i) {
    starts[i] = address_of(rows[i].prefix.substr(0, rows[i].prefix.find('/')));
  }
  std::mt19937 random(6890);
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::size_t width = starts[i].is_v6 ? 16 : 4;
    for (int n = 0; n < 2000; ++n) {
      Address address = starts[i];
      // Flip one bit anywhere, then fill the bytes behind a random place.
      const std::size_t bit = random() % (width * 8);
      if (n % 4 != 0) address.bytes[bit / 8] ^= static_cast<std::uint8_t>(0x80U >> bit % 8);
      const std::uint8_t fill = n % 3 == 0 ? std::uint8_t{0xff} : std::uint8_t{0};
      for (std::size_t at = random() % width; at < width; ++at) {
        address.bytes[at] = n % 3 == 2 ? static_cast<std::uint8_t>(random()) : fill;
      }
      const Row& expected = slow_row(rows, starts, address);
      if (class_of(address) != expected.name || is_global(address) != expected.global) {
        FAIL(to_text(address).view() << " is " << expected.name);
      }
    }
  }
}

TEST_CASE("class_of agrees with a search bit by bit") {
  compare_with_slow(tables::kIpv4SpecialPurpose);
  compare_with_slow(tables::kIpv6SpecialPurpose);
}

TEST_CASE("metadata_service knows addresses") {
  for (const std::string_view text :
       {"169.254.169.254", "169.254.170.2", "169.254.170.23", "168.63.129.16", "100.100.100.200",
        "192.0.0.192", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254"}) {
    CAPTURE(text);
    const MetadataService* const service = metadata_service(address_of(text));
    REQUIRE(service != nullptr);
    CHECK_FALSE(service->provider.empty());
    CHECK_FALSE(service->service.empty());
  }
  CHECK(metadata_service(address_of("100.100.100.200"))->provider == "Alibaba Cloud");
  for (const std::string_view text :
       {"169.254.169.253", "169.254.169.255", "0.0.0.0", "255.255.255.255", "192.0.2.1",
        "::", "fd00:ec2::253", "::ffff:169.254.169.254", "::169.254.169.254",
        "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"}) {
    CAPTURE(text);
    CHECK(metadata_service(address_of(text)) == nullptr);
  }
}

TEST_CASE("metadata_service knows names") {
  for (const std::string_view name :
       {"metadata.google.internal", "Metadata.Google.Internal.", "metadata", "METADATA.",
        "metadata.goog", "instance-data", "instance-data.ec2.internal"}) {
    CAPTURE(name);
    CHECK(metadata_service(name) != nullptr);
  }
  for (const std::string_view name :
       {"", ".", "metadata..", ".metadata", "metadata.example.com", "a.metadata.google.internal",
        "metadata.google.internal.example.com", "google.internal", "169.254.169.254",
        "fd00:ec2::254"}) {
    CAPTURE(name);
    CHECK(metadata_service(name) == nullptr);
  }
}

TEST_CASE("every row of cloud-metadata is found") {
  for (const tables::CloudMetadataRow& row : tables::kCloudMetadata) {
    CAPTURE(row.host);
    const Ipv4Reading v4 = read_ipv4(row.host);
    const Ipv6Reading v6 = read_ipv6(row.host);
    const MetadataService* const service = v6.valid ? metadata_service(v6.address)
                                           : v4.status == Ipv4Status::address
                                               ? metadata_service(Address::v4(v4.address))
                                               : metadata_service(row.host);
    REQUIRE(service != nullptr);
    CHECK(service->provider == row.provider);
    CHECK(service->service == row.service);
  }
}

}  // namespace
}  // namespace urilint
