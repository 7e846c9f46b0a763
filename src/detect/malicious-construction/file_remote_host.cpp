// The host that Windows would ask. A dotted name or an address is a machine; a single word is more
// often the first folder of a path that lost its slash.
#include "detect/syntax/common.hpp"
#include "urilint/file_uri.hpp"

namespace urilint::detect {
namespace file_remote_host {

// `.`, `..`, `~`, and the letter of a drive in the place of the host.
bool is_path_or_drive(const Subject& subject, UriSpan host) noexcept {
  const std::string_view name = subject.view(host);
  if (name.find_first_not_of(".~") == std::string_view::npos) return true;
  if (name.size() > 2 || (to_lower(name[0]) < 'a' || to_lower(name[0]) > 'z')) return false;
  if (name.size() == 2) return name[1] == '|' || name[1] == ':';
  return host.end < subject.text.size() &&
         (subject.text[host.end] == ':' || subject.text[host.end] == '|');
}

bool is_machine(const Subject& subject, UriSpan host) noexcept {
  const std::string_view name = subject.view(host);
  if (name.starts_with('[')) return true;
  const std::size_t dot = name.find('.');
  return dot != std::string_view::npos && dot != 0 && dot + 1 < name.size();
}

}  // namespace file_remote_host

void detect_file_remote_host(const Subject& subject, Sink& sink) noexcept {
  using namespace file_remote_host;
  if (!scheme_is(subject, "file")) return;
  const std::string_view found = remote_file_host(subject.parts, PathStyle::windows);
  if (found.empty()) return;
  const auto begin = static_cast<Off>(found.data() - subject.parts.data);
  const UriSpan host{begin, begin + static_cast<Off>(found.size())};
  if (subject.touches_hole(host) || is_path_or_drive(subject, host)) return;
  const bool in_authority = host == subject.span(Component::host);
  std::string_view variant = in_authority ? "word" : "slashes";
  if (is_machine(subject, host)) variant = "machine";
  // The scheme is part of the fact: what reads a file elsewhere is not said to read one here.
  sink.emit({.component = in_authority ? Component::host : Component::path,
             .primary = host,
             .related = {{subject.span(Component::scheme)}},
             .args = {host},
             .variant = variant});
}

}  // namespace urilint::detect
