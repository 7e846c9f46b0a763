// In a host, an encoded delimiter is always wrong: software that decodes before it splits goes
// elsewhere. In userinfo it is right, unless what stands before it shows a person a host.
#include <algorithm>
#include <optional>

#include "detect/semantic-attack/common.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace {

struct EncodedDelimiter {
  std::string_view decoded;  // static
  UriSpan span;
};

std::string_view delimiter_name(int byte) noexcept {
  constexpr std::string_view kDelimiters[] = {"/", "?", "#", "\\", "@", ":"};
  for (const std::string_view delimiter : kDelimiters) {
    if (byte == static_cast<unsigned char>(delimiter[0])) return delimiter;
  }
  return {};
}

std::optional<EncodedDelimiter> delimiter_at(const Subject& subject, Off at, Off end) noexcept {
  const int byte = bytes::pct_byte(subject.text.data() + at, end - at);
  if (byte < 0) return std::nullopt;
  const std::string_view name = delimiter_name(byte);
  if (name.empty()) return std::nullopt;
  return EncodedDelimiter{name, {at, at + 3}};
}

std::optional<EncodedDelimiter> next_delimiter(const Subject& subject, UriSpan in) noexcept {
  for (Off at = in.begin; at < in.end; ++at) {
    if (subject.text[at] != '%') continue;
    if (const auto delimiter = delimiter_at(subject, at, in.end)) return delimiter;
  }
  return std::nullopt;
}

// What is left of the host if it is decoded first: behind the last `@`, before the next delimiter.
UriSpan host_after_decoding(const Subject& subject, UriSpan host) noexcept {
  UriSpan left = host;
  for (UriSpan rest = host; const auto delimiter = next_delimiter(subject, rest);) {
    rest.begin = delimiter->span.end;
    if (delimiter->decoded == "@") {
      left = rest;
    } else if (delimiter->decoded != ":") {
      break;
    }
  }
  if (const auto after = next_delimiter(subject, left)) left.end = after->span.begin;
  return left;
}

// Sockets are written so (`http+unix://%2Fvar%2Frun%2Fapp.sock/`), and in schemes that are not
// known the authority may be anything: there the decoded host must look like one.
bool is_no_host(const Subject& subject, UriSpan decoded) noexcept {
  const UriParts& parts = subject.parts;
  if (!parts.has(Component::scheme) || parts.has(Signal::scheme_special)) return false;
  const UriSpan host = subject.span(Component::host);
  if (const auto first = delimiter_at(subject, host.begin, host.end)) {
    if (first->decoded == "/") return true;
  }
  if (parts.has(Signal::scheme_listed)) return false;
  const HostLook look = look_at_host(subject.view(decoded), decoded.begin);
  return look.shape < HostShape::word && look.shape != HostShape::local;
}

bool emit_in_host(const Subject& subject, Sink& sink) noexcept {
  const UriParts& parts = subject.parts;
  if (!parts.has(Signal::host_pct) || parts.has(Signal::host_brackets)) return false;
  if (subject.has_hole(Component::host)) return false;
  const UriSpan host = subject.span(Component::host);
  const auto first = next_delimiter(subject, host);
  if (!first) return false;
  const UriSpan decoded = host_after_decoding(subject, host);
  if (is_no_host(subject, decoded)) return false;
  const Mark mark{decoded, Role::secondary, "the host after decoding"};
  sink.emit({.component = Component::host,
             .primary = first->span,
             .args = {first->decoded, decoded},
             .variant = decoded.empty() ? "no-host" : "host",
             .more = std::span(&mark, decoded.empty() ? 0U : 1U)});
  return true;
}

// The delimiter behind what looks like a host, or behind the port that follows it.
std::optional<EncodedDelimiter> delimiter_behind(const Subject& subject, const HostLook& look,
                                                 Off end) noexcept {
  Off at = look.head.end;
  if (look.stop == HostStop::colon) {
    constexpr Off kPortDigits = 5;
    const Off limit = std::min(end, at + 1 + kPortDigits);
    ++at;
    while (at < limit && (bytes::class_of(subject.text[at]) & bytes::kDigit) != 0) ++at;
  }
  const auto found = at < end ? delimiter_at(subject, at, end) : std::nullopt;
  if (!found || found->decoded == "@" || found->decoded == ":") return std::nullopt;
  return found;
}

bool shows_host(const Subject& subject, const HostLook& look) noexcept {
  if (look.www || look.shape >= HostShape::country) return true;
  return is_web(subject) && (look.shape == HostShape::word || look.shape == HostShape::local);
}

void emit_in_userinfo(const Subject& subject, Sink& sink) noexcept {
  const UriSpan userinfo = subject.span(Component::userinfo);
  const UriSpan host = subject.span(Component::host);
  if (!subject.parts.has(Component::userinfo) || subject.has_hole(Component::host)) return;
  const HostLook look = look_at_host(subject.view(userinfo), userinfo.begin);
  if (look.shape == HostShape::url || !shows_host(subject, look)) return;
  const auto delimiter = delimiter_behind(subject, look, userinfo.end);
  if (!delimiter || subject.touches_hole({userinfo.begin, delimiter->span.end})) return;
  // `corp.example.com%5Csvc@` is how a domain's account is written.
  if (look.stop == HostStop::account && !look.www) return;
  if (is_same_site(look, subject.view(host))) return;
  sink.emit({.component = Component::userinfo,
             .primary = delimiter->span,
             .related = {{look.head, Role::secondary, "reads as the host"},
                         {host, Role::secondary, "the host"}},
             .args = {delimiter->decoded, look.head},
             .variant = "userinfo"});
}

}  // namespace

void detect_authority_encoded_delimiter(const Subject& subject, Sink& sink) noexcept {
  if (!emit_in_host(subject, sink)) emit_in_userinfo(subject, sink);
}

}  // namespace urilint::detect
