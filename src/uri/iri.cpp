// An IRI reference is a URI reference once every allowed character outside ASCII is masked by `~`,
// which is unreserved and neither in a scheme nor a digit. Mapping walks the text once.
#include "urilint/iri.hpp"

#include <cstddef>

#include "uri/bytes.hpp"
#include "uri/percent.hpp"
#include "uri/ucs.hpp"

namespace urilint {
namespace {

bool has_non_ascii(std::string_view text) noexcept {
  for (const char c : text) {
    if ((bytes::class_of(c) & bytes::kNonAscii) != 0) return true;
  }
  return false;
}

bool in_query(const UriParts& parts, std::size_t at) noexcept {
  return parts.has(Component::query) && at >= parts.path_end && at < parts.query_end;
}

// The text with its ucschar and iprivate masked; nothing if there are others, or some in brackets.
std::optional<std::string> mask_characters(const UriParts& parts) {
  const std::string_view text = parts.text();
  const std::string_view host = text_of(parts, Component::host);
  if (host.starts_with('[') && has_non_ascii(host)) return std::nullopt;
  std::string out(text);
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint code = first_code_point(text.substr(at));
    if (code.size == 0) return std::nullopt;
    if (code.value >= 0x80) {
      const bool allowed =
          is_ucschar(code.value) || (is_iprivate(code.value) && in_query(parts, at));
      if (!allowed) return std::nullopt;
      out.replace(at, code.size, code.size, '~');
    }
    at += code.size;
  }
  return out;
}

// The character that the triplets at the beginning of `text` spell.
struct Spelt {
  char utf8[4] = {};
  CodePoint code;
};
Spelt spelt_by_triplets(std::string_view text) noexcept {
  Spelt out;
  std::size_t size = 0;
  for (std::size_t at = 0; size < sizeof out.utf8 && at < text.size(); at += 3) {
    const int byte = bytes::pct_byte(text.data() + at, text.size() - at);
    if (byte < 0) break;
    out.utf8[size++] = static_cast<char>(byte);
  }
  out.code = first_code_point({out.utf8, size});
  return out;
}

bool may_stand_raw(std::uint32_t code, bool query) noexcept {
  if (code < 0x80) return is_unreserved(static_cast<char>(code));
  if (is_bidi_control(code)) return false;
  return is_ucschar(code) || (query && is_iprivate(code));
}

}  // namespace

bool is_iri_reference(std::string_view text) {
  const UriParts parts = split(text);
  if (!parts.has(Signal::invalid)) return true;
  if (!has_non_ascii(text)) return false;
  const std::optional<std::string> masked = mask_characters(parts);
  return masked && !split(*masked).has(Signal::invalid);
}

bool is_iri(std::string_view text) {
  return split(text).has(Component::scheme) && is_iri_reference(text);
}

std::optional<std::string> iri_to_uri(std::string_view iri) {
  if (!is_iri_reference(iri)) return std::nullopt;
  std::string out;
  out.reserve(iri.size());
  for (const char c : iri) {
    if ((bytes::class_of(c) & bytes::kNonAscii) != 0) {
      append_triplet(out, c);
    } else {
      out.push_back(c);
    }
  }
  return out;
}

std::optional<std::string> uri_to_iri(std::string_view uri) {
  const UriParts parts = split(uri);
  if (parts.has(Signal::invalid)) return std::nullopt;
  std::string out;
  out.reserve(uri.size());
  for (std::size_t at = 0; at < uri.size();) {
    if (uri[at] != '%') {
      out.push_back(uri[at++]);
      continue;
    }
    const Spelt spelt = spelt_by_triplets(uri.substr(at));
    if (spelt.code.size != 0 && may_stand_raw(spelt.code.value, in_query(parts, at))) {
      out.append(spelt.utf8, spelt.code.size);
      at += 3 * spelt.code.size;
    } else {
      out.append(uri.substr(at, 3));
      at += 3;
    }
  }
  return out;
}

}  // namespace urilint
