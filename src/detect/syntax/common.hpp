// What several syntax rules ask of a URI.
#pragma once

#include <string_view>

#include "engine/detector.hpp"
#include "tables/schemes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {

/// The row of data/schemes.tsv of a scheme name in any letter case, or null.
[[nodiscard]] inline const tables::SchemesRow* scheme_row(std::string_view scheme) noexcept {
  return find_row(tables::kSchemes, tables::kSchemesIndex, hash_lower(scheme), scheme,
                  [](const tables::SchemesRow& row) { return row.scheme; });
}

/// The row of the URI's own scheme, or null.
[[nodiscard]] inline const tables::SchemesRow* scheme_row(const Subject& subject) noexcept {
  return subject.parts.scheme_id == 0 ? nullptr : &tables::kSchemes[subject.parts.scheme_id - 1];
}

[[nodiscard]] inline bool scheme_is(const Subject& subject, std::string_view name) noexcept {
  const auto* row = scheme_row(subject);
  return row != nullptr && row->scheme == name;
}

/// True if what follows the scheme is a document or a program (`data:`, `javascript:`), whose text
/// keeps to other rules than that of a URI.
[[nodiscard]] inline bool has_body(const Subject& subject) noexcept {
  const auto* row = scheme_row(subject);
  return row != nullptr && (row->hazard == "data" || row->hazard == "script");
}

/// Host and port: the authority without the userinfo.
[[nodiscard]] inline UriSpan host_and_port(const Subject& subject) noexcept {
  return {subject.span(Component::host).begin, subject.span(Component::authority).end};
}

/// True if host and port read as an IPv6 address, or the beginning of one, without its brackets.
[[nodiscard]] bool reads_as_bare_ipv6(const Subject& subject) noexcept;

/// True if the host is the scheme of a second URI that was glued to the first one.
[[nodiscard]] bool is_scheme_doubled(const Subject& subject) noexcept;

}  // namespace urilint::detect
