// A label left of the registrable domain that decodes to text, from hexadecimal or base32, or is
// too long and too uniform for a name. Random identifiers of usual length decode to bytes, not to
// text.
#include <algorithm>
#include <optional>

#include "detect/common/host_labels.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace {

constexpr Off kTextDigits = 16;  // of a label that decodes to text
constexpr Off kLongLabel = 48;
constexpr std::size_t kLongDigits = 4;

constexpr bool is_text_byte(unsigned value) noexcept { return value >= 0x20 && value < 0x7f; }

bool is_hex_text(std::string_view label) noexcept {
  if (label.size() < kTextDigits || label.size() % 2 != 0) return false;
  for (std::size_t at = 0; at < label.size(); at += 2) {
    if (!bytes::is_hex(label[at]) || !bytes::is_hex(label[at + 1])) return false;
    const unsigned value = static_cast<unsigned>(bytes::hex_value(label[at])) << 4 |
                           static_cast<unsigned>(bytes::hex_value(label[at + 1]));
    if (!is_text_byte(value)) return false;
  }
  return true;
}

// RFC 4648 section 6, without padding; -1 for another character.
constexpr int base32_value(char c) noexcept {
  const char lower = to_lower(c);
  if (lower >= 'a' && lower <= 'z') return lower - 'a';
  return lower >= '2' && lower <= '7' ? lower - '2' + 26 : -1;
}

bool is_base32_text(std::string_view label) noexcept {
  if (label.size() < kTextDigits) return false;
  unsigned bits = 0, held = 0;
  for (const char c : label) {
    const int value = base32_value(c);
    if (value < 0) return false;
    bits = (bits << 5 | static_cast<unsigned>(value)) & 0xfff;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    if (!is_text_byte(bits >> held & 0xff)) return false;
  }
  return true;
}

// All of one alphabet of encodings, with digits in it, and longer than identifiers are. Content
// identifiers of IPFS begin with `baf` or `k51`.
bool is_long_code(std::string_view label) noexcept {
  if (label.size() < kLongLabel || label.starts_with("baf") || label.starts_with("k51")) {
    return false;
  }
  const auto digits =
      std::count_if(label.begin(), label.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (static_cast<std::size_t>(digits) < kLongDigits) return false;
  const bool hex = std::all_of(label.begin(), label.end(), bytes::is_hex);
  return hex ||
         std::all_of(label.begin(), label.end(), [](char c) { return base32_value(c) >= 0; });
}

}  // namespace

void detect_host_encoded_label(const Subject& subject, Sink& sink) noexcept {
  if (!is_plain_name(subject) || !subject.parts.has(Signal::host_deep)) return;
  const auto labels = host_labels(subject);  // outlives the loop, as a temporary would not
  for (const UriSpan label : labels.view()) {
    const std::string_view text = subject.view(label);
    if (text.size() < kTextDigits) continue;
    const bool decodes = is_hex_text(text) || is_base32_text(text);
    if (!decodes && !is_long_code(text)) continue;
    const std::optional<UriSpan> domain = registrable_span(subject);
    if (!domain || domain->begin <= label.begin) return;
    sink.emit({.component = Component::host,
               .primary = label,
               .related = {{*domain, Role::secondary, "the domain"}},
               .args = {*domain},
               .variant = decodes ? "text" : "long"});
    return;
  }
}

}  // namespace urilint::detect
