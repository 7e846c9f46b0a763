// A host that the text names, and no site in common with the target. Addresses have a rule of their
// own.
#include "detect/semantic-attack/link_text.hpp"

#include <algorithm>
#include <iterator>

#include "engine/host_lists.hpp"
#include "engine/wrappers.hpp"
#include "tables/click-trackers.hpp"
#include "tables/link-shorteners.hpp"
#include "uri/table_lookup.hpp"
#include "urilint/host.hpp"

namespace urilint::detect {
namespace {

constexpr std::size_t kShortestToken = 20;
constexpr std::string_view kClickLabels[] = {
    "click", "clicks", "clk",  "ct", "e",        "em", "email", "go",       "lnk",
    "link",  "links",  "news", "r",  "redirect", "t",  "trk",   "tracking", "track"};

// `/f/a/Xk29…`: what a service that counts clicks knows a link by.
bool has_token(std::string_view text) noexcept {
  std::size_t size = 0;
  bool digit = false;
  bool letter = false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!is_digit && !is_letter && c != '_' && c != '-' && c != '~') {
      size = 0;
      digit = letter = false;
      continue;
    }
    digit = digit || is_digit;
    letter = letter || is_letter;
    if (++size >= kShortestToken && digit && letter) return true;
  }
  return false;
}

bool counts_clicks_for_others(const Subject& subject, const LinkTarget& target) noexcept {
  const auto* const row =
      find_row(tables::kClickTrackers, tables::kClickTrackersIndex, hash_lower(target.site),
               target.site, [](const tables::ClickTrackersRow& r) { return r.domain; });
  return row != nullptr ||
         find_host_row(tables::kLinkShorteners, tables::kLinkShortenersIndex,
                       subject.view(target.host),
                       [](const tables::LinkShortenersRow& r) { return r.host; }) != nullptr;
}

bool looks_counted(const Subject& subject, const LinkTarget& target) noexcept {
  const std::string_view label = std::string_view(target.name).substr(0, target.name.find('.'));
  return std::find(std::begin(kClickLabels), std::end(kClickLabels), label) !=
             std::end(kClickLabels) &&
         has_token(subject.text.substr(target.host.end));
}

std::string_view variant_of(const Subject& subject, const NamedHost& named,
                            const LinkTarget& target, Agreement agreement) noexcept {
  if (agreement == Agreement::carried) return "redirect";
  if (agreement == Agreement::spelling) return "spelling";
  const auto link = wrapped_link(subject.parts);
  if (link && link->opaque) return link->by == WrappedBy::gateway ? "gateway" : "tracker";
  if (counts_clicks_for_others(subject, target)) return "tracker";
  if (looks_counted(subject, target)) return "click";
  if (named.by == NamedBy::url) return "url";
  return subject.shown->one_word ? "name" : "mention";
}

bool is_address(std::string_view canonical) noexcept {
  return canonical.front() == '[' || read_ipv4(canonical).status == Ipv4Status::address;
}

}  // namespace

void detect_link_text_mismatch(const Subject& subject, Sink& sink) noexcept {
  if (subject.shown == nullptr) return;
  const NamedHost* const named = named_host(*subject.shown);
  const std::optional<LinkTarget> target = link_target(subject);
  if (named == nullptr || !target) return;
  if (target->is_address && !is_address(named->name)) return;
  const Agreement found = agreement(subject, *target);
  if (found == Agreement::same) return;
  sink.emit({.component = Component::link_text,
             .primary = target->host,
             .related = {{named->host, Role::link_text, "the text of the link"}},
             .args = {ShownSpan{named->host}},
             .variant = variant_of(subject, *named, *target, found)});
}

}  // namespace urilint::detect
