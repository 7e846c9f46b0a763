// Triplets in a host name. Letters of other scripts may stand so in a reg-name; ASCII never needs
// to.
#include <array>

#include "engine/detector.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace host_pct_encoded {

constexpr std::size_t kMostMarks = 16;

struct Triplets {
  std::array<Mark, kMostMarks> marks{};
  std::size_t count = 0;
  bool ascii = false;      ///< one stands for an ASCII byte
  bool malformed = false;  ///< a `%` without two digits: a template, or for pct-malformed

  void add(UriSpan span) noexcept {
    if (count > 0 && marks[count - 1].span.end == span.begin) {
      marks[count - 1].span.end = span.end;
    } else if (count < kMostMarks) {
      marks[count++] = {span, Role::secondary, "percent-encoded"};
    }
  }
};

Triplets find_triplets(const Subject& subject, UriSpan host) noexcept {
  Triplets found;
  const std::string_view text = subject.view(host);
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    const int octet = bytes::pct_byte(text.data() + at, text.size() - at);
    const Off begin = host.begin + static_cast<Off>(at);
    found.malformed = found.malformed || octet < 0;
    found.ascii = found.ascii || (octet >= 0 && octet < 0x80);
    if (octet >= 0) found.add({begin, begin + 3});
  }
  return found;
}

// Elsewhere the authority is whatever a program makes of it (`vscode-remote://ssh-remote%2Bdev/`).
bool has_domain(const UriParts& parts) noexcept {
  return parts.has(Signal::scheme_listed) || !parts.has(Component::scheme);
}

// `postgresql://%2Fvar%2Frun/app`, `http+unix://%2Frun%2Fapp.sock/`: a socket's path.
bool is_socket(const Subject& subject, std::string_view host) noexcept {
  return !subject.parts.has(Signal::scheme_special) && subject.parts.has(Component::scheme) &&
         bytes::pct_byte(host.data(), host.size()) == '/';
}

}  // namespace host_pct_encoded

void detect_host_pct_encoded(const Subject& subject, Sink& sink) noexcept {
  using namespace host_pct_encoded;
  if (!subject.parts.has(Signal::host_pct) || subject.parts.has(Signal::host_brackets)) return;
  if (subject.has_hole(Component::host) || !has_domain(subject.parts)) return;
  const UriSpan host = subject.span(Component::host);
  if (is_socket(subject, subject.view(host))) return;
  const Triplets found = find_triplets(subject, host);
  if (found.malformed || found.count == 0) return;
  sink.emit({.component = Component::host,
             .primary = host,
             .args = {DecodedSpan{host, 1}},
             .variant = found.ascii ? "ascii" : "international",
             .more = std::span<const Mark>(found.marks).first(found.count)});
}

}  // namespace urilint::detect
