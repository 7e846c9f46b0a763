// The report of `inspect`: one URI taken apart.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/record.hpp"
#include "report/reporter.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// One URI reference with everything that is known of it. Spans index the printed `uri`.
struct InspectRecord {
  /// A component that is there; it may be empty.
  struct Part {
    Redacted text;
    PrintedSpan span;
  };
  struct SyntaxViolation {
    ViolationCode code{};
    Component component{};
    Production production{};
    PrintedSpan span;
  };
  /// Only with an authority.
  struct HostInfo {
    std::string_view
        kind;  ///< static: `reg-name`, `ipv4`, `ipv6`, `ipvfuture`, `empty`, `malformed`
    std::optional<Redacted> ascii;    ///< the host with A-labels
    std::optional<Redacted> unicode;  ///< the host with U-labels
    std::optional<Redacted> registrable_domain;
    std::string address;             ///< canonical, without brackets; empty: none
    std::string_view address_class;  ///< static; empty: none
  };

  /// What one parser reads; of a refused input only `accepted`.
  struct Reading {
    std::string_view name;  ///< static: `rfc3986`, `whatwg`
    bool accepted = false;
    std::optional<Redacted> href;  ///< only of readers that serialise
    std::optional<Redacted> scheme, host, path;
    std::optional<std::uint16_t> port;
  };

  Redacted uri;
  ReferenceKind kind{};
  std::optional<Part> scheme, userinfo, host, port, path, query, fragment;
  std::vector<SyntaxViolation> violations;  ///< at most 256
  std::uint64_t violations_total = 0;
  std::optional<HostInfo> host_info;
  std::vector<PrintedSpan> holes;
  std::optional<Redacted> normalized;
  std::vector<Reading> readings;  ///< empty: none were made
  std::vector<Record> findings;   ///< without path and locations
};

/// For people: the URI with its components drawn below it, then host, violations, findings.
void write_inspect_text(Output& out, const InspectRecord& record, const TextStyle& style);
/// One object for one record, an array otherwise.
void write_inspect_json(Output& out, std::span<const InspectRecord> records);
/// One object on one line.
void write_inspect_jsonl(Output& out, const InspectRecord& record);

}  // namespace urilint
