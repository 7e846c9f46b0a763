// The two readings that must agree where no gating signal is, brought to one form: scheme, host,
// effective port and path as RFC 3986 section 6.2.3 compares them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "interpret/agreement.hpp"
#include "urilint/host.hpp"
#include "urilint/reference.hpp"
#include "urilint/uri.hpp"
#include "urilint/whatwg.hpp"

namespace urilint::testing {

/// What a reading says. Not accepted: nothing else counts.
struct Reading {
  bool accepted = false;
  std::string scheme;
  std::string host;
  std::string port;
  std::string path;
  friend bool operator==(const Reading&, const Reading&) = default;
};

/// The base that references without scheme are read against.
inline constexpr std::string_view kWebBase = "https://base.example/a/b";

/// Addresses as RFC 5952 writes them; names with their letters lowered and their unreserved
/// triplets decoded. `host` is that of a normalised URI.
inline std::string canonical_name(std::string_view host) {
  if (!host.starts_with('[') || !host.ends_with(']')) return std::string(host);
  const Ipv6Reading address = read_ipv6(host.substr(1, host.size() - 2));
  if (!address.valid || !address.zone.empty()) return std::string(host);
  return '[' + std::string(to_text(address.address).view()) + ']';
}

/// Digits without leading zeros; nothing for an absent or empty port.
inline std::string canonical_port(std::string_view port) {
  if (port.empty()) return {};
  return std::string(port.substr(std::min(port.find_first_not_of('0'), port.size() - 1)));
}

/// The default port of the special schemes, for both readings.
inline std::string_view default_port_of(std::string_view scheme) {
  if (scheme == "http" || scheme == "ws") return "80";
  if (scheme == "https" || scheme == "wss") return "443";
  return scheme == "ftp" ? "21" : "";
}

/// The form of a URI that its reader accepted.
inline Reading canonical_reading(std::string_view uri) {
  const std::string normal = normalize(split(uri), Normalization::scheme);
  const UriParts parts = split(normal);
  Reading out;
  out.accepted = true;
  out.scheme = text_of(parts, Component::scheme);
  out.host = canonical_name(text_of(parts, Component::host));
  // RFC 8089 2: no host, an empty one and `localhost` are the same machine.
  if (out.scheme == "file" && out.host == "localhost") out.host.clear();
  out.port = canonical_port(text_of(parts, Component::port));
  if (out.port.empty()) out.port = default_port_of(out.scheme);
  out.path = text_of(parts, Component::path);
  // 6.2.3: an empty path behind an authority is `/`.
  if (out.path.empty() && parts.has(Component::authority)) out.path = "/";
  return out;
}

/// A URI in the sense of section 4.3, or a reference resolved against `kWebBase`.
inline Reading read_as_rfc3986(const UriParts& parts) {
  if (parts.has(Signal::invalid)) return {};
  if (parts.has(Component::scheme)) return canonical_reading(parts.text());
  return canonical_reading(*resolve(split(kWebBase), parts));
}

/// The same by the URL Standard.
inline Reading read_as_whatwg(const UriParts& parts) {
  const bool absolute = parts.has(Component::scheme) && !parts.has(Signal::invalid);
  const WhatwgUrl base = *parse_whatwg(kWebBase).url;
  const WhatwgResult result = parse_whatwg(parts.text(), absolute ? nullptr : &base);
  return result.url ? canonical_reading(result.url->href) : Reading{};
}

/// Every byte but unreserved ones as a triplet, decoded once before: `%zz` stays.
inline std::string one_encoding(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/%!$&'()*+,;=:@[]";
  const auto value = [](char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : c - 'a' + 10;
  };
  const auto is_hex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
  };
  std::string out;
  for (std::size_t at = 0; at < path.size(); ++at) {
    char c = path[at];
    const bool triplet =
        c == '%' && at + 2 < path.size() && is_hex(path[at + 1]) && is_hex(path[at + 2]);
    if (triplet) {
      c = static_cast<char>(value(path[at + 1]) * 16 + value(path[at + 2]));
      at += 2;
    }
    const bool plain = kPlain.find(c) != std::string_view::npos && (!triplet || c != '%');
    if (plain && !(triplet && kPlain.find(c) >= kPlain.find('/'))) {
      out += c;
    } else {
      out += '%';
      out += kDigits[static_cast<unsigned char>(c) >> 4U];
      out += kDigits[static_cast<unsigned char>(c) & 15U];
    }
  }
  return out;
}

/// What is wrong with the promises of `wrong_in_encoding_alone` and `doubtful_in_number_alone`;
/// null: nothing.
inline const char* broken_encoding_alone(const UriParts& parts) {
  const Ipv4Reading number = read_ipv4(text_of(parts, Component::host));
  const bool told = number.status == Ipv4Status::address || number.status == Ipv4Status::name;
  if (!wrong_in_encoding_alone(parts) && !(doubtful_in_number_alone(parts) && told)) return nullptr;
  const WhatwgResult web = parse_whatwg(parts.text());
  if (!web.url || !web.url->host) return "browsers refuse what is wrong in its encoding alone";
  std::string host(text_of(parts, Component::host));
  for (char& c : host) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (number.status == Ipv4Status::address) host = to_text(Address::v4(number.address)).view();
  if (*web.url->host != host) return "the hosts differ in more than case";
  std::string path = remove_dot_segments(text_of(parts, Component::path));
  if (path.empty()) path = "/";
  return one_encoding(path) == one_encoding(web.url->path)
             ? nullptr
             : "the paths differ in more than encoding";
}

/// What is wrong with the promises of `interpret/agreement.hpp` for this text; null: nothing.
inline const char* broken_agreement(std::string_view text) {
  const UriParts parts = split(text);
  if (const char* const fault = broken_encoding_alone(parts)) return fault;
  const bool gated = (static_cast<std::uint64_t>(parts.signals) & kGating) != 0;
  if (readings_may_differ(parts)) return gated ? nullptr : "no difference without a signal";
  const Reading rfc = read_as_rfc3986(parts);
  const Reading web = read_as_whatwg(parts);
  if (rfc.accepted != web.accepted) return "one reading accepts, the other does not";
  if (rfc.scheme != web.scheme) return "the schemes differ";
  if (rfc.host != web.host) return "the hosts differ";
  if (rfc.port != web.port) return "the ports differ";
  return rfc.path == web.path ? nullptr : "the paths differ";
}

}  // namespace urilint::testing
