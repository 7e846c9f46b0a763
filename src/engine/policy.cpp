// The verdicts: what is denied is denied under any reading of the path, what is allowed must be so
// under all of them.
#include "engine/policy.hpp"

#include <algorithm>

#include "uri/table_lookup.hpp"

namespace urilint {
namespace {

using Forms = PolicyHosts::Forms;

bool holds_scheme(const std::vector<std::string>& schemes, std::string_view scheme) noexcept {
  return std::any_of(schemes.begin(), schemes.end(),
                     [scheme](const std::string& listed) { return equals_lower(scheme, listed); });
}

PolicyAnswer answer_of(PolicyMatch allowed) noexcept {
  if (allowed == PolicyMatch::whole) return {};
  return {PolicyVerdict::outside, allowed == PolicyMatch::other_path};
}

}  // namespace

bool Policy::holds(const std::vector<PortRange>& ranges, std::uint32_t port) noexcept {
  return std::any_of(ranges.begin(), ranges.end(), [port](const PortRange& range) {
    return range.first <= port && port <= range.last;
  });
}

bool Policy::judges_schemes() const noexcept {
  return !allowed_schemes_.empty() || !denied_schemes_.empty();
}
bool Policy::judges_hosts() const noexcept {
  return !allowed_hosts_.empty() || !denied_hosts_.empty();
}
bool Policy::judges_ports() const noexcept {
  return !allowed_ports_.empty() || !denied_ports_.empty();
}

PolicyVerdict Policy::scheme(std::string_view scheme) const noexcept {
  if (holds_scheme(denied_schemes_, scheme)) return PolicyVerdict::denied;
  const bool allowed = allowed_schemes_.empty() || holds_scheme(allowed_schemes_, scheme);
  return allowed ? PolicyVerdict::inside : PolicyVerdict::outside;
}

PolicyVerdict Policy::port(std::uint32_t port) const noexcept {
  if (holds(denied_ports_, port)) return PolicyVerdict::denied;
  const bool allowed = allowed_ports_.empty() || holds(allowed_ports_, port);
  return allowed ? PolicyVerdict::inside : PolicyVerdict::outside;
}

PolicyAnswer Policy::denies(const PolicyHost& host, const PolicyPath& path) const noexcept {
  if (denied_hosts_.empty()) return {};
  if (denied_hosts_.find(host, path, Forms::any) != PolicyMatch::whole) return {};
  // Another path of the host would not be denied if no entry named all of it.
  const PolicyPath nowhere("", PolicyPath::Known::beginning);
  const bool all_of_it = denied_hosts_.find(host, nowhere, Forms::any) == PolicyMatch::whole;
  return {PolicyVerdict::denied, !all_of_it};
}

PolicyAnswer Policy::host(const PolicyHost& host, const PolicyPath& path) const noexcept {
  const PolicyAnswer denied = denies(host, path);
  if (denied.verdict == PolicyVerdict::denied || allowed_hosts_.empty()) return denied;
  return answer_of(allowed_hosts_.find(host, path, Forms::all));
}

PolicyAnswer Policy::host(const PolicyHostAround& host, const PolicyPath& path) const noexcept {
  if (allowed_hosts_.empty()) return {};
  return answer_of(allowed_hosts_.may_find(host, path));
}

PolicyVerdict Policy::no_host() const noexcept {
  return allowed_hosts_.empty() ? PolicyVerdict::inside : PolicyVerdict::outside;
}

}  // namespace urilint
