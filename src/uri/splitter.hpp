// One split in progress: appendix B byte by byte, on every machine. Most bytes of a component mean
// nothing to it and are skipped by one look into a byte table; the others are events: their class
// bits are collected and signals follow from them. split_masks.cpp derives a faster one.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include "tables/schemes.hpp"
#include "uri/bytes.hpp"
#include "uri/ip_literal.hpp"
#include "uri/table_lookup.hpp"
#include "urilint/uri.hpp"

namespace urilint::splitting {

using namespace bytes;

/// How much of a text is split: offsets have 32 bits.
constexpr Off size_of(std::string_view text) noexcept {
  constexpr std::size_t kLongest = 0xfffffffeU;
  return static_cast<Off>(std::min(text.size(), kLongest));
}

constexpr std::uint32_t present_bit(Component component) noexcept {
  return 1U << static_cast<unsigned>(component);
}

constexpr std::uint32_t kAuthorityEnd = kSlash | kQuestion | kHash;

// The events of each part, one bit a part: every other byte says nothing there.
enum : std::uint8_t { kInScheme = 1, kInHost = 2, kInPath = 4, kInQuery = 8 };

consteval std::array<std::uint8_t, 256> make_events() {
  constexpr std::uint32_t kTail = kNever | kColon | kHash | kAt | kBracket | kPct | kSlash;
  constexpr std::uint32_t kEvents[] = {
      kNotScheme,
      kNotLdh | kUpper | kDot | kHyphen,
      kTail | kQuestion | kSemicolon,
      kTail | kEquals,
  };
  std::array<std::uint8_t, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c) {
    for (unsigned part = 0; part < std::size(kEvents); ++part) {
      if ((kClass[c] & kEvents[part]) != 0)
        table[c] = static_cast<std::uint8_t>(table[c] | 1U << part);
    }
  }
  return table;
}
constexpr std::array<std::uint8_t, 256> kEvent = make_events();

inline bool is_event(char c, std::uint8_t part) noexcept {
  return (kEvent[static_cast<unsigned char>(c)] & part) != 0;
}

// Where reading stops, and where four bytes at once must stop.
struct Limit {
  const char* end;
  const char* quad;

  Limit(const char* begin, const char* stop) noexcept
      : end(stop), quad(stop - begin >= 3 ? stop - 3 : begin) {}
};

// The first event from `at` on, or the end.
inline const char* next_event(const char* at, Limit limit, std::uint8_t part) noexcept {
  for (; at < limit.quad; at += 4) {
    if (is_event(at[0], part)) return at;
    if (is_event(at[1], part)) return at + 1;
    if (is_event(at[2], part)) return at + 2;
    if (is_event(at[3], part)) return at + 3;
  }
  while (at != limit.end && !is_event(*at, part)) ++at;
  return at;
}

using SchemeRow = tables::SchemesRow;
constexpr const SchemeRow* find_scheme(std::string_view scheme) noexcept {
  return find_row(tables::kSchemes, tables::kSchemesIndex, hash_lower(scheme), scheme,
                  [](const SchemeRow& r) { return r.scheme; });
}
constexpr std::uint8_t id_of(const SchemeRow* row) noexcept {
  return static_cast<std::uint8_t>(row - tables::kSchemes + 1);
}

// The signals of the octet that a triplet stands for.
constexpr std::uint64_t signals_of_octet(unsigned octet) noexcept {
  const char c = static_cast<char>(octet);
  if (octet == 0) return bit(Signal::pct_nul);
  if (c == '\r' || c == '\n') return bit(Signal::pct_crlf);
  if (octet < 0x20 || octet == 0x7f) return bit(Signal::pct_control);
  if (octet >= 0x80) return bit(Signal::pct_high);
  if (c == '%') return bit(Signal::pct_of_pct);
  if (c == '.') return bit(Signal::pct_dot) | bit(Signal::pct_unreserved);
  if (c == '/' || c == '\\') return bit(Signal::pct_slash);
  if (c == ':') return bit(Signal::pct_delim) | bit(Signal::nested);
  if (c == '?' || c == '#' || c == '@' || c == '[' || c == ']') return bit(Signal::pct_delim);
  const bool unreserved =
      (class_of(c) & (kAlpha | kDigit)) != 0 || c == '-' || c == '_' || c == '~';
  return unreserved ? bit(Signal::pct_unreserved) : 0;
}
consteval std::array<std::uint64_t, 256> make_octet_signals() {
  std::array<std::uint64_t, 256> table{};
  for (unsigned octet = 0; octet < table.size(); ++octet) table[octet] = signals_of_octet(octet);
  return table;
}
constexpr std::array<std::uint64_t, 256> kOctetSignals = make_octet_signals();

// What the bytes of a host say.
struct HostBytes {
  std::uint32_t classes = 0;  // of its events other than dots
  std::uint32_t dots = 0;
  Off label = 0;         // behind the last dot
  Off label_before = 0;  // behind the dot before that
  bool a_label = false;
  bool odd_label = false;  // one is empty, or a hyphen stands before or behind a dot
};

struct Splitter {
  const char* text;
  Off size;
  UriParts& parts;
  Limit limit{text, text + size};
  std::uint64_t signals = 0;
  std::uint32_t present = 0;
  std::uint32_t all = 0;     // class bits of every byte outside the host
  std::uint32_t tail = 0;    // class bits of path, query and fragment
  Off suspicious = ~Off{0};  // the first component that can hold a violation

  [[nodiscard]] bool has(Component component) const noexcept {
    return (present & present_bit(component)) != 0;
  }
  void set(Signal signal) noexcept { signals |= bit(signal); }
  void set_if(bool condition, Signal signal) noexcept {
    signals |= std::uint64_t{condition} << static_cast<unsigned>(signal);
  }
  void suspect(Off begin) noexcept {
    suspicious = std::min(suspicious, begin);
    set(Signal::invalid);
  }

  // Goes on to the first byte of class `stop`, collecting the classes of the events before it.
  Off scan(Off at, std::uint8_t part, std::uint32_t stop, std::uint32_t& classes) const noexcept {
    const char* p = text + at;
    std::uint32_t seen = 0;
    for (;;) {
      p = next_event(p, limit, part);
      if (p == limit.end) break;
      const std::uint32_t bits = class_of(*p);
      if ((bits & stop) != 0) break;
      seen |= bits;
      ++p;
    }
    classes |= seen;
    return static_cast<Off>(p - text);
  }

  // The same for all bytes, events or not: faster where nearly all of them are.
  Off dense_scan(Off at, Off end, std::uint32_t stop, std::uint32_t& classes) const noexcept {
    std::uint32_t seen = 0;
    for (; end - at >= 4; at += 4) {
      const std::uint32_t four = class_of(text[at]) | class_of(text[at + 1]) |
                                 class_of(text[at + 2]) | class_of(text[at + 3]);
      if ((four & stop) != 0) break;
      seen |= four;
    }
    for (; at < end && (class_of(text[at]) & stop) == 0; ++at) seen |= class_of(text[at]);
    classes |= seen;
    return at;
  }

  // scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ); appendix B takes any `[^:/?#]+` before `:`
  Off scheme() noexcept {
    std::uint32_t classes = 0;
    const Off at = scan(0, kInScheme, kColon | kAuthorityEnd, classes);
    if (at == size || text[at] != ':') return 0;
    if (at == 0) {  // an empty scheme: a relative reference whose first segment holds a colon
      suspect(0);
      return 0;
    }
    parts.scheme_end = at;
    present |= present_bit(Component::scheme);
    set(Signal::scheme_present);
    all |= classes;
    set_if((classes & kBracket) != 0, Signal::forbidden);
    set_if((classes & kAt) != 0, Signal::at_outside);
    std::uint32_t letters = 0;  // the web's schemes, in lower case, do not come here
    for (Off i = 0; i < at; ++i) letters |= class_of(text[i]);
    set_if((letters & kUpper) != 0, Signal::scheme_upper);
    if ((classes & kNotScheme) != 0 || (class_of(text[0]) & kAlpha) == 0) {
      suspect(0);
    } else if (const SchemeRow* const row = find_scheme({text, at}); row != nullptr) {
      parts.scheme_id = id_of(row);
      set(Signal::scheme_listed);
      set_if(row->special, Signal::scheme_special);
      set_if(!row->hazard.empty(), Signal::scheme_suspicious);
    }
    return at + 1;
  }

  // The two schemes of nearly every list, without the detour through the table.
  [[gnu::always_inline]] Off web_scheme() noexcept {
    static constexpr const SchemeRow* kHttp = find_scheme("http");
    static constexpr const SchemeRow* kHttps = find_scheme("https");
    static_assert(kHttp->special && kHttp->hazard.empty());
    static_assert(kHttps->special && kHttps->hazard.empty());
    if (size < 6 || std::memcmp(text, "http", 4) != 0) return 0;
    const Off at = text[4] == 's' ? 5 : 4;
    if (text[at] != ':') return 0;
    parts.scheme_end = at;
    parts.scheme_id = at == 5 ? id_of(kHttps) : id_of(kHttp);
    present |= present_bit(Component::scheme);
    signals |=
        bit(Signal::scheme_present) | bit(Signal::scheme_listed) | bit(Signal::scheme_special);
    return at + 1;
  }

  // authority = [ userinfo "@" ] host [ ":" port ]
  Off authority(Off begin) noexcept {
    HostBytes host;
    Off end = plain_authority(begin, host);
    if (end == kOdd) end = odd_authority(begin, host);
    finish_authority(begin, host);
    return end;
  }

  [[gnu::always_inline]] void finish_authority(Off begin, const HostBytes& host) noexcept {
    present |= present_bit(Component::authority) | present_bit(Component::host);
    signals |= bit(Signal::authority_present);
    const Off host_begin = parts.userinfo_end + (has(Component::userinfo) ? 1 : 0);
    host_facts(host_begin, parts.host_end, host);
    if (host.classes != 0) {
      set_if((host.classes & kBackslash) != 0, Signal::authority_backslash);
      if ((host.classes & kNever) != 0) suspect(begin);
      all |= host.classes;
    }
  }

  void no_authority(Off at) noexcept {
    parts.userinfo_end = parts.host_end = at;
    if (at < size && (class_of(text[at]) & (kQuestion | kHash)) == 0) {
      parts.path_kind = text[at] == '/' ? PathKind::absolute : PathKind::rootless;
      if (text[at] == '.') dot_segment(at);
    }
  }

  // host [ ":" port ] without brackets, or kOdd.
  static constexpr Off kOdd = ~Off{0};
  [[gnu::always_inline]] Off plain_authority(Off begin, HostBytes& host) noexcept {
    parts.userinfo_end = begin;
    const Off at = host_bytes(begin, host);
    parts.host_end = at;
    if (at == size || (class_of(text[at]) & kAuthorityEnd) != 0) return at;
    if (text[at] != ':') return kOdd;
    Off end = at + 1;
    while (end < size && (class_of(text[end]) & kDigit) != 0) ++end;
    if (end < size && (class_of(text[end]) & kAuthorityEnd) == 0) return kOdd;
    port(at + 1, end);
    return end;
  }

  // The same with userinfo, brackets, or a colon that no port follows.
  [[gnu::noinline]] Off odd_authority(Off begin, HostBytes& host) noexcept {
    std::uint32_t classes = 0;
    const Off end = dense_scan(begin, size, kAuthorityEnd, classes);
    Off host_begin = begin;
    if ((classes & kAt) != 0) host_begin = userinfo(begin, end);
    set_if((classes & kBackslash) != 0, Signal::authority_backslash);
    parts.host_end =
        (classes & (kColon | kBracket)) != 0 ? port_colon(host_begin, end, classes) : end;
    if (parts.host_end != end) port(parts.host_end + 1, end);
    odd_host(host_begin, parts.host_end, host);
    if ((classes & kNever) != 0) suspect(begin);
    all |= classes;
    return end;
  }

  void odd_host(Off begin, Off end, HostBytes& host) const noexcept {
    host = HostBytes{};
    host.label = host.label_before = begin;
    dense_scan(begin, end, 0, host.classes);
    if ((host.classes & (kDot | kHyphen)) == 0) return;
    for (Off at = begin; at < end; ++at) {
      if (text[at] == '.') {
        ++host.dots;
        host.odd_label |= at == host.label;
        host.label_before = host.label;
        host.label = at + 1;
      } else if (text[at] == '-') {
        if (at - host.label == 2) host.a_label |= is_a_label(text + host.label, text + end);
        host.odd_label |= at == host.label || at + 1 == end || text[at + 1] == '.';
      }
    }
  }

  Off userinfo(Off begin, Off end) noexcept {
    Off at = end;
    while (text[at - 1] != '@') --at;
    parts.userinfo_end = --at;
    present |= present_bit(Component::userinfo);
    set(Signal::userinfo_present);
    std::uint32_t classes = 0;
    dense_scan(begin, at, 0, classes);
    set_if((classes & kColon) != 0, Signal::userinfo_colon);
    if ((classes & kAt) != 0) {
      set(Signal::authority_many_at);
      suspect(begin);
    }
    if ((classes & kBracket) != 0) {
      set(Signal::forbidden);
      suspect(begin);
    }
    return at + 1;
  }

  // The `:` before the port: the last one behind the last `]`; none behind an unclosed `[`.
  [[nodiscard]] Off port_colon(Off begin, Off end, std::uint32_t classes) const noexcept {
    Off colon = end;
    for (Off at = end; at > begin; --at) {
      const char c = text[at - 1];
      if (c == '[') return end;
      if (c == ']') return colon;
      if (c != ':' || colon != end) continue;
      colon = at - 1;
      if ((classes & kBracket) == 0) return colon;
    }
    return colon;
  }

  // port = *DIGIT
  [[gnu::noinline]] void port(Off begin, Off end) noexcept {
    present |= present_bit(Component::port);
    set(Signal::port_present);
    for (Off i = begin; i < end; ++i) {
      if ((class_of(text[i]) & kDigit) != 0) continue;
      set(Signal::port_bad);
      suspect(parts.userinfo_end);
      return;
    }
    if (begin == end) return;
    while (begin < end && text[begin] == '0') ++begin;
    constexpr Off kMostDigits = 5;
    std::uint32_t value = end - begin > kMostDigits ? 65536 : 0;
    for (; value < 65536 && begin < end; ++begin) {
      value = value * 10 + static_cast<std::uint32_t>(text[begin] - '0');
    }
    if (value > 65535) {
      set(Signal::port_bad);
      return;
    }
    parts.port = static_cast<std::uint16_t>(value);
    set(Signal::port_valid);
    set_if(value == 0, Signal::port_zero);
  }

  // Reads a host up to what can not be in a plain one.
  [[gnu::always_inline]] Off host_bytes(Off begin, HostBytes& host) const noexcept {
    constexpr std::uint32_t kStop = kAuthorityEnd | kAt | kBracket | kColon;
    const char* p = text + begin;
    const char* label = p;
    const char* label_before = p;
    std::uint32_t dots = 0;
    for (;;) {
      p = next_event(p, limit, kInHost);
      if (p == limit.end) break;
      const char c = *p;
      if (c == '.') {
        ++dots;
        if (p == label) host.odd_label = true;
        label_before = label;
        label = p + 1;
      } else if (c == '-') {
        if (p - label == 2) host.a_label |= is_a_label(label, limit.end);
        if (p == label || ends_label(p + 1)) host.odd_label = true;
      } else {
        const std::uint32_t bits = class_of(c);
        if ((bits & kStop) != 0) break;
        host.classes |= bits;
      }
      ++p;
    }
    host.dots = dots;
    host.label = static_cast<Off>(label - text);
    host.label_before = static_cast<Off>(label_before - text);
    return static_cast<Off>(p - text);
  }

  // True if no byte of a plain host but the dot stands there.
  [[nodiscard]] bool ends_label(const char* at) const noexcept {
    return at == limit.end || *at == '.' || *at == ':' || (class_of(*at) & kAuthorityEnd) != 0;
  }

  // An A-label begins with `xn--`.
  static bool is_a_label(const char* label, const char* end) noexcept {
    return end - label >= 4 && to_lower(label[0]) == 'x' && to_lower(label[1]) == 'n' &&
           label[2] == '-' && label[3] == '-';
  }

  [[gnu::always_inline]] void host_facts(Off begin, Off end, const HostBytes& host) noexcept {
    parts.host_hash = hash_lower({text + begin, end - begin});
    if (begin == end) {
      parts.host_kind = HostKind::empty;
      set(Signal::host_empty);
      return;
    }
    parts.host_kind = HostKind::reg_name;
    const bool trailing = host.label == end;
    const std::uint32_t labels = host.dots + (trailing ? 0 : 1);
    parts.labels = static_cast<std::uint8_t>(std::min<std::uint32_t>(labels, 255));
    if (host.a_label) set(Signal::host_xn);
    if (trailing) set(Signal::host_trailing_dot);
    if (labels == 1) set(Signal::host_single_label);
    if (host.odd_label) set(Signal::host_odd_label);
    const std::uint32_t classes = host.classes;
    if (classes != 0) {
      set_if((classes & kPct) != 0, Signal::host_pct);
      set_if((classes & kNonAscii) != 0, Signal::host_non_ascii);
      set_if((classes & kUpper) != 0, Signal::host_upper);
      set_if((classes & kNotLdh) != 0, Signal::host_odd);
      if ((classes & kBracket) != 0) return literal(begin, end);
      if ((classes & kColon) != 0) {
        parts.host_kind = HostKind::malformed;
        suspect(parts.userinfo_end);
      }
    }
    const Off last = trailing ? host.label_before : host.label;
    if ((class_of(text[last]) & kDigit) != 0) {
      set(Signal::host_numeric);
      if (is_ipv4_address({text + begin, end - begin})) parts.host_kind = HostKind::ipv4;
    }
  }

  // IP-literal = "[" ( IPv6address / IPvFuture  ) "]"
  [[gnu::noinline]] void literal(Off begin, Off end) noexcept {
    set(Signal::host_brackets);
    parts.host_kind = HostKind::malformed;
    if (text[begin] == '[' && text[end - 1] == ']' && end - begin > 2) {
      const std::string_view inside(text + begin + 1, end - begin - 2);
      if (is_ipv6_address(inside)) {
        parts.host_kind = HostKind::ipv6;
      } else if (is_ipvfuture(inside)) {
        parts.host_kind = HostKind::ipvfuture;
      }
    }
    if (parts.host_kind == HostKind::malformed) suspect(parts.userinfo_end);
  }

  // path: dot segments and empty segments are seen at each slash.
  Off path(Off begin) noexcept {
    parts.path_begin = begin;
    present |= present_bit(Component::path);
    const char* p = text + begin;
    std::uint32_t classes = 0;
    for (;;) {
      p = next_event(p, limit, kInPath);
      if (p == limit.end) break;
      const std::uint32_t bits = class_of(*p);
      if ((bits & (kQuestion | kHash)) != 0) break;
      ++p;
      if ((bits & kSlash) == 0) {
        classes |= bits;
      } else if (p != limit.end && (*p | 1) == '/') {  // `.` and `/` differ in this bit alone
        if (*p == '/') {
          signals |= bit(Signal::empty_segment) | bit(Signal::nested);
        } else {
          dot_segment(static_cast<Off>(p - text));
        }
      }
    }
    parts.path_end = static_cast<Off>(p - text);
    finish_path(begin, classes);
    return parts.path_end;
  }

  void finish_path(Off begin, std::uint32_t classes) noexcept {
    if (classes == 0) return;
    set_if((classes & kSemicolon) != 0, Signal::path_parameter);
    finish_part(begin, classes);
  }

  void dot_segment(Off at) noexcept {
    Off end = at + 1;
    const bool two = end < size && text[end] == '.';
    if (two) ++end;
    if (end == size || (class_of(text[end]) & (kSlash | kQuestion | kHash)) != 0) {
      set(Signal::dot_segment);
      set_if(two, Signal::dotdot_segment);
    } else if (text[end] == ';') {
      set(Signal::dot_parameter);
    }
  }

  // What path, query and fragment have in common.
  void finish_part(Off begin, std::uint32_t classes) noexcept {
    tail |= classes;
    all |= classes;
    if ((classes & (kNever | kBracket)) != 0) suspect(begin);
  }

  Off query(Off begin) noexcept {
    present |= present_bit(Component::query);
    set(Signal::query_present);
    return query_bytes(begin, kHash);
  }

  void fragment(Off begin) noexcept {
    present |= present_bit(Component::fragment);
    set(Signal::fragment_present);
    query_bytes(begin, 0);
  }

  // query and fragment = *( pchar / "/" / "?" )
  Off query_bytes(Off begin, std::uint32_t stop) noexcept {
    const char* p = text + begin;
    std::uint32_t classes = 0;
    for (;;) {
      p = next_event(p, limit, kInQuery);
      if (p == limit.end) break;
      const std::uint32_t bits = class_of(*p);
      if ((bits & stop) != 0) break;
      ++p;
      classes |= bits;
      if ((bits & kSlash) != 0 && p != limit.end && *p == '/') set(Signal::nested);
    }
    finish_query(begin, classes);
    return static_cast<Off>(p - text);
  }

  // The same for the fragment.
  void finish_query(Off begin, std::uint32_t classes) noexcept {
    if (classes == 0) return;
    set_if((classes & kEquals) != 0, Signal::pair);
    if ((classes & kHash) != 0) {
      set(Signal::forbidden);
      suspect(begin);
    }
    finish_part(begin, classes);
  }

  // pct-encoded = "%" HEXDIG HEXDIG; no delimiter is a HEXDIG, so components need not be known.
  [[gnu::noinline]] void triplets() noexcept {
    set(Signal::pct);
    const char* const end = text + size;
    const char* at = text;
    while (at != end) {
      at = static_cast<const char*>(std::memchr(at, '%', static_cast<std::size_t>(end - at)));
      if (at == nullptr) return;
      do at = triplet(at, end);
      while (at != end && *at == '%');
    }
  }

  // Returns where to go on behind the `%` at `at`.
  const char* triplet(const char* at, const char* end) noexcept {
    const int octet = pct_byte(at, static_cast<std::size_t>(end - at));
    if (octet >= 0) {
      signals |= kOctetSignals[static_cast<std::size_t>(octet)];
      return at + 3;
    }
    set(Signal::pct_bad);
    if (end - at > 1 && (at[1] | 0x20) == 'u') set(Signal::pct_u);
    ++at;
    while (end - at > 1 && at[0] == '%' && at[1] == '%') ++at;
    return at;
  }

  // Browsers read `\` as `/` in special and relative references, so an authority may begin there.
  [[nodiscard]] bool backslash_authority() const noexcept {
    if (has(Component::authority)) return false;
    const bool special = (signals & bit(Signal::scheme_special)) != 0;
    if (has(Component::scheme) && !special) return false;
    const Off at = parts.path_begin;
    if (size - at < 2) return false;
    const auto slash = [this](Off i) { return text[i] == '/' || text[i] == '\\'; };
    return slash(at) && slash(at + 1) && (text[at] == '\\' || text[at + 1] == '\\');
  }

  [[gnu::noinline]] void odd_signals() noexcept {
    set_if((tail & kAt) != 0, Signal::at_outside);
    set_if((tail & kColon) != 0, Signal::nested);
    if ((all & kPct) != 0) triplets();
    if ((signals & bit(Signal::pct_bad)) != 0) suspect(0);
    set_if((all & kNonAscii) != 0, Signal::non_ascii);
    set_if((all & kControl) != 0, Signal::control);
    set_if((all & kTabNewline) != 0, Signal::tab_newline);
    set_if((all & kSpace) != 0, Signal::space);
    set_if((all & kExcluded) != 0 || (tail & kBracket) != 0, Signal::forbidden);
    if ((all & kBackslash) != 0) {
      set(Signal::backslash);
      set_if(backslash_authority(), Signal::authority_backslash);
    }
  }

  void finish_signals() noexcept {
    if ((all & (kNever | kPct | kBracket | kAt | kColon)) != 0) odd_signals();
    if (!has(Component::authority) && (signals & bit(Signal::scheme_special)) != 0) {
      set_if(tables::kSchemes[parts.scheme_id - 1].scheme != "file", Signal::scheme_only);
    }
  }

  void run() noexcept {
    parts.data = text;
    parts.size = size;
    Off at = web_scheme();
    if (at == 0) at = scheme();
    if (two_slashes(at)) {
      at = authority(at + 2);
    } else {
      no_authority(at);
    }
    at = path(at);
    if (at < size && text[at] == '?') at = query(at + 1);
    parts.query_end = at;
    if (at < size) fragment(at + 1);
    finish();
  }

  [[nodiscard]] bool two_slashes(Off at) const noexcept {
    return size - at >= 2 && std::memcmp(text + at, "//", 2) == 0;
  }

  void finish() noexcept {
    if (has(Component::authority) && parts.path_end != parts.path_begin)
      parts.path_kind = PathKind::abempty;
    finish_signals();
    parts.first_violation = (signals & bit(Signal::invalid)) != 0 ? suspicious : size;
    parts.present = static_cast<std::uint8_t>(present);
    parts.signals = Signals{signals};
  }
};

}  // namespace urilint::splitting
