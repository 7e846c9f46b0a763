// Bytes are percent-decoded one by one and collected into UTF-8 sequences; Punycode is decoded by
// the steps of RFC 3492 section 6.2 for labels of bounded length.
#include "host/name_chars.hpp"

#include <array>
#include <cstddef>
#include <limits>

#include "uri/bytes.hpp"

namespace urilint {
namespace {

constexpr char32_t kReplacement = 0xfffd;

struct NameByte {
  unsigned char value = 0;
  Off end = 0;
};

NameByte byte_at(std::string_view host, Off at) noexcept {
  const int decoded = bytes::pct_byte(host.data() + at, host.size() - at);
  if (decoded >= 0) return {static_cast<unsigned char>(decoded), at + 3};
  return {static_cast<unsigned char>(host[at]), at + 1};
}

constexpr std::size_t trail_count(unsigned char lead) noexcept {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
}

constexpr bool is_scalar(char32_t code, std::size_t trails) noexcept {
  constexpr char32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
  return code >= kSmallest[trails] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

NameChar char_at(std::string_view host, Off at) noexcept {
  const NameByte lead = byte_at(host, at);
  if (lead.value < 0x80) return {lead.value, {at, lead.end}};
  const std::size_t trails = trail_count(lead.value);
  char32_t code = lead.value & (0x3fU >> trails);
  Off end = lead.end;
  for (std::size_t i = 0; i < trails; ++i) {
    if (end >= host.size()) return {kReplacement, {at, lead.end}};
    const NameByte trail = byte_at(host, end);
    if ((trail.value & 0xc0U) != 0x80) return {kReplacement, {at, lead.end}};
    code = code << 6 | (trail.value & 0x3fU);
    end = trail.end;
  }
  if (trails == 0 || !is_scalar(code, trails)) return {kReplacement, {at, lead.end}};
  return {code, {at, end}};
}

// The parameters of RFC 3492 section 5.
constexpr std::uint32_t kBase = 36, kTMin = 1, kTMax = 26, kSkew = 38, kDamp = 700;

constexpr std::uint32_t digit_of(char32_t c) noexcept {
  if (c >= 'a' && c <= 'z') return c - 'a';
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= '0' && c <= '9') return c - '0' + 26;
  return kBase;
}

constexpr std::uint32_t adapt(std::uint32_t delta, std::uint32_t points, bool first) noexcept {
  delta = first ? delta / kDamp : delta / 2;
  delta += delta / points;
  std::uint32_t k = 0;
  for (; delta > (kBase - kTMin) * kTMax / 2; k += kBase) delta /= kBase - kTMin;
  return k + (kBase - kTMin + 1) * delta / (delta + kSkew);
}

// One generalised variable-length integer, added to `i`. False if it is cut off or too large.
bool read_delta(std::span<const NameChar> encoded, std::size_t& at, std::uint32_t bias,
                std::uint32_t& i) noexcept {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t weight = 1;
  for (std::uint32_t k = kBase;; k += kBase) {
    if (at == encoded.size()) return false;
    const std::uint32_t digit = digit_of(encoded[at++].code);
    if (digit == kBase || digit > (kMost - i) / weight) return false;
    i += digit * weight;
    const std::uint32_t t = k <= bias ? kTMin : k >= bias + kTMax ? kTMax : k - bias;
    if (digit < t) return true;
    if (weight > kMost / (kBase - t)) return false;
    weight *= kBase - t;
  }
}

}  // namespace

void read_name_chars(std::string_view host, std::vector<NameChar>& out) {
  out.clear();
  for (Off at = 0; at < host.size(); at = out.back().span.end) out.push_back(char_at(host, at));
}

bool is_a_label(std::span<const NameChar> label) noexcept {
  const auto is = [label](std::size_t at, char32_t lower) {
    return label[at].code == lower || label[at].code + 32 == lower;
  };
  return label.size() >= 4 && is(0, U'x') && is(1, U'n') && label[2].code == U'-' &&
         label[3].code == U'-';
}

bool decode_punycode(std::span<const NameChar> encoded, std::vector<char32_t>& out) {
  out.clear();
  if (encoded.size() > kLabelCharsMax) return false;
  std::size_t at = encoded.size();
  while (at > 0 && encoded[at - 1].code != '-') --at;
  for (std::size_t i = 0; i + 1 < at; ++i) {
    if (encoded[i].code >= 0x80) return false;
    out.push_back(encoded[i].code);
  }
  std::uint32_t n = 0x80, i = 0, bias = 72;
  while (at < encoded.size()) {
    const std::uint32_t before = i;
    if (!read_delta(encoded, at, bias, i)) return false;
    const auto points = static_cast<std::uint32_t>(out.size()) + 1;
    bias = adapt(i - before, points, before == 0);
    if (i / points > 0x10ffff - n) return false;
    n += i / points;
    i %= points;
    if (n >= 0xd800 && n <= 0xdfff) return false;
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(i), static_cast<char32_t>(n));
    ++i;
  }
  return true;
}

}  // namespace urilint
