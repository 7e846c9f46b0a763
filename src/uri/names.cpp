// The names that reports and rule files use, in the order of the enumerations.
#include <array>

#include "urilint/uri.hpp"

namespace urilint {
namespace {

constexpr std::array<std::string_view, 10> kComponents = {
    "scheme", "authority", "userinfo", "host", "port",
    "path",   "query",     "fragment", "uri",  "link-text"};

constexpr std::array<std::string_view, kSignalCount> kSignals = {"invalid",
                                                                 "scheme-present",
                                                                 "scheme-special",
                                                                 "scheme-listed",
                                                                 "scheme-suspicious",
                                                                 "scheme-only",
                                                                 "scheme-upper",
                                                                 "authority-present",
                                                                 "authority-many-at",
                                                                 "authority-backslash",
                                                                 "userinfo-present",
                                                                 "userinfo-colon",
                                                                 "host-empty",
                                                                 "host-numeric",
                                                                 "host-brackets",
                                                                 "host-pct",
                                                                 "host-non-ascii",
                                                                 "host-upper",
                                                                 "host-xn",
                                                                 "host-odd",
                                                                 "host-trailing-dot",
                                                                 "host-single-label",
                                                                 "host-deep",
                                                                 "host-odd-label",
                                                                 "host-lookalike",
                                                                 "port-present",
                                                                 "port-valid",
                                                                 "port-zero",
                                                                 "port-bad",
                                                                 "pct",
                                                                 "pct-bad",
                                                                 "pct-of-pct",
                                                                 "pct-u",
                                                                 "pct-nul",
                                                                 "pct-crlf",
                                                                 "pct-control",
                                                                 "pct-dot",
                                                                 "pct-slash",
                                                                 "pct-delim",
                                                                 "pct-high",
                                                                 "pct-unreserved",
                                                                 "non-ascii",
                                                                 "control",
                                                                 "tab-newline",
                                                                 "space",
                                                                 "backslash",
                                                                 "forbidden",
                                                                 "at-outside",
                                                                 "dot-segment",
                                                                 "dotdot-segment",
                                                                 "dot-parameter",
                                                                 "empty-segment",
                                                                 "path-parameter",
                                                                 "query-present",
                                                                 "fragment-present",
                                                                 "pair",
                                                                 "nested",
                                                                 "hole",
                                                                 "host-listed",
                                                                 "long-text",
                                                                 "secret",
                                                                 "scheme-cleartext"};
static_assert(kSignals[kSignalCount - 1] == "scheme-cleartext");

struct CodeRow {
  std::string_view name;
  std::string_view section;
  std::string_view message;
};
constexpr std::array<CodeRow, kViolationCodes> kCodes = {{
    {"scheme-first-char", "3.1", "a scheme begins with a letter"},
    {"scheme-char", "3.1", "a scheme holds only letters, digits, \"+\", \"-\" and \".\""},
    {"pct-encoded-incomplete", "2.1", "\"%\" must be followed by two hexadecimal digits"},
    {"char-control", "2", "a control character must be percent-encoded"},
    {"char-tab-newline", "2", "a tab or line ending must be percent-encoded"},
    {"char-space", "2", "a space must be percent-encoded"},
    {"char-non-ascii", "2", "a byte outside ASCII must be percent-encoded"},
    {"char-excluded", "2",
     "this character is in no set of the grammar and must be percent-encoded"},
    {"char-backslash", "2", "a backslash must be percent-encoded"},
    {"char-bracket", "3.2.2", "square brackets may only enclose an IP literal in the host"},
    {"fragment-hash", "3.5", "a fragment can not hold another \"#\""},
    {"userinfo-at", "3.2.1", "\"@\" inside the userinfo must be percent-encoded"},
    {"host-colon", "3.2.2", "a host without brackets can not hold \":\""},
    {"ip-literal-unclosed", "3.2.2", "a bracket of an IP literal lacks its partner"},
    {"ip-literal-address", "3.2.2", "the brackets hold neither an IPv6 address nor an IPvFuture"},
    {"ip-literal-adjacent", "3.2.2", "nothing may stand in the host beside the brackets"},
    {"port-char", "3.2.3", "a port holds only digits"},
}};

constexpr std::array<std::string_view, 12> kProductions = {
    "scheme", "userinfo", "IP-literal",    "IPv6address", "IPvFuture", "reg-name",
    "port",   "pchar",    "segment-nz-nc", "query",       "fragment",  "pct-encoded"};

constexpr std::array<std::string_view, 3> kKinds = {"uri", "relative-ref", "invalid"};

}  // namespace

std::string_view name_of(Component component) noexcept {
  return kComponents[static_cast<std::size_t>(component)];
}
std::string_view name_of(Signal signal) noexcept {
  return kSignals[static_cast<std::size_t>(signal)];
}
std::optional<Signal> signal_of(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    if (kSignals[i] == name) return static_cast<Signal>(i);
  }
  return std::nullopt;
}
std::string_view name_of(ViolationCode code) noexcept {
  return kCodes[static_cast<std::size_t>(code)].name;
}
std::optional<ViolationCode> violation_code_of(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kCodes.size(); ++i) {
    if (kCodes[i].name == name) return static_cast<ViolationCode>(i);
  }
  return std::nullopt;
}
std::string_view section_of(ViolationCode code) noexcept {
  return kCodes[static_cast<std::size_t>(code)].section;
}
std::string_view message_of(ViolationCode code) noexcept {
  return kCodes[static_cast<std::size_t>(code)].message;
}
std::string_view name_of(Production production) noexcept {
  return kProductions[static_cast<std::size_t>(production)];
}
std::string_view name_of(ReferenceKind kind) noexcept {
  return kKinds[static_cast<std::size_t>(kind)];
}

}  // namespace urilint
