// One byte table says which components may hold a byte raw; encoding and decoding walk the text
// once. A malformed "%" is text: it stays, and nothing that is decoded may complete it.
#include "uri/percent.hpp"

#include <array>
#include <cstdint>

#include "uri/ip_literal.hpp"
#include "urilint/reference.hpp"

namespace urilint {
namespace {

using namespace bytes;

constexpr std::uint32_t raw_in(Component component) noexcept {
  return 1U << static_cast<unsigned>(component);
}

// The sets of appendix A, one bit a component.
consteval std::array<std::uint32_t, 256> make_raw() {
  constexpr std::string_view kSubDelims = "!$&'()*+,;=";
  constexpr std::string_view kGenDelims = ":/?#[]@";
  constexpr std::uint32_t kPathOn =
      raw_in(Component::path) | raw_in(Component::query) | raw_in(Component::fragment);
  constexpr std::uint32_t kUserinfoOn = raw_in(Component::authority) | raw_in(Component::userinfo);
  constexpr std::uint32_t kWhole = raw_in(Component::uri) | raw_in(Component::link_text);
  std::array<std::uint32_t, 256> table{};
  for (unsigned i = 0; i < table.size(); ++i) {
    const char c = static_cast<char>(i);
    std::uint32_t set = 0;
    if (is_unreserved(c) || kSubDelims.find(c) != std::string_view::npos) {
      set |= kUserinfoOn | raw_in(Component::host) | kPathOn | kWhole;
    }
    if (kGenDelims.find(c) != std::string_view::npos) set |= kWhole;
    if (c == ':') set |= kUserinfoOn | kPathOn;
    if (c == '@') set |= raw_in(Component::authority) | kPathOn;
    if (c == '[' || c == ']') set |= raw_in(Component::authority);
    if (c == '/') set |= kPathOn;
    if (c == '?') set |= raw_in(Component::query) | raw_in(Component::fragment);
    if ((class_of(c) & kNotScheme) == 0) set |= raw_in(Component::scheme);
    if ((class_of(c) & kDigit) != 0) set |= raw_in(Component::port);
    table[i] = set;
  }
  return table;
}
constexpr std::array<std::uint32_t, 256> kRaw = make_raw();

int octet_at(std::string_view text, std::size_t at) noexcept {
  return pct_byte(text.data() + at, text.size() - at);
}

// IP-literal = "[" ( IPv6address / IPvFuture  ) "]"
bool is_ip_literal(std::string_view host) noexcept {
  if (host.size() < 2 || host.front() != '[' || host.back() != ']') return false;
  const std::string_view inside = host.substr(1, host.size() - 2);
  return is_ipv6_address(inside) || is_ipvfuture(inside);
}

enum class Triplets : std::uint8_t { encoded, kept };

std::string encode(std::string_view text, Component component, Triplets triplets) {
  if (component == Component::host && is_ip_literal(text)) return std::string(text);
  const std::uint32_t wanted = raw_in(component);
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if ((kRaw[static_cast<unsigned char>(c)] & wanted) != 0) {
      out.push_back(c);
    } else if (triplets == Triplets::kept && octet_at(text, at) >= 0) {
      out.append(text.substr(at, 3));
      at += 2;
    } else {
      append_triplet(out, c);
    }
  }
  return out;
}

void append_utf8(std::string& out, std::uint32_t code_point) {
  const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) return put(code_point);
  if (code_point < 0x800) {
    put(0xc0 | code_point >> 6);
  } else {
    if (code_point < 0x10000) {
      put(0xe0 | code_point >> 12);
    } else {
      put(0xf0 | code_point >> 18);
      put(0x80 | (code_point >> 12 & 0x3f));
    }
    put(0x80 | (code_point >> 6 & 0x3f));
  }
  put(0x80 | (code_point & 0x3f));
}

constexpr std::uint32_t kReplacement = 0xfffd;
constexpr std::size_t kUnitSize = 6;  // %uXXXX

// The UTF-16 unit that `%uXXXX` at `at` stands for, or -1.
int unit_at(std::string_view text, std::size_t at) noexcept {
  if (text.size() - at < kUnitSize || text[at] != '%' || (text[at + 1] | 0x20) != 'u') return -1;
  unsigned unit = 0;
  for (std::size_t i = at + 2; i < at + kUnitSize; ++i) {
    if (!is_hex(text[i])) return -1;
    unit = unit << 4 | hex_value(text[i]);
  }
  return static_cast<int>(unit);
}
constexpr bool is_high_surrogate(int unit) noexcept { return unit >= 0xd800 && unit < 0xdc00; }
constexpr bool is_low_surrogate(int unit) noexcept { return unit >= 0xdc00 && unit < 0xe000; }

// Decodes the unit at `at`, with its partner if it has one; returns where to go on.
std::size_t append_unit(std::string& out, std::string_view text, std::size_t at, int unit) {
  const std::size_t behind = at + kUnitSize;
  if (is_high_surrogate(unit) && behind < text.size()) {
    const int low = unit_at(text, behind);
    if (is_low_surrogate(low)) {
      append_utf8(out, 0x10000U + (static_cast<std::uint32_t>(unit - 0xd800) << 10) +
                           static_cast<std::uint32_t>(low - 0xdc00));
      return behind + kUnitSize;
    }
  }
  const bool lone = is_high_surrogate(unit) || is_low_surrogate(unit);
  append_utf8(out, lone ? kReplacement : static_cast<std::uint32_t>(unit));
  return behind;
}

}  // namespace

void append_triplet(std::string& out, char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  out.push_back('%');
  out.push_back(kDigits[value >> 4]);
  out.push_back(kDigits[value & 15]);
}

void append_normal_triplets(std::string& out, std::string_view component, LetterCase letters) {
  int owed = 0;  // hexadecimal digits that a malformed `%` just before still lacks
  const auto put = [&](char c) {
    out.push_back(letters == LetterCase::lowered ? to_lower(c) : c);
    owed = owed > 0 && is_hex(c) ? owed - 1 : 0;
  };
  for (std::size_t at = 0; at < component.size(); ++at) {
    const char c = component[at];
    if (c != '%') {
      put(c);
      continue;
    }
    const int octet = octet_at(component, at);
    if (octet < 0) {
      out.push_back(c);
      owed = 2;
      continue;
    }
    at += 2;
    const char plain = static_cast<char>(octet);
    if (is_unreserved(plain) && !(owed > 0 && is_hex(plain))) {
      put(plain);
    } else {
      append_triplet(out, plain);
      owed = 0;
    }
  }
}

std::string pct_encode(std::string_view text, Component component) {
  return encode(text, component, Triplets::encoded);
}

std::string pct_encode_keeping(std::string_view text, Component component) {
  return encode(text, component, Triplets::kept);
}

std::string pct_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int octet = octet_at(text, at);
    out.push_back(octet < 0 ? text[at] : static_cast<char>(octet));
    if (octet >= 0) at += 2;
  }
  return out;
}

std::string pct_decode_u(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (const int octet = octet_at(text, at); octet >= 0) {
      out.push_back(static_cast<char>(octet));
      at += 3;
    } else if (const int unit = unit_at(text, at); unit >= 0) {
      at = append_unit(out, text, at, unit);
    } else {
      out.push_back(text[at++]);
    }
  }
  return out;
}

}  // namespace urilint
