// What stands after the last colon of the authority is sorted: a number that is too large, zero, a
// word that documents put in place of a number, a list of hosts, a second colon, or no number.
#include <algorithm>

#include "detect/common/mark_list.hpp"
#include "detect/syntax/common.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace port_invalid {

bool is_digits(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// `h1.example:27017,h2.example:27017`: what drivers of databases and queues take.
bool is_host_list(std::string_view text) noexcept {
  std::size_t hosts = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view entry = text.substr(begin, end - begin);
    const std::size_t colon = std::min(entry.find(':'), entry.size());
    if (colon == 0) return false;
    if (colon < entry.size() && !is_digits(entry.substr(colon + 1))) return false;
    ++hosts;
    begin = end + 1;
  }
  return hosts > 1;
}

bool is_all(std::string_view text, char lower) noexcept {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [lower](char c) { return to_lower(c) == lower; });
}

// `:*` of an allow list, `:\d+` and `:(80|443)` of a pattern.
bool is_pattern(std::string_view text) noexcept {
  return text.find("\\d") != std::string_view::npos ||
         text.find_first_of("([*") != std::string_view::npos;
}

// `port`, `PORT`, `http_port`, `port-number`, `__PORT__`, `xxxx`, `nnnn`, `<port>`, `{{port}}`,
// `$PORT`, `$server_port$uri`, `%d`.
bool is_placeholder(std::string_view text) noexcept {
  const bool variable =
      text.size() > 1 && text.front() == '$' &&
      ((bytes::class_of(text[1]) & bytes::kAlpha) != 0 || text[1] == '_' || text[1] == '{');
  if (variable) return true;
  if (text.front() == '%' && bytes::pct_byte(text.data(), text.size()) < 0) return true;
  constexpr std::string_view kWrapping = "$%#:<>{}[]()_";
  const std::size_t begin = text.find_first_not_of(kWrapping);
  if (begin == std::string_view::npos) return false;
  text = text.substr(begin, text.find_last_not_of(kWrapping) + 1 - begin);
  if (text.size() > 40) return false;
  if (is_all(text, 'x') || is_all(text, 'n')) return true;
  for (const std::string_view behind : {"number", "no", "num"}) {
    if (text.size() <= behind.size() + 3) continue;
    const std::size_t end = text.size() - behind.size();
    if (!equals_lower(text.substr(end), behind)) continue;
    text = text.substr(0, end - (text[end - 1] == '_' || text[end - 1] == '-' ? 1 : 0));
    break;
  }
  return text.size() >= 4 && equals_lower(text.substr(text.size() - 4), "port") &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (bytes::class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0 || c == '_' ||
                  c == '-' || c == '.';
         });
}

// `//package:target` of a build file: no scheme, and a word behind the colon.
bool is_label(const Subject& subject) noexcept {
  return !subject.parts.has(Component::scheme) && !subject.parts.has(Component::userinfo) &&
         (bytes::class_of(subject.view(Component::port).front()) & bytes::kAlpha) != 0;
}

// `sqlserver://host:1433;databaseName=a`: properties behind the port, as some drivers want them.
bool is_with_properties(const Subject& subject) noexcept {
  if (subject.parts.has(Signal::scheme_special)) return false;
  const std::string_view port = subject.view(Component::port);
  const std::size_t end = std::min(port.find(';'), port.size());
  return end > 0 && end < port.size() && is_digits(port.substr(0, end));
}

// `fileb://C:\a`: the drive of a path takes the place of the host.
bool is_drive(const Subject& subject) noexcept {
  return subject.span(Component::host).size() == 1 && subject.view(Component::port).front() == '\\';
}

// `git+ssh://git@git.example.com:group/project.git`: a path behind the colon, as scp writes it.
bool is_scp_path(const Subject& subject) noexcept {
  const char first = subject.view(Component::port).front();
  return subject.parts.has(Component::scheme) && !subject.parts.has(Signal::scheme_special) &&
         ((bytes::class_of(first) & bytes::kAlpha) != 0 || first == '~' || first == '_') &&
         (subject.view(Component::path).size() > 1 ||
          subject.view(Component::port).ends_with(".git"));
}

// The first colon in a host without brackets, or the end of the host.
Off host_colon(const Subject& subject) noexcept {
  const UriSpan host = subject.span(Component::host);
  if (subject.parts.host_kind != HostKind::malformed || subject.parts.has(Signal::host_brackets)) {
    return host.end;
  }
  const std::size_t colon = subject.view(host).find(':');
  return colon == std::string_view::npos ? host.end : host.begin + static_cast<Off>(colon);
}

std::string_view variant_of(const Subject& subject, bool two_colons) noexcept {
  if (!subject.parts.has(Signal::scheme_special) &&
      is_host_list(subject.view(host_and_port(subject)))) {
    return "host-list";
  }
  if (two_colons) return "two-colons";
  const std::string_view port = subject.view(Component::port);
  if (subject.parts.has(Signal::port_zero)) return "zero";
  if (is_digits(port)) return "range";
  if (is_placeholder(port) || is_pattern(port)) return "placeholder";
  if (is_with_properties(subject)) return "properties";
  if (is_drive(subject)) return "drive";
  if (is_scp_path(subject)) return "scp-path";
  return is_label(subject) ? "label" : "digits";
}

}  // namespace port_invalid

void detect_port_invalid(const Subject& subject, Sink& sink) noexcept {
  using namespace port_invalid;
  const UriParts& parts = subject.parts;
  if (subject.has_hole(Component::port) || is_scheme_doubled(subject)) return;
  const Off colon = host_colon(subject);
  const bool two_colons = colon < parts.host_end && !reads_as_bare_ipv6(subject);
  if (!two_colons && !parts.has(Signal::port_bad) && !parts.has(Signal::port_zero)) return;
  const std::string_view variant = variant_of(subject, two_colons);
  MarkList marks(subject);
  if (variant == "host-list") {
    marks.add(host_and_port(subject));
  } else if (two_colons) {
    marks.add({colon, parts.path_begin});
  } else {
    marks.add(subject.span(Component::port));
  }
  marks.emit(sink, variant);
}

}  // namespace urilint::detect
