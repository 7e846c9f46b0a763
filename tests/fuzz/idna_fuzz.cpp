// Any bytes as a domain, a host and an IRI. The first byte chooses the options. What is asserted:
// ToASCII gives ASCII and is idempotent, ToUnicode leads back to it, canonical hosts are canonical,
// registrable domains end them, and the mappings of IRIs stay within their grammars.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "uri/ucs.hpp"
#include "urilint/file_uri.hpp"
#include "urilint/iri.hpp"
#include "urilint/mailto.hpp"
#include "urilint/names.hpp"
#include "urilint/reference.hpp"

namespace {

using namespace urilint;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

IdnaOptions options_of(std::uint8_t choice) {
  return {.check_hyphens = (choice & 1U) != 0,
          .check_bidi = (choice & 2U) != 0,
          .check_joiners = (choice & 4U) != 0,
          .use_std3_ascii_rules = (choice & 8U) != 0,
          .transitional = (choice & 16U) != 0,
          .verify_dns_length = (choice & 32U) != 0};
}

void check_idna(std::string_view domain, const IdnaOptions& options) {
  const std::optional<std::string> ascii = to_ascii(domain, options);
  const UnicodeDomain unicode = to_unicode(domain, options);
  require(is_utf8(unicode.text) || !is_utf8(domain), "ToUnicode gives UTF-8");
  if (!ascii) return;
  require(is_ascii(*ascii), "ToASCII gives ASCII");
  require(to_ascii(*ascii, options) == ascii, "ToASCII is idempotent");
  require(!unicode.error, "what ToASCII takes, ToUnicode takes");
  require(to_ascii(unicode.text, options) == ascii || options.transitional,
          "ToUnicode leads back to the same A-labels");
  const UnicodeDomain again = to_unicode(unicode.text, options);
  require(!again.error && (again.text == unicode.text || options.transitional),
          "ToUnicode is idempotent");
}

void check_host(std::string_view host) {
  const std::optional<std::string> canonical = canonical_host(host);
  const std::optional<std::string> domain = registrable_domain(host);
  require(canonical || !domain, "a registrable domain has a canonical host");
  if (!canonical) return;
  require(is_ascii(*canonical) && !canonical->empty(), "a canonical host is ASCII");
  require(canonical_host(*canonical) == canonical, "a canonical host stays");
  require(canonical->back() != '.' && canonical->find('%') == std::string::npos,
          "a canonical host has no trailing dot and no triplet");
  if (!domain) return;
  require(canonical->ends_with(*domain) && domain->find('.') != std::string::npos,
          "a registrable domain is the end of the host");
  require(registrable_domain(*domain) == domain, "a registrable domain is its own");
}

void check_iri(std::string_view text) {
  const std::optional<std::string> uri = iri_to_uri(text);
  require(uri.has_value() == is_iri_reference(text), "IRI references map to URIs");
  if (uri) require(!split(*uri).has(Signal::invalid), "the URI of an IRI is valid");
  if (const auto dns = iri_to_uri_dns(text)) {
    require(!split(*dns).has(Signal::invalid), "the URI of an IRI with a DNS host is valid");
  }
  const std::optional<std::string> iri = uri_to_iri(text);
  require(iri.has_value() == !split(text).has(Signal::invalid), "URIs map to IRIs");
  if (!iri) return;
  const std::optional<std::string> back = iri_to_uri(*iri);
  require(back.has_value(), "the IRI of a URI is one");
  require(compare(split(*back), split(text)) <= Rung::syntax, "and maps back");
  const std::optional<std::string> dns = uri_to_iri_dns(text);
  require(dns && is_iri_reference(*dns), "the IRI with U-labels is one");
}

void check_files(std::string_view text) {
  for (const PathStyle style : {PathStyle::posix, PathStyle::windows}) {
    const FilePath path = file_uri_to_path(text, style);
    require(path.ok() != path.path.empty(), "a path or an error");
    require(path.path.find('\0') == std::string::npos, "no NUL in a path");
    if (path.ok()) {
      const bool remote = !remote_file_host(split(text), style).empty();
      require(remote == !path.host.empty(), "both say whose file it is");
      const FileUri uri = path_to_file_uri(path.path, style);
      require(!uri.ok() || file_uri_to_path(uri.uri, style).path == path.path,
              "a path survives its URI");
      require(uri.ok() || style == PathStyle::windows, "every POSIX path has a URI");
    }
    const FileUri uri = path_to_file_uri(text, style);
    if (!uri.ok()) continue;
    require(!split(uri.uri).has(Signal::invalid), "a file URI is a valid URI");
    require(file_uri_to_path(uri.uri, style).ok(), "a file URI names a path");
  }
}

void check_mailto(std::string_view text) {
  const MailtoReading reading = parse_mailto(text);
  require(reading.where.begin <= reading.where.end && reading.where.end <= text.size(),
          "an error is inside the text");
  static_cast<void>(recipients_of(reading.mailto));
  if (!reading.ok()) return;
  const MailtoText composed = compose_mailto(reading.mailto);
  require(composed.ok(), "what was read can be written");
  const MailtoReading again = parse_mailto(composed.uri);
  require(again.ok() && again.mailto == reading.mailto, "and reads back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const IdnaOptions options = options_of(data[0]);
  // An exactly sized block, so that a sanitizer sees every step behind the end.
  --size;
  const std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data + 1, size);
  const std::string_view text(block.get(), size);
  check_idna(text, options);
  check_host(text);
  check_iri(text);
  check_files(text);
  check_mailto(text);
  return 0;
}
