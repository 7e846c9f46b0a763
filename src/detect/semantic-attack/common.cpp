// Reads letters, digits, dots and hyphens (encoded or not) into a small buffer; what stops the
// reading, the labels and the last one or two of them tell a host from a user name.
#include "detect/semantic-attack/common.hpp"

#include <algorithm>

#include "tables/host-endings.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

using bytes::class_of;

struct LookByte {
  char value = 0;
  bool encoded = false;
  std::size_t size = 1;
};

LookByte byte_of(std::string_view text, std::size_t at) noexcept {
  const int byte = bytes::pct_byte(text.data() + at, text.size() - at);
  if (byte < 0) return {text[at], false, 1};
  return {static_cast<char>(byte), true, 3};
}

constexpr bool is_name_byte(char c) noexcept {
  return (class_of(c) & bytes::kNotLdh) == 0 || c == '_';
}

HostStop stop_at(std::string_view text, std::size_t at) noexcept {
  constexpr std::uint32_t kDelimiters = bytes::kSlash | bytes::kQuestion | bytes::kHash |
                                        bytes::kBackslash | bytes::kNonAscii | bytes::kSpace |
                                        bytes::kTabNewline | bytes::kControl;
  const LookByte byte = byte_of(text, at);
  if (byte.value == '@') return HostStop::at;
  if (byte.value == ':') return byte.encoded ? HostStop::url_text : HostStop::colon;
  if (byte.value == '\\' && byte.encoded && at + byte.size < text.size() &&
      is_name_byte(text[at + byte.size])) {
    return HostStop::account;
  }
  const bool goes_on = (class_of(byte.value) & kDelimiters) != 0 || byte.value == '&';
  return goes_on ? HostStop::url_text : HostStop::other;
}

// `https:` and two slashes or backslashes, each of them encoded or not.
bool is_url(std::string_view text) noexcept {
  constexpr std::string_view kSchemes[] = {"http", "https", "ftp", "ws", "wss"};
  std::size_t at = 0;
  while (at < text.size() && at < 6 && (class_of(text[at]) & bytes::kAlpha) != 0) ++at;
  if (std::none_of(std::begin(kSchemes), std::end(kSchemes), [&](std::string_view scheme) {
        return equals_lower(text.substr(0, at), scheme);
      })) {
    return false;
  }
  constexpr std::string_view kThen[] = {":", "/\\", "/\\"};
  for (const std::string_view wanted : kThen) {
    if (at >= text.size()) return false;
    const LookByte byte = byte_of(text, at);
    if (wanted.find(byte.value) == std::string_view::npos) return false;
    at += byte.size;
  }
  return at < text.size();
}

// The end of an IPv6 address in brackets, or 0.
std::size_t literal_end(std::string_view text) noexcept {
  if (!text.starts_with('[')) return 0;
  const std::size_t close = text.substr(0, kAddressTextMax + 2).find(']');
  if (close == std::string_view::npos || !read_ipv6(text.substr(1, close - 1)).valid) return 0;
  return close + 1;
}

bool are_labels(std::string_view name, HostLook& look) noexcept {
  constexpr std::size_t kLongestLabel = 63;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const std::string_view label = name.substr(begin, end - begin);
    if (label.empty() || label.size() > kLongestLabel) return false;
    if (label.front() == '-' || label.back() == '-') return false;
    ++look.labels;
    begin = end + 1;
  }
  return true;
}

HostShape shape_of_ending(std::string_view ending) noexcept {
  if (ending.starts_with("xn--")) return HostShape::country;
  const auto* row = find_row(tables::kHostEndings, tables::kHostEndingsIndex, hash_lower(ending),
                             ending, [](const tables::HostEndingsRow& r) { return r.suffix; });
  if (row == nullptr) return HostShape::unknown;
  if (row->kind == "known") return HostShape::known;
  return row->kind == "country" ? HostShape::country : HostShape::word;
}

HostShape shape_of_name(std::string_view name, std::uint8_t labels) noexcept {
  const std::size_t last = name.rfind('.');
  if (labels > 2) {
    const std::size_t before = name.rfind('.', last - 1);
    const HostShape two = shape_of_ending(name.substr(before + 1));
    if (two != HostShape::unknown) return two;
  }
  const std::string_view ending = name.substr(last + 1);
  const bool letters = std::any_of(ending.begin(), ending.end(),
                                   [](char c) { return (class_of(c) & bytes::kAlpha) != 0; });
  return letters ? shape_of_ending(ending) : HostShape::none;
}

// `www.`, `www2.`
bool begins_with_www(std::string_view name) noexcept {
  if (!name.starts_with("www")) return false;
  const std::size_t dot = name.find_first_not_of("0123456789", 3);
  return dot != std::string_view::npos && name[dot] == '.';
}

HostShape shape_of(std::string_view name, HostLook& look) noexcept {
  if (name == "localhost") return HostShape::local;
  const Ipv4Reading ipv4 = read_ipv4(name);
  if (ipv4.status == Ipv4Status::address && ipv4.parts == 4) return HostShape::address;
  if (!are_labels(name, look) || look.labels < 2) return HostShape::none;
  look.www = begins_with_www(name) && look.labels > 2;
  return shape_of_name(name, look.labels);
}

// What stands before the name: padding and delimiters, encoded or not, so that the eye skips them.
std::size_t padding_before(std::string_view text) noexcept {
  constexpr std::size_t kLongestPadding = 256;
  std::size_t at = 0;
  while (at < text.size() && at < kLongestPadding && stop_at(text, at) == HostStop::url_text &&
         !is_name_byte(byte_of(text, at).value)) {
    at += byte_of(text, at).size;
  }
  return at;
}

// Reads the name up to what stops it; false if it is too long for one.
bool read_name(std::string_view text, HostLook& look, std::size_t& at) noexcept {
  while (at < text.size()) {
    const LookByte byte = byte_of(text, at);
    if (!is_name_byte(byte.value)) {
      look.stop = stop_at(text, at);
      return true;
    }
    if (look.size == look.lower.size()) return false;
    look.lower[look.size++] = to_lower(byte.value);
    at += byte.size;
  }
  return true;
}

bool is_below(std::string_view name, std::string_view parent) noexcept {
  if (name.size() <= parent.size()) return name == parent;
  return name.ends_with(parent) && name[name.size() - parent.size() - 1] == '.';
}

}  // namespace

HostLook look_at_host(std::string_view text, Off base) noexcept {
  HostLook look;
  look.head = {base, base};
  if (is_url(text)) {
    look.shape = HostShape::url;
    look.stop = HostStop::url_text;
    look.head.end = base + static_cast<Off>(text.size());
    return look;
  }
  if (const std::size_t end = literal_end(text); end != 0) {
    look.shape = HostShape::address;
    look.stop = end == text.size() ? HostStop::end : stop_at(text, end);
    look.head.end = base + static_cast<Off>(end);
    return look;
  }
  std::size_t at = padding_before(text);
  look.padded = at != 0;
  look.head.begin = look.head.end = base + static_cast<Off>(at);
  if (!read_name(text, look, at)) return look;
  look.head.end = base + static_cast<Off>(at);
  if (look.name().ends_with('.')) --look.size;
  look.shape = shape_of(look.name(), look);
  return look;
}

bool is_same_site(const HostLook& look, std::string_view host) noexcept {
  std::array<char, 254> buffer;
  if (look.size == 0 || host.size() > buffer.size()) return false;
  std::transform(host.begin(), host.end(), buffer.begin(), [](char c) { return to_lower(c); });
  std::string_view lower(buffer.data(), host.size());
  if (lower.ends_with('.')) lower.remove_suffix(1);
  const std::string_view name = look.name();
  const std::string_view parent = name.size() < lower.size() ? name : lower;
  // `co.uk` and `com` are nobody's site.
  const bool is_site =
      parent.find('.') != std::string_view::npos && shape_of_ending(parent) == HostShape::unknown;
  return is_site && (is_below(name, lower) || is_below(lower, name));
}

bool is_web(const Subject& subject) noexcept {
  if (!subject.parts.has(Component::scheme)) return true;
  if (!subject.parts.has(Signal::scheme_special)) return false;
  const std::string_view scheme = subject.view(Component::scheme);
  return !equals_lower(scheme, "ftp") && !equals_lower(scheme, "file");
}

}  // namespace urilint::detect
