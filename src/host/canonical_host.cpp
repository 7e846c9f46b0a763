// Percent-decoded once, mapped to ASCII, and only then looked at as a number: each step may make
// what the next one judges. ASCII names never reach ICU.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "uri/bytes.hpp"
#include "urilint/host.hpp"
#include "urilint/names.hpp"
#include "urilint/reference.hpp"

namespace urilint {
namespace {

// What no resolver is asked: controls, space, `%`, and the delimiters of a URL.
consteval std::array<bool, 256> make_forbidden() {
  std::array<bool, 256> table{};
  for (unsigned c = 0; c <= 0x20; ++c) table[c] = true;
  for (const char c : std::string_view("#/:<>?@[\\]^|%\x7f"))
    table[static_cast<unsigned char>(c)] = true;
  for (unsigned c = 0x80; c < 256; ++c) table[c] = true;
  return table;
}
constexpr std::array<bool, 256> kForbidden = make_forbidden();

bool is_name(std::string_view name) noexcept {
  if (name.empty() || name.front() == '.') return false;
  if (name.find("..") != std::string_view::npos) return false;
  return std::none_of(name.begin(), name.end(),
                      [](char c) { return kForbidden[static_cast<unsigned char>(c)]; });
}

bool is_ascii(std::string_view text) noexcept {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return (bytes::class_of(c) & bytes::kNonAscii) != 0; });
}

// IP-literal = "[" ( IPv6address / IPvFuture  ) "]"; a resolver takes only the former.
std::optional<std::string> canonical_literal(std::string_view host) {
  if (host.size() < 2 || host.back() != ']') return std::nullopt;
  const Ipv6Reading reading = read_ipv6(host.substr(1, host.size() - 2));
  if (!reading.valid || !reading.zone.empty()) return std::nullopt;
  return '[' + std::string(to_text(reading.address).view()) + ']';
}

// As browsers do, ASCII stays as it is even where an A-label decodes to nothing valid: that is
// what is looked up.
std::optional<std::string> map_to_ascii(std::string_view decoded) {
  if (!is_ascii(decoded)) return to_ascii(decoded);
  std::string out(decoded);
  std::transform(out.begin(), out.end(), out.begin(), to_lower);
  return out;
}

}  // namespace

std::optional<std::string> canonical_host(std::string_view host) {
  if (host.starts_with('[')) return canonical_literal(host);
  std::string decoded;
  if (host.find('%') != std::string_view::npos) {
    decoded = pct_decode(host);
    host = decoded;
  }
  std::optional<std::string> name = map_to_ascii(host);
  if (!name || !is_name(*name)) return std::nullopt;
  const Ipv4Reading number = read_ipv4(*name);
  if (number.status == Ipv4Status::address) {
    return std::string(to_text(Address::v4(number.address)).view());
  }
  if (number.status != Ipv4Status::name) return std::nullopt;
  if (name->back() == '.') name->pop_back();
  return name;
}

}  // namespace urilint
