// Decoded as often as it can be, then: without what cannot be seen, cut where software cuts, by the
// older rules of IDNA, and label by label, so that one bad label hides no others.
#include "detect/policy/loose_host.hpp"

#include <algorithm>

#include "uri/bytes.hpp"
#include "urilint/names.hpp"
#include "urilint/reference.hpp"

namespace urilint::detect {
namespace loose_host {

constexpr int kMostDecodings = 3;

// What is no letter of any name, and what no entry of a policy matches but by what stands right of
// it.
constexpr std::string_view kUnknownLabel = "\x01";

std::string decoded(std::string_view host) {
  std::string out(host);
  for (int i = 0; i < kMostDecodings && out.find('%') != std::string::npos; ++i) {
    out = pct_decode(out);
  }
  return out;
}

bool is_blank(char c) noexcept { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; }

void add(std::vector<OwnedHost>& hosts, std::string_view host) {
  if (std::optional<std::string> name = canonical_host(host)) hosts.emplace_back(std::move(*name));
}

// With the mappings of IDNA 2003 for the four characters that it had otherwise.
std::optional<std::string> by_older_rules(std::string_view host) {
  IdnaOptions options;
  options.transitional = true;
  options.check_bidi = options.check_joiners = false;
  return to_ascii(host, options);
}

std::string label_by_label(std::string_view host) {
  IdnaOptions options;
  options.check_bidi = options.check_joiners = false;
  std::string out;
  for (std::size_t begin = 0; begin <= host.size();) {
    const std::size_t end = std::min(host.find('.', begin), host.size());
    const std::string_view label = host.substr(begin, end - begin);
    begin = end + 1;
    if (label.empty()) continue;
    const std::optional<std::string> form = to_ascii(label, options);
    const bool readable = form && std::none_of(form->begin(), form->end(), [](char c) {
                            return is_blank(c) || c == '%' || c == '/' || c == '@';
                          });
    if (!out.empty()) out += '.';
    out += readable ? std::string_view(*form) : kUnknownLabel;
  }
  std::transform(out.begin(), out.end(), out.begin(), to_lower);
  return out;
}

}  // namespace loose_host

std::vector<OwnedHost> loose_hosts(std::string_view host) {
  using namespace loose_host;
  std::vector<OwnedHost> hosts;
  std::string text = decoded(host);
  const std::size_t blank =
      static_cast<std::size_t>(std::find_if(text.begin(), text.end(), is_blank) - text.begin());
  if (blank < text.size()) add(hosts, std::string_view(text).substr(0, blank));
  std::erase_if(text, is_blank);
  const std::string_view seen = text;
  add(hosts, seen);
  const std::size_t cut = seen.find_first_of("/\\?#:");
  if (cut != std::string_view::npos && !seen.starts_with('[')) add(hosts, seen.substr(0, cut));
  const std::size_t at = seen.rfind('@');
  if (at != std::string_view::npos) add(hosts, seen.substr(at + 1));
  if (std::optional<std::string> older = by_older_rules(seen)) add(hosts, *older);
  std::string labels = label_by_label(seen);
  if (!labels.empty()) hosts.emplace_back(std::move(labels));
  return hosts;
}

}  // namespace urilint::detect
