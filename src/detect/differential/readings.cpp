// The host of each reading is brought to what a resolver would be asked for; the path to one
// percent-encoding, after each reader has removed the dot segments that it sees.
#include "detect/differential/readings.hpp"

#include <optional>
#include <string>

#include "detect/common/browser_host.hpp"
#include "engine/subject.hpp"
#include "interpret/agreement.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"
#include "urilint/names.hpp"
#include "urilint/reference.hpp"
#include "urilint/whatwg.hpp"

namespace urilint::detect {
namespace {

// A reference without scheme stands on some page; its host must not be taken for the reference's.
constexpr std::string_view kPage = "http://page.invalid/";
constexpr std::string_view kPageHost = "page.invalid";

bool is_compared(const Subject& subject) noexcept {
  if (!readings_may_differ(subject.parts) || subject.has_hole(Component::authority)) return false;
  // Whether `/\word` names a host is for authority-backslash to tell.
  if (!subject.parts.has(Component::scheme)) return subject.parts.has(Component::authority);
  return subject.parts.has(Signal::scheme_special) &&
         !equals_lower(subject.view(Component::scheme), "file");
}

// Blanks and controls at the end belong to no reading.
std::string_view without_blank_end(const Subject& subject, Component component) noexcept {
  std::string_view text = subject.view(component);
  if (subject.span(component).end != subject.text.size()) return text;
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= 0x20) text.remove_suffix(1);
  return text;
}

std::optional<WhatwgUrl> read_as_browsers(const Subject& subject) {
  if (subject.parts.has(Component::scheme)) return parse_whatwg(subject.text).url;
  const std::optional<WhatwgUrl> page = parse_whatwg(kPage).url;
  return parse_whatwg(subject.text, page ? &*page : nullptr).url;
}

std::optional<std::string> browsers_name(const Subject& subject, const WhatwgUrl& url) {
  if (!url.host) return std::nullopt;
  if (!subject.parts.has(Component::scheme) && *url.host == kPageHost) return std::nullopt;
  return canonical_host(*url.host);
}

HostVerdict compare_hosts(const Subject& subject, const std::optional<WhatwgUrl>& browsers) {
  const std::string_view host = without_blank_end(subject, Component::host);
  if (!browsers) {
    // Behind a bare `//` a number that is no address is a date or an id.
    const bool accepted = !subject.parts.has(Signal::invalid) && !host.empty() &&
                          subject.parts.has(Component::scheme);
    return accepted ? HostVerdict::browsers_refuse : HostVerdict::same;
  }
  if (browsers->host && *browsers->host == host) return HostVerdict::same;
  const std::optional<std::string> theirs = browsers_name(subject, *browsers);
  if (!theirs) return HostVerdict::same;
  const std::optional<std::string> ours = canonical_host(host);
  if (!ours) return HostVerdict::browsers_only;
  return *ours == *theirs ? HostVerdict::same : HostVerdict::two_hosts;
}

void append_triplet(std::string& out, unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  out += '%';
  out += kDigits[byte >> 4U];
  out += kDigits[byte & 15U];
}

// One spelling for each octet: unreserved ones raw, what no path holds encoded.
std::string same_encoding(std::string_view path) {
  std::string out;
  out.reserve(path.size());
  for (std::size_t at = 0; at < path.size(); ++at) {
    const int octet = bytes::pct_byte(path.data() + at, path.size() - at);
    if (octet >= 0) at += 2;
    const char c = octet >= 0 ? static_cast<char>(octet) : path[at];
    const bool unreserved = (bytes::class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0 ||
                            c == '-' || c == '.' || c == '_' || c == '~';
    const bool raw = octet < 0 && (c == '%' || (bytes::class_of(c) & bytes::kNever) == 0);
    if (unreserved || (raw && c != '[' && c != ']')) {
      out += c;
    } else {
      append_triplet(out, static_cast<unsigned char>(c));
    }
  }
  return out;
}

bool compare_paths(const Subject& subject, const WhatwgUrl& browsers) {
  // Without a host, or with a backslash in it, the path begins elsewhere.
  if (subject.view(Component::host).empty()) return true;
  if (subject.parts.has(Signal::authority_backslash)) return true;
  const std::string ours = remove_dot_segments(without_blank_end(subject, Component::path));
  return ours == browsers.path ||
         same_encoding(ours.empty() ? "/" : ours) == same_encoding(browsers.path);
}

// Told without reading anything.
bool is_read_alike(const Subject& subject) noexcept {
  if (wrong_in_encoding_alone(subject.parts)) return true;
  if (!doubtful_in_number_alone(subject.parts)) return false;
  const Ipv4Status status = subject.host().ipv4.status;
  return status == Ipv4Status::address || status == Ipv4Status::name;
}

Readings read_and_compare(const Subject& subject) {
  Readings readings;
  if (!is_compared(subject) || is_read_alike(subject)) return readings;
  // Two hosts that nobody can look up are no matter of dispute.
  if (subject.span(Component::host).size() > kMostHostBytes &&
      browser_host(subject).size() > kMostHostBytes) {
    return readings;
  }
  const std::optional<WhatwgUrl> browsers = read_as_browsers(subject);
  readings.host = compare_hosts(subject, browsers);
  if (browsers && readings.host == HostVerdict::same && !subject.has_hole(Component::path)) {
    readings.same_path = compare_paths(subject, *browsers);
  }
  return readings;
}

}  // namespace

Readings compare_readings(const Subject& subject) {
  Subject::Cache& cache = *subject.cache;
  if (!cache.readings_known) {
    cache.readings = read_and_compare(subject);
    cache.used = cache.readings_known = true;
  }
  return cache.readings;
}

}  // namespace urilint::detect
