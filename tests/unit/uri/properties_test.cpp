// What must hold for any bytes: the parts rejoin, spans stay inside, signals say what a slow and
// obvious reading of the text says, violations are sorted and never touch a hole. Each text lies
// in a block of exactly its size, so that a sanitizer sees every byte read past the end.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tables/schemes.hpp"
#include "uri/hash.hpp"
#include "urilint/uri.hpp"

using namespace urilint;

namespace {

// splitmix64
struct Random {
  std::uint64_t state;

  std::uint64_t next() {
    state += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
  }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
};

struct Block {
  std::unique_ptr<char[]> bytes;
  std::size_t size;

  explicit Block(std::string_view text) : bytes(new char[text.size()]), size(text.size()) {
    text.copy(bytes.get(), size);
  }
  [[nodiscard]] std::string_view view() const { return {bytes.get(), size}; }
};

constexpr Component kLeaves[] = {Component::scheme,  Component::userinfo, Component::host,
                                 Component::port,    Component::path,     Component::query,
                                 Component::fragment};

std::string rejoin(const UriParts& parts) {
  std::string out;
  const auto add = [&](std::string_view before, Component which, std::string_view behind) {
    if (!parts.has(which)) return;
    out.append(before).append(text_of(parts, which)).append(behind);
  };
  add("", Component::scheme, ":");
  if (parts.has(Component::authority)) out += "//";
  add("", Component::userinfo, "@");
  add("", Component::host, "");
  add(":", Component::port, "");
  add("", Component::path, "");
  add("?", Component::query, "");
  add("#", Component::fragment, "");
  return out;
}

// The split once more, by searching: appendix B, the last `@`, brackets, the last `:`.
std::string obvious_split(std::string_view text) {
  std::string out;
  const auto add = [&out](std::string_view name, std::string_view value) {
    out.append(name).append("<").append(value).append(">");
  };
  const std::size_t colon = text.find_first_of(":/?#");
  if (colon != std::string_view::npos && colon != 0 && text[colon] == ':') {
    add("scheme", text.substr(0, colon));
    text.remove_prefix(colon + 1);
  }
  if (text.starts_with("//")) {
    const std::size_t end = std::min(text.find_first_of("/?#", 2), text.size());
    std::string_view rest = text.substr(2, end - 2);
    text.remove_prefix(end);
    if (const std::size_t at = rest.rfind('@'); at != std::string_view::npos) {
      add("userinfo", rest.substr(0, at));
      rest.remove_prefix(at + 1);
    }
    const std::size_t bracket = rest.find_last_of("[]");
    const std::size_t last = rest.rfind(':');
    const bool open = bracket != std::string_view::npos && rest[bracket] == '[';
    const bool port = last != std::string_view::npos && !open &&
                      (bracket == std::string_view::npos || bracket < last);
    add("host", rest.substr(0, port ? last : rest.size()));
    if (port) add("port", rest.substr(last + 1));
  }
  const std::size_t path = std::min(text.find_first_of("?#"), text.size());
  add("path", text.substr(0, path));
  text.remove_prefix(path);
  if (text.starts_with('?')) {
    const std::size_t end = std::min(text.find('#'), text.size());
    add("query", text.substr(1, end - 1));
    text.remove_prefix(end);
  }
  if (text.starts_with('#')) add("fragment", text.substr(1));
  return out;
}

std::string dump(const UriParts& parts) {
  std::string out;
  for (const Component which : kLeaves) {
    if (!parts.has(which)) continue;
    out.append(name_of(which)).append("<").append(text_of(parts, which)).append(">");
  }
  return out;
}

// --- the signals, each by its own sentence ---------------------------------------------------

bool holds_any(std::string_view text, std::string_view set) {
  return text.find_first_of(set) != std::string_view::npos;
}
template <typename Test>
bool any_byte(std::string_view text, Test test) {
  return std::any_of(text.begin(), text.end(),
                     [&](char c) { return test(static_cast<unsigned char>(c)); });
}
bool is_alnum(unsigned c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(unsigned c) { return c >= '0' && c <= '9'; }
int hex_of(char c) {
  const std::size_t at = std::string_view("0123456789abcdef").find(to_lower(c));
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

std::vector<std::string_view> pieces(std::string_view text, char between) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t end = text.find(between);
    out.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

class Signs {
 public:
  explicit Signs(const UriParts& parts) : parts_(parts), text_(parts.text()) {
    scheme();
    authority();
    host();
    port();
    triplets();
    tail();
    everywhere();
  }
  std::uint64_t bits = 0;

 private:
  void put(Signal signal, bool on) {
    if (on) bits |= bit(signal);
  }
  [[nodiscard]] std::string_view of(Component which) const {
    return parts_.has(which) ? text_of(parts_, which) : std::string_view();
  }

  void scheme() {
    put(Signal::scheme_present, parts_.has(Component::scheme));
    put(Signal::scheme_upper, holds_any(of(Component::scheme), "ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
    std::string lower(of(Component::scheme));
    std::transform(lower.begin(), lower.end(), lower.begin(), to_lower);
    for (const auto& row : tables::kSchemes) {
      if (!parts_.has(Component::scheme) || row.scheme != lower) continue;
      put(Signal::scheme_listed, true);
      put(Signal::scheme_special, row.special);
      put(Signal::scheme_suspicious, !row.hazard.empty());
      put(Signal::scheme_only, row.special && lower != "file" && !parts_.has(Component::authority));
    }
  }

  void authority() {
    put(Signal::authority_present, parts_.has(Component::authority));
    put(Signal::userinfo_present, parts_.has(Component::userinfo));
    put(Signal::userinfo_colon, holds_any(of(Component::userinfo), ":"));
    put(Signal::authority_many_at, holds_any(of(Component::userinfo), "@"));
    const bool special = (bits & bit(Signal::scheme_special)) != 0;
    const std::string_view path = of(Component::path);
    const bool browser =
        !parts_.has(Component::authority) && (special || !parts_.has(Component::scheme)) &&
        (path.starts_with("\\\\") || path.starts_with("\\/") || path.starts_with("/\\"));
    put(Signal::authority_backslash, browser || holds_any(of(Component::authority), "\\"));
  }

  void host() {
    std::string_view host = of(Component::host);
    put(Signal::host_empty, parts_.has(Component::host) && host.empty());
    put(Signal::host_brackets, holds_any(host, "[]"));
    put(Signal::host_pct, holds_any(host, "%"));
    put(Signal::host_non_ascii, any_byte(host, [](unsigned c) { return c >= 0x80; }));
    put(Signal::host_upper, any_byte(host, [](unsigned c) { return c >= 'A' && c <= 'Z'; }));
    put(Signal::host_odd,
        any_byte(host, [](unsigned c) { return !is_alnum(c) && c != '-' && c != '.'; }));
    for (const std::string_view label : pieces(host, '.')) {
      put(Signal::host_xn, label.size() >= 4 && to_lower(label[0]) == 'x' &&
                               to_lower(label[1]) == 'n' && label.substr(2, 2) == "--");
    }
    if (host.empty()) return;
    const bool trailing = host.ends_with('.');
    put(Signal::host_trailing_dot, trailing);
    if (trailing) host.remove_suffix(1);
    const auto labels = pieces(host, '.');
    for (const std::string_view label : labels) {
      put(Signal::host_odd_label, label.empty() || label.starts_with('-') || label.ends_with('-'));
    }
    put(Signal::host_single_label, !holds_any(host, "."));
    const std::string_view last = pieces(host, '.').back();
    put(Signal::host_numeric, !holds_any(of(Component::host), "[]") && !last.empty() &&
                                  is_digit(static_cast<unsigned char>(last[0])));
  }

  void port() {
    const std::string_view port = of(Component::port);
    put(Signal::port_present, parts_.has(Component::port));
    if (port.empty()) return;
    const bool digits = !any_byte(port, [](unsigned c) { return !is_digit(c); });
    std::string_view value = port;
    while (value.size() > 1 && value[0] == '0') value.remove_prefix(1);
    const bool fits = digits && value.size() <= 5 && std::stoul(std::string(value)) <= 65535;
    put(Signal::port_valid, fits);
    put(Signal::port_zero, fits && value == "0");
    put(Signal::port_bad, !fits);
  }

  void triplets() {
    put(Signal::pct, holds_any(text_, "%"));
    for (std::size_t at = text_.find('%'); at != std::string_view::npos;
         at = text_.find('%', at + 1)) {
      const std::string_view two = text_.substr(at + 1, 2);
      if (two.size() == 2 && hex_of(two[0]) >= 0 && hex_of(two[1]) >= 0) {
        octet(static_cast<unsigned>(hex_of(two[0]) * 16 + hex_of(two[1])));
      } else {
        put(Signal::pct_bad, true);
        put(Signal::pct_u, !two.empty() && to_lower(two[0]) == 'u');
      }
    }
  }
  void octet(unsigned c) {
    put(Signal::pct_of_pct, c == '%');
    put(Signal::pct_nul, c == 0);
    put(Signal::pct_crlf, c == 0x0d || c == 0x0a);
    put(Signal::pct_control, (c < 0x20 || c == 0x7f) && c != 0 && c != 0x0d && c != 0x0a);
    put(Signal::pct_dot, c == '.');
    put(Signal::pct_slash, c == '/' || c == '\\');
    put(Signal::pct_delim, c != 0 && c < 0x80 && holds_any(":?#@[]", {text_of_octet(c), 1}));
    put(Signal::nested, c == ':');
    put(Signal::pct_high, c >= 0x80);
    put(Signal::pct_unreserved, is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~');
  }
  const char* text_of_octet(unsigned c) {
    octet_ = static_cast<char>(c);
    return &octet_;
  }

  void tail() {
    const std::string_view path = of(Component::path);
    const std::string_view query = of(Component::query);
    const std::string_view fragment = of(Component::fragment);
    for (const std::string_view segment : pieces(path, '/')) {
      put(Signal::dot_segment, segment == "." || segment == "..");
      put(Signal::dotdot_segment, segment == "..");
      put(Signal::dot_parameter, segment.starts_with(".;") || segment.starts_with("..;"));
    }
    put(Signal::empty_segment, path.find("//") != std::string_view::npos);
    put(Signal::path_parameter, holds_any(path, ";"));
    put(Signal::query_present, parts_.has(Component::query));
    put(Signal::fragment_present, parts_.has(Component::fragment));
    put(Signal::pair, holds_any(query, "=") || holds_any(fragment, "="));
    for (const std::string_view part : {path, query, fragment}) {
      put(Signal::nested, holds_any(part, ":") || part.find("//") != std::string_view::npos);
      put(Signal::at_outside, holds_any(part, "@"));
      put(Signal::forbidden, holds_any(part, "[]"));
    }
    put(Signal::at_outside, holds_any(of(Component::scheme), "@"));
    put(Signal::forbidden, holds_any(of(Component::scheme), "[]"));
    put(Signal::forbidden, holds_any(of(Component::userinfo), "[]"));
    put(Signal::forbidden, holds_any(fragment, "#"));
  }

  void everywhere() {
    put(Signal::non_ascii, any_byte(text_, [](unsigned c) { return c >= 0x80; }));
    put(Signal::control, any_byte(text_, [](unsigned c) {
          return (c < 0x20 && c != '\t' && c != '\r' && c != '\n') || c == 0x7f;
        }));
    put(Signal::tab_newline, holds_any(text_, "\t\r\n"));
    put(Signal::space, holds_any(text_, " "));
    put(Signal::backslash, holds_any(text_, "\\"));
    put(Signal::forbidden, holds_any(text_, "\"<>^`{|}"));
  }

  const UriParts& parts_;
  std::string_view text_;
  char octet_ = 0;
};

std::string names_of(std::uint64_t bits) {
  std::string out;
  for (std::size_t i = 0; i < kSignalCount; ++i) {
    if ((bits >> i & 1U) != 0) out.append(" ").append(name_of(static_cast<Signal>(i)));
  }
  return out;
}

// --- the properties ----------------------------------------------------------------------------

std::string fault_of_spans(const UriParts& parts) {
  const UriSpan whole{0, parts.size};
  for (const Component which : kLeaves) {
    const UriSpan span = span_of(parts, which);
    if (span.begin > span.end || !whole.contains(span)) return "a span leaves the text";
    if (!parts.has(which) && !span.empty()) return "an absent component is not empty";
    for (Off at = span.begin; at < span.end; ++at) {
      if (component_at(parts, at) != which) return "component_at is not the component's";
    }
  }
  return {};
}

std::string fault_of_violations(const UriParts& parts, std::span<const UriSpan> holes) {
  const std::size_t count = violations(parts, {}, holes);
  if (parts.has(Signal::invalid) != (count > 0)) return "invalid is not: a violation";
  std::vector<Violation> found(count);
  if (violations(parts, found, holes) != count) return "the count changes";
  if (count == 0) return parts.first_violation == parts.size ? "" : "first violation of none";
  if (found[0].span.begin < parts.first_violation) return "a violation before the first";
  Violation before{};
  for (std::size_t i = 0; i < count; ++i) {
    const Violation& v = found[i];
    if (v.span.empty() || v.span.end > parts.size) return "a violation has no place";
    if (i > 0 && v.span.begin < before.span.end) return "violations overlap or fall back";
    if (i > 0 && v.span.begin == before.span.end && v.code == before.code &&
        v.component == before.component) {
      return "neighbours are not one";
    }
    if (!span_of(parts, v.component).contains(v.span)) return "a violation leaves its component";
    if (component_at(parts, v.span.begin) != v.component) return "another component";
    for (const UriSpan hole : holes) {
      if (hole.overlaps(v.span)) return "a violation touches a hole";
    }
    before = v;
  }
  return {};
}

std::string fault_of(std::string_view text) {
  const Block block(text);
  const UriParts parts = split(block.view());
  if (parts.text() != text) return "not all of the text";
  if (rejoin(parts) != text) return "does not rejoin";
  if (dump(parts) != obvious_split(text)) return "split: " + dump(parts);
  const Signs wanted(parts);
  const std::uint64_t ours = static_cast<std::uint64_t>(parts.signals) & ~bit(Signal::invalid);
  if (ours != wanted.bits) {
    return "signals too many:" + names_of(ours & ~wanted.bits) +
           ", missing:" + names_of(wanted.bits & ~ours);
  }
  if (parts.has(Component::host) &&
      parts.host_hash != hash_lower(text_of(parts, Component::host))) {
    return "host hash";
  }
  if (std::string fault = fault_of_spans(parts); !fault.empty()) return fault;
  return fault_of_violations(parts, {});
}

std::vector<UriSpan> random_holes(Random& random, std::size_t size) {
  std::vector<UriSpan> out;
  for (Off at = 0; out.size() < 4;) {
    at += static_cast<Off>(random.below(8));
    const Off end = at + 1 + static_cast<Off>(random.below(6));
    if (end > size) break;
    out.push_back({at, end});
    at = end;
  }
  return out;
}

std::string fault_with_holes(const std::string& text, Random& random) {
  const std::vector<UriSpan> holes = random_holes(random, text.size());
  if (holes.empty()) return {};
  const Block block(text);
  mask_holes({block.bytes.get(), block.size}, holes);
  const UriParts parts = split(block.view(), holes);
  if (!parts.has(Signal::hole)) return "no hole signal";
  for (const Component which : kLeaves) {
    const UriSpan span = span_of(parts, which);
    const bool touched =
        std::any_of(holes.begin(), holes.end(), [&](UriSpan hole) { return hole.overlaps(span); });
    const bool marked = (parts.holes >> static_cast<unsigned>(which) & 1U) != 0;
    if (touched && !marked) return "a touched component is not marked";
    if (marked && !touched && !span.empty()) return "an untouched component is marked";
  }
  return fault_of_violations(parts, holes);
}

std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c >= ' ' && c <= '~') {
      out += c;
    } else {
      constexpr std::string_view kHex = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

constexpr std::string_view kSeeds[] = {
    "https://user:pa%20ss@www.example.com:8443/a/./b/../c;v=1?q=1&u=http%3A%2F%2Fexample.org#top",
    "http://192.0.2.1/",
    "http://[2001:db8::7]:80/x",
    "//[v1.a:b]/p?x[]=1",
    "mailto:ann@example.com?subject=x",
    "urn:example:animal:ferret:nose",
    "FTP://Example.COM.:21/%2e%2E/..;/a//b",
    "file:///C:/a%00b",
    "http:\\\\example.com\\a",
    "//xn--bcher-kva.example:0/%25%7f%u0041%0d%0a",
    "jdbc:postgresql://db.example.com:5432/x",
    "data:text/html,<b>|{}^`\"",
    "git@example.com:group/repo.git",
    "./a:b?c#d#e",
    "http://[::1]x:80/%",
    "..;x/.;y/.../. ",
    "javascript:alert('\t')",
    "//a.1.:00080/",
};

std::string random_text(Random& random) {
  static constexpr std::string_view kLoaded = "aZ1:/?#[]@%.v\\ ;=-_xnX--~!2e3Af\t\x7f\xc3{|";
  std::string out;
  const bool any = random.below(4) == 0;
  for (std::size_t left = random.below(40); left > 0; --left) {
    out += any ? static_cast<char>(random.below(256)) : kLoaded[random.below(kLoaded.size())];
  }
  return out;
}

std::string mutated(Random& random) {
  static constexpr std::string_view kPieces[] = {
      "%",  "%4",  "%41", "%zz", "@",    ":",   "[",    "]", "//", "/", "?",    "#", "\\",  ".",
      "..", "xn-", "-",   "--",  "xn--", ":80", "\xc3", " ", "\n", "=", "%2e;", ";", "..;", "0"};
  std::string out(kSeeds[random.below(std::size(kSeeds))]);
  for (std::size_t left = 1 + random.below(5); left > 0; --left) {
    const std::size_t at = random.below(out.size() + 1);
    switch (random.below(4)) {
      case 0:
        out.insert(at, kPieces[random.below(std::size(kPieces))]);
        break;
      case 1:
        out.erase(at, random.below(4));
        break;
      case 2:
        out.replace(at, std::min<std::size_t>(1, out.size() - at),
                    kPieces[random.below(std::size(kPieces))]);
        break;
      default:
        out.insert(at, out.substr(random.below(out.size() + 1), random.below(10)));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("properties: any bytes, and valid references with faults") {
  Random random{3986};
  std::size_t invalid = 0;
  std::size_t valid = 0;
  for (int i = 0; i < 200000; ++i) {
    const std::string text = i % 2 == 0 ? random_text(random) : mutated(random);
    const std::string fault = fault_of(text);
    if (!fault.empty()) FAIL_CHECK(shown(text) << ": " << fault);
    ++(split(text).has(Signal::invalid) ? invalid : valid);
  }
  CHECK(invalid > 20000);
  CHECK(valid > 20000);
}

TEST_CASE("properties: violations never touch a hole") {
  Random random{20261130};
  for (int i = 0; i < 100000; ++i) {
    const std::string text = i % 2 == 0 ? random_text(random) : mutated(random);
    const std::string fault = fault_with_holes(text, random);
    if (!fault.empty()) FAIL_CHECK(shown(text) << ": " << fault);
  }
}

TEST_CASE("properties: shapes of one mebibyte") {
  struct Shape {
    std::string_view prefix;
    std::string_view unit;
    std::size_t violations;
    Signal signal;
  };
  constexpr std::size_t kSize = std::size_t{1} << 20;
  constexpr Shape kShapes[] = {
      {"", "/", 0, Signal::empty_segment},
      {"", "../", 0, Signal::dotdot_segment},
      {"", "%", 1, Signal::pct_bad},
      {"//", "%", 1, Signal::host_pct},
      {"", ":@", 1, Signal::at_outside},
      {"//", ":@", kSize / 2 - 2, Signal::authority_many_at},
      {"", "[", 1, Signal::forbidden},
      {"//", "[", 1, Signal::host_brackets},
      {"//", "[:", 1, Signal::host_brackets},
      {"//", "]", 1, Signal::host_brackets},
      {"//", "[]", 1, Signal::host_brackets},
      {"//", "a.", 0, Signal::host_trailing_dot},
      {"//", "xn--.", 0, Signal::host_xn},
      {"", "1", 0, Signal::host_numeric},
      {"//", "1", 0, Signal::host_numeric},
      {"//a:", "1", 0, Signal::port_bad},
      {"//a:", "0", 0, Signal::port_zero},
      {"//", ":", 1, Signal::port_present},
      {"?", "//", 0, Signal::nested},
      {"#", "#", 1, Signal::forbidden},
      {"/", "a b", kSize / 3, Signal::space},
      {"", "a", 0, Signal::scheme_present},
  };
  for (const Shape& shape : kShapes) {
    std::string text(shape.prefix);
    while (text.size() < kSize) text += shape.unit;
    text.resize(kSize);
    CAPTURE(shape.prefix, shape.unit);
    const Block block(text);
    const UriParts parts = split(block.view());
    CHECK(rejoin(parts) == text);
    CHECK(violations(parts, {}) == shape.violations);
    CHECK(parts.has(Signal::invalid) == (shape.violations > 0));
    const Signs wanted(parts);
    CHECK(parts.has(shape.signal) == ((wanted.bits & bit(shape.signal)) != 0));
    CHECK((static_cast<std::uint64_t>(parts.signals) & ~bit(Signal::invalid)) == wanted.bits);
    CHECK(fault_of_violations(parts, {}).empty());
  }
}

TEST_CASE("properties: a text of nothing, and of one byte") {
  CHECK(fault_of("").empty());
  CHECK(split(std::string_view()).path_kind == PathKind::empty);
  for (int c = 0; c < 256; ++c) {
    const std::string text(1, static_cast<char>(c));
    CAPTURE(c);
    CHECK(fault_of(text) == "");
  }
}
