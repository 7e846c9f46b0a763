// Writes addresses digit by digit into the fixed buffer of AddressText, which holds the longest.
#include <cstddef>

#include "urilint/host.hpp"

namespace urilint {
namespace {

constexpr std::size_t kGroups = 8;

void put(AddressText& text, char c) noexcept { text.data[text.size++] = c; }

void put_octet(AddressText& text, unsigned value) noexcept {
  if (value >= 100) put(text, static_cast<char>('0' + value / 100));
  if (value >= 10) put(text, static_cast<char>('0' + value / 10 % 10));
  put(text, static_cast<char>('0' + value % 10));
}

void put_ipv4(AddressText& text, const std::uint8_t* bytes) noexcept {
  for (int i = 0; i < 4; ++i) {
    if (i != 0) put(text, '.');
    put_octet(text, bytes[i]);
  }
}

void put_group(AddressText& text, unsigned group) noexcept {
  bool started = false;
  for (int shift = 12; shift >= 0; shift -= 4) {
    const unsigned digit = group >> shift & 0xfU;
    started = started || digit != 0 || shift == 0;
    if (started) put(text, "0123456789abcdef"[digit]);
  }
}

struct Run {
  std::size_t begin = 0;
  std::size_t size = 0;
};

/// The longest run of zero groups, the first of equals. RFC 5952 4.2.
Run longest_zeros(const std::array<unsigned, kGroups>& groups) noexcept {
  Run best;
  Run run;
  for (std::size_t i = 0; i < kGroups; ++i) {
    run = groups[i] != 0 ? Run{i + 1, 0} : Run{run.begin, run.size + 1};
    if (run.size > best.size) best = run;
  }
  return best;
}

void put_ipv6(AddressText& text, const Address& address) noexcept {
  std::array<unsigned, kGroups> groups{};
  for (std::size_t i = 0; i < kGroups; ++i) {
    groups[i] = static_cast<unsigned>(address.bytes[2 * i] << 8 | address.bytes[2 * i + 1]);
  }
  const Run zeros = longest_zeros(groups);
  for (std::size_t i = 0; i < kGroups; ++i) {
    if (zeros.size >= 2 && i == zeros.begin) {
      put(text, ':');
      put(text, ':');
      i += zeros.size - 1;
      continue;
    }
    if (i != 0 && text.data[text.size - 1U] != ':') put(text, ':');
    put_group(text, groups[i]);
  }
}

bool is_mapped(const Address& address) noexcept {
  for (std::size_t i = 0; i < 10; ++i) {
    if (address.bytes[i] != 0) return false;
  }
  return address.bytes[10] == 0xff && address.bytes[11] == 0xff;
}

}  // namespace

AddressText to_text(const Address& address) noexcept {
  AddressText text;
  if (!address.is_v6) {
    put_ipv4(text, address.bytes.data());
  } else if (is_mapped(address)) {
    for (const char c : std::string_view("::ffff:")) put(text, c);
    put_ipv4(text, &address.bytes[12]);
  } else {
    put_ipv6(text, address);
  }
  return text;
}

}  // namespace urilint
