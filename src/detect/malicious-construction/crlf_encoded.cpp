// Reads every byte as a server does that decodes once or twice, and looks for line breaks. In the
// authority, the path and the name of a parameter they are never text; in a value they may be.
#include <algorithm>
#include <array>

#include "detect/common/mark_list.hpp"
#include "detect/common/octets.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"
#include "tables/injected-headers.hpp"
#include "tables/text-parameters.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace crlf {

template <typename Row, std::size_t kRows, std::size_t kSlots>
bool is_listed(const Row (&rows)[kRows], const std::uint16_t (&index)[kSlots],
               std::string_view name) noexcept {
  return find_row(rows, index, hash_lower(name), name, [](const Row& r) { return r.name; }) !=
         nullptr;
}

bool is_text_parameter(std::string_view name) noexcept {
  return is_listed(tables::kTextParameters, tables::kTextParametersIndex, name);
}

// Schemes whose body is a message, a document or a program.
bool is_text_scheme(const Subject& subject) noexcept {
  constexpr std::array<std::string_view, 6> kMessages = {"mailto", "sms",  "smsto",
                                                         "mms",    "xmpp", "tel"};
  const std::string_view scheme = subject.view(Component::scheme);
  if (std::any_of(kMessages.begin(), kMessages.end(),
                  [scheme](std::string_view name) { return equals_lower(scheme, name); })) {
    return true;
  }
  return has_body(subject);
}

bool is_break(unsigned char byte) noexcept { return byte == '\r' || byte == '\n'; }

// What a line begins with, decoded twice: enough for the name of a header field.
struct LineStart {
  std::array<char, 48> data{};
  std::size_t size = 0;
  [[nodiscard]] std::string_view view() const noexcept { return {data.data(), size}; }
};

LineStart line_start(std::string_view text, Off at) noexcept {
  LineStart out;
  while (at < text.size() && out.size < out.data.size()) {
    const Octet octet = octet_at(text, at, 2);
    if (is_break(octet.byte)) break;
    out.data[out.size++] = static_cast<char>(octet.byte);
    at = octet.end;
  }
  return out;
}

// `Set-Cookie:`, `X-Anything:`, `Some-Name:`, `HTTP/1.1`.
bool begins_protocol_line(std::string_view line) noexcept {
  if (line.starts_with("HTTP/")) return true;
  const std::string_view name = line.substr(0, line.find(':'));
  if (name.empty() || name.size() == line.size()) return false;
  const bool is_token = std::all_of(name.begin(), name.end(), [](char c) {
    return (bytes::class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0 || c == '-';
  });
  if (!is_token) return false;
  if (is_listed(tables::kInjectedHeaders, tables::kInjectedHeadersIndex, name)) return true;
  const std::size_t dash = name.find('-');
  return dash != std::string_view::npos && dash > 0 && dash + 1 < name.size() &&
         (bytes::class_of(name[0]) & bytes::kUpper) != 0 &&
         (bytes::class_of(name[dash + 1]) & bytes::kUpper) != 0;
}

bool is_known_header(std::string_view line) noexcept {
  const std::string_view name = line.substr(0, line.find(':'));
  return name.size() < line.size() &&
         is_listed(tables::kInjectedHeaders, tables::kInjectedHeadersIndex, name);
}

constexpr unsigned char kNarrowLead = 0xe5;  // U+560A and U+560D are E5 98 8A and E5 98 8D

enum class Place : std::uint8_t { line, value, text_value };

class Scan {
 public:
  explicit Scan(const Subject& subject) noexcept
      : injected_(subject), in_value_(subject), narrowed_(subject), subject_(subject) {
    const UriParts& parts = subject.parts;
    if (!parts.has(Signal::pct_crlf) && !parts.has(Signal::pct_high) && !may_decode_twice(parts)) {
      return;
    }
    if (is_text_scheme(subject)) return;
    if (subject.parts.has(Component::authority)) {
      span(subject.span(Component::authority), Place::line);
    }
    span(subject.span(Component::path), Place::line);
    for_each_pair(subject, Component::query, [this](const Pair& pair) {
      span(pair.name, Place::line);
      span(pair.value,
           is_text_parameter(subject_.view(pair.name)) ? Place::text_value : Place::value);
    });
  }

  [[nodiscard]] bool empty() const noexcept {
    return injected_.empty() && in_value_.empty() && narrowed_.empty();
  }

  void emit(Sink& sink) noexcept {
    if (!injected_.empty()) {
      injected_.append(in_value_);
      injected_.emit(sink, "line");
    } else {
      in_value_.emit(sink, "value");
    }
    narrowed_.emit(sink, "narrowed");
  }

 private:
  void span(UriSpan where, Place place) noexcept {
    const std::string_view text = subject_.text.substr(0, where.end);
    for (Off at = where.begin; at < where.end;) {
      if (text[at] != '%') {
        ++at;
        continue;
      }
      const Octet octet = octet_at(text, at, 2);
      if (is_break(octet.byte)) {
        at = line_break(text, where, at, place);
      } else {
        const Off narrowed = octet.byte == kNarrowLead ? narrow(text, at, place) : at;
        at = std::max(octet.end, narrowed);
      }
    }
  }

  // A run of line breaks, with a `%` before it that is left over when the break is taken out
  // (`%%0a0a`).
  Off line_break(std::string_view text, UriSpan where, Off at, Place place) noexcept {
    UriSpan mark{at, at};
    while (mark.end < where.end) {
      const Octet octet = octet_at(text, mark.end, 2);
      if (!is_break(octet.byte) || text[mark.end] != '%') break;
      mark.end = octet.end;
    }
    if (mark.begin > where.begin && text[mark.begin - 1] == '%') --mark.begin;
    const LineStart line = line_start(text, mark.end);
    const bool is_protocol = place == Place::text_value ? is_known_header(line.view())
                                                        : begins_protocol_line(line.view());
    if (place == Place::line || is_protocol) {
      injected_.add(mark);
    } else if (place == Place::value) {
      in_value_.add(mark);
    }
    return mark.end;
  }

  // U+560A and U+560D: whoever keeps only the low byte of a character makes LF and CR of them.
  // Returns where they end.
  Off narrow(std::string_view text, Off at, Place place) noexcept {
    Off end = at;
    int breaks = 0;
    while (const Off next = narrow_break(text, end)) {
      end = next;
      ++breaks;
    }
    const bool is_line = breaks == 1 && place != Place::text_value &&
                         begins_protocol_line(line_start(text, end).view());
    if (breaks > 1 || is_line) narrowed_.add({at, end});
    return end;
  }
  static Off narrow_break(std::string_view text, Off at) noexcept {
    unsigned char unit[3] = {};
    for (unsigned char& byte : unit) {
      if (at >= text.size() || text[at] != '%') return 0;
      const Octet octet = octet_at(text, at, 1);
      byte = octet.byte;
      at = octet.end;
    }
    const bool is_one =
        unit[0] == kNarrowLead && unit[1] == 0x98 && (unit[2] == 0x8a || unit[2] == 0x8d);
    return is_one ? at : 0;
  }

  MarkList injected_;
  MarkList in_value_;
  MarkList narrowed_;
  const Subject& subject_;
};

}  // namespace crlf

void detect_crlf_encoded(const Subject& subject, Sink& sink) noexcept {
  if (shares_outer_bytes(subject)) return;
  // The outer URI was read decoded twice: what is encoded here was encoded twice there.
  if (subject.outer != nullptr && !crlf::Scan(*subject.outer).empty()) return;
  crlf::Scan(subject).emit(sink);
}

}  // namespace urilint::detect
