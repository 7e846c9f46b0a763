// The authority is read once more as browsers do it, who take a backslash for a slash, and both
// hosts are said. Escapes that were left in a text, and Windows shares, are told apart by shape.
#include <algorithm>

#include "detect/common/browser_host.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

using bytes::class_of;

constexpr bool is_alnum_byte(char c) noexcept {
  return (class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0;
}

// Dotted letters, digits and hyphens, or an address in brackets.
bool is_dotted_or_literal(std::string_view host) noexcept {
  if (host.starts_with('[')) return host.ends_with(']');
  if (host.empty() || !is_alnum_byte(host.front()) || !is_alnum_byte(host.back())) return false;
  const bool letters = std::all_of(host.begin(), host.end(),
                                   [](char c) { return (class_of(c) & bytes::kNotLdh) == 0; });
  return letters && host.find('.') != std::string_view::npos &&
         host.find("..") == std::string_view::npos;
}

void emit_seen_by_browsers(const Subject& subject, UriSpan host, std::string_view variant,
                           Sink& sink) noexcept {
  const Off begin = subject.parts.path_begin;
  sink.emit({.component = Component::path,
             .primary = {begin, begin + 2},
             .related = {{host, Role::secondary, "the host for browsers"}},
             .args = {host},
             .variant = variant});
}

// `file:` and `C:`: a path of Windows, whose host nobody sees.
bool is_drive(const Subject& subject, UriSpan host) noexcept {
  return host.size() == 1 && host.end < subject.text.size() &&
         (subject.text[host.end] == ':' || subject.text[host.end] == '|') &&
         equals_lower(subject.view(Component::scheme), "file");
}

// `\\server\share`: something on both sides of the next slash.
bool is_share(const Subject& subject, UriSpan host) noexcept {
  const std::string_view text = subject.text;
  if (host.empty() || !is_alnum_byte(text[host.begin]) || host.end + 1 >= text.size()) return false;
  return is_either_slash(text[host.end]) && !is_either_slash(text[host.end + 1]);
}

void without_authority(const Subject& subject, Sink& sink) noexcept {
  const std::string_view text = subject.text;
  const Off begin = subject.parts.path_begin;
  if (!subject.parts.has(Signal::authority_backslash) || begin + 2 > text.size()) return;
  const std::string_view front = text.substr(begin);
  const UriSpan host = browser_host_from(text, begin);
  if (host.empty()) return;
  if (front.starts_with("\\/\\/")) return emit_seen_by_browsers(subject, host, "escape", sink);
  if (subject.parts.has(Component::scheme)) {
    if (!is_drive(subject, host)) emit_seen_by_browsers(subject, host, "browsers-only", sink);
  } else if (front.starts_with("\\\\")) {
    if (is_share(subject, host)) emit_seen_by_browsers(subject, host, "share", sink);
  } else if (is_dotted_or_literal(subject.view(host)) ||
             equals_lower(subject.view(host), "localhost")) {
    // A regular expression such as `/\bword\b/` names no host.
    emit_seen_by_browsers(subject, host, "browsers-only", sink);
  }
}

// `https://www\.example\.com/` of a regular expression: every dot is escaped, so that browsers find
// a single label. A backslash at the very end comes from a quoted text.
bool is_escape(const Subject& subject, UriSpan host, Off backslash) noexcept {
  const Off end = subject.span(Component::authority).end;
  const std::string_view rest = subject.view({backslash, end});
  const bool at_end = rest.find_first_not_of('\\') == std::string_view::npos;
  if (at_end && backslash > subject.span(Component::host).begin) return true;
  const char next = subject.text[backslash + 1];
  const bool escaped = next == '.' || next == '-' || next == '$' || next == '"' || next == '\'';
  const std::string_view before = subject.view(host);
  return escaped && host.end == backslash && !before.empty() &&
         (class_of(before.front()) & bytes::kAlpha) != 0 &&
         before.find_first_of(".[@") == std::string_view::npos &&
         !equals_lower(before, "localhost");
}

void with_authority(const Subject& subject, Sink& sink) noexcept {
  const UriSpan authority = subject.span(Component::authority);
  const std::size_t found = subject.view(authority).find('\\');
  if (found == std::string_view::npos) return;
  const Off backslash = authority.begin + static_cast<Off>(found);
  const UriSpan other = subject.span(Component::host);
  const bool browsers =
      subject.parts.has(Signal::scheme_special) || !subject.parts.has(Component::scheme);
  // Elsewhere only a host shows a person that a backslash was meant as a slash: `CORP\user@` is an
  // account.
  if (!browsers && !other.contains({backslash, backslash + 1})) return;
  const UriSpan host = browser_host_from(subject.text, authority.begin);
  if (is_drive(subject, host)) return;
  const bool escape = is_escape(subject, host, backslash);
  const Mark marks[] = {{host, Role::secondary, "the host for browsers"},
                        {other, Role::secondary, "the host for other software"}};
  const bool both = !escape && !host.empty() && !other.empty();
  sink.emit({.component = Component::authority,
             .primary = {backslash, backslash + 1},
             .args = {host, other},
             .variant = escape ? "escape"
                        : both ? "two-hosts"
                               : "one-host",
             .more = std::span(marks, both ? 2U : 0U)});
}

}  // namespace

void detect_authority_backslash(const Subject& subject, Sink& sink) noexcept {
  if (subject.parts.has(Component::authority)) return with_authority(subject, sink);
  without_authority(subject, sink);
}

}  // namespace urilint::detect
