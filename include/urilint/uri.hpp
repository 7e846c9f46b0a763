/// RFC 3986 URI references: a split that never fails, and the list of every syntax violation.
///
/// Nothing here allocates or throws, and everything is linear in the input. Offsets are bytes into
/// the text that was split; spans are half open. Text is bytes in any encoding: bytes from 0x80 up
/// are violations (`char-non-ascii`), never errors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "urilint/export.hpp"

namespace urilint {

/// A byte offset inside one text. No text has 2^32-1 bytes or more.
using Off = std::uint32_t;

/// Half-open byte range inside one URI text.
struct UriSpan {
  Off begin = 0;
  Off end = 0;

  [[nodiscard]] constexpr Off size() const noexcept { return end - begin; }
  [[nodiscard]] constexpr bool empty() const noexcept { return begin == end; }
  [[nodiscard]] constexpr bool contains(UriSpan inner) const noexcept {
    return begin <= inner.begin && inner.end <= end;
  }
  /// True if both share a byte.
  [[nodiscard]] constexpr bool overlaps(UriSpan other) const noexcept {
    return begin < other.end && other.begin < end;
  }
  friend constexpr bool operator==(UriSpan, UriSpan) noexcept = default;
};

/// The parts of a URI reference (RFC 3986 section 3), and two more that findings may point at.
enum class Component : std::uint8_t {
  scheme,
  authority,
  userinfo,
  host,
  port,
  path,
  query,
  fragment,
  uri,
  link_text,
};

/// The name that reports use: `scheme`, …, `link-text`.
[[nodiscard]] URILINT_API std::string_view name_of(Component component) noexcept;

/// Facts that the split learns on its way, one bit each. Rules are woken by them.
enum class Signal : std::uint8_t {
  invalid,              ///< at least one violation: the text is not an RFC 3986 URI reference
  scheme_present,       ///< a scheme in the sense of appendix B, valid or not
  scheme_special,       ///< http, https, ws, wss, ftp or file
  scheme_listed,        ///< the scheme is in `data/schemes.tsv`
  scheme_suspicious,    ///< `data/schemes.tsv` gives it a hazard class
  scheme_only,          ///< a special scheme other than file without `//` behind it
  scheme_upper,         ///< an upper-case ASCII letter in the scheme
  authority_present,    ///< `//` was there
  authority_many_at,    ///< more than one `@` in the authority
  authority_backslash,  ///< `\` in the authority, or in a place where a browser would see one
  userinfo_present,     ///< an `@` in the authority
  userinfo_colon,       ///< the userinfo contains `:`
  host_empty,           ///< an authority is there and its host is empty
  host_numeric,         ///< the last label of the host starts with a digit: it may be an address
  host_brackets,        ///< `[` or `]` in the host
  host_pct,             ///< `%` in the host
  host_non_ascii,       ///< a byte from 0x80 up in the host
  host_upper,           ///< an upper-case ASCII letter in the host
  host_xn,              ///< a label of the host starts with `xn--`
  host_odd,             ///< a byte in the host outside letters, digits, `-`, `.`
  host_trailing_dot,    ///< the host ends in `.`
  host_single_label,    ///< the host is not empty and has no dot
  host_deep,  ///< room for codes or for another name (engine/host_depth.hpp): set by the engine
  host_odd_label,  ///< a label of the host is empty, or begins or ends with `-`
  host_lookalike,  ///< the host may concern a protected name; never set by `split`
  port_present,    ///< a `:` after the host
  port_valid,      ///< digits, at least one, at most 65535
  port_zero,       ///< `port_valid` and 0
  port_bad,        ///< something that is not a port: other than digits, or above 65535
  pct,             ///< a `%` anywhere
  pct_bad,         ///< a `%` without two hexadecimal digits
  pct_of_pct,      ///< `%25` anywhere
  pct_u,           ///< `%u` or `%U`
  pct_nul,         ///< `%00`
  pct_crlf,        ///< `%0d` or `%0a`
  pct_control,     ///< any other `%00`–`%1f`, `%7f`
  pct_dot,         ///< `%2e`
  pct_slash,       ///< `%2f` or `%5c`
  pct_delim,       ///< `%3a %3f %23 %40 %5b %5d`
  pct_high,        ///< `%80`–`%ff`
  pct_unreserved,  ///< a percent-encoded letter, digit, `-`, `.`, `_` or `~`
  non_ascii,       ///< a byte from 0x80 up anywhere
  control,         ///< a C0 control other than TAB, CR, LF, or DEL, anywhere
  tab_newline,     ///< a TAB, CR or LF anywhere
  space,           ///< a space anywhere
  backslash,       ///< a `\` anywhere
  forbidden,       ///< one of `" < > ^ ` { | }` anywhere, `[ ]` outside the host, a second `#`
  at_outside,      ///< `@` outside the authority
  dot_segment,     ///< a path segment `.` or `..`
  dotdot_segment,  ///< a path segment `..`
  dot_parameter,   ///< a path segment that starts with `.;` or `..;`
  empty_segment,   ///< `//` inside the path
  path_parameter,  ///< `;` in the path
  query_present,
  fragment_present,
  pair,         ///< `=` in the query or the fragment
  nested,       ///< `:` or `//` in path, query or fragment, or `%3a` anywhere
  hole,         ///< a template hole touches the text
  host_listed,  ///< a table of hosts names the host or a parent domain: set by the engine, not by
                ///< `split` (docs/rules-format.md, host tables)
  long_text,    ///< more than 2,048 bytes: set by the engine as well
  secret,       ///< some value is, or could be, a secret: set by the engine as well
  scheme_cleartext,  ///< `data/cleartext-schemes.tsv` has the scheme: set by the engine as well
};

/// A set of `Signal`s: bit `1 << signal`.
enum class Signals : std::uint64_t {};

[[nodiscard]] constexpr std::uint64_t bit(Signal signal) noexcept {
  return std::uint64_t{1} << static_cast<unsigned>(signal);
}
[[nodiscard]] constexpr bool has(Signals set, Signal signal) noexcept {
  return (static_cast<std::uint64_t>(set) & bit(signal)) != 0;
}
/// The name that rule files use in `wake` (`pct-of-pct`).
[[nodiscard]] URILINT_API std::string_view name_of(Signal signal) noexcept;
/// The signal of that name, or nothing.
[[nodiscard]] URILINT_API std::optional<Signal> signal_of(std::string_view name) noexcept;
inline constexpr std::size_t kSignalCount = static_cast<std::size_t>(Signal::scheme_cleartext) + 1;

/// What the host is by its spelling (RFC 3986 section 3.2.2).
enum class HostKind : std::uint8_t {
  absent,     ///< there is no authority
  empty,      ///< reg-name of length 0
  reg_name,   ///< anything else that the grammar allows, and what it does not (see violations)
  ipv4,       ///< IPv4address: four dec-octets, nothing else
  ipv6,       ///< IP-literal with a valid IPv6address
  ipvfuture,  ///< IP-literal with a valid IPvFuture
  malformed,  ///< brackets that hold no valid address, or text beside them
};

/// Which alternative of `hier-part` or `relative-part` the path is (RFC 3986 section 3.3).
enum class PathKind : std::uint8_t {
  empty,     ///< path-empty
  abempty,   ///< path-abempty with at least one segment: there is an authority
  absolute,  ///< path-absolute
  rootless,  ///< path-rootless, or path-noscheme in a relative reference
};

/// A URI reference split into its components by the expression of RFC 3986 appendix B; the
/// authority at its last `@`, then by brackets, then at the last `:`. One cache line, trivially
/// copyable, owns nothing: `data` must outlive it.
struct UriParts {
  const char* data = nullptr;
  Off size = 0;
  Off scheme_end = 0;    ///< the `:` if there is a scheme, else 0
  Off userinfo_end = 0;  ///< the last `@` of the authority, or where the host begins without one
  Off host_end = 0;      ///< the `:` before the port, or the end of the authority
  Off path_begin = 0;    ///< the end of the authority
  Off path_end = 0;      ///< the `?`, the `#` or the end
  Off query_end = 0;     ///< the `#` or the end
  std::uint8_t present = 0;    ///< bit `1 << Component`: the component is there (it may be empty)
  std::uint8_t holes = 0;      ///< bit `1 << Component`: a template hole touches it
  std::uint8_t scheme_id = 0;  ///< row of `data/schemes.tsv` plus 1; 0: not listed
  HostKind host_kind = HostKind::absent;
  PathKind path_kind = PathKind::empty;
  std::uint8_t labels = 0;  ///< labels of a reg-name host, at most 255; a trailing dot adds none
  std::uint16_t port = 0xffff;        ///< meaningful with `Signal::port_valid` only
  std::uint32_t host_hash = 0;        ///< a hash of the host, blind to ASCII letter case
  std::uint32_t first_violation = 0;  ///< where validation starts: no violation begins before it
  Signals signals{};

  [[nodiscard]] std::string_view text() const noexcept { return {data, size}; }
  [[nodiscard]] bool has(Signal signal) const noexcept { return urilint::has(signals, signal); }
  [[nodiscard]] bool has(Component component) const noexcept {
    return (present >> static_cast<unsigned>(component) & 1U) != 0;
  }
};
static_assert(sizeof(UriParts) == 64);

/// Splits any text. Never fails. `text` must be shorter than 2^32-1 bytes; the rest of a longer one
/// is ignored. The result views `text`.
[[nodiscard]] URILINT_API UriParts split(std::string_view text URILINT_LIFETIMEBOUND) noexcept;
UriParts split(std::string&& text) = delete;
/// A NUL-terminated text.
[[nodiscard]] inline UriParts split(const char* text URILINT_LIFETIMEBOUND) noexcept {
  return split(std::string_view(text));
}

/// The same for a text whose template holes (ascending, disjoint) were masked by as many neutral
/// bytes (`mask_holes`): marks the components that a hole touches, and does not count violations
/// that touch one.
[[nodiscard]] URILINT_API UriParts split(std::string_view text URILINT_LIFETIMEBOUND,
                                         std::span<const UriSpan> holes) noexcept;

/// Replaces the bytes of each hole by `x`.
URILINT_API void mask_holes(std::span<char> text, std::span<const UriSpan> holes) noexcept;

/// The bytes of a component, without its delimiters (`:`, `//`, `@`, `?`, `#`); the host keeps its
/// brackets. Empty at the place where it would stand if it is absent. `uri` is everything.
[[nodiscard]] URILINT_API UriSpan span_of(const UriParts& parts, Component component) noexcept;
[[nodiscard]] URILINT_API std::string_view text_of(const UriParts& parts,
                                                   Component component) noexcept;
/// The innermost component that holds the byte at `offset`; `uri` for a delimiter between them.
[[nodiscard]] URILINT_API Component component_at(const UriParts& parts, Off offset) noexcept;

/// What can be wrong with a URI reference. Every code belongs to one ABNF production.
enum class ViolationCode : std::uint8_t {
  scheme_first_char,  ///< the scheme does not begin with a letter, or is empty (3.1)
  scheme_char,        ///< another character than letter, digit, `+`, `-`, `.` in the scheme (3.1)
  pct_encoded_incomplete,  ///< `%` without two hexadecimal digits in the same component (2.1)
  char_control,            ///< C0 control other than TAB, CR, LF, or DEL (2)
  char_tab_newline,        ///< TAB, CR or LF (2)
  char_space,              ///< space (2)
  char_non_ascii,          ///< a byte from 0x80 up (2)
  char_excluded,           ///< one of `" < > ^ ` { | }` (2)
  char_backslash,          ///< `\` (2)
  char_bracket,            ///< `[` or `]` outside the host (3.2.2)
  fragment_hash,           ///< `#` inside the fragment (3.5)
  userinfo_at,             ///< `@` inside the userinfo (3.2.1)
  host_colon,              ///< `:` in a host without brackets (3.2.2)
  ip_literal_unclosed,     ///< a bracket without its partner, or out of order (3.2.2)
  ip_literal_address,      ///< brackets that hold neither IPv6address nor IPvFuture (3.2.2)
  ip_literal_adjacent,     ///< text between a bracket and the end of the host (3.2.2)
  port_char,               ///< another character than a digit in the port (3.2.3)
};
inline constexpr std::size_t kViolationCodes =
    static_cast<std::size_t>(ViolationCode::port_char) + 1;

/// The code as reports spell it (`pct-encoded-incomplete`).
[[nodiscard]] URILINT_API std::string_view name_of(ViolationCode code) noexcept;
[[nodiscard]] URILINT_API std::optional<ViolationCode> violation_code_of(
    std::string_view name) noexcept;

/// The ABNF production of RFC 3986 appendix A that the violation breaks.
enum class Production : std::uint8_t {
  scheme,
  userinfo,
  ip_literal,
  ipv6_address,
  ipv_future,
  reg_name,
  port,
  pchar,
  segment_nz_nc,
  query,
  fragment,
  pct_encoded,
};
[[nodiscard]] URILINT_API std::string_view name_of(Production production) noexcept;

/// One violation. Neighbouring violations of one code in one component are one.
struct Violation {
  UriSpan span;
  ViolationCode code{};
  Component component{};
  Production production{};
  std::uint8_t flags = 0;  ///< reserved, 0
  friend constexpr bool operator==(const Violation&, const Violation&) noexcept = default;
};
static_assert(sizeof(Violation) == 12);

/// The section of RFC 3986 (`2.1`, `3.2.2`).
[[nodiscard]] URILINT_API std::string_view section_of(ViolationCode code) noexcept;
/// One sentence, without the offending text.
[[nodiscard]] URILINT_API std::string_view message_of(ViolationCode code) noexcept;

/// Lists every violation of a text that was split, in the order of their spans. Returns how many
/// there are and writes as many as fit into `out`. Zero exactly if `Signal::invalid` is not set.
/// Violations that touch one of `holes` (as given to `split`) are left out, and a `%` that a hole
/// behind it may complete.
[[nodiscard]] URILINT_API std::size_t violations(const UriParts& parts, std::span<Violation> out,
                                                 std::span<const UriSpan> holes = {}) noexcept;

/// What the reference is: `uri` (it has a scheme), `relative-ref`, or `invalid`.
enum class ReferenceKind : std::uint8_t { uri, relative_ref, invalid };
[[nodiscard]] URILINT_API ReferenceKind kind_of(const UriParts& parts) noexcept;
[[nodiscard]] URILINT_API std::string_view name_of(ReferenceKind kind) noexcept;

[[nodiscard]] constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

}  // namespace urilint
