// The authority state of the WHATWG URL Standard, on the bytes as they stand.
#include "detect/common/browser_host.hpp"

#include "engine/subject.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

constexpr bool is_deleted_by_browsers(char c) noexcept {
  return c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

UriSpan browser_host_from(std::string_view text, Off at) noexcept {
  constexpr std::uint32_t kEnd =
      bytes::kSlash | bytes::kBackslash | bytes::kQuestion | bytes::kHash;
  const auto size = static_cast<Off>(text.size());
  while (at < size && (is_either_slash(text[at]) || is_deleted_by_browsers(text[at]))) ++at;
  Off end = at;
  while (end < size && (bytes::class_of(text[end]) & kEnd) == 0) ++end;
  const std::string_view authority = text.substr(at, end - at);
  const std::size_t last_at = authority.rfind('@');
  const Off begin = last_at == std::string_view::npos ? at : at + static_cast<Off>(last_at) + 1;
  const std::string_view host = text.substr(begin, end - begin);
  const std::size_t bracket = host.rfind(']');
  const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  return {begin, colon == std::string_view::npos ? end : begin + static_cast<Off>(colon)};
}

namespace {

UriSpan find_browser_host(const Subject& subject) noexcept {
  const UriParts& parts = subject.parts;
  const std::string_view text = subject.text;
  if (parts.has(Component::scheme)) {
    if (!parts.has(Signal::scheme_special)) return {};
    if (equals_lower(subject.view(Component::scheme), "file")) return {};
    return browser_host_from(text, parts.scheme_end + 1);
  }
  if (text.size() < 2 || !is_either_slash(text[0]) || !is_either_slash(text[1])) return {};
  return browser_host_from(text, 0);
}

}  // namespace

UriSpan browser_host(const Subject& subject) noexcept {
  Subject::Cache& cache = *subject.cache;
  if (!cache.browser_host_known) {
    cache.browser_host = find_browser_host(subject);
    cache.used = cache.browser_host_known = true;
  }
  return cache.browser_host;
}

}  // namespace urilint::detect
