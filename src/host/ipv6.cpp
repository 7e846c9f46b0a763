// The groups are read by the parser's own recogniser; this adds the zone id behind them and the
// IPv4 address that a prefix says is inside.
#include "uri/ip_literal.hpp"
#include "urilint/host.hpp"

namespace urilint {
namespace {

using Bytes = std::array<std::uint8_t, 16>;

constexpr Bytes prefix(std::initializer_list<std::uint8_t> head) noexcept {
  Bytes bytes{};
  std::size_t at = 0;
  for (const std::uint8_t byte : head) bytes[at++] = byte;
  return bytes;
}

/// Prefixes behind which an IPv4 address stands, and where.
struct Carrier {
  Bytes prefix;
  std::uint8_t bytes;  ///< length of the prefix
  std::uint8_t at;     ///< first byte of the IPv4 address
  Ipv4Inside inside;
};

constexpr Carrier kCarriers[] = {
    // RFC 4291 2.5.5.2
    {prefix({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}), 12, 12, Ipv4Inside::mapped},
    // RFC 4291 2.5.5.1
    {prefix({}), 12, 12, Ipv4Inside::compatible},
    // RFC 6052
    {prefix({0x00, 0x64, 0xff, 0x9b}), 12, 12, Ipv4Inside::nat64},
    // RFC 8215 leaves the layout open; in practice networks take a /96 of it
    {prefix({0x00, 0x64, 0xff, 0x9b, 0x00, 0x01}), 6, 12, Ipv4Inside::nat64_local},
    // RFC 3056
    {prefix({0x20, 0x02}), 2, 2, Ipv4Inside::sixto4},
    // RFC 4380 section 4: the client's address, every bit inverted
    {prefix({0x20, 0x01, 0x00, 0x00}), 4, 12, Ipv4Inside::teredo},
};

bool begins_with(const Bytes& bytes, const Carrier& carrier) noexcept {
  for (std::size_t i = 0; i < carrier.bytes; ++i) {
    if (bytes[i] != carrier.prefix[i]) return false;
  }
  return true;
}

/// `::` and `::1` are addresses of their own, not carriers of 0.0.0.0 and 0.0.0.1.
bool is_unspecified_or_loopback(const Bytes& bytes) noexcept {
  for (std::size_t i = 0; i < 15; ++i) {
    if (bytes[i] != 0) return false;
  }
  return bytes[15] <= 1;
}

std::uint32_t four_bytes(const Bytes& bytes, std::size_t at) noexcept {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | bytes[at + i];
  return value;
}

void find_ipv4(Ipv6Reading& reading) noexcept {
  const Bytes& bytes = reading.address.bytes;
  if (is_unspecified_or_loopback(bytes)) return;
  for (const Carrier& carrier : kCarriers) {
    if (!begins_with(bytes, carrier)) continue;
    const std::uint32_t value = four_bytes(bytes, carrier.at);
    reading.inside = carrier.inside;
    reading.ipv4 = carrier.inside == Ipv4Inside::teredo ? ~value : value;
    return;
  }
}

constexpr bool is_hex(char c) noexcept {
  const char lower = to_lower(c);
  return (c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'f');
}

constexpr bool is_unreserved(char c) noexcept {
  const char lower = to_lower(c);
  return (c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'z') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

/// ZoneID = 1*( unreserved / pct-encoded ), behind `%25` or, as people write it, behind `%`.
bool is_zone(std::string_view text) noexcept {
  if (text.size() < 2) return false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (is_unreserved(text[i])) continue;
    if (text[i] != '%' || text.size() - i < 3 || !is_hex(text[i + 1]) || !is_hex(text[i + 2])) {
      return false;
    }
    i += 2;
  }
  return true;
}

}  // namespace

Ipv6Reading read_ipv6(std::string_view text) noexcept {
  Ipv6Reading reading;
  const std::size_t percent = text.find('%');
  const std::string_view address = text.substr(0, percent);
  if (percent != std::string_view::npos && !is_zone(text.substr(percent))) return reading;
  if (!parse_ipv6_address(address, reading.address.bytes)) return {};
  reading.valid = true;
  reading.address.is_v6 = true;
  if (percent != std::string_view::npos) {
    reading.zone = {static_cast<Off>(percent), static_cast<Off>(text.size())};
  }
  find_ipv4(reading);
  return reading;
}

std::string_view name_of(Ipv4Inside inside) noexcept {
  switch (inside) {
    case Ipv4Inside::none:
      return "none";
    case Ipv4Inside::mapped:
      return "mapped";
    case Ipv4Inside::compatible:
      return "compatible";
    case Ipv4Inside::nat64:
      return "nat64";
    case Ipv4Inside::nat64_local:
      return "nat64-local";
    case Ipv4Inside::sixto4:
      return "6to4";
    case Ipv4Inside::teredo:
      return "teredo";
  }
  return "none";
}

}  // namespace urilint
