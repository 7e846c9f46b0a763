// The service is found by its domain; what stands before it is searched for the address that the
// service answers with: four numbers between dots or hyphens, eight hexadecimal digits, or IPv6
// with hyphens for colons.
#include <algorithm>
#include <array>
#include <optional>

#include "detect/internal-target/names.hpp"
#include "engine/host_lists.hpp"
#include "tables/wildcard-dns.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace wildcard_dns {

constexpr Address kLoopback = Address::v4(0x7f000001);

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_separator(char c) noexcept { return c == '.' || c == '-'; }

// One of the numbers of an address; moves `at` behind it.
std::optional<std::uint32_t> read_octet(std::string_view text, std::size_t& at) noexcept {
  const std::size_t begin = at;
  std::uint32_t value = 0;
  while (at < text.size() && at - begin < 3 && is_digit(text[at])) {
    value = value * 10 + static_cast<std::uint32_t>(text[at++] - '0');
  }
  const bool ends = at == text.size() || !is_digit(text[at]);
  if (at == begin || !ends || value > 255) return std::nullopt;
  return value;
}

// `a.b.c.d` or `a-b-c-d` that begins at `at`.
std::optional<std::uint32_t> read_quad(std::string_view text, std::size_t at) noexcept {
  std::uint32_t address = 0;
  char separator = '\0';
  for (int i = 0; i < 4; ++i) {
    if (i > 0) {
      if (at == text.size() || !is_separator(text[at])) return std::nullopt;
      if (i > 1 && text[at] != separator) return std::nullopt;
      separator = text[at++];
    }
    const std::optional<std::uint32_t> octet = read_octet(text, at);
    if (!octet) return std::nullopt;
    address = address << 8 | *octet;
  }
  const bool ends = at == text.size() || is_separator(text[at]);
  return ends ? std::optional(address) : std::nullopt;
}

std::optional<std::uint32_t> read_hex(std::string_view text, std::size_t at) noexcept {
  if (text.size() - at < 8) return std::nullopt;
  if (text.size() - at > 8 && !is_separator(text[at + 8])) return std::nullopt;
  std::uint32_t address = 0;
  for (std::size_t i = at; i < at + 8; ++i) {
    if (!bytes::is_hex(text[i])) return std::nullopt;
    address = address << 4 | bytes::hex_value(text[i]);
  }
  return address;
}

// `--1`, `2001-db8--1`: the last label with colons for hyphens.
std::optional<Address> read_dashed_v6(std::string_view text) noexcept {
  const std::size_t dot = text.rfind('.');
  const std::string_view label = text.substr(dot == std::string_view::npos ? 0 : dot + 1);
  std::array<char, 40> colons;
  if (label.size() > colons.size() || label.find('-') == std::string_view::npos) return {};
  std::transform(label.begin(), label.end(), colons.begin(),
                 [](char c) { return c == '-' ? ':' : c; });
  const Ipv6Reading reading = read_ipv6({colons.data(), label.size()});
  if (!reading.valid) return std::nullopt;
  return reading.inside == Ipv4Inside::none ? reading.address : Address::v4(reading.ipv4);
}

// Services differ about which of several addresses counts: one that is not public does here, else
// the last.
std::optional<Address> address_in(std::string_view text) noexcept {
  std::optional<Address> found;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && !is_separator(text[at - 1])) continue;
    std::optional<std::uint32_t> value = read_quad(text, at);
    if (!value) value = read_hex(text, at);
    if (!value) continue;
    found = Address::v4(*value);
    if (!is_global(*found)) return found;
  }
  return found;
}

std::string_view without_service(std::string_view name, std::string_view service) noexcept {
  if (!name.empty() && name.back() == '.') name.remove_suffix(1);
  name.remove_suffix(service.size());
  if (!name.empty()) name.remove_suffix(1);
  return name;
}

std::optional<Address> address_of(const tables::WildcardDnsRow& row,
                                  std::string_view name) noexcept {
  if (row.kind == "loopback") return kLoopback;
  const std::string_view spelt = without_service(name, row.host);
  const std::optional<Address> found = address_in(spelt);
  if (found) return found;
  if (row.kind == "embeds6") return read_dashed_v6(spelt);
  return row.kind == "both" ? std::optional(kLoopback) : std::nullopt;
}

}  // namespace wildcard_dns

void detect_target_wildcard_dns(const Subject& subject, Sink& sink) noexcept {
  any_host_name(subject, [&](const HostName& host) {
    const auto* row = find_host_row(tables::kWildcardDns, tables::kWildcardDnsIndex, host.name,
                                    [](const tables::WildcardDnsRow& r) { return r.host; });
    if (row == nullptr) return false;
    const std::optional<Address> address = wildcard_dns::address_of(*row, host.name);
    if (!address) return false;
    sink.emit({.component = component_at(subject.parts, host.where.begin),
               .primary = host.where,
               .args = {*address, class_of(*address), row->host},
               .variant = is_global(*address) ? "public" : "inside",
               .address = *address});
    return true;
  });
}

}  // namespace urilint::detect
