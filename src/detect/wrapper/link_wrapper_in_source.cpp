// Only what a real message leaves: data about its reader, a token that the gateway alone can read,
// or an original on a host that is not one of examples, as those of tests are.
#include <algorithm>
#include <string_view>

#include "detect/common/scope.hpp"
#include "engine/detector.hpp"
#include "engine/host_lists.hpp"
#include "engine/wrappers.hpp"
#include "tables/link-wrappers.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace link_wrapper_in_source {

// Fewer bytes than any id or hash of a reader has.
constexpr Off kShortestId = 24;
// A code of a link that was made for one message.
constexpr Off kShortestToken = 12;

constexpr std::string_view kExampleEndings[] = {
    "example", "test", "invalid", "localhost", "example.com", "example.net", "example.org",
};

bool ends_in(std::string_view host, std::string_view ending) noexcept {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.size() < ending.size()) return false;
  const std::size_t rest = host.size() - ending.size();
  return equals_lower(host.substr(rest), ending) && (rest == 0 || host[rest - 1] == '.');
}

bool is_example(const Subject& original) noexcept {
  const std::string_view host = original.view(Component::host);
  if (original.host().address_class == "documentation") return true;
  return host.empty() || std::any_of(std::begin(kExampleEndings), std::end(kExampleEndings),
                                     [host](std::string_view end) { return ends_in(host, end); });
}

const tables::LinkWrappersRow* row_of(const Subject& subject) noexcept {
  return find_host_row(tables::kLinkWrappers, tables::kLinkWrappersIndex,
                       subject.view(Component::host),
                       [](const tables::LinkWrappersRow& row) { return row.host; });
}

// An address, or something as long as an id.
bool says_who(std::string_view value) noexcept {
  return value.size() >= kShortestId || value.find('@') != std::string_view::npos ||
         value.find("%40") != std::string_view::npos;
}

UriSpan reader_of(const Subject& subject) noexcept {
  const auto* const row = row_of(subject);
  UriSpan found{};
  if (row == nullptr || row->reader.empty()) return found;
  for_each_pair(subject, Component::query, [&](const Pair& pair) {
    const bool named = equals_lower(subject.view(pair.name), row->reader);
    if (named && found.empty() && says_who(subject.view(pair.value))) found = pair.value;
  });
  return found;
}

// Gateways may stand one inside the other, no deeper than the engine looks.
bool is_of_a_message(const Subject& subject, const WrappedLink& link) noexcept {
  if (link.opaque) {
    const std::string_view path = subject.view(Component::path);
    return path.size() - std::min(path.rfind('/') + 1, path.size()) >= kShortestToken;
  }
  return std::any_of(subject.inner().begin(), subject.inner().end(), [&](const auto& inner) {
    if (inner.slice != link.span) return false;
    const std::optional<WrappedLink> next = wrapped_link(inner.subject->parts);
    return next ? is_of_a_message(*inner.subject, *next) : !is_example(*inner.subject);
  });
}

}  // namespace link_wrapper_in_source

void detect_link_wrapper_in_source(const Subject& subject, Sink& sink) noexcept {
  using namespace link_wrapper_in_source;
  const std::optional<WrappedLink> link = wrapped_link(subject.parts);
  if (!link || link->by != WrappedBy::gateway || subject.outer != nullptr) return;
  const UriSpan reader = reader_of(subject);
  const UriSpan host = subject.span(Component::host);
  if (!reader.empty()) {
    sink.emit({.component = Component::query,
               .primary = reader,
               .related = {Mark{host, Role::secondary, "the gateway"}},
               .args = {link->service},
               .variant = "reader"});
  } else if (is_of_a_message(subject, *link)) {
    sink.emit({.component = Component::host,
               .primary = host,
               .args = {link->service},
               .variant = "link"});
  }
}

}  // namespace urilint::detect
