// An entry is cut at its path first; what is left is an address, a range, or a name with stars.
// Everything is brought to the form that hosts are compared in while it is read.
#include <algorithm>
#include <charconv>

#include "engine/policy.hpp"
#include "engine/policy_path.hpp"
#include "host/address_key.hpp"
#include "uri/bytes.hpp"
#include "urilint/names.hpp"

namespace urilint {
namespace {

using Error = std::optional<std::string>;

constexpr std::size_t kLongestName = 253;
constexpr std::uint32_t kMappedBits = 96;  // before the IPv4 address of an IPv4-mapped one

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    const bool shown = (bytes::class_of(c) & (bytes::kControl | bytes::kTabNewline)) == 0;
    out += shown ? c : '?';
  }
  return out + '\'';
}

bool holds_any(std::string_view text, std::uint32_t classes) noexcept {
  return std::any_of(text.begin(), text.end(),
                     [classes](char c) { return (bytes::class_of(c) & classes) != 0; });
}

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), to_lower);
  return out;
}

std::optional<std::uint32_t> number(std::string_view digits, std::uint32_t most) noexcept {
  std::uint32_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (digits.empty() || error != std::errc{} || stop != end || value > most) return std::nullopt;
  return value;
}

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    if (end == std::string_view::npos) {
      out.push_back(text.substr(begin));
      return out;
    }
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

PolicyGlob glob_of(std::string_view text, std::string (*form)(std::string_view)) {
  std::vector<std::string> pieces;
  for (const std::string_view piece : split_at(text, '*')) pieces.push_back(form(piece));
  return PolicyGlob(std::move(pieces));
}

bool is_number_like(std::string_view host) noexcept {
  return !host.empty() && host.find_first_not_of("0123456789.") == std::string_view::npos;
}

// `192.168.*`
bool is_starred_address(std::string_view host) noexcept {
  return host.find_first_not_of("0123456789.*") == std::string_view::npos &&
         host.find_first_of("0123456789") != std::string_view::npos;
}

std::optional<Address> address_of(std::string_view text) noexcept {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  if (text.find(':') != std::string_view::npos) {
    const Ipv6Reading reading = read_ipv6(text);
    return reading.valid && reading.zone.empty() ? std::optional(reading.address) : std::nullopt;
  }
  const Ipv4Reading reading = read_ipv4(text);
  const bool plain = reading.status == Ipv4Status::address && reading.spelling == 0;
  return plain ? std::optional(Address::v4(reading.address)) : std::nullopt;
}

bool is_address_like(std::string_view host) noexcept {
  return host.starts_with('[') || host.find(':') != std::string_view::npos || is_number_like(host);
}

Error check_entry(std::string_view entry) {
  if (entry.empty()) return "is empty";
  if (entry.size() > kPolicyEntryMax) {
    return "is longer than " + std::to_string(kPolicyEntryMax) + " bytes";
  }
  if (entry.find("://") != std::string_view::npos) {
    return quoted(entry) + " has a scheme: write the host alone";
  }
  if (holds_any(entry, bytes::kControl | bytes::kTabNewline | bytes::kSpace | bytes::kBackslash |
                           bytes::kQuestion | bytes::kHash | bytes::kAt)) {
    return quoted(entry) + " holds a character that neither a host nor its path may have here";
  }
  return std::nullopt;
}

Error check_path(std::string_view path) {
  if (path == "/") {
    return "ends in '/': leave it out for the whole host, or write '/*' for all paths";
  }
  if (!is_ordinary_path(decoded_throughout(path))) {
    return quoted(path) + " has an empty segment, or one that begins with a dot";
  }
  return std::nullopt;
}

// Labels of letters, digits, `-`, `_` and stars.
bool is_pattern(std::string_view host) noexcept {
  return std::all_of(host.begin(), host.end(), [](char c) {
    return (bytes::class_of(c) & bytes::kNotLdh) == 0 || c == '_' || c == '*';
  });
}

Error no_name(std::string_view host) { return quoted(host) + " is no host name"; }

// Labels beyond ASCII become A-labels; those with stars have to be ASCII.
std::optional<std::string> canonical_pattern(std::string_view host) {
  std::string out;
  for (const std::string_view label : split_at(host, '.')) {
    std::optional<std::string> form = lowered(label);
    if (holds_any(label, bytes::kNonAscii)) {
      if (label.find('*') != std::string_view::npos) return std::nullopt;
      form = to_ascii(label);
    }
    if (!form || form->empty() || !is_pattern(*form)) return std::nullopt;
    if (!out.empty()) out += '.';
    out += *form;
  }
  return out.size() > kLongestName ? std::nullopt : std::optional(out);
}

}  // namespace

Error PolicyHosts::add(std::string_view entry) {
  if (Error error = check_entry(entry)) return error;
  const std::size_t slash = std::min(entry.find('/'), entry.size());
  const std::string_view host = entry.substr(0, slash);
  const std::string_view rest = entry.substr(slash);
  Path path;
  if (is_address_like(host) && rest.size() > 1 && number(rest.substr(1), 999)) {
    if (Error error = add_range(host, rest.substr(1))) return error;
  } else {
    if (!rest.empty()) {
      if (Error error = check_path(rest)) return error;
      path = {false, glob_of(rest, decoded_but_separators), glob_of(rest, decoded_throughout)};
    }
    Error error = is_address_like(host) ? add_address(host, std::move(path))
                                        : add_name(host, std::move(path));
    if (error) return error;
  }
  ++size_;
  return std::nullopt;
}

Error PolicyHosts::add_address(std::string_view host, Path path) {
  const std::optional<Address> address = address_of(host);
  if (!address) {
    const bool has_port = !host.starts_with('[') && host.find(':') == host.rfind(':') &&
                          host.find(':') != std::string_view::npos;
    return quoted(host) + (has_port ? " has a port: ports have lists of their own"
                                    : " is no address in dotted decimal, nor one of IPv6");
  }
  add_range(*address, address->is_v6 ? 128 : 32, std::move(path));
  return std::nullopt;
}

Error PolicyHosts::add_range(std::string_view text, std::string_view bits) {
  const std::optional<Address> address = address_of(text);
  if (!address) return quoted(text) + " is no address in dotted decimal, nor one of IPv6";
  const std::uint32_t width = address->is_v6 ? 128 : 32;
  const std::optional<std::uint32_t> length = number(bits, width);
  if (!length) {
    return "the length of a range of such addresses is at most " + std::to_string(width);
  }
  const host_tables::Key behind = host_tables::low_bits(width - *length);
  if ((host_tables::key_of(*address) & behind) != host_tables::Key{}) {
    return quoted(text) + " has bits behind the length of the range, /" + std::string(bits);
  }
  add_range(*address, *length, {});
  return std::nullopt;
}

void PolicyHosts::add_range(Address address, std::uint32_t length, Path path) {
  host_tables::Key first = host_tables::key_of(address);
  std::uint32_t width = address.is_v6 ? 128 : 32;
  bool is_v6 = address.is_v6;
  if (is_v6 && first.high == 0 && first.low >> 32U == 0xffff && length >= kMappedBits) {
    first.low &= 0xffffffffU;
    width = 32;
    length -= kMappedBits;
    is_v6 = false;
  }
  Ranges& ranges = is_v6 ? v6_ : v4_;
  const bool plain = path.any;
  Range range{first, first | host_tables::low_bits(width - length), std::move(path)};
  (plain ? ranges.plain : ranges.with_path).push_back(std::move(range));
}

Error PolicyHosts::add_name(std::string_view host, Path path) {
  if (host == "*") {
    everywhere_.push_back(std::move(path));
    return std::nullopt;
  }
  if (host.starts_with('.')) return quoted(host) + ": write '*' before the first dot";
  if (is_starred_address(host)) {
    return quoted(host) + ": a range of addresses is written as 192.0.2.0/24";
  }
  if (host.find("**") != std::string_view::npos) {
    return quoted(host) + ": one star will do; '*.' at the beginning is any number of labels";
  }
  if (host.find('%') != std::string_view::npos) return no_name(host);
  if (host.find('*') != std::string_view::npos) return add_pattern(host, std::move(path));
  const std::optional<std::string> name = canonical_host(host);
  if (!name || !is_pattern(*name) || name->size() > kLongestName) return no_name(host);
  if (is_number_like(*name)) {
    return quoted(host) + " is the address " + *name + ": write it so";
  }
  add_to_suffix(*name, {*name, {}, false, std::move(path)});
  return std::nullopt;
}

Error PolicyHosts::add_pattern(std::string_view host, Path path) {
  if (host.ends_with('.')) host.remove_suffix(1);
  std::optional<std::string> pattern = canonical_pattern(host);
  if (!pattern) {
    return no_name(host).value_or("") + "; a label with a star holds nothing but ASCII beside it";
  }
  std::vector<std::string_view> labels = split_at(*pattern, '.');
  Name name;
  name.deep = labels.front() == "*";
  if (name.deep) labels.erase(labels.begin());
  const auto has_star = [](std::string_view label) {
    return label.find('*') != std::string_view::npos;
  };
  const auto last_star = std::find_if(labels.rbegin(), labels.rend(), has_star);
  std::string suffix;
  for (auto it = last_star.base(); it != labels.end(); ++it) {
    if (!suffix.empty()) suffix += '.';
    suffix += *it;
  }
  for (auto it = last_star; it != labels.rend(); ++it) name.labels.push_back(glob_of(*it, lowered));
  name.path = std::move(path);
  name.pattern = *pattern;
  if (suffix.empty()) {
    floating_.push_back(std::move(name));
  } else {
    add_to_suffix(std::move(suffix), std::move(name));
  }
  return std::nullopt;
}

namespace {

Error add_scheme(std::vector<std::string>& schemes, std::string_view scheme) {
  if (scheme.empty()) return "is empty";
  const bool valid = (bytes::class_of(scheme.front()) & bytes::kAlpha) != 0 &&
                     !holds_any(scheme, bytes::kNotScheme);
  if (!valid || scheme.size() > kPolicyEntryMax) {
    return quoted(scheme) + " is no scheme: write it as 'https', without a colon";
  }
  schemes.push_back(lowered(scheme));
  return std::nullopt;
}

template <typename Range>
Error add_ports(std::vector<Range>& ranges, std::string_view text) {
  constexpr std::uint32_t kLastPort = 65535;
  const std::size_t hyphen = text.find('-');
  const auto first = number(text.substr(0, hyphen), kLastPort);
  const auto last =
      hyphen == std::string_view::npos ? first : number(text.substr(hyphen + 1), kLastPort);
  if (!first || !last || *first > *last) {
    return quoted(text.substr(0, kPolicyEntryMax)) +
           " is no port: write '443', or '8000-8999' for a range";
  }
  ranges.push_back({*first, *last});
  return std::nullopt;
}

}  // namespace

PolicyBuilder::PolicyBuilder() : policy_(std::make_unique<Policy>()) {}

Error PolicyBuilder::allow_scheme(std::string_view scheme) {
  return add_scheme(policy_->allowed_schemes_, scheme);
}
Error PolicyBuilder::deny_scheme(std::string_view scheme) {
  return add_scheme(policy_->denied_schemes_, scheme);
}
Error PolicyBuilder::allow_host(std::string_view host) { return policy_->allowed_hosts_.add(host); }
Error PolicyBuilder::deny_host(std::string_view host) { return policy_->denied_hosts_.add(host); }
Error PolicyBuilder::allow_port(std::string_view port) {
  return add_ports(policy_->allowed_ports_, port);
}
Error PolicyBuilder::deny_port(std::string_view port) {
  return add_ports(policy_->denied_ports_, port);
}

std::shared_ptr<const Policy> PolicyBuilder::build() {
  std::unique_ptr<Policy> made = std::exchange(policy_, std::make_unique<Policy>());
  if (!made->judges_schemes() && !made->judges_hosts() && !made->judges_ports()) return nullptr;
  made->allowed_hosts_.finish();
  made->denied_hosts_.finish();
  return made;
}

}  // namespace urilint
