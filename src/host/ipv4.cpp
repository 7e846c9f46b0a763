// One pass decodes percent-encoding and disguised digits and feeds parts, which keep three
// saturating values (decimal, octal, hexadecimal) and no text; then the last part decides.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "host/glyphs.hpp"
#include "urilint/host.hpp"

namespace urilint {
namespace {

constexpr std::size_t kMaxParts = 4;
/// Values stop growing here; every limit is below.
constexpr std::uint64_t kHuge = std::uint64_t{1} << 40;

constexpr int digit_value(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

constexpr std::uint64_t push_digit(std::uint64_t value, std::uint64_t base, int digit) noexcept {
  return std::min(value * base + static_cast<std::uint64_t>(digit), kHuge);
}

/// One part between dots. Every way to read it is followed at once.
struct Part {
  UriSpan span{};
  std::uint64_t decimal = 0;
  std::uint64_t octal = 0;
  std::uint64_t hex = 0;
  std::uint8_t size = 0;  ///< characters so far, 2 for more
  bool zero_first = false;
  bool is_hex = false;
  bool is_word = false;  ///< holds a character that its base lacks
  bool has_8_or_9 = false;

  void add(char c) noexcept {
    const int digit = digit_value(c);
    if (size == 1 && zero_first && (c == 'x' || c == 'X')) {
      is_hex = true;
    } else if (digit >= (is_hex ? 16 : 10)) {
      is_word = true;
    } else if (is_hex) {
      hex = push_digit(hex, 16, digit);
    } else {
      decimal = push_digit(decimal, 10, digit);
      octal = push_digit(octal, 8, digit);
      has_8_or_9 = has_8_or_9 || digit >= 8;
    }
    if (size == 0) zero_first = c == '0';
    size = static_cast<std::uint8_t>(std::min(size + 1, 2));
  }

  /// Digits alone, or `0x` and hexadecimal digits, possibly none.
  [[nodiscard]] bool is_numeric() const noexcept { return size != 0 && !is_word; }
  [[nodiscard]] bool is_octal() const noexcept {
    return is_numeric() && zero_first && size > 1 && !is_hex;
  }
  [[nodiscard]] bool is_number() const noexcept {
    return is_numeric() && !(is_octal() && has_8_or_9);
  }
  [[nodiscard]] std::uint64_t value() const noexcept {
    return is_hex ? hex : is_octal() ? octal : decimal;
  }
  [[nodiscard]] std::uint64_t value_with_decimal_zeros() const noexcept {
    return is_hex ? hex : decimal;
  }
};

constexpr std::uint16_t flag(Ipv4Spelling how) noexcept { return static_cast<std::uint16_t>(how); }

/// The parts of a host. Of more than four, only what all of them share is kept.
class Parts {
 public:
  void add(char c, UriSpan at) noexcept {
    if (c == '.') {
      finish(at.begin);
      current_ = Part{};
      current_.span = {at.end, at.end};
    } else {
      current_.add(c);
      current_.span.end = at.end;
    }
  }

  void note(Ipv4Spelling how) noexcept { spelling_ |= flag(how); }

  [[nodiscard]] Ipv4Reading read(Off size) noexcept {
    if (current_.size == 0 && count_ != 0) {
      note(Ipv4Spelling::trailing_dot);
    } else {
      finish(size);
    }
    Ipv4Reading reading;
    if (!last_.is_numeric()) return reading;
    reading.odd = odd_;
    if (count_ > kMaxParts || !all_numbers_) {
      reading.status = Ipv4Status::almost;
    } else {
      read_numbers(reading);
    }
    reading.spelling = spelling_;
    read_zeros_as_decimal(reading);
    return reading;
  }

 private:
  void finish(Off end) noexcept {
    current_.span.end = end;
    if (count_ < kMaxParts) parts_[count_] = current_;
    ++count_;
    last_ = current_;
    all_numeric_ = all_numeric_ && last_.is_numeric();
    all_numbers_ = all_numbers_ && last_.is_number();
    if (last_.is_numeric() && last_.is_hex) note_odd(Ipv4Spelling::hex);
    if (last_.is_octal()) note_odd(Ipv4Spelling::octal);
  }

  void note_odd(Ipv4Spelling how) noexcept {
    note(how);
    if (odd_.empty()) odd_ = last_.span;
  }

  /// The largest value of part `i`: the last part fills the bytes that are left.
  [[nodiscard]] std::uint64_t limit(std::size_t i) const noexcept {
    return i + 1 < count_ ? 0xff : 0xffffffffU >> (8 * i);
  }

  /// One to four numbers.
  void read_numbers(Ipv4Reading& reading) noexcept {
    reading.parts = static_cast<std::uint8_t>(count_);
    if (count_ == 1) note(Ipv4Spelling::dotless);
    if (count_ == 2 || count_ == 3) note(Ipv4Spelling::short_form);
    if (const auto address = combine(&Part::value)) {
      reading.status = Ipv4Status::address;
      reading.address = *address;
      return;
    }
    reading.status = Ipv4Status::overflow;
    for (std::size_t i = 0; i < count_; ++i) {
      if (parts_[i].value() <= limit(i)) continue;
      if (reading.odd.empty() || parts_[i].span.begin < reading.odd.begin) {
        reading.odd = parts_[i].span;
      }
      return;
    }
  }

  void read_zeros_as_decimal(Ipv4Reading& reading) const noexcept {
    if (!reading.spelt(Ipv4Spelling::octal) || count_ > kMaxParts || !all_numeric_) return;
    const auto other = combine(&Part::value_with_decimal_zeros);
    if (reading.status == Ipv4Status::address && other == reading.address) return;
    reading.decimal = other;
  }

  using Value = std::uint64_t (Part::*)() const noexcept;
  [[nodiscard]] std::optional<std::uint32_t> combine(Value value) const noexcept {
    std::uint64_t address = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::uint64_t part = (parts_[i].*value)();
      if (part > limit(i)) return std::nullopt;
      address |= i + 1 < count_ ? part << (24 - 8 * i) : part;
    }
    return static_cast<std::uint32_t>(address);
  }

  std::array<Part, kMaxParts> parts_{};
  Part current_;
  Part last_;
  std::size_t count_ = 0;
  std::uint16_t spelling_ = 0;
  UriSpan odd_{};
  bool all_numeric_ = true;
  bool all_numbers_ = true;
};

/// A byte of the host after percent-decoding, and where it stands.
struct Byte {
  unsigned char value = 0;
  std::size_t end = 0;
  bool was_encoded = false;
};

/// The byte at `at`, which must be inside. A `%` without two digits stands for itself.
Byte byte_at(std::string_view host, std::size_t at) noexcept {
  const auto raw = static_cast<unsigned char>(host[at]);
  if (raw != '%' || host.size() - at < 3) return {raw, at + 1, false};
  const int high = digit_value(host[at + 1]);
  const int low = digit_value(host[at + 2]);
  if (high > 15 || low > 15) return {raw, at + 1, false};
  return {static_cast<unsigned char>(high << 4 | low), at + 3, true};
}

/// A character of the host after percent-decoding and UTF-8 decoding.
struct Character {
  char32_t code = 0;
  std::size_t end = 0;
  bool was_encoded = false;
};

/// Stands for bytes that are not UTF-8; no table has it.
constexpr char32_t kBroken = 0xfffd;

/// Length and payload of a lead byte.
struct Lead {
  int more = 0;
  char32_t code = kBroken;
  char32_t least = 0;
};

constexpr Lead lead_of(unsigned char byte) noexcept {
  if (byte >= 0xc2 && byte <= 0xdf) return {1, byte & 0x1fU, 0x80};
  if (byte >= 0xe0 && byte <= 0xef) return {2, byte & 0x0fU, 0x800};
  if (byte >= 0xf0 && byte <= 0xf4) return {3, byte & 0x07U, 0x10000};
  return {};
}

Character character_at(std::string_view host, std::size_t at) noexcept {
  const Byte first = byte_at(host, at);
  if (first.value < 0x80) return {first.value, first.end, first.was_encoded};
  Character out{kBroken, first.end, first.was_encoded};
  const Lead lead = lead_of(first.value);
  char32_t code = lead.code;
  std::size_t end = first.end;
  bool was_encoded = first.was_encoded;
  for (int i = 0; i < lead.more; ++i) {
    if (end == host.size()) return out;
    const Byte byte = byte_at(host, end);
    if ((byte.value & 0xc0U) != 0x80) return out;
    code = code << 6 | (byte.value & 0x3fU);
    end = byte.end;
    was_encoded = was_encoded || byte.was_encoded;
  }
  if (lead.more != 0 && code >= lead.least) out = {code, end, was_encoded};
  return out;
}

/// True if the last label is plain ASCII that no number starts with: most hosts, and nothing that
/// decoding could change.
bool is_plain_name(std::string_view host) noexcept {
  if (!host.empty() && host.back() == '.') host.remove_suffix(1);
  std::size_t begin = host.size();
  for (; begin != 0 && host[begin - 1] != '.'; --begin) {
    const auto byte = static_cast<unsigned char>(host[begin - 1]);
    if (byte >= 0x80 || byte == '%') return false;
  }
  return begin == host.size() || digit_value(host[begin]) > 9;
}

void add_code(Parts& parts, char32_t code, UriSpan at) noexcept {
  if (code < 0x80) return parts.add(static_cast<char>(code), at);
  const std::optional<Glyph> glyph = glyph_of(code);
  if (!glyph) return parts.add('?', at);
  parts.note(Ipv4Spelling::unicode_digits);
  for (const char c : glyph->view()) parts.add(c, at);
}

}  // namespace

Ipv4Reading read_ipv4(std::string_view host) noexcept {
  if (is_plain_name(host)) return {};
  Parts parts;
  for (std::size_t at = 0; at < host.size();) {
    const auto byte = static_cast<unsigned char>(host[at]);
    if (byte < 0x80 && byte != '%') {
      parts.add(host[at], {static_cast<Off>(at), static_cast<Off>(at + 1)});
      ++at;
      continue;
    }
    const Character character = character_at(host, at);
    if (character.was_encoded) parts.note(Ipv4Spelling::pct_encoded);
    add_code(parts, character.code, {static_cast<Off>(at), static_cast<Off>(character.end)});
    at = character.end;
  }
  return parts.read(static_cast<Off>(host.size()));
}

}  // namespace urilint
