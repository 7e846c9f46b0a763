// Sub-delims and tildes in the host of a web URI. What is a pattern of names (`*`) or a variable
// (`$NAME`) is meant for software that fills it in.
#include "detect/common/mark_list.hpp"
#include "detect/syntax/common.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace {

constexpr std::string_view kNeverInDns = "!$&'()*+,;=~";

bool is_variable(std::string_view host, std::size_t at) noexcept {
  return host[at] == '$' && at + 1 < host.size() &&
         ((bytes::class_of(host[at + 1]) & bytes::kAlpha) != 0 || host[at + 1] == '(');
}

// `*`, `+`, `*.example.com`, `**.example.com`: nothing else that DNS does not have.
bool is_host_pattern(std::string_view host) noexcept {
  if (host == "*" || host == "+") return true;
  std::size_t at = 0;
  while ((at = host.find_first_of(kNeverInDns, at)) != std::string_view::npos) {
    const std::size_t end = host.substr(at).starts_with("**") ? at + 2 : at + 1;
    const bool begins = at == 0 || host[at - 1] == '.';
    const bool ends = end == host.size() || host[end] == '.';
    if (host[at] != '*' || !begins || !ends) return false;
    at = end;
  }
  return true;
}

}  // namespace

void detect_host_not_dns(const Subject& subject, Sink& sink) noexcept {
  const UriParts& parts = subject.parts;
  if (!parts.has(Signal::scheme_special)) return;
  if (parts.host_kind != HostKind::reg_name || subject.has_hole(Component::host)) return;
  const UriSpan span = subject.span(Component::host);
  const std::string_view host = subject.view(span);
  MarkList marks(subject);
  for (std::size_t at = 0; (at = host.find_first_of(kNeverInDns, at)) != std::string_view::npos;
       ++at) {
    if (is_variable(host, at)) return;
    marks.add({span.begin + static_cast<Off>(at), span.begin + static_cast<Off>(at) + 1});
  }
  marks.emit(sink, is_host_pattern(host) ? "pattern" : "character");
}

}  // namespace urilint::detect
