// A host that is printed otherwise than it stands there has a secret in it, or is no text.
#include "report/host_form.hpp"

#include <string>

#include "urilint/names.hpp"

namespace urilint {

std::optional<HostForm> other_host_form(const Subject& subject, const Redactor& redactor) {
  const UriParts& parts = subject.parts;
  const bool beyond = parts.has(Signal::host_non_ascii) || parts.has(Signal::host_pct);
  if (!beyond && !parts.has(Signal::host_xn)) return std::nullopt;
  const UriSpan span = subject.span(Component::host);
  const std::string_view host = subject.view(span);
  if (host.size() > kMostHostBytes || redactor.slice(span).view() != host) return std::nullopt;
  const std::optional<std::string> ascii = canonical_host(host);
  if (!ascii || ascii->find("xn--") == std::string::npos) return std::nullopt;
  if (beyond) return HostForm{HostForm::Kind::ascii, Redactor::plain(*ascii)};
  const UnicodeDomain unicode = to_unicode(*ascii);
  const bool decodes = unicode.text != *ascii && unicode.text.find("\ufffd") == std::string::npos;
  if (!decodes) return std::nullopt;
  return HostForm{HostForm::Kind::unicode, Redactor::plain(unicode.text)};
}

}  // namespace urilint
