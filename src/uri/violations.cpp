// The second pass: walks the components that can hold a violation and writes each one down, in the
// order of the text. Neighbours of one code are joined; what touches a template hole is dropped.
#include <algorithm>

#include "uri/bytes.hpp"
#include "uri/ip_literal.hpp"
#include "urilint/uri.hpp"

namespace urilint {
namespace {

using namespace bytes;

class Writer {
 public:
  Writer(std::span<Violation> out, std::span<const UriSpan> holes) noexcept
      : out_(out), holes_(holes), ahead_(holes) {}

  // True if a hole holds the byte at `at`, which must not fall from one call to the next.
  bool in_hole(Off at) noexcept {
    while (!ahead_.empty() && ahead_.front().end <= at) ahead_ = ahead_.subspan(1);
    return !ahead_.empty() && ahead_.front().begin <= at;
  }

  void add(UriSpan span, ViolationCode code, Component component, Production production) noexcept {
    if (pending_ && last_.code == code && last_.component == component &&
        last_.span.end == span.begin) {
      last_.span.end = span.end;
      return;
    }
    flush();
    last_ = Violation{span, code, component, production, 0};
    pending_ = true;
  }

  std::size_t finish() noexcept {
    flush();
    return count_;
  }

 private:
  void flush() noexcept {
    if (!pending_) return;
    pending_ = false;
    while (!holes_.empty() && holes_.front().end <= last_.span.begin) holes_ = holes_.subspan(1);
    if (!holes_.empty() && holes_.front().overlaps(last_.span)) return;
    if (count_ < out_.size()) out_[count_] = last_;
    ++count_;
  }

  std::span<Violation> out_;
  std::span<const UriSpan> holes_;
  std::span<const UriSpan> ahead_;
  Violation last_{};
  bool pending_ = false;
  std::size_t count_ = 0;
};

Production production_in(Component component) noexcept {
  switch (component) {
    case Component::scheme:
      return Production::scheme;
    case Component::userinfo:
      return Production::userinfo;
    case Component::host:
      return Production::reg_name;
    case Component::port:
      return Production::port;
    case Component::query:
      return Production::query;
    case Component::fragment:
      return Production::fragment;
    default:
      return Production::pchar;
  }
}

class Validator {
 public:
  Validator(const UriParts& parts, Writer& writer) noexcept : parts_(parts), writer_(writer) {}

  void run() noexcept {
    if (parts_.has(Component::scheme)) {
      scheme(span_of(parts_, Component::scheme));
    } else if (parts_.size > 0 && parts_.data[0] == ':') {
      // path-noscheme = segment-nz-nc *( "/" segment )
      writer_.add({0, 1}, ViolationCode::scheme_first_char, Component::path,
                  Production::segment_nz_nc);
    }
    if (parts_.has(Component::userinfo)) text(Component::userinfo);
    if (parts_.has(Component::host)) host(span_of(parts_, Component::host));
    if (parts_.has(Component::port)) port(span_of(parts_, Component::port));
    text(Component::path);
    if (parts_.has(Component::query)) text(Component::query);
    if (parts_.has(Component::fragment)) text(Component::fragment);
  }

 private:
  [[nodiscard]] bool skip(UriSpan span) const noexcept {
    return span.end <= parts_.first_violation;
  }

  // The code of a byte that no component may hold raw, if it is one.
  static bool never_code(std::uint32_t bits, ViolationCode& code) noexcept {
    if ((bits & kNever) == 0) return false;
    code = (bits & kTabNewline) != 0  ? ViolationCode::char_tab_newline
           : (bits & kControl) != 0   ? ViolationCode::char_control
           : (bits & kSpace) != 0     ? ViolationCode::char_space
           : (bits & kNonAscii) != 0  ? ViolationCode::char_non_ascii
           : (bits & kBackslash) != 0 ? ViolationCode::char_backslash
                                      : ViolationCode::char_excluded;
    return true;
  }
  // In scheme and port only characters that are hazards of their own keep their own code.
  static bool own_code(std::uint32_t bits, ViolationCode& code) noexcept {
    constexpr std::uint32_t kOwn = kTabNewline | kControl | kSpace | kNonAscii;
    return (bits & kOwn) != 0 && never_code(bits, code);
  }

  void scheme(UriSpan span) noexcept {
    if (skip(span)) return;
    for (Off i = span.begin; i < span.end; ++i) {
      const std::uint32_t bits = class_of(parts_.data[i]);
      ViolationCode code{};
      if (!own_code(bits, code)) {
        if (i == span.begin) {
          if ((bits & kAlpha) != 0) continue;
          code = ViolationCode::scheme_first_char;
        } else {
          if ((bits & kNotScheme) == 0) continue;
          code = ViolationCode::scheme_char;
        }
      }
      writer_.add({i, i + 1}, code, Component::scheme, Production::scheme);
    }
  }

  void port(UriSpan span) noexcept {
    if (skip(span)) return;
    for (Off i = span.begin; i < span.end; ++i) {
      const std::uint32_t bits = class_of(parts_.data[i]);
      if ((bits & kDigit) != 0) continue;
      ViolationCode code{};
      if (!own_code(bits, code)) code = ViolationCode::port_char;
      writer_.add({i, i + 1}, code, Component::port, Production::port);
    }
  }

  void text(Component component) noexcept { text(component, span_of(parts_, component)); }

  // Userinfo, reg-name, path, query and fragment: what is left out of their sets, and triplets.
  void text(Component component, UriSpan span) noexcept {
    if (skip(span)) return;
    const Production production = production_in(component);
    for (Off i = span.begin; i < span.end; ++i) {
      const std::uint32_t bits = class_of(parts_.data[i]);
      if ((bits & (kNever | kPct | kBracket | kAt | kHash | kColon)) == 0) continue;
      ViolationCode code{};
      if (never_code(bits, code)) {
        writer_.add({i, i + 1}, code, component, production);
      } else if ((bits & kPct) != 0) {
        if (pct_byte(parts_.data + i, span.end - i) >= 0 || completed_by_hole(i, span.end))
          continue;
        writer_.add({i, i + 1}, ViolationCode::pct_encoded_incomplete, component,
                    Production::pct_encoded);
      } else if (delimiter_code(component, bits, code)) {
        writer_.add({i, i + 1}, code, component,
                    component == Component::host && (bits & kBracket) != 0 ? Production::ip_literal
                                                                           : production);
      }
    }
  }

  // `%${HEX}` and `%4${DIGIT}` may be triplets.
  bool completed_by_hole(Off pct, Off end) noexcept {
    const Off next = pct + 1 < end && is_hex(parts_.data[pct + 1]) ? pct + 2 : pct + 1;
    return next < end && writer_.in_hole(next);
  }

  // Delimiters that the component's set leaves out.
  static bool delimiter_code(Component component, std::uint32_t bits,
                             ViolationCode& code) noexcept {
    if ((bits & kBracket) != 0) {
      code = component == Component::host ? ViolationCode::ip_literal_unclosed
                                          : ViolationCode::char_bracket;
      return true;
    }
    if ((bits & kAt) != 0) code = ViolationCode::userinfo_at;
    if ((bits & kHash) != 0) code = ViolationCode::fragment_hash;
    if ((bits & kColon) != 0) code = ViolationCode::host_colon;
    return ((bits & kAt) != 0 && component == Component::userinfo) ||
           ((bits & kHash) != 0 && component == Component::fragment) ||
           ((bits & kColon) != 0 && component == Component::host);
  }

  // host = IP-literal / IPv4address / reg-name
  void host(UriSpan span) noexcept {
    if (skip(span) || parts_.host_kind == HostKind::ipv6 ||
        parts_.host_kind == HostKind::ipvfuture) {
      return;
    }
    const std::string_view host(parts_.data + span.begin, span.size());
    const std::size_t open = host.find('[');
    if (open == std::string_view::npos) return text(Component::host, span);
    const std::size_t close = host.rfind(']');
    const Off bracket = span.begin + static_cast<Off>(open);
    if (close == std::string_view::npos || close < open) {
      text(Component::host, {span.begin, bracket});
      writer_.add({bracket, span.end}, ViolationCode::ip_literal_unclosed, Component::host,
                  Production::ip_literal);
      return;
    }
    literal(span, bracket, span.begin + static_cast<Off>(close));
  }

  // IP-literal = "[" ( IPv6address / IPvFuture  ) "]", and what stands beside it.
  void literal(UriSpan span, Off open, Off close) noexcept {
    if (span.begin < open) {
      writer_.add({span.begin, open}, ViolationCode::ip_literal_adjacent, Component::host,
                  Production::ip_literal);
    }
    const std::string_view inside(parts_.data + open + 1, close - open - 1);
    if (!is_ipv6_address(inside) && !is_ipvfuture(inside)) {
      const bool future = !inside.empty() && to_lower(inside.front()) == 'v';
      const UriSpan where = inside.empty() ? UriSpan{open, close + 1} : UriSpan{open + 1, close};
      writer_.add(where, ViolationCode::ip_literal_address, Component::host,
                  future ? Production::ipv_future : Production::ipv6_address);
    }
    if (close + 1 < span.end) {
      writer_.add({close + 1, span.end}, ViolationCode::ip_literal_adjacent, Component::host,
                  Production::ip_literal);
    }
  }

  const UriParts& parts_;
  Writer& writer_;
};

}  // namespace

std::size_t violations(const UriParts& parts, std::span<Violation> out,
                       std::span<const UriSpan> holes) noexcept {
  if (!parts.has(Signal::invalid)) return 0;
  Writer writer(out, holes);
  Validator(parts, writer).run();
  return writer.finish();
}

}  // namespace urilint
