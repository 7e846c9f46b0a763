// The scheme as it stands, as browsers read it, and with what hides it taken away; the last one
// counts against the list of what is denied only.
#include <algorithm>

#include "detect/policy/common.hpp"
#include "uri/bytes.hpp"
#include "urilint/reference.hpp"

namespace urilint::detect {
namespace policy_scheme {

// `localhost:8080`, `example.com:443/a`, `C:\a`: no scheme to anybody but the grammar.
bool is_rather_a_host(const Subject& subject, std::string_view scheme) noexcept {
  const UriParts& parts = subject.parts;
  if (parts.scheme_id != 0 || parts.has(Component::authority)) return false;
  const std::string_view path = subject.view(Component::path);
  const bool number = !path.empty() && (bytes::class_of(path.front()) & bytes::kDigit) != 0;
  return scheme.size() == 1 || number || scheme.find('.') != std::string_view::npos;
}

bool is_valid(std::string_view scheme) noexcept {
  return !scheme.empty() && (bytes::class_of(scheme.front()) & bytes::kAlpha) != 0 &&
         std::none_of(scheme.begin(), scheme.end(),
                      [](char c) { return (bytes::class_of(c) & bytes::kNotScheme) != 0; });
}

// No program takes more bytes for a scheme.
constexpr std::size_t kLongest = 1024;

std::string without_disguise(std::string_view scheme) {
  std::string out = pct_decode(scheme.substr(0, kLongest));
  std::erase_if(out, [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; });
  return out;
}

PolicyVerdict judge(const Subject& subject, std::string_view scheme) {
  const Policy& policy = *subject.policy;
  if (is_valid(scheme)) {
    const PolicyVerdict verdict = policy.scheme(scheme);
    const bool doubtful = verdict == PolicyVerdict::outside && is_rather_a_host(subject, scheme);
    return doubtful ? PolicyVerdict::inside : verdict;
  }
  const std::string bare = without_disguise(scheme);
  if (policy.scheme(bare) == PolicyVerdict::denied) return PolicyVerdict::denied;
  const std::optional<WhatwgUrl> browsers = parse_whatwg(subject.text).url;
  return browsers ? policy.scheme(browsers->scheme) : PolicyVerdict::inside;
}

}  // namespace policy_scheme

void detect_policy_scheme(const Subject& subject, Sink& sink) noexcept {
  if (subject.policy == nullptr || !subject.policy->judges_schemes()) return;
  if (!subject.parts.has(Component::scheme) || subject.has_hole(Component::scheme)) return;
  for (const Subject* at = &subject; at != nullptr; at = at->outer) {
    if (at->identifier) return;
  }
  const PolicyVerdict verdict = policy_scheme::judge(subject, subject.view(Component::scheme));
  if (verdict == PolicyVerdict::inside) return;
  sink.emit({.component = Component::scheme,
             .primary = subject.span(Component::scheme),
             .variant = verdict == PolicyVerdict::denied ? "denied" : "outside"});
}

}  // namespace urilint::detect
