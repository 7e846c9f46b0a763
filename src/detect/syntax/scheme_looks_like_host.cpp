// `localhost`, or labels of a name with letters at the end, then digits that could be a port.
#include <algorithm>

#include "detect/syntax/common.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace scheme_looks_like_host {

bool is_digit(char c) noexcept { return (bytes::class_of(c) & bytes::kDigit) != 0; }

bool is_name(std::string_view scheme) noexcept {
  if (equals_lower(scheme, "localhost")) return true;
  const std::size_t dot = scheme.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || scheme.size() - dot < 3) return false;
  if (scheme.find("..") != std::string_view::npos) return false;
  const std::string_view last = scheme.substr(dot + 1);
  return std::all_of(last.begin(), last.end(),
                     [](char c) { return (bytes::class_of(c) & bytes::kAlpha) != 0; }) &&
         std::all_of(scheme.begin(), scheme.end(),
                     [](char c) { return (bytes::class_of(c) & bytes::kNotLdh) == 0; });
}

// The digits of a port in front of `text`, at most 65535; 0: there are none.
std::size_t port_size(std::string_view text) noexcept {
  unsigned port = 0;
  std::size_t size = 0;
  while (size < text.size() && is_digit(text[size])) {
    port = port * 10 + static_cast<unsigned>(text[size] - '0');
    if (++size > 5 || port > 65535) return 0;
  }
  return port == 0 ? 0 : size;
}

}  // namespace scheme_looks_like_host

void detect_scheme_looks_like_host(const Subject& subject, Sink& sink) noexcept {
  using namespace scheme_looks_like_host;
  if (subject.has_hole(Component::scheme) || subject.has_hole(Component::path)) return;
  if (!is_name(subject.view(Component::scheme))) return;
  const UriSpan path = subject.span(Component::path);
  const std::size_t digits = port_size(subject.view(path));
  if (digits == 0) return;
  const Off end = path.begin + static_cast<Off>(digits);
  if (end < path.end && subject.text[end] != '/') return;
  const bool bare = end == subject.parts.size;
  sink.emit({.component = Component::scheme,
             .primary = {0, end},
             .variant = bare ? std::string_view("bare") : std::string_view("with-path")});
}

}  // namespace urilint::detect
