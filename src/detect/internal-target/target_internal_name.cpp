// Names of the machine itself and of inner networks from a table; and single labels, which only a
// network of one's own can resolve.
#include <algorithm>

#include "detect/internal-target/names.hpp"
#include "detect/rare-ip/common.hpp"
#include "engine/host_lists.hpp"
#include "tables/internal-names.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace internal_name {

std::string_view variant_for(std::string_view kind) noexcept {
  if (kind == "machine") return "machine";
  return kind == "host" ? "container-host" : "network";
}

const tables::InternalNamesRow* find(std::string_view name) noexcept {
  return find_host_row(tables::kInternalNames, tables::kInternalNamesIndex, name,
                       [](const tables::InternalNamesRow& row) { return row.host; });
}

// Buckets, apps and labels of build systems have such names too.
bool is_looked_up(const Subject& subject) noexcept {
  return subject.parts.has(Signal::scheme_listed) && has_network_host(subject);
}

// Letters, digits, hyphens and underscores, which containers have, and no number.
bool is_single_label(const Subject& subject, std::string_view name) noexcept {
  if (subject.parts.has(Signal::host_numeric) || name.find('.') < name.size() - 1) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || c == '.' || (bytes::class_of(c) & bytes::kNotLdh) == 0;
  });
}

bool emit_name(const Subject& subject, const HostName& host, std::string_view variant, Sink& sink) {
  sink.emit({.component = component_at(subject.parts, host.where.begin),
             .primary = host.where,
             .args = {host.is_disguised ? Arg(DecodedSpan{host.where, 1}) : Arg(host.where)},
             .variant = variant});
  return true;
}

}  // namespace internal_name

void detect_target_internal_name(const Subject& subject, Sink& sink) noexcept {
  using namespace internal_name;
  any_host_name(subject, [&](const HostName& host) {
    if (host.name.empty()) return false;
    if (const auto* row = find(host.name)) {
      const bool dotted = host.name.find('.') != std::string_view::npos;
      if (!dotted && row->kind != "machine" && !is_looked_up(subject)) return false;
      return emit_name(subject, host, variant_for(row->kind), sink);
    }
    const bool label = !host.is_disputed && is_single_label(subject, host.name);
    return label && is_looked_up(subject) && emit_name(subject, host, "single-label", sink);
  });
}

}  // namespace urilint::detect
