// The mapping without IDNA, and then the host alone; the result is split again, so that a host that
// IDNA turns into delimiters is refused.
#include <string>
#include <string_view>

#include "uri/bytes.hpp"
#include "urilint/iri.hpp"
#include "urilint/names.hpp"
#include "urilint/reference.hpp"

namespace urilint {
namespace {

bool is_ascii(std::string_view text) noexcept {
  for (const char c : text) {
    if ((bytes::class_of(c) & bytes::kNonAscii) != 0) return false;
  }
  return true;
}

std::string with_host(const UriParts& parts, std::string_view host) {
  const UriSpan span = span_of(parts, Component::host);
  std::string out(parts.text().substr(0, span.begin));
  out.append(host).append(parts.text().substr(span.end));
  return out;
}

}  // namespace

std::optional<std::string> iri_to_uri_dns(std::string_view iri) {
  std::optional<std::string> uri = iri_to_uri(iri);
  if (!uri) return std::nullopt;
  const UriParts parts = split(*uri);
  // Whether encoded in the IRI or by its mapping: RFC 3987 3.1 asks for the same treatment.
  const std::string name = pct_decode(text_of(parts, Component::host));
  if (is_ascii(name)) return uri;
  const std::optional<std::string> ascii = to_ascii(name);
  if (!ascii || ascii->empty()) return std::nullopt;
  std::string out = with_host(parts, *ascii);
  const UriParts again = split(out);
  if (again.has(Signal::invalid) || text_of(again, Component::host) != *ascii) return std::nullopt;
  return out;
}

std::optional<std::string> uri_to_iri_dns(std::string_view uri) {
  std::optional<std::string> iri = uri_to_iri(uri);
  if (!iri) return std::nullopt;
  const UriParts parts = split(*iri);
  const std::string_view host = text_of(parts, Component::host);
  if (host.empty() || host.front() == '[') return iri;
  const UnicodeDomain unicode = to_unicode(host);
  if (unicode.error || is_ascii(unicode.text)) return iri;
  const std::optional<std::string> there = to_ascii(unicode.text);
  if (!there || there != to_ascii(host)) return iri;
  std::string out = with_host(parts, unicode.text);
  if (!is_iri_reference(out)) return iri;
  return out;
}

}  // namespace urilint
