/// Hosts as addresses: every spelling of IPv4 that inet_aton-like code accepts, IPv6 with the IPv4
/// inside, and what kind of address it is. Nothing here allocates or throws.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "urilint/export.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// An IPv4 or IPv6 address in network byte order. IPv4 uses the first four bytes.
struct Address {
  std::array<std::uint8_t, 16> bytes{};
  bool is_v6 = false;

  [[nodiscard]] static constexpr Address v4(std::uint32_t value) noexcept {
    Address a;
    for (int i = 0; i < 4; ++i)
      a.bytes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
    return a;
  }
  /// The first four bytes as a number; meaningful for IPv4.
  [[nodiscard]] constexpr std::uint32_t v4_value() const noexcept {
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
           std::uint32_t{bytes[2]} << 8 | bytes[3];
  }
  friend constexpr bool operator==(const Address&, const Address&) noexcept = default;
};

/// Longest text of an address, without a terminating NUL.
inline constexpr std::size_t kAddressTextMax = 45;
/// A small owned text.
struct AddressText {
  std::array<char, kAddressTextMax + 1> data{};
  std::uint8_t size = 0;
  [[nodiscard]] std::string_view view() const noexcept { return {data.data(), size}; }
};
/// Canonical text: dotted decimal, or RFC 5952 (IPv4-mapped ones with the dotted tail).
[[nodiscard]] URILINT_API AddressText to_text(const Address& address) noexcept;

enum class Ipv4Status : std::uint8_t {
  name,      ///< not a number: the last label does not look like one
  address,   ///< an IPv4 address in some spelling
  overflow,  ///< numeric throughout, but a part or the whole is too large
  almost,    ///< the last label is numeric, but the whole is no IPv4 address in any spelling
};

/// How an address was spelt; several may hold.
enum class Ipv4Spelling : std::uint16_t {
  dotless = 1,          ///< one part
  short_form = 2,       ///< two or three parts
  hex = 4,              ///< a part begins with 0x
  octal = 8,            ///< a part has a leading 0 and another digit, and is not hexadecimal
  trailing_dot = 16,    ///< a dot after the last part
  pct_encoded = 32,     ///< percent-encoding had to be undone
  unicode_digits = 64,  ///< digits or dots outside ASCII had to be mapped
};

struct Ipv4Reading {
  Ipv4Status status = Ipv4Status::name;
  std::uint8_t parts = 0;      ///< 1–4
  std::uint16_t spelling = 0;  ///< bits of `Ipv4Spelling`
  std::uint32_t address = 0;   ///< with `address`: as inet_aton, WHATWG and libcurl read it
  /// With `octal`: the address if leading zeros are read as decimal, where that is one.
  std::optional<std::uint32_t> decimal;
  UriSpan odd{};  ///< the first part that is hex, octal, or too large, in `host`
  [[nodiscard]] bool spelt(Ipv4Spelling how) const noexcept {
    return (spelling & static_cast<std::uint16_t>(how)) != 0;
  }
};

/// Reads a host as inet_aton-like code does: 1 to 4 parts, decimal, octal (leading 0) or hex (0x,
/// also empty as in `0x`), a trailing dot, percent-encoded, and with digits and full stops of any
/// of the forms that UTS 46 maps to ASCII (fullwidth, enclosed, ideographic full stop …, UTF-8).
/// `host` is text as it stands in the URI, without brackets.
[[nodiscard]] URILINT_API Ipv4Reading read_ipv4(std::string_view host) noexcept;

/// Where an IPv6 address carries an IPv4 address.
enum class Ipv4Inside : std::uint8_t {
  none,
  mapped,
  compatible,
  nat64,
  nat64_local,
  sixto4,
  teredo
};
[[nodiscard]] URILINT_API std::string_view name_of(Ipv4Inside inside) noexcept;

struct Ipv6Reading {
  bool valid = false;  ///< IPv6address of RFC 3986, or one with a zone id behind it
  Address address;
  Ipv4Inside inside = Ipv4Inside::none;
  std::uint32_t ipv4 = 0;  ///< the address inside; Teredo's is un-inverted
  UriSpan zone{};          ///< the `%…` behind the address, in `text`; empty: none
};
/// Reads the text between the brackets. A zone id (`%25eth0` or `%eth0`, RFC 6874, withdrawn by
/// RFC 9844) is recognised and reported in `zone`; strict syntax does not allow it.
[[nodiscard]] URILINT_API Ipv6Reading read_ipv6(std::string_view text) noexcept;

/// True if `text` is IPv6address of RFC 3986 appendix A exactly.
[[nodiscard]] URILINT_API bool is_ipv6_address(std::string_view text) noexcept;

/// The entry of the IANA special-purpose registries (longest prefix), in kebab case
/// (`private-use`, `loopback`, `link-local`, `unique-local`, `documentation` …), or `multicast`,
/// `site-local`, `unallocated`, `global`. For an IPv6 address with an IPv4 inside it is the class
/// of the IPv6 address itself. Static storage.
[[nodiscard]] URILINT_API std::string_view class_of(const Address& address) noexcept;
/// True if the registries say that the address is reachable from everywhere.
[[nodiscard]] URILINT_API bool is_global(const Address& address) noexcept;

/// A cloud provider's metadata or host service, from `data/cloud-metadata.tsv`. Static storage.
struct MetadataService {
  std::string_view provider;
  std::string_view service;
};
[[nodiscard]] URILINT_API const MetadataService* metadata_service(const Address& address) noexcept;
/// By name, letter case and one trailing dot ignored.
[[nodiscard]] URILINT_API const MetadataService* metadata_service(std::string_view name) noexcept;

}  // namespace urilint
