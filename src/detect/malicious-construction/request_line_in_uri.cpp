// Decoded once: a blank, then `HTTP/1.1` where a line could end, or the name of a header field and
// a colon. In a query the version is also a word that people search for, so a line break must
// follow.
#include <array>

#include "detect/common/octets.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"
#include "tables/injected-headers.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace request_line {

bool is_digit(unsigned char byte) noexcept { return byte >= '0' && byte <= '9'; }

// A component decoded once, from `at` to its end.
class Reader {
 public:
  Reader(std::string_view text, Off at) noexcept : text_(text), at_(at) {}
  [[nodiscard]] bool at_end() const noexcept { return at_ >= text_.size(); }
  [[nodiscard]] Off place() const noexcept { return at_; }
  [[nodiscard]] unsigned char peek() const noexcept {
    return at_end() ? static_cast<unsigned char>(0) : octet_at(text_, at_, 1).byte;
  }
  unsigned char next() noexcept {
    if (at_end()) return 0;
    const Octet octet = octet_at(text_, at_, 1);
    at_ = octet.end;
    return octet.byte;
  }
  bool take(std::string_view lower) noexcept {
    for (const char c : lower) {
      if (to_lower(static_cast<char>(next())) != c) return false;
    }
    return true;
  }

 private:
  std::string_view text_;
  Off at_;
};

// Where `HTTP/1.1` ends; 0: it is not there, or goes on.
Off version_end(Reader reader, bool in_query) noexcept {
  if (!reader.take("http/") || !is_digit(reader.next())) return 0;
  if (reader.next() != '.' || !is_digit(reader.next())) return 0;
  const Off end = reader.place();
  const unsigned char behind = reader.peek();
  if (behind == '\r' || behind == '\n') return end;
  return !in_query && (reader.at_end() || behind == ' ') ? end : 0;
}

bool is_request_field(std::string_view name) noexcept {
  // `Host:` and `Link:` are words as well.
  return name.find('-') != std::string_view::npos &&
         find_row(tables::kInjectedHeaders, tables::kInjectedHeadersIndex, hash_lower(name), name,
                  [](const tables::InjectedHeadersRow& row) { return row.name; }) != nullptr;
}

// Where `Name:` ends; 0: no field that changes a request stands there.
Off field_end(Reader reader) noexcept {
  std::array<char, 40> name;
  std::size_t size = 0;
  while (size < name.size() && !reader.at_end()) {
    const auto c = static_cast<char>(reader.next());
    if (c == ':') return is_request_field({name.data(), size}) ? reader.place() : 0;
    if ((bytes::class_of(c) & bytes::kAlpha) == 0 && c != '-') return 0;
    name[size++] = c;
  }
  return 0;
}

void judge(const Subject& subject, Component component, Sink& sink) noexcept {
  const UriSpan span = subject.span(component);
  const std::string_view text = subject.text.substr(0, span.end);
  for (Off at = span.begin; at < span.end;) {
    const char c = text[at];
    if (c != '%' && c != ' ') {
      ++at;
      continue;
    }
    const Octet octet = octet_at(text, at, 1);
    if (octet.byte == ' ') {
      const Reader reader(text, octet.end);
      const bool in_query = component == Component::query;
      const Off version = version_end(reader, in_query);
      const Off end = version != 0 || in_query ? version : field_end(reader);
      if (end != 0) {
        sink.emit({.component = component, .primary = {at, end}});
        return;
      }
    }
    at = octet.end;
  }
}

}  // namespace request_line

void detect_request_line_in_uri(const Subject& subject, Sink& sink) noexcept {
  if (shares_outer_bytes(subject) || has_body(subject) || !has_segments(subject)) return;
  request_line::judge(subject, Component::path, sink);
  if (subject.parts.has(Component::query)) request_line::judge(subject, Component::query, sink);
}

}  // namespace urilint::detect
