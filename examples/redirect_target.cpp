// Decides where a page may send its visitors: redirect_target PAGE HOST… reads targets from
// standard input. Exits 1 if one of them is refused.
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <urilint/names.hpp>
#include <urilint/reference.hpp>
#include <urilint/uri.hpp>
#include <urilint/whatwg.hpp>

#include "printable.hpp"

using urilint::Component;

namespace {

using Hosts = std::set<std::string, std::less<>>;

// Why the target is refused; empty: it is allowed. The page's own code, proxies and logs read it as
// RFC 3986 says, a browser as WHATWG says: the answer must not depend on who reads.
std::string_view refusal(std::string_view target, std::string_view page, const Hosts& allowed) {
  if (kind_of(urilint::split(target)) == urilint::ReferenceKind::invalid) return "not a URI";
  const std::optional<std::string> resolved =
      urilint::resolve(urilint::split(page), urilint::split(target));
  if (!resolved) return "the page is no base";
  const std::string normal = normalize(urilint::split(*resolved), urilint::Normalization::scheme);
  const urilint::UriParts parts = urilint::split(normal);
  if (text_of(parts, Component::scheme) != "https") return "not https";
  if (parts.has(Component::userinfo)) return "a user name before the host";
  if (parts.has(Component::port)) return "a port of its own";
  const auto host = urilint::canonical_host(text_of(parts, Component::host));
  if (!host) return "no host";

  const auto base = urilint::parse_whatwg(page).url;
  const auto browser = urilint::parse_whatwg(target, base ? &*base : nullptr).url;
  if (!browser || browser->scheme != "https" || browser->port || browser->host != host) {
    return "a browser reads it differently";
  }
  return allowed.contains(*host) ? "" : "a host that is not on the list";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: redirect_target PAGE HOST...\n";
    return 2;
  }
  Hosts allowed;
  for (int i = 2; i < argc; ++i) {
    if (auto host = urilint::canonical_host(argv[i])) allowed.insert(*host);
  }
  int status = 0;
  for (std::string line; std::getline(std::cin, line);) {
    const std::string_view why = refusal(line, argv[1], allowed);
    if (!why.empty()) status = 1;
    std::cout << (why.empty() ? "allowed " : "refused ") << printable(line);
    if (!why.empty()) std::cout << ": " << why;
    std::cout << '\n';
  }
  return status;
}
