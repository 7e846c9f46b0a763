// A generator writes valid URI references from the ABNF and plants one to four faults at known
// offsets; what the validator lists must be what was planted, neighbours of one code joined. The
// expected list is written down while the text is, from tables that the validator does not share.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "urilint/uri.hpp"

using namespace urilint;
using Code = ViolationCode;

namespace {

constexpr std::size_t kAtLeast = 1000;

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
  bool one_in(std::size_t bound) { return below(bound) == 0; }
  template <typename List>
  const auto& of(const List& list) {
    return list[below(std::size(list))];
  }
};

using Texts = std::vector<std::string>;

/// A fault that can be planted in the running text of a component.
struct Kind {
  Component component;
  Code code;
  Production production;
  Texts texts;  // all of it is the fault; of a `%` the first byte alone
};

/// Faults of a host that has brackets.
enum class Literal { none, address, empty, before, behind, open };

struct Order {
  std::vector<const Kind*> kinds;
  std::vector<Literal> literals;
};

// Bytes outside every set of the grammar, by code.
const Texts kControls = {"\x01", "\x1f", "\x7f", std::string(1, '\0'), "\x0b\x0c"};
const Texts kTabNewlines = {"\t", "\r", "\n", "\r\n"};
const Texts kSpaces = {" ", "  "};
const Texts kNonAscii = {"\xc3\xa9", "\x80", "\xff", "\xe2\x80\xae"};
const Texts kExcluded = {"\"", "<", ">", "^", "`", "{", "|", "}", "{}"};
const Texts kBackslashes = {"\\", "\\\\"};
const Texts kBrackets = {"[", "]", "[]", "]["};
const Texts kIncomplete = {"%", "%4", "%g", "%ag", "%u", "%-", "%z0"};

std::vector<Kind> make_kinds() {
  std::vector<Kind> kinds;
  const auto add = [&](Component component, Code code, Production production, Texts texts) {
    kinds.push_back({component, code, production, std::move(texts)});
  };
  const auto add_never = [&](Component component, Production production) {
    add(component, Code::char_control, production, kControls);
    add(component, Code::char_tab_newline, production, kTabNewlines);
    add(component, Code::char_space, production, kSpaces);
    add(component, Code::char_non_ascii, production, kNonAscii);
  };
  const auto add_text = [&](Component component, Production production) {
    add_never(component, production);
    add(component, Code::char_excluded, production, kExcluded);
    add(component, Code::char_backslash, production, kBackslashes);
    add(component, Code::pct_encoded_incomplete, Production::pct_encoded, kIncomplete);
  };
  Texts odd = {"!", "$", "&", "'",  "(", ")", "*", ",", ";", "=", "_", "~", "@",
               "[", "]", "%", "\\", "|", "{", "}", "<", ">", "^", "`", "\""};
  Texts first = odd;
  first.insert(first.end(), {"0", "7", "+", "-", "."});
  add(Component::scheme, Code::scheme_first_char, Production::scheme, first);
  add(Component::scheme, Code::scheme_char, Production::scheme, odd);
  add_never(Component::scheme, Production::scheme);

  add_text(Component::userinfo, Production::userinfo);
  add(Component::userinfo, Code::char_bracket, Production::userinfo, kBrackets);
  add(Component::userinfo, Code::userinfo_at, Production::userinfo, {"@", "@@"});

  add_text(Component::host, Production::reg_name);
  add(Component::host, Code::host_colon, Production::reg_name, {":", "::"});
  add(Component::host, Code::ip_literal_unclosed, Production::ip_literal, {"]", "]]"});

  add(Component::port, Code::port_char, Production::port,
      {"a", "-", "+", "%", "\\", "{", "!", "x", ".", "_"});
  add_never(Component::port, Production::port);

  add_text(Component::path, Production::pchar);
  add(Component::path, Code::char_bracket, Production::pchar, kBrackets);
  add(Component::path, Code::scheme_first_char, Production::segment_nz_nc, {":"});
  add_text(Component::query, Production::query);
  add(Component::query, Code::char_bracket, Production::query, kBrackets);
  add_text(Component::fragment, Production::fragment);
  add(Component::fragment, Code::char_bracket, Production::fragment, kBrackets);
  add(Component::fragment, Code::fragment_hash, Production::fragment, {"#", "##"});
  return kinds;
}

// Valid text, by production. Triplets are one piece.
const Texts kRegName = {"a", "Z", "9", "f", "-", ".", "_", "~", "!",   "$",   "&",
                        "'", "(", ")", "*", "+", ",", ";", "=", "%20", "%fF", "ab"};
const Texts kSchemeChars = {"a", "B", "9", "+", "-", ".", "z"};
const Texts kDigits = {"0", "8", "80", "443"};
const Texts kLiterals = {"[::1]",  "[2001:db8::7]",     "[::ffff:192.0.2.1]",      "[v1.a:b]",
                         "[VF.~]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:192.0.2.1]", "[::]"};
struct BadAddress {
  std::string_view inside;
  Production production;
};
constexpr BadAddress kBadAddresses[] = {{"::g", Production::ipv6_address},
                                        {"1:2", Production::ipv6_address},
                                        {"::1::", Production::ipv6_address},
                                        {"192.0.2.1", Production::ipv6_address},
                                        {"fe80::1%25eth0", Production::ipv6_address},
                                        {"::ffff:192.0.2.01", Production::ipv6_address},
                                        {"1:2:3:4:5:6:7:8:9", Production::ipv6_address},
                                        {" ::1", Production::ipv6_address},
                                        {"v", Production::ipv_future},
                                        {"v1", Production::ipv_future},
                                        {"v1.", Production::ipv_future},
                                        {"V.a", Production::ipv_future},
                                        {"v1.a%41", Production::ipv_future},
                                        {"vg.a", Production::ipv_future},
                                        {"12345::", Production::ipv6_address},
                                        {"[::1]", Production::ipv6_address}};

Texts with(const Texts& texts, std::initializer_list<const char*> more) {
  Texts out = texts;
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

/// A piece of text, and the fault it is, if it is one.
struct Piece {
  std::string text;
  const Kind* kind = nullptr;
};

bool is_hex(char c) { return (c >= '0' && c <= '9') || (to_lower(c) >= 'a' && to_lower(c) <= 'f'); }

class Writer {
 public:
  explicit Writer(Random& random) : random_(random) {}

  std::string text;
  std::vector<Violation> planted;

  // Lays down `faults` among `count` pieces of `pool`; none before piece number `from`.
  void write(Component component, const Texts& pool, std::size_t count,
             const std::vector<const Kind*>& faults, std::size_t from = 0,
             const std::string& begin = "") {
    std::vector<Piece> pieces;
    if (!begin.empty()) pieces.push_back({begin});
    for (std::size_t i = 0; i < count; ++i) pieces.push_back({random_.of(pool)});
    // A bad first character, or a leading colon, keeps its place before all others.
    const Kind* const first = bad_first(component, faults);
    if (first != nullptr) {
      const Piece piece{random_.of(first->texts), first};
      if (component == Component::scheme) pieces.erase(pieces.begin());
      pieces.insert(pieces.begin(), piece);
    }
    for (const Kind* kind : faults) {
      if (kind->component != component || kind == first) continue;
      const bool behind = first != nullptr || kind->code == Code::scheme_char;
      const std::size_t lowest = behind ? std::max<std::size_t>(from, 1) : from;
      const std::size_t at = lowest + random_.below(pieces.size() - lowest + 1);
      pieces.insert(pieces.begin() + static_cast<std::ptrdiff_t>(at),
                    Piece{random_.of(kind->texts), kind});
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) lay(pieces, i);
  }

  static const Kind* bad_first(Component component, const std::vector<const Kind*>& faults) {
    const auto found = std::find_if(faults.begin(), faults.end(), [&](const Kind* kind) {
      return kind->component == component && kind->code == Code::scheme_first_char;
    });
    return found == faults.end() ? nullptr : *found;
  }

  void plant(std::size_t begin, std::size_t end, Code code, Component component,
             Production production) {
    const UriSpan span{static_cast<Off>(begin), static_cast<Off>(end)};
    if (!planted.empty() && planted.back().code == code && planted.back().component == component &&
        planted.back().span.end == span.begin) {
      planted.back().span.end = span.end;
      return;
    }
    planted.push_back({span, code, component, production, 0});
  }

 private:
  void lay(const std::vector<Piece>& pieces, std::size_t index) {
    const Piece& piece = pieces[index];
    if (piece.kind != nullptr) {
      const bool pct = piece.kind->code == Code::pct_encoded_incomplete;
      plant(text.size(), text.size() + (pct ? 1 : piece.text.size()), piece.kind->code,
            piece.kind->component, piece.kind->production);
      text += piece.text;
      // What follows must not complete the triplet.
      const bool more = index + 1 < pieces.size();
      if (pct && more && is_hex(pieces[index + 1].text[0])) text += '~';
      return;
    }
    text += piece.text;
  }

  Random& random_;
};

bool wants(const Order& order, Component component) {
  return std::any_of(order.kinds.begin(), order.kinds.end(),
                     [&](const Kind* kind) { return kind->component == component; });
}
bool wants(const Order& order, Component component, Code code) {
  return std::any_of(order.kinds.begin(), order.kinds.end(), [&](const Kind* kind) {
    return kind->component == component && kind->code == code;
  });
}
bool wants(const Order& order, Literal literal) {
  return std::find(order.literals.begin(), order.literals.end(), literal) != order.literals.end();
}

class Generator {
 public:
  Generator(Random& random, const Order& order) : random_(random), order_(order), out_(random) {}

  Writer run() {
    const bool colon_first = wants(order_, Component::path, Code::scheme_first_char);
    const bool needs_authority = wants(order_, Component::userinfo) ||
                                 wants(order_, Component::host) || wants(order_, Component::port) ||
                                 !order_.literals.empty();
    const bool scheme = !colon_first && (wants(order_, Component::scheme) || !random_.one_in(4));
    const bool authority = needs_authority || (!colon_first && !random_.one_in(3));
    if (scheme) {
      out_.write(Component::scheme, kSchemeChars, random_.below(4), order_.kinds, 0,
                 random_.one_in(2) ? "h" : "S");
      out_.text += ':';
    }
    if (authority) write_authority();
    write_path(scheme, authority, colon_first);
    const Texts tail = with(kRegName, {":", "@", "/", "?"});
    if (wants(order_, Component::query) || random_.one_in(3)) {
      out_.text += '?';
      out_.write(Component::query, tail, random_.below(5), order_.kinds);
    }
    if (wants(order_, Component::fragment) || random_.one_in(3)) {
      out_.text += '#';
      out_.write(Component::fragment, tail, random_.below(5), order_.kinds);
    }
    return out_;
  }

 private:
  void write_authority() {
    out_.text += "//";
    if (wants(order_, Component::userinfo) || random_.one_in(3)) {
      out_.write(Component::userinfo, with(kRegName, {":"}), random_.below(5), order_.kinds);
      out_.text += '@';
    }
    if (wants(order_, Literal::open)) return write_open_literal();
    if (!order_.literals.empty()) {
      write_literal();
    } else if (!wants(order_, Component::host) && random_.one_in(4)) {
      out_.text += random_.of(kLiterals);
    } else {
      out_.write(Component::host, kRegName, random_.below(5), order_.kinds);
    }
    const bool colon = wants(order_, Component::host, Code::host_colon);
    if (!colon && !wants(order_, Component::port) && !random_.one_in(3)) return;
    out_.text += ':';
    out_.write(Component::port, kDigits, random_.below(3), order_.kinds);
  }

  // An open bracket takes the rest of the authority, colons too.
  void write_open_literal() {
    out_.write(Component::host, kRegName, random_.below(3), order_.kinds);
    const std::size_t begin = out_.text.size();
    out_.text += random_.of(Texts{"[", "[::1", "[::1:80", "[[", "[v1.a", "[%", "[ x", "[:"});
    out_.plant(begin, out_.text.size(), Code::ip_literal_unclosed, Component::host,
               Production::ip_literal);
  }

  void write_literal() {
    const auto beside = [&](Literal which, const Texts& texts) {
      if (!wants(order_, which)) return;
      const std::string& text = random_.of(texts);
      out_.plant(out_.text.size(), out_.text.size() + text.size(), Code::ip_literal_adjacent,
                 Component::host, Production::ip_literal);
      out_.text += text;
    };
    beside(Literal::before, {"a", "192.0.2.1", "a:b", "%", "\\", "a b", "::", "\xc3\xa9"});
    const std::size_t begin = out_.text.size();
    if (wants(order_, Literal::empty)) {
      out_.text += "[]";
      out_.plant(begin, begin + 2, Code::ip_literal_address, Component::host,
                 Production::ipv6_address);
    } else if (wants(order_, Literal::address)) {
      const BadAddress& bad = random_.of(kBadAddresses);
      out_.text.append("[").append(bad.inside).append("]");
      out_.plant(begin + 1, begin + 1 + bad.inside.size(), Code::ip_literal_address,
                 Component::host, bad.production);
    } else {
      out_.text += random_.of(kLiterals);
    }
    beside(Literal::behind, {"a", ".", "%41", "%", "\\", "x y", "-80", "{"});
  }

  void write_path(bool scheme, bool authority, bool colon_first) {
    const bool wanted = wants(order_, Component::path);
    if (colon_first) {
      out_.write(Component::path, kRegName, random_.below(4), order_.kinds);
    } else if (!wanted && random_.one_in(4)) {
      return;
    } else if (authority || random_.one_in(2)) {
      // path-abempty, or path-absolute, whose first segment is not empty
      const std::string begin = authority ? "/" : random_.of(Texts{"/a", "/."});
      out_.write(Component::path, with(kRegName, {":", "@", "/"}), random_.below(5), order_.kinds,
                 1, begin);
    } else {
      // path-rootless, or path-noscheme, whose first segment has no colon
      const Texts pool = scheme ? with(kRegName, {":", "@"}) : with(kRegName, {"@"});
      out_.write(Component::path, pool, 1 + random_.below(4), order_.kinds);
      if (random_.one_in(2)) out_.text += "/b:c/";
    }
  }

  Random& random_;
  const Order& order_;
  Writer out_;
};

std::string dump(std::span<const Violation> list) {
  std::string out;
  for (const Violation& v : list) {
    out.append(" ").append(name_of(v.code)).append("@").append(std::to_string(v.span.begin));
    out.append("-").append(std::to_string(v.span.end)).append(":").append(name_of(v.component));
    out.append(":").append(name_of(v.production));
  }
  return out;
}

using Counts = std::map<std::pair<Component, Code>, std::size_t>;

// Generates one text, compares, and counts what was planted.
void check(Random& random, const Order& order, Counts& counts) {
  const Writer written = Generator(random, order).run();
  const UriParts parts = split(written.text);
  std::array<Violation, 64> found{};
  const std::size_t count = violations(parts, found);
  const auto listed = std::span<const Violation>(found).first(std::min(count, found.size()));
  const bool same =
      std::equal(listed.begin(), listed.end(), written.planted.begin(), written.planted.end());
  if (!same) {
    FAIL_CHECK(written.text << "\n  planted:" << dump(written.planted)
                            << "\n  listed: " << dump(listed));
  }
  if (parts.has(Signal::invalid) != !written.planted.empty()) {
    FAIL_CHECK(written.text << ": the verdict is wrong");
  }
  for (const Violation& v : written.planted) ++counts[{v.component, v.code}];
}

bool is_host(const Kind& kind) { return kind.component == Component::host; }

// Whether both can stand in one text: a leading colon needs a reference without authority and
// scheme, and what stands in brackets is not running text.
bool fits(const Order& order, const Kind& kind) {
  const auto colon_first = [](const Kind& k) {
    return k.component == Component::path && k.code == Code::scheme_first_char;
  };
  const auto before_path = [](const Kind& k) {
    return k.component != Component::path && k.component != Component::query &&
           k.component != Component::fragment;
  };
  for (const Kind* other : order.kinds) {
    if (other->code == Code::scheme_first_char && kind.code == Code::scheme_first_char)
      return false;
    if (colon_first(*other) && before_path(kind)) return false;
    if (colon_first(kind) && before_path(*other)) return false;
  }
  if (order.literals.empty()) return true;
  if (colon_first(kind)) return false;
  if (wants(order, Literal::open)) return kind.component != Component::port;
  return !is_host(kind);
}

void add_others(Random& random, const std::vector<Kind>& kinds, Order& order) {
  for (std::size_t left = random.below(4); left > 0; --left) {
    const Kind& other = random.of(kinds);
    if (fits(order, other)) order.kinds.push_back(&other);
  }
}

}  // namespace

TEST_CASE("planted: valid references have no violation") {
  Random random{1};
  Counts counts;
  for (int i = 0; i < 20000; ++i) check(random, Order{}, counts);
  CHECK(counts.empty());
}

TEST_CASE("planted: every code in every component, alone and beside others") {
  const std::vector<Kind> kinds = make_kinds();
  Random random{3986};
  Counts counts;
  for (const Kind& kind : kinds) {
    for (std::size_t i = 0; i < kAtLeast + 200; ++i) {
      Order order;
      order.kinds.push_back(&kind);
      if (i % 3 != 0) add_others(random, kinds, order);
      check(random, order, counts);
    }
  }
  for (const Kind& kind : kinds) {
    const std::size_t count = counts[{kind.component, kind.code}];
    CAPTURE(name_of(kind.component), name_of(kind.code));
    CHECK(count >= kAtLeast);
  }
}

TEST_CASE("planted: IP literals") {
  const std::vector<Kind> kinds = make_kinds();
  const std::vector<std::vector<Literal>> orders = {
      {Literal::address},
      {Literal::empty},
      {Literal::before},
      {Literal::behind},
      {Literal::open},
      {Literal::before, Literal::behind},
      {Literal::before, Literal::address, Literal::behind},
      {Literal::empty, Literal::behind},
  };
  Random random{6874};
  Counts counts;
  for (const std::vector<Literal>& literals : orders) {
    for (std::size_t i = 0; i < kAtLeast; ++i) {
      Order order;
      order.literals = literals;
      if (i % 3 != 0) add_others(random, kinds, order);
      check(random, order, counts);
    }
  }
  for (const Code code :
       {Code::ip_literal_address, Code::ip_literal_adjacent, Code::ip_literal_unclosed}) {
    CAPTURE(name_of(code));
    const std::size_t count = counts[{Component::host, code}];
    CHECK(count >= kAtLeast);
  }
}

TEST_CASE("planted: no code is left out") {
  std::vector<bool> seen(kViolationCodes, false);
  for (const Kind& kind : make_kinds()) seen[static_cast<std::size_t>(kind.code)] = true;
  for (const Code code : {Code::ip_literal_address, Code::ip_literal_adjacent}) {
    seen[static_cast<std::size_t>(code)] = true;
  }
  CHECK(std::find(seen.begin(), seen.end(), false) == seen.end());
}
