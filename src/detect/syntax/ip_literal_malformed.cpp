// One finding for the host: what the parser says of its brackets, unless the reason has a name of
// its own (a zone, no brackets at all, a word that stands for a host, a regular expression).
#include <algorithm>

#include "detect/common/mark_list.hpp"
#include "detect/syntax/common.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace ip_literal {

bool is_about_brackets(ViolationCode code) noexcept {
  return code == ViolationCode::ip_literal_unclosed || code == ViolationCode::ip_literal_address ||
         code == ViolationCode::ip_literal_adjacent;
}

// `[host]`, `[your-server]`, `[IP_ADDRESS]`, `[host]:[port]`, or cut off at a space, `[name`: one
// word, no number, no name with dots.
bool is_placeholder(std::string_view host) noexcept {
  if (const std::size_t joint = host.find("]:["); host.size() <= 80 && joint < host.size()) {
    return is_placeholder(host.substr(0, joint + 1)) && is_placeholder(host.substr(joint + 2));
  }
  if (host.size() < 3 || host.size() > 40 || host.front() != '[') return false;
  const std::string_view word = host.substr(1, host.size() - (host.back() == ']' ? 2 : 1));
  if (word.empty() || equals_lower(word, "localhost")) return false;
  const auto fits = [](char c) {
    return (bytes::class_of(c) & bytes::kAlpha) != 0 || c == '-' || c == '_' || c == ' ';
  };
  return std::all_of(word.begin(), word.end(), fits) &&
         !std::all_of(word.begin(), word.end(), bytes::is_hex);
}

std::string_view without_port(std::string_view name) noexcept {
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  const bool port = digits > 1 && digits < name.size() && name[digits - 1] == ':';
  return port ? name.substr(0, digits - 1) : name;
}

// `https://example.com:8443[Example]` of AsciiDoc and of manual pages: the text of the link
// follows.
bool is_markup(std::string_view host) noexcept {
  const std::size_t open = std::min(host.find('['), host.size());
  const std::string_view name = without_port(host.substr(0, open));
  const std::string_view inside = host.substr(open);
  const std::size_t close = inside.find(']');
  if (close != std::string_view::npos && close + 1 != inside.size()) return false;
  const auto is_letter = [](char c) { return (bytes::class_of(c) & bytes::kAlpha) != 0; };
  return inside.find(':') == std::string_view::npos && name.find('.') != std::string_view::npos &&
         std::any_of(name.begin(), name.end(), is_letter) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (bytes::class_of(c) & bytes::kNotLdh) == 0 || c == '\\';
         });
}

bool is_word_char(char c) noexcept {
  return (bytes::class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0 || c == '_' || c == '-';
}

// What may be left out, as manuals write it: `[:PORT]`, `[user@]`, `[/path]`, `[HOST]`. `inside` is
// the text behind a bracket up to the next delimiter, `stop` that delimiter or 0.
bool is_optional_part(std::string_view inside, char stop) noexcept {
  if (inside.empty()) return stop == '/' || stop == '?' || stop == '#' || stop == '[';
  if (inside.front() == ':') {
    return inside.size() > 1 && (bytes::class_of(inside[1]) & bytes::kAlpha) != 0 &&
           std::all_of(inside.begin() + 1, inside.end(), is_word_char);
  }
  const bool is_word = (bytes::class_of(inside.front()) & bytes::kAlpha) != 0;
  if (is_word && (inside.back() == '@' || inside.back() == ':')) return true;
  return stop == ']' && inside.size() > 1 && std::all_of(inside.begin(), inside.end(), [](char c) {
           return (bytes::class_of(c) & bytes::kUpper) != 0 || c == '_' || c == '-';
         });
}

// `http://HOST[:PORT][/PATH]`, `redis://[[USER:]PASSWORD@]HOST`: how manuals show a form.
bool is_synopsis(const Subject& subject) noexcept {
  const std::string_view host = subject.view(Component::host);
  if (host.size() > kMostHostBytes) return false;
  if (host.find("[]") != std::string_view::npos || host.find("::") != std::string_view::npos) {
    return false;
  }
  const Off end = subject.span(Component::authority).end;
  const std::string_view text = subject.text;
  if (host.front() == '[' && text.substr(end).starts_with("/[")) return true;
  for (std::size_t open = text.find('[', subject.span(Component::authority).begin); open < end;
       open = text.find('[', open + 1)) {
    const std::size_t stop = std::min(text.find_first_of("[]/?#", open + 1), text.size());
    const std::string_view inside = text.substr(open + 1, stop - open - 1);
    if (is_optional_part(inside, stop < text.size() ? text[stop] : '\0')) return true;
  }
  return false;
}

// `[^/]+`, `[a-z0-9.-]+`, `[\w.]+`: the class of a regular expression.
bool is_pattern(std::string_view host) noexcept {
  const std::size_t open = host.find('[');
  if (open == std::string_view::npos) return false;
  const std::string_view inside = host.substr(open + 1);
  for (const std::string_view start : {"^", "a-z", "A-Z", "0-9", "\\w", "\\d", "\\s", "-a-z",
                                       "-\\w", "\\.", "-A-Z", ".\\w", "\\-"}) {
    if (inside.starts_with(start)) return true;
  }
  return false;
}

std::string_view variant_of(const Subject& subject, ViolationCode first) noexcept {
  const std::string_view host = subject.view(Component::host);
  if (is_placeholder(host) || is_synopsis(subject)) return "placeholder";
  if (is_pattern(host)) return "pattern";
  if (is_markup(host)) return "markup";
  if (first == ViolationCode::ip_literal_adjacent) return "beside";
  return first == ViolationCode::ip_literal_unclosed ? "unclosed" : "address";
}

void judge_brackets(const Subject& subject, Sink& sink) noexcept {
  MarkList marks(subject);
  ViolationCode first{};
  for (const Violation& violation : subject.violations()) {
    if (!is_about_brackets(violation.code)) continue;
    if (marks.empty()) first = violation.code;
    // Text behind the brackets may hold a colon of its own: what follows it was meant as no port.
    const bool to_end = violation.code == ViolationCode::ip_literal_adjacent &&
                        violation.span.end == subject.parts.host_end &&
                        subject.parts.has(Signal::port_bad);
    marks.add({violation.span.begin, to_end ? subject.parts.path_begin : violation.span.end});
  }
  marks.emit(sink, variant_of(subject, first));
}

}  // namespace ip_literal

void detect_ip_literal_malformed(const Subject& subject, Sink& sink) noexcept {
  using namespace ip_literal;
  if (subject.parts.host_kind != HostKind::malformed || subject.has_hole(Component::host)) return;
  MarkList marks(subject);
  if (!subject.parts.has(Signal::host_brackets)) {
    if (!reads_as_bare_ipv6(subject)) return;
    marks.add(host_and_port(subject));
    return marks.emit(sink, "bare");
  }
  judge_brackets(subject, sink);
}

}  // namespace urilint::detect
