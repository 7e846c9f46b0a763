// Rules as data: what a TOML file says, compiled into constant tables or loaded from a user pack.
// Views in a RuleInfo are static (built-in) or live as long as the Pack that loaded them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "engine/detector.hpp"
#include "urilint/severity.hpp"
#include "urilint/uri.hpp"

namespace urilint {

inline constexpr std::size_t kProfiles = 4;

/// A rule wakes if (signals & any) != 0 or any == 0, (signals & all) == all, (signals & none) == 0.
/// At least one of `any` and `all` is not 0.
struct Wake {
  std::uint64_t any = 0;
  std::uint64_t all = 0;
  std::uint64_t none = 0;
  [[nodiscard]] constexpr bool wakes(Signals signals) const noexcept {
    const auto s = static_cast<std::uint64_t>(signals);
    return (any == 0 || (s & any) != 0) && (s & all) == all && (s & none) == 0;
  }
};

/// A field of a URI that a condition looks at. docs/conditions.md is the specification.
enum class Field : std::uint8_t {
  scheme,
  authority,
  userinfo,
  user,
  password,
  host,
  port,
  path,
  query,
  fragment,
  uri,
  last_segment,
  segment,
  query_name,
  query_value,
  violation,
  signal,
};

enum class Op : std::uint8_t {
  all,
  any,
  none,  // nodes with children
  present,
  absent,
  empty,
  equals,
  in,
  prefix,
  suffix,
  contains,
  matches,
  in_table,
  less,
  greater,
};

/// One node of a condition tree, in prefix order. Inner nodes span `children` following nodes
/// (counting all descendants).
struct Condition {
  Op op{};
  Field field{};
  bool ignore_case = true;
  std::uint8_t decode = 0;        ///< percent-decodings before the comparison, 0–2
  std::uint16_t descendants = 0;  ///< inner nodes: how many nodes follow that belong to it
  std::uint16_t regex = 0xffff;   ///< `matches`: index into the rule's patterns
  std::int64_t number = 0;        ///< `less`, `greater`; `violation`/`signal`: bit mask
  std::span<const std::string_view>
      values;  ///< `equals` … `contains`; `in_table`: the table's name
};

/// A named sub-case of a rule with its own severities and message.
struct Variant {
  std::string_view name;  ///< empty: the rule's only one
  std::string_view message;
  std::array<Severity, kProfiles> severity{};
  std::array<Confidence, kProfiles> confidence{};
};

/// A finding that an example expects.
struct ExpectedMark {
  Off begin = 0;
  Off end = 0;
  bool shown = false;  ///< in the text that is shown for the link
};
struct ExpectedFinding {
  std::string_view rule;
  std::string_view variant;             ///< empty: not checked
  std::span<const ExpectedMark> marks;  ///< primary first; offsets into the example's URI
};
/// Entries of a policy, as the user would write them.
struct ExamplePolicy {
  std::span<const std::string_view> allow_schemes, deny_schemes;
  std::span<const std::string_view> allow_hosts, deny_hosts;
  std::span<const std::string_view> allow_ports, deny_ports;
};
struct Example {
  bool bad = false;
  std::string_view uri;  ///< the bytes of one candidate, or of a text if `text`
  Profile profile = Profile::review;
  bool text = false;  ///< `uri` is a text to search with holes, under `profile`
  std::span<const ExpectedFinding> findings;          ///< the whole set; empty for good ones
  std::span<const std::string_view> secrets;          ///< texts that no output may show
  std::span<const std::string_view> protected_names;  ///< as if the user had named them
  std::string_view shown{};  ///< the text that is shown for `uri` as a link; empty: it is no link
  ExamplePolicy policy{};    ///< as if the user had set it
};

struct RuleInfo {
  std::string_view id;
  std::string_view family;
  std::string_view since;
  std::string_view summary;  ///< one line
  std::string_view why;      ///< the danger, with a concrete attack or failure
  std::string_view instead;  ///< what to do; also a finding's `help`
  bool preview = false;
  /// A bare fact of many harmless URIs: examples of other rules do not list it.
  bool ambient = false;
  /// Asked only about a link's target and the text that is shown for it.
  bool link = false;
  /// Judges by what the user allows, and is left out where the user says nothing.
  bool policy = false;
  Wake wake;
  std::span<const Variant> variants;  ///< at least one; the first is the default
  std::span<const std::string_view> references;
  std::span<const std::string_view> yields_to;  ///< rule ids
  std::span<const std::string_view> aliases;
  // Either a detector, or conditions.
  Detect detect = nullptr;
  std::string_view detector;  ///< its name
  std::span<const Condition> conditions;
  std::span<const std::string_view> patterns;  ///< RE2 sources of `matches`
  std::string_view mark;                       ///< what a condition rule marks (docs/conditions.md)
  std::string_view file;                       ///< `syntax/port-invalid.toml`
  std::span<const Example> examples;
};

}  // namespace urilint
