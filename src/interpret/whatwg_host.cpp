// Brackets hold IPv6. An opaque host is only percent-encoded. A domain is percent-decoded, mapped
// to ASCII, and read as IPv4 if its last label is a number in any spelling.
#include "interpret/whatwg_host.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "interpret/whatwg_encode.hpp"
#include "interpret/whatwg_text.hpp"
#include "uri/bytes.hpp"
#include "urilint/host.hpp"
#include "urilint/names.hpp"

namespace urilint::whatwg {
namespace {

// --- IPv6
// -----------------------------------------------------------------------------------------

using Pieces = std::array<std::uint16_t, 8>;

class Ipv6Parser {
 public:
  Ipv6Parser(std::string_view text, const HostErrors& errors) : text_(text), errors_(&errors) {}

  std::optional<Pieces> parse() {
    if (here() == ':') {
      if (text_.substr(0, 2) != "::") return errors_->fail(error::kIpv6InvalidCompression);
      at_ = 2;
      compress_ = ++count_;
    }
    while (at_ < text_.size()) {
      if (count_ == 8) return errors_->fail(error::kIpv6TooManyPieces);
      if (here() == ':') {
        if (compress_) return errors_->fail(error::kIpv6MultipleCompression);
        ++at_;
        compress_ = ++count_;
        continue;
      }
      const std::size_t begin = at_;
      const std::uint16_t value = read_hex();
      if (here() == '.') {
        if (!read_ipv4_tail(begin)) return std::nullopt;
        break;
      }
      if (!step_over_colon()) return errors_->fail(error::kIpv6InvalidCodePoint);
      note_leading_zero(begin);
      pieces_[count_++] = value;
    }
    return spread();
  }

 private:
  [[nodiscard]] char here() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] bool is_digit() const noexcept { return here() >= '0' && here() <= '9'; }

  // Up to four hexadecimal digits, maybe none.
  std::uint16_t read_hex() {
    unsigned value = 0;
    for (int length = 0; length < 4 && at_ < text_.size() && bytes::is_hex(here()); ++length) {
      value = value << 4 | bytes::hex_value(text_[at_++]);
    }
    return static_cast<std::uint16_t>(value);
  }

  // Behind a piece: the end, or a colon and something more.
  bool step_over_colon() {
    if (at_ == text_.size()) return true;
    if (here() != ':') return false;
    return ++at_ < text_.size();
  }

  void note_leading_zero(std::size_t begin) const {
    if (text_[begin] == '0' && begin + 1 < text_.size() && bytes::is_hex(text_[begin + 1])) {
      errors_->add(error::kIpv6PieceLeadingZero);
    }
  }

  // The dotted tail, which begins at `begin`.
  bool read_ipv4_tail(std::size_t begin) {
    if (at_ == begin) return fail(error::kIpv4InIpv6InvalidCodePoint);
    at_ = begin;
    if (count_ > 6) return fail(error::kIpv4InIpv6TooManyPieces);
    int seen = 0;
    for (; at_ < text_.size(); ++seen) {
      if (seen > 0) {
        if (here() != '.' || seen == 4) return fail(error::kIpv4InIpv6InvalidCodePoint);
        ++at_;
      }
      unsigned part = 0;
      if (!read_decimal(part)) return false;
      pieces_[count_] = static_cast<std::uint16_t>(unsigned{pieces_[count_]} << 8 | part);
      if (seen == 1 || seen == 3) ++count_;
    }
    return seen == 4 || fail(error::kIpv4InIpv6TooFewParts);
  }

  // A decimal number up to 255 without leading zeros.
  bool read_decimal(unsigned& value) {
    if (!is_digit()) return fail(error::kIpv4InIpv6InvalidCodePoint);
    const std::size_t begin = at_;
    for (value = 0; is_digit(); ++at_) {
      if (at_ > begin && value == 0) return fail(error::kIpv4InIpv6InvalidCodePoint);
      value = value * 10 + static_cast<unsigned>(here() - '0');
      if (value > 255) return fail(error::kIpv4InIpv6OutOfRangePart);
    }
    return true;
  }

  std::optional<Pieces> spread() {
    if (!compress_) {
      if (count_ != 8) return errors_->fail(error::kIpv6TooFewPieces);
      return pieces_;
    }
    const auto gap = pieces_.begin() + static_cast<std::ptrdiff_t>(*compress_);
    std::rotate(gap, pieces_.begin() + static_cast<std::ptrdiff_t>(count_), pieces_.end());
    return pieces_;
  }

  bool fail(std::string_view name) const {
    static_cast<void>(errors_->fail(name));
    return false;
  }

  std::string_view text_;
  const HostErrors* errors_;
  std::size_t at_ = 0;
  std::size_t count_ = 0;
  std::optional<std::size_t> compress_;
  Pieces pieces_{};
};

void append_hex(std::string& out, unsigned value) {
  bool leading = true;
  for (int shift = 12; shift >= 0; shift -= 4) {
    const unsigned digit = value >> shift & 15U;
    if (leading && digit == 0 && shift != 0) continue;
    leading = false;
    out += "0123456789abcdef"[digit];
  }
}

// The first longest run of zeros, two or more.
struct ZeroRun {
  std::size_t begin = 8;
  std::size_t size = 1;
};
ZeroRun longest_zeros(const Pieces& pieces) noexcept {
  ZeroRun best;
  for (std::size_t i = 0; i < 8;) {
    std::size_t end = i;
    while (end < 8 && pieces[end] == 0) ++end;
    if (end - i > best.size) best = {i, end - i};
    i = std::max(end, i + 1);
  }
  return best;
}

std::string serialize_ipv6(const Pieces& pieces) {
  const ZeroRun zeros = longest_zeros(pieces);
  std::string out = "[";
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == zeros.begin) {
      out += i == 0 ? "::" : ":";
      i += zeros.size - 1;
      continue;
    }
    append_hex(out, pieces[i]);
    if (i != 7) out += ':';
  }
  out += ']';
  return out;
}

// --- IPv4
// -----------------------------------------------------------------------------------------

// Larger numbers are all the same: too large.
constexpr std::uint64_t kTooLarge = std::uint64_t{1} << 40;

struct Number {
  std::uint64_t value = 0;
  bool decimal = true;
};

// A part of an IPv4 address: decimal, octal behind 0, hexadecimal behind 0x (also none).
std::optional<Number> parse_number(std::string_view text) noexcept {
  if (text.empty()) return std::nullopt;
  unsigned radix = 10;
  if (text.size() >= 2 && text[0] == '0') {
    radix = to_lower(text[1]) == 'x' ? 16 : 8;
    text.remove_prefix(radix == 16 ? 2 : 1);
  }
  Number number{0, radix == 10};
  for (const char c : text) {
    if (!bytes::is_hex(c)) return std::nullopt;
    const unsigned digit = bytes::hex_value(c);
    if (digit >= radix) return std::nullopt;
    number.value = std::min(number.value * radix + digit, kTooLarge);
  }
  return number;
}

bool ends_in_a_number(std::string_view domain) noexcept {
  if (!domain.empty() && domain.back() == '.') domain.remove_suffix(1);
  const std::string_view last = domain.substr(domain.rfind('.') + 1);
  if (last.empty()) return false;
  const bool digits = std::all_of(last.begin(), last.end(),
                                  [](char c) { return (bytes::class_of(c) & bytes::kDigit) != 0; });
  return digits || parse_number(last).has_value();
}

std::optional<std::string> parse_ipv4(std::string_view text, const HostErrors& errors) {
  if (text.back() == '.') {
    errors.add(error::kIpv4EmptyPart);
    text.remove_suffix(1);
  }
  const auto parts = static_cast<std::size_t>(std::count(text.begin(), text.end(), '.')) + 1;
  if (parts > 4) return errors.fail(error::kIpv4TooManyParts);
  if (parts < 4) errors.add(error::kIpv4TooFewParts);
  std::uint64_t address = 0;
  std::uint64_t last = 0;
  bool high_part = false;   // any part above 255
  bool high_front = false;  // any but the last
  for (std::size_t i = 0; i < parts; ++i) {
    const std::string_view part = text.substr(0, text.find('.'));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    const std::optional<Number> number = parse_number(part);
    if (!number) return errors.fail(error::kIpv4NonNumericPart);
    if (!number->decimal) errors.add(error::kIpv4NonDecimalPart);
    last = number->value;
    high_part = high_part || last > 255;
    if (i + 1 == parts) break;
    high_front = high_front || last > 255;
    address |= (last & 0xff) << (24 - 8 * i);
  }
  if (high_front || last >= std::uint64_t{1} << (8 * (5 - parts))) {
    return errors.fail(error::kIpv4OutOfRangePart);
  }
  if (high_part) errors.add(error::kIpv4OutOfRangePart);
  return std::string(to_text(Address::v4(static_cast<std::uint32_t>(address | last))).view());
}

// --- opaque hosts and domains
// ---------------------------------------------------------------------

std::optional<std::string> parse_opaque(std::string_view input, const HostErrors& errors) {
  if (has_any(input, kForbiddenHost)) return errors.fail(error::kHostInvalidCodePoint);
  bool bad_unit = false;
  bool bad_triplet = false;
  for (std::size_t at = 0; at < input.size(); ++at) {
    // Trail bytes of UTF-8 are no beginning of a unit.
    if ((static_cast<unsigned char>(input[at]) & 0xc0U) == 0x80) continue;
    if (bad_unit_at(input, at) == 0) continue;
    (input[at] == '%' ? bad_triplet : bad_unit) = true;
  }
  if (bad_unit) errors.add(error::kInvalidUrlUnit);
  if (bad_triplet) errors.add(error::kInvalidUrlUnit);
  std::string out;
  append_encoded(out, input, kC0Control);
  return out;
}

std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int byte = bytes::pct_byte(text.data() + at, text.size() - at);
    out += byte < 0 ? text[at] : static_cast<char>(byte);
    if (byte >= 0) at += 2;
  }
  return out;
}

bool is_ascii(std::string_view text) noexcept {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return (bytes::class_of(c) & bytes::kNonAscii) != 0; });
}

// What a domain must be to be valid; the parser accepts more.
constexpr IdnaOptions kStrict{.check_hyphens = true,
                              .check_bidi = true,
                              .check_joiners = true,
                              .use_std3_ascii_rules = true,
                              .transitional = false,
                              .verify_dns_length = true};

std::optional<std::string> domain_to_ascii(std::string_view domain, const HostErrors& errors) {
  std::optional<std::string> out;
  if (is_ascii(domain)) {
    // ASCII stays as it is even with A-labels that decode to nothing valid.
    out.emplace(domain);
    std::transform(out->begin(), out->end(), out->begin(), to_lower);
  } else {
    out = to_ascii(domain);
  }
  if (!out || out->empty()) return errors.fail(error::kDomainToAscii);
  // VerifyDnsLength has no place for the empty root label, nor for more than 253 characters.
  const bool bad_length = out->back() == '.' || out->size() > 253;
  if (bad_length || !to_ascii(domain, kStrict)) errors.add(error::kDomainToAscii);
  if (has_any(*out, kForbiddenDomain)) return errors.fail(error::kDomainInvalidCodePoint);
  return out;
}

std::optional<std::string> parse_domain(std::string_view input, const HostErrors& errors) {
  std::string decoded;
  if (input.find('%') != std::string_view::npos) {
    const std::string bytes = percent_decode(input);
    if (bytes.size() != input.size()) errors.add(error::kDomainPercentEncoded);
    decoded = repair_utf8(bytes);
    input = decoded;
  }
  std::optional<std::string> ascii = domain_to_ascii(input, errors);
  if (!ascii || !ends_in_a_number(*ascii)) return ascii;
  if (!is_ascii(input)) errors.add(error::kIpv4NonAsciiInput);
  return parse_ipv4(*ascii, errors);
}

}  // namespace

std::optional<std::string> parse_host(std::string_view input, HostRule rule,
                                      const HostErrors& errors) {
  if (!input.empty() && input.front() == '[') {
    if (input.back() != ']') return errors.fail(error::kIpv6Unclosed);
    const std::optional<Pieces> pieces =
        Ipv6Parser(input.substr(1, input.size() - 2), errors).parse();
    if (!pieces) return std::nullopt;
    return serialize_ipv6(*pieces);
  }
  return rule == HostRule::opaque ? parse_opaque(input, errors) : parse_domain(input, errors);
}

}  // namespace urilint::whatwg
