// The split of RFC 3986 appendix B in one pass: every byte is classified once and its class bits
// are collected per component; signals follow from the collected bits. Rare facts (percent
// triplets, dot segments, brackets) are looked at only where a class bit says that they exist.
#include <algorithm>
#include <cstring>

#include "tables/schemes.hpp"
#include "uri/bytes.hpp"
#include "uri/ip_literal.hpp"
#include "uri/table_lookup.hpp"
#include "urilint/uri.hpp"

namespace urilint {
namespace {

using namespace bytes;

constexpr std::uint8_t present_bit(Component component) noexcept {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(component));
}

struct Splitter {
  const char* text;
  Off size;
  UriParts parts{};
  std::uint64_t signals = 0;
  std::uint32_t all = 0;     // class bits of every byte outside the host
  std::uint32_t tail = 0;    // class bits of path, query and fragment
  Off suspicious = ~Off{0};  // the first component that can hold a violation

  void set(Signal signal) noexcept { signals |= bit(signal); }
  void set_if(bool condition, Signal signal) noexcept {
    signals |= std::uint64_t{condition} << static_cast<unsigned>(signal);
  }
  void suspect(Off begin) noexcept {
    suspicious = std::min(suspicious, begin);
    set(Signal::invalid);
  }

  // Scans to the first byte of class `stop`, collecting classes.
  Off scan(Off at, std::uint32_t stop, std::uint32_t& classes) const noexcept {
    std::uint32_t seen = 0;
    while (at < size) {
      const std::uint32_t c = class_of(text[at]);
      if ((c & stop) != 0) break;
      seen |= c;
      ++at;
    }
    classes |= seen;
    return at;
  }

  // scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ); appendix B takes any `[^:/?#]+` before `:`
  Off scheme() noexcept {
    std::uint32_t classes = 0;
    const Off at = scan(0, kColon | kSlash | kQuestion | kHash, classes);
    if (at == size || text[at] != ':') return 0;
    if (at == 0) {  // an empty scheme: a relative reference whose first segment holds a colon
      suspect(0);
      return 0;
    }
    parts.scheme_end = at;
    parts.present |= present_bit(Component::scheme);
    set(Signal::scheme_present);
    all |= classes;
    if ((classes & kNotScheme) != 0 || (class_of(text[0]) & kAlpha) == 0) {
      suspect(0);
    } else {
      identify_scheme({text, at});
    }
    return at + 1;
  }

  void identify_scheme(std::string_view scheme) noexcept {
    const auto* row = find_row(tables::kSchemes, tables::kSchemesIndex, hash_lower(scheme), scheme,
                               [](const tables::SchemesRow& r) { return r.scheme; });
    if (row == nullptr) return;
    parts.scheme_id = static_cast<std::uint8_t>(row - tables::kSchemes + 1);
    set(Signal::scheme_listed);
    set_if(row->special, Signal::scheme_special);
    set_if(!row->hazard.empty(), Signal::scheme_suspicious);
  }

  // authority = [ userinfo "@" ] host [ ":" port ]
  Off authority(Off begin) noexcept {
    parts.present |= present_bit(Component::authority);
    set(Signal::authority_present);
    std::uint32_t classes = 0;
    const Off end = scan(begin, kSlash | kQuestion | kHash, classes);
    Off host_begin = begin;
    parts.userinfo_end = begin;
    if ((classes & kAt) != 0) host_begin = userinfo(begin, end);
    set_if((classes & kBackslash) != 0, Signal::authority_backslash);
    host_and_port(host_begin, end, classes);
    if ((classes & kNever) != 0) suspect(begin);
    all |= classes;
    return end;
  }

  Off userinfo(Off begin, Off end) noexcept {
    Off at = end;
    while (text[at - 1] != '@') --at;
    parts.userinfo_end = --at;
    parts.present |= present_bit(Component::userinfo);
    set(Signal::userinfo_present);
    std::uint32_t classes = 0;
    for (Off i = begin; i < at; ++i) classes |= class_of(text[i]);
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

  void host_and_port(Off begin, Off end, std::uint32_t classes) noexcept {
    Off host_end = end;
    if ((classes & (kColon | kBracket)) != 0) host_end = port_colon(begin, end);
    parts.host_end = host_end;
    parts.present |= present_bit(Component::host);
    if (host_end != end) port(host_end + 1, end);
    host(begin, host_end);
  }

  // The `:` before the port: the last one behind the last `]`; none behind an unclosed `[`.
  [[nodiscard]] Off port_colon(Off begin, Off end) const noexcept {
    for (Off at = end; at > begin; --at) {
      const char c = text[at - 1];
      if (c == ':') return unclosed_before(begin, at - 1) ? end : at - 1;
      if (c == ']' || c == '[') return end;
    }
    return end;
  }
  [[nodiscard]] bool unclosed_before(Off begin, Off end) const noexcept {
    for (Off at = end; at > begin; --at) {
      if (text[at - 1] == ']') return false;
      if (text[at - 1] == '[') return true;
    }
    return false;
  }

  // port = *DIGIT
  void port(Off begin, Off end) noexcept {
    parts.present |= present_bit(Component::port);
    set(Signal::port_present);
    std::uint32_t value = 0;
    for (Off i = begin; i < end; ++i) {
      const char c = text[i];
      if (c < '0' || c > '9') {
        set(Signal::port_bad);
        suspect(parts.userinfo_end);
        return;
      }
      value = std::min<std::uint32_t>(value * 10 + static_cast<std::uint32_t>(c - '0'), 100000);
    }
    if (begin == end) return;
    if (value > 65535) {
      set(Signal::port_bad);
      return;
    }
    parts.port = static_cast<std::uint16_t>(value);
    set(Signal::port_valid);
    set_if(value == 0, Signal::port_zero);
  }

  void host(Off begin, Off end) noexcept {
    parts.host_kind = HostKind::reg_name;
    if (begin == end) {
      parts.host_kind = HostKind::empty;
      parts.host_hash = kHashSeed;
      set(Signal::host_empty);
      return;
    }
    std::uint32_t classes = 0;
    std::uint32_t hash = kHashSeed;
    std::uint32_t dots = 0;
    Off label = begin;
    for (Off i = begin; i < end; ++i) {
      const char c = text[i];
      const std::uint32_t bits = class_of(c);
      classes |= bits;
      hash = hash_step(hash, to_lower(c));
      if (c == '.') {
        ++dots;
        if (i + 1 < end) label = i + 1;
      } else if (c == '-' && i + 1 < end && text[i + 1] == '-') {
        set_if(a_label_before(begin, i), Signal::host_xn);
      }
    }
    parts.host_hash = hash;
    const bool trailing = text[end - 1] == '.';
    parts.labels =
        static_cast<std::uint8_t>(std::min<std::uint32_t>(dots + (trailing ? 0 : 1), 255));
    set_if(trailing, Signal::host_trailing_dot);
    set_if(dots == (trailing ? 1U : 0U), Signal::host_single_label);
    set_if((classes & kPct) != 0, Signal::host_pct);
    set_if((classes & kNonAscii) != 0, Signal::host_non_ascii);
    set_if((classes & kUpper) != 0, Signal::host_upper);
    set_if((classes & kNotLdh) != 0, Signal::host_odd);
    if ((classes & kBracket) != 0) return literal(begin, end);
    if ((classes & kColon) != 0) {
      parts.host_kind = HostKind::malformed;
      suspect(parts.userinfo_end);
    }
    if ((class_of(text[label]) & kDigit) != 0) {
      set(Signal::host_numeric);
      if (is_ipv4_address({text + begin, end - begin})) parts.host_kind = HostKind::ipv4;
    }
  }

  // True if `--` at `dash` ends the prefix `xn` of a label.
  [[nodiscard]] bool a_label_before(Off begin, Off dash) const noexcept {
    return dash >= begin + 2 && to_lower(text[dash - 2]) == 'x' &&
           to_lower(text[dash - 1]) == 'n' && (dash == begin + 2 || text[dash - 3] == '.');
  }

  // IP-literal = "[" ( IPv6address / IPvFuture  ) "]"
  void literal(Off begin, Off end) noexcept {
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
    parts.present |= present_bit(Component::path);
    std::uint32_t classes = 0;
    Off at = begin;
    if (!parts.has(Component::authority) && at < size && text[at] == '.') dot_segment(at);
    for (;;) {
      at = scan(at, kSlash | kQuestion | kHash, classes);
      if (at == size || text[at] != '/') break;
      ++at;
      if (at == size) break;
      if (text[at] == '.') {
        dot_segment(at);
      } else if (text[at] == '/') {
        set(Signal::empty_segment);
        set(Signal::nested);
      }
    }
    parts.path_end = at;
    set_if((classes & kSemicolon) != 0, Signal::path_parameter);
    finish(begin, classes);
    return at;
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
  void finish(Off begin, std::uint32_t classes) noexcept {
    tail |= classes;
    all |= classes;
    if ((classes & (kNever | kBracket)) != 0) suspect(begin);
  }

  Off query(Off begin) noexcept {
    parts.present |= present_bit(Component::query);
    set(Signal::query_present);
    std::uint32_t classes = 0;
    const Off at = scan(begin, kHash, classes);
    inner_slashes(begin, at, classes);
    set_if((classes & kEquals) != 0, Signal::pair);
    finish(begin, classes);
    return at;
  }

  void fragment(Off begin) noexcept {
    parts.present |= present_bit(Component::fragment);
    set(Signal::fragment_present);
    std::uint32_t classes = 0;
    scan(begin, 0, classes);
    inner_slashes(begin, size, classes);
    set_if((classes & kEquals) != 0, Signal::pair);
    if ((classes & kHash) != 0) {
      set(Signal::forbidden);
      suspect(begin);
    }
    finish(begin, classes);
  }

  void inner_slashes(Off begin, Off end, std::uint32_t classes) noexcept {
    if ((classes & kSlash) == 0) return;
    const std::string_view inner(text + begin, end - begin);
    set_if(inner.find("//") != std::string_view::npos, Signal::nested);
  }

  // pct-encoded = "%" HEXDIG HEXDIG; no delimiter is a HEXDIG, so components need not be known.
  void triplets() noexcept {
    set(Signal::pct);
    const char* const end = text + size;
    for (const char* at = text;; ++at) {
      at = static_cast<const char*>(std::memchr(at, '%', static_cast<std::size_t>(end - at)));
      if (at == nullptr) return;
      const int byte = pct_byte(at, static_cast<std::size_t>(end - at));
      if (byte < 0) {
        set(Signal::pct_bad);
        set_if(end - at > 1 && to_lower(at[1]) == 'u', Signal::pct_u);
        suspect(0);
      } else {
        signals |= signals_of_octet(static_cast<unsigned char>(byte));
      }
    }
  }

  static constexpr std::uint64_t signals_of_octet(unsigned char octet) noexcept {
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
    const std::uint32_t bits = class_of(c);
    if ((bits & (kAlpha | kDigit)) != 0 || c == '-' || c == '_' || c == '~') {
      return bit(Signal::pct_unreserved);
    }
    return 0;
  }

  // Browsers read `\` as `/` in special and relative references, so an authority may begin there.
  [[nodiscard]] bool backslash_authority() const noexcept {
    if (parts.has(Component::authority)) return false;
    const bool special = (signals & bit(Signal::scheme_special)) != 0;
    if (parts.has(Component::scheme) && !special) return false;
    const Off at = parts.path_begin;
    if (size - at < 2) return false;
    const auto slash = [this](Off i) { return text[i] == '/' || text[i] == '\\'; };
    return slash(at) && slash(at + 1) && (text[at] == '\\' || text[at + 1] == '\\');
  }

  void finish_signals() noexcept {
    if ((all & kPct) != 0) triplets();
    set_if((all & kNonAscii) != 0, Signal::non_ascii);
    set_if((all & kControl) != 0, Signal::control);
    set_if((all & kTabNewline) != 0, Signal::tab_newline);
    set_if((all & kSpace) != 0, Signal::space);
    set_if((all & kExcluded) != 0 || (tail & kBracket) != 0, Signal::forbidden);
    set_if((tail & kAt) != 0, Signal::at_outside);
    set_if((tail & kColon) != 0, Signal::nested);
    if ((all & kBackslash) != 0) {
      set(Signal::backslash);
      set_if(backslash_authority(), Signal::authority_backslash);
    }
    const bool is_file =
        parts.scheme_id != 0 && tables::kSchemes[parts.scheme_id - 1].scheme == "file";
    set_if((signals & bit(Signal::scheme_special)) != 0 && !parts.has(Component::authority) &&
               !is_file,
           Signal::scheme_only);
  }

  UriParts run() noexcept {
    parts.data = text;
    parts.size = size;
    Off at = scheme();
    if (size - at >= 2 && text[at] == '/' && text[at + 1] == '/') {
      at = authority(at + 2);
      parts.path_kind = at < size && text[at] == '/' ? PathKind::abempty : PathKind::empty;
    } else {
      parts.userinfo_end = parts.host_end = at;
      if (at < size && (class_of(text[at]) & (kQuestion | kHash)) == 0) {
        parts.path_kind = text[at] == '/' ? PathKind::absolute : PathKind::rootless;
      }
    }
    at = path(at);
    if (at < size && text[at] == '?') at = query(at + 1);
    parts.query_end = at;
    if (at < size) fragment(at + 1);
    finish_signals();
    parts.first_violation = (signals & bit(Signal::invalid)) != 0 ? suspicious : size;
    parts.signals = Signals{signals};
    return parts;
  }
};

bool touches(UriSpan component, UriSpan hole) noexcept {
  return component.overlaps(hole) || (component.empty() && hole.contains(component));
}

}  // namespace

UriParts split(std::string_view text) noexcept {
  constexpr std::size_t kLongest = 0xfffffffeU;
  return Splitter{text.data(), static_cast<Off>(std::min(text.size(), kLongest))}.run();
}

UriParts split(std::string_view text, std::span<const UriSpan> holes) noexcept {
  UriParts parts = split(text);
  if (holes.empty()) return parts;
  auto signals = static_cast<std::uint64_t>(parts.signals) | bit(Signal::hole);
  for (unsigned i = 0; i <= static_cast<unsigned>(Component::fragment); ++i) {
    if (!parts.has(static_cast<Component>(i))) continue;
    const UriSpan component = span_of(parts, static_cast<Component>(i));
    for (const UriSpan hole : holes) {
      if (touches(component, hole)) {
        parts.holes = static_cast<std::uint8_t>(parts.holes | 1U << i);
        break;
      }
    }
  }
  if ((parts.holes & present_bit(Component::port)) != 0) {
    signals &= ~(bit(Signal::port_valid) | bit(Signal::port_zero) | bit(Signal::port_bad));
    parts.port = 0xffff;
  }
  parts.signals = Signals{signals};
  if (violations(parts, {}, holes) == 0) {
    parts.signals = Signals{signals & ~bit(Signal::invalid)};
    parts.first_violation = parts.size;
  }
  return parts;
}

void mask_holes(std::span<char> text, std::span<const UriSpan> holes) noexcept {
  for (const UriSpan hole : holes) {
    const std::size_t end = std::min<std::size_t>(hole.end, text.size());
    for (std::size_t i = hole.begin; i < end; ++i) text[i] = 'x';
  }
}

UriSpan span_of(const UriParts& parts, Component component) noexcept {
  const Off scheme_stop = parts.has(Component::scheme) ? parts.scheme_end + 1 : 0;
  const Off authority_begin = parts.has(Component::authority) ? scheme_stop + 2 : scheme_stop;
  const Off host_begin = parts.userinfo_end + (parts.has(Component::userinfo) ? 1 : 0);
  switch (component) {
    case Component::scheme:
      return {0, parts.scheme_end};
    case Component::authority:
      return {authority_begin, parts.path_begin};
    case Component::userinfo:
      return {authority_begin, parts.userinfo_end};
    case Component::host:
      return {host_begin, parts.host_end};
    case Component::port:
      return {parts.host_end + (parts.has(Component::port) ? 1 : 0), parts.path_begin};
    case Component::path:
      return {parts.path_begin, parts.path_end};
    case Component::query:
      return {parts.path_end + (parts.has(Component::query) ? 1 : 0), parts.query_end};
    case Component::fragment:
      return {parts.query_end + (parts.has(Component::fragment) ? 1 : 0), parts.size};
    case Component::uri:
    case Component::link_text:
      break;
  }
  return {0, parts.size};
}

std::string_view text_of(const UriParts& parts, Component component) noexcept {
  const UriSpan span = span_of(parts, component);
  return {parts.data + span.begin, span.size()};
}

Component component_at(const UriParts& parts, Off offset) noexcept {
  constexpr Component kInner[] = {Component::scheme,  Component::userinfo, Component::host,
                                  Component::port,    Component::path,     Component::query,
                                  Component::fragment};
  for (const Component component : kInner) {
    const UriSpan span = span_of(parts, component);
    if (parts.has(component) && span.begin <= offset && offset < span.end) return component;
  }
  return Component::uri;
}

ReferenceKind kind_of(const UriParts& parts) noexcept {
  if (parts.has(Signal::invalid)) return ReferenceKind::invalid;
  return parts.has(Component::scheme) ? ReferenceKind::uri : ReferenceKind::relative_ref;
}

}  // namespace urilint
