// Reads the text in units, a byte or a percent-encoded one, and looks for `//` behind `:` or `=`:
// what follows is the authority of an inner URI, whose delimiters are encoded no deeper than its
// slashes. Encoded pairs are read the same way.
#include <algorithm>

#include "engine/secrets_steps.hpp"
#include "uri/bytes.hpp"

namespace urilint::secrets {
namespace {

constexpr unsigned kDeepest = 3;
constexpr int kMalformedTries = 16;

struct Unit {
  char byte = '\0';
  std::uint8_t size = 1;
  std::uint8_t depth = 0;  // how often it is percent-encoded
};

// `:`, `%3A`, `%253A` or `%25253A`.
Unit unit_at(std::string_view text, Off at) noexcept {
  if (text[at] != '%') return {.byte = text[at]};
  unsigned depth = 1;
  std::size_t digits = at + 1;
  while (depth < kDeepest && text.compare(digits, 2, "25") == 0 && digits + 3 < text.size() &&
         bytes::is_hex(text[digits + 2]) && bytes::is_hex(text[digits + 3])) {
    digits += 2;
    ++depth;
  }
  if (digits + 1 >= text.size() || !bytes::is_hex(text[digits]) ||
      !bytes::is_hex(text[digits + 1])) {
    return {.byte = '%'};
  }
  const unsigned value = bytes::hex_value(text[digits]) << 4 | bytes::hex_value(text[digits + 1]);
  return {.byte = static_cast<char>(value),
          .size = static_cast<std::uint8_t>(digits + 2 - at),
          .depth = static_cast<std::uint8_t>(depth)};
}

// What an inner URI with a query has, or a second layer of encoding.
bool opens_pairs(const Unit& unit) noexcept {
  constexpr std::string_view kDelimiters = ":?#@[]";
  return unit.depth > 1 || kDelimiters.find(unit.byte) != std::string_view::npos;
}

bool is_name_byte(char c) noexcept {
  return (bytes::class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0;
}

bool is_slash(char c) noexcept { return c == '/' || c == '\\'; }

struct Walk {
  const Input& in;
  Facts& facts;
  std::string_view text;
  int tries = kMalformedTries;

  [[nodiscard]] Off size() const noexcept { return static_cast<Off>(text.size()); }

  struct Authority {
    Off colon = 0;      // the first one
    Off colon_end = 0;  // 0: none
    Off at = 0;         // the last one
    Off at_end = 0;     // 0: none
    Off end = 0;
  };

  // Reads the authority at `begin` with delimiters that are encoded at most `depth` times.
  [[nodiscard]] Authority authority(Off begin, unsigned depth) const noexcept {
    Authority found;
    Off i = begin;
    while (i < size()) {
      const Unit unit = unit_at(text, i);
      const bool delimiter = unit.depth <= depth;
      if (delimiter && (is_slash(unit.byte) || unit.byte == '?' || unit.byte == '#')) break;
      if (unit.depth == 0 &&
          (bytes::class_of(unit.byte) & (bytes::kSpace | bytes::kTabNewline)) != 0) {
        break;
      }
      const Off next = i + unit.size;
      if (delimiter && unit.byte == ':' && found.colon_end == 0) {
        found.colon = i;
        found.colon_end = next;
      } else if (delimiter && unit.byte == '@') {
        found.at = i;
        found.at_end = next;
      }
      i = next;
    }
    found.end = i;
    return found;
  }

  // A credential in the authority at `begin`.
  void read_authority(Off begin, unsigned depth) {
    const Authority found = authority(begin, depth);
    if (found.at_end == 0) {
      malformed({begin, found.end}, depth);
    } else if (found.colon_end == 0 || found.colon > found.at) {
      user({begin, found.at}, {found.at_end, found.end});
    } else if (const UriSpan password{found.colon_end, found.at}; !password.empty()) {
      facts.add({.kind = SecretKind::nested,
                 .state = state_of(in, password, depth + 1),
                 .value = password,
                 .name = {begin, found.colon},
                 .strength = 2,
                 .host = {found.at_end, found.end}});
    } else {
      user({begin, found.colon}, {found.at_end, found.end});
    }
  }

  void user(UriSpan user, UriSpan host) {
    const auto strength = token_user_strength(in.raw_of(user), in.text_of(host));
    if (!strength) return;
    facts.add({.kind = SecretKind::nested,
               .state = state_of(in, user),
               .value = user,
               .strength = *strength,
               .host = host});
  }

  void malformed(UriSpan authority, unsigned depth) {
    if (depth != 0 || tries == 0) return;
    --tries;
    if (auto fact = malformed_in(in, authority, size())) {
      fact->kind = SecretKind::nested;
      facts.add(*fact);
    }
  }

  void authorities(Off from) {
    // The unit before the slashes. An empty port before them is the colon of a URI that was glued
    // to the host: `https://example.comhttps://user:password@example.net`.
    const bool glued = in.parts.has(Component::authority) && from > 0 && text[from - 1] == ':';
    char before = glued ? ':' : '\0';
    unsigned slashes = 0;
    unsigned depth = 0;
    for (Off i = from; i < size();) {
      const Unit unit = unit_at(text, i);
      i += unit.size;
      if (is_slash(unit.byte)) {
        ++slashes;
        depth = std::max<unsigned>(depth, unit.depth);
        if (slashes == 2 && (before == ':' || before == '=')) {
          // `:\/\/` of JSON is one pair of slashes.
          if (unit.size == 1 && i >= 2 && text.compare(i - 2, 4, "\\/\\/") == 0) i += 2;
          // Goes on inside it, where deeper encoded ones may stand: each depth is read once.
          read_authority(i, depth);
          before = '\0';
        }
        continue;
      }
      before = unit.byte;
      slashes = 0;
      depth = unit.depth;
    }
  }

  // Tokens in the path of a URI that stands amid words in a query or fragment.
  void tokens(Off from) {
    for (Off i = from; i < size();) {
      const Unit unit = unit_at(text, i);
      i += unit.size;
      if (unit.byte != '/') continue;
      const auto token = token_at(text, i, NameClass::none);
      if (!token || !in.holes_in(token->value).empty()) continue;
      facts.add({.kind = SecretKind::nested,
                 .state = token->state,
                 .value = token->value,
                 .strength = 2});
      i = token->value.end;
    }
  }

  // Where the value of an encoded pair ends: at `&` or `#`, encoded no deeper than its `=`.
  [[nodiscard]] Off end_of_value(Off begin, unsigned depth) const noexcept {
    Off i = begin;
    while (i < size()) {
      const Unit unit = unit_at(text, i);
      if (unit.depth <= depth && (unit.byte == '&' || unit.byte == '#')) break;
      i += unit.size;
    }
    return i;
  }

  [[nodiscard]] bool has_two_slashes(Off at) const noexcept {
    for (int i = 0; i < 2; ++i) {
      if (at >= size()) return false;
      const Unit unit = unit_at(text, at);
      if (!is_slash(unit.byte)) return false;
      at += unit.size;
    }
    return true;
  }

  // `to=svc%3Apassword%40host%3Apath`: what scp, git and drivers read, encoded once.
  void login(Off begin) {
    constexpr Off kLongest = 128;
    Off colon = 0;
    Off password = 0;
    for (Off i = begin; i < size() && i - begin < kLongest;) {
      const Unit unit = unit_at(text, i);
      const bool encoded = unit.depth == 1;
      if (unit.byte == '&' || unit.byte == '#' || unit.depth > 1) return;
      if (colon != 0 && i == password && has_two_slashes(i)) return;  // `https%3A%2F%2F…`
      if (colon == 0 && encoded && unit.byte == ':') {
        colon = i;
        password = i + unit.size;
      } else if (colon == 0 && !is_name_byte(unit.byte) && unit.byte != '-' && unit.byte != '_' &&
                 unit.byte != '.') {
        return;
      } else if (colon != 0 && encoded && unit.byte == '@') {
        if (i == password || colon == begin) return;
        SmallText host;
        if (!decode_small(text.substr(i + unit.size, kLongest), 1, host) ||
            login_host_at(host.view(), 0) < LoginHost::more) {
          return;
        }
        facts.add({.kind = SecretKind::nested,
                   .state = state_of(in, {password, i}, 2),
                   .value = {password, i},
                   .name = {begin, colon},
                   .strength = 2});
        return;
      }
      i += unit.size;
    }
  }

  // `%3Ftoken%3D…`: the name begins behind an encoded delimiter.
  void pairs(Off from) {
    Off name = 0;  // 0: no name
    // An inner URI may have begun; only then a signal of kSecretWake is sure. So it is without a
    // raw pair.
    const bool bare =
        in.parts.path_end < size() && text.find('=', in.parts.path_end) == std::string_view::npos;
    bool open = false;
    std::array<UriSpan, kDeepest + 1> known{};  // values by depth: each byte is read once a depth
    for (Off i = from; i < size();) {
      const Unit unit = unit_at(text, i);
      const Off next = i + unit.size;
      open = open || (bare && i >= in.parts.path_end);
      const bool delimiter = unit.byte == '?' || unit.byte == '&' || unit.byte == ';' ||
                             unit.byte == '#' || (unit.byte == ' ' && unit.depth > 0);
      open =
          open || (unit.depth == 0 ? unit.byte == '=' && i > in.parts.path_end : opens_pairs(unit));
      if (unit.depth == 0 && unit.byte == '=' && i > in.parts.path_end) {
        name = next;  // `to=PWD%3D…`: the value may be a pair itself
        login(next);
      } else if (unit.byte == '(') {
        name = open ? next : 0;  // `%28password%3D…%29`
      } else if (delimiter) {
        name = (open && unit.depth > 0) || (bare && i >= in.parts.path_end) ? next : 0;
      } else if (unit.byte == '=' && unit.depth > 0 && name != 0) {
        const UriSpan named{name, i};
        name = 0;
        if (promises(class_of_name(in.text_of(named), unit.depth))) {
          UriSpan& value = known[unit.depth];
          if (next < value.begin || next >= value.end) {
            value = {next, end_of_value(next, unit.depth)};
          }
          if (const auto fact = judge_parameter(in, named, {next, value.end}, SecretKind::nested,
                                                unit.depth + 1U)) {
            facts.add(*fact);
            i = value.end;
            continue;
          }
        }
      }
      i = next;
    }
  }
};

// Browsers take any number of slashes, also backslashes, behind a special scheme.
void find_lenient_authority(const Input& in, Walk& walk) {
  const UriParts& parts = in.parts;
  const bool special = has(parts.signals, Signal::scheme_special);
  const std::string_view text = in.text;
  // `\\user:…` has a scheme only by appendix B.
  if (text.size() > 2 && text[0] == '\\' && is_slash(text[1])) return walk.read_authority(2, 0);
  if (parts.has(Component::scheme) && !special) return;
  if (parts.has(Component::authority) && !span_of(parts, Component::authority).empty()) return;
  const Off begin = span_of(parts, Component::path).begin;
  Off at = begin;
  while (at < in.size() && is_slash(in.text[at])) ++at;
  if (!special && at < begin + 2 && !parts.has(Component::authority)) return;
  walk.read_authority(at, 0);
}

}  // namespace

void find_nested(const Input& in, Facts& facts) {
  const UriParts& parts = in.parts;
  Walk walk{in, facts, in.text};
  constexpr std::uint64_t kAtSigns =
      bit(Signal::at_outside) | bit(Signal::pct_delim) | bit(Signal::pct_of_pct);
  constexpr std::uint64_t kEncodedPairs =
      bit(Signal::pair) | bit(Signal::pct_delim) | bit(Signal::pct_of_pct);
  const auto signals = static_cast<std::uint64_t>(parts.signals);
  const Off from = parts.has(Component::authority) || parts.scheme_end == 0 ? parts.path_begin
                                                                            : parts.scheme_end + 1;
  if ((signals & kAtSigns) != 0) {
    find_lenient_authority(in, walk);
    facts.begin_step();
    walk.authorities(from);
  }
  if (has(parts.signals, Signal::nested) && parts.path_end < parts.size) {
    facts.begin_step();
    walk.tokens(parts.path_end);
  }
  const bool encoded = (signals & (kEncodedPairs | kTailPresent)) != 0;
  if (encoded && has(parts.signals, Signal::pct)) {
    facts.begin_step();
    walk.pairs(from);
  }
}

}  // namespace urilint::secrets
