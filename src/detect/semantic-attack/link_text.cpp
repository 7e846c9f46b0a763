// Sites are compared, after ToASCII. All hosts of the text and all URIs that the target carries
// take part, so that a text of more than a URL, and a redirector, are no disagreement.
#include "detect/semantic-attack/link_text.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>

#include "detect/common/browser_host.hpp"
#include "detect/semantic-attack/common.hpp"
#include "engine/wrappers.hpp"
#include "host/name_tools.hpp"
#include "uri/table_lookup.hpp"
#include "uri/ucs.hpp"
#include "urilint/host.hpp"
#include "urilint/names.hpp"

namespace urilint::detect {
namespace {

UriSpan host_of(const Subject& subject) noexcept {
  const UriSpan browser = browser_host(subject);
  return browser.empty() ? subject.span(Component::host) : browser;
}

bool names_site(const LinkText& shown, std::string_view site) noexcept {
  return std::any_of(shown.hosts.begin(), shown.hosts.end(),
                     [site](const NamedHost& host) { return host.site == site; });
}

bool names_site_of(const LinkText& shown, const Subject& subject) {
  const auto name = canonical_host(subject.view(host_of(subject)));
  return name && names_site(shown, site_of(*name));
}

// At most EngineOptions::max_texts URIs, max_depth deep.
bool carries_named(const LinkText& shown, const Subject& subject) {
  return std::any_of(
      subject.inner().begin(), subject.inner().end(), [&shown](const Subject::Inner& inner) {
        return names_site_of(shown, *inner.subject) || carries_named(shown, *inner.subject);
      });
}

// A redirector is no such thing: its own name, shown for what is elsewhere, deceives.
bool is_gateway_named(const LinkText& shown, const Subject& subject) {
  for (const Subject* outer = subject.outer; outer != nullptr; outer = outer->outer) {
    const auto link = wrapped_link(outer->parts);
    if (link && link->by == WrappedBy::gateway && names_site_of(shown, *outer)) return true;
  }
  return false;
}

// `cau.cz` of `čau.cz`
std::string without_marks(std::string_view name) {
  const NameTools* const tools = NameTools::get();
  const std::string text = to_unicode(name).text;
  std::string out;
  for (std::string_view rest = text; !rest.empty() && tools != nullptr;) {
    const CodePoint code = first_code_point(rest);
    if (code.size == 0) return {};
    if (code.value < 0x80) {
      out += static_cast<char>(code.value);
    } else {
      std::array<UChar, 20> buffer{};
      UErrorCode status = U_ZERO_ERROR;
      const std::int32_t size =
          unorm2_getDecomposition(tools->nfd, static_cast<UChar32>(code.value), buffer.data(),
                                  static_cast<std::int32_t>(buffer.size()), &status);
      if (U_FAILURE(status) || size < 1 || buffer[0] >= 0x80) return {};
      out += static_cast<char>(buffer[0]);
    }
    rest.remove_prefix(code.size);
  }
  return out;
}

bool is_spelt_with_marks(const LinkText& shown, const LinkTarget& target) {
  return std::any_of(shown.hosts.begin(), shown.hosts.end(), [&target](const NamedHost& host) {
    return host.site.find("xn--") != std::string::npos && without_marks(host.site) == target.site;
  });
}

}  // namespace

std::optional<LinkTarget> link_target(const Subject& subject) {
  const bool ftp = equals_lower(subject.view(Component::scheme), "ftp");
  if (!is_web(subject) && !ftp) return std::nullopt;
  LinkTarget target;
  target.host = host_of(subject);
  if (target.host.empty() || subject.touches_hole(target.host)) return std::nullopt;
  if (target.host.size() > kMostHostBytes) return std::nullopt;
  const auto name = canonical_host(subject.view(target.host));
  if (!name) return std::nullopt;
  target.name = *name;
  target.site = site_of(*name);
  target.is_address = name->front() == '[' || read_ipv4(*name).status == Ipv4Status::address;
  return target;
}

const NamedHost* named_host(const LinkText& shown) noexcept {
  for (const NamedBy by : {NamedBy::url, NamedBy::name}) {
    for (const NamedHost& host : shown.hosts) {
      if (host.by == by) return &host;
    }
  }
  return nullptr;
}

Agreement agreement(const Subject& subject, const LinkTarget& target) {
  const LinkText& shown = *subject.shown;
  if (names_site(shown, target.site) || is_gateway_named(shown, subject)) return Agreement::same;
  if (carries_named(shown, subject)) return Agreement::carried;
  return is_spelt_with_marks(shown, target) ? Agreement::spelling : Agreement::none;
}

}  // namespace urilint::detect
