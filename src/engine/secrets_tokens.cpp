// Secrets that show by themselves: JSON Web Tokens, well-known beginnings of tokens, and paths that
// are a password. Three bytes, looked up in a set of bits, end nearly every look.
#include <algorithm>
#include <array>
#include <bit>

#include "engine/secrets_steps.hpp"
#include "tables/secret-paths.hpp"
#include "tables/token-shapes.hpp"
#include "uri/bytes.hpp"
#include "uri/hash.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::secrets {
namespace {

using bytes::class_of;

constexpr bool is_alnum(char c) noexcept {
  return (class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0;
}
constexpr bool is_digit(char c) noexcept { return (class_of(c) & bytes::kDigit) != 0; }
constexpr bool is_capital(char c) noexcept {
  return (class_of(c) & bytes::kUpper) != 0 || is_digit(c);
}
constexpr bool is_word(char c) noexcept { return is_alnum(c) || c == '-' || c == '_'; }

// 4,096 bits, one for a hash of three bytes: so many that a word seldom passes for a token.
struct Beginnings {
  std::array<std::uint64_t, 64> bits{};

  // Reads four bytes, of which three count.
  static constexpr std::size_t hash(const char* at) noexcept {
    const auto word = static_cast<std::uint32_t>(detail::load_little<4>(at));
    return (word << 8) * 0x9E3779B1U >> 20;
  }
  constexpr void add(const char* at) noexcept {
    bits[hash(at) >> 6] |= std::uint64_t{1} << (hash(at) & 63);
  }
  [[nodiscard]] constexpr bool has(const char* at) const noexcept {
    return (bits[hash(at) >> 6] >> (hash(at) & 63) & 1) != 0;
  }
};

constexpr Beginnings token_beginnings() noexcept {
  Beginnings set;
  for (const tables::TokenShapesRow& row : tables::kTokenShapes) set.add(row.prefix.data());
  return set;
}
constexpr Beginnings path_beginnings() noexcept {
  Beginnings set;
  for (const tables::SecretPathsRow& row : tables::kSecretPaths) set.add(row.pattern.data() + 1);
  return set;
}
constexpr Beginnings kTokenBeginnings = token_beginnings();
constexpr Beginnings kPathBeginnings = path_beginnings();
// Slashes in a row are many beginnings of segments.
static_assert(!kTokenBeginnings.has("///"));

constexpr Off kShortestToken = 20;  // of all shapes, their beginnings included

// --- JSON Web Tokens ---------------------------------------------------------------------------

// The payload of the token that introductions to the format show.
constexpr std::string_view kWellKnownPayload = "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lI";

constexpr int base64url_value(char c) noexcept {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (is_digit(c)) return c - '0' + 52;
  return c == '-' ? 62 : c == '_' ? 63 : -1;
}

struct JoseHeader {
  std::array<char, 768> data;
  std::size_t size = 0;
};

// BASE64URL(UTF8(JWS Protected Header)) (RFC 7515 7.1); false if it is longer than headers are.
bool decode_header(std::string_view text, JoseHeader& out) noexcept {
  if (text.size() > out.data.size() / 3 * 4) return false;
  unsigned value = 0;
  unsigned bits = 0;
  for (const char c : text) {
    value = (value << 6 | static_cast<unsigned>(base64url_value(c))) & 0xFFFFFF;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out.data[out.size++] = static_cast<char>(value >> bits & 0xFF);
  }
  return true;
}

// Where the string that begins at `at` ends, behind its closing quote; 0 if it does not.
std::size_t string_end(std::string_view json, std::size_t at) noexcept {
  for (std::size_t i = at + 1; i < json.size(); ++i) {
    if (json[i] == '\\') {
      ++i;
    } else if (json[i] == '"') {
      return i + 1;
    }
  }
  return 0;
}

std::size_t skip_space(std::string_view json, std::size_t at) noexcept {
  while (at < json.size() &&
         (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) {
    ++at;
  }
  return at;
}

// One object, balanced, with a member "alg" of its own.
bool is_jose_header(std::string_view json) noexcept {
  std::size_t depth = 0;
  bool found = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') {
      const std::size_t end = string_end(json, i);
      if (end == 0 || depth == 0) return false;
      const std::size_t colon = skip_space(json, end);
      const bool member = colon < json.size() && json[colon] == ':';
      found = found || (depth == 1 && member && json.substr(i, end - i) == "\"alg\"");
      i = end - 1;
    } else if (c == '{' || c == '[') {
      if (depth == 0 && (c == '[' || i != 0)) return false;
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth == 0 || --depth == 0) return found && skip_space(json, i + 1) == json.size();
    } else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t') {
      return false;
    }
  }
  return false;
}

// header "." payload "." signature, the last of which may be empty; an encrypted token has five
// parts. At the end of a sentence the last dot of an unsigned token is lost: two parts are enough
// if the payload is an object as well.
std::optional<FoundToken> jwt_at(std::string_view text, Off at) noexcept {
  std::array<Off, 5> end{};
  std::size_t parts = 0;
  Off i = at;
  while (true) {
    while (i < text.size() && base64url_value(text[i]) >= 0) ++i;
    end[parts++] = i;
    if (parts == end.size() || i >= text.size() || text[i] != '.') break;
    ++i;
  }
  if (parts < 2 || end[1] - end[0] < 3) return std::nullopt;
  if (parts == 2 && text.compare(end[0] + 1, 3, "eyJ") != 0) return std::nullopt;
  JoseHeader header;
  if (!decode_header(text.substr(at, end[0] - at), header)) return std::nullopt;
  if (!is_jose_header({header.data.data(), header.size})) return std::nullopt;
  const bool known = text.substr(end[0] + 1).starts_with(kWellKnownPayload);
  return FoundToken{{at, end[parts - 1]},
                    SecretKind::jwt,
                    known ? ValueState::example_word : ValueState::literal};
}

// --- well-known beginnings ---------------------------------------------------------------------

bool fits(char c, std::string_view chars) noexcept {
  if (chars == "alnum") return is_alnum(c);
  if (chars == "upper" || chars == "key-id") return is_capital(c);
  return is_word(c) || (c == '.' && chars == "dotted");
}

// `xxxx…`, `0000…`: what documents print in the place of a token.
bool is_one_byte(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [&](char c) { return c == text[0]; });
}

std::optional<FoundToken> shape_at(std::string_view text, Off at, NameClass name) noexcept {
  for (const tables::TokenShapesRow& row : tables::kTokenShapes) {
    if (row.anywhere == 0 || text[at] != row.prefix[0] ||
        text.compare(at, row.prefix.size(), row.prefix) != 0) {
      continue;
    }
    const bool id = row.chars == "key-id";
    if (id && name == NameClass::harmless) return std::nullopt;
    const Off begin = at + static_cast<Off>(row.prefix.size());
    Off end = begin;
    while (end < text.size() && fits(text[end], row.chars)) ++end;
    if (end - begin < row.anywhere || (id && end - begin != row.anywhere)) continue;
    if (end < text.size() && is_word(text[end])) continue;
    const std::string_view rest = text.substr(begin, end - begin);
    if (is_one_byte(rest) || randomness_of(rest) == Randomness::none) return std::nullopt;
    const bool example = rest.ends_with("EXAMPLE");
    return FoundToken{{at, end},
                      SecretKind::known_token,
                      example ? ValueState::example_word : ValueState::literal};
  }
  return std::nullopt;
}

// --- paths -------------------------------------------------------------------------------------

bool host_fits(std::string_view host, std::string_view wanted) noexcept {
  if (wanted.empty()) return true;
  if (!wanted.ends_with('.')) return equals_lower(host, wanted);
  return host.size() > wanted.size() && equals_lower(host.substr(0, wanted.size()), wanted);
}

// The secret of a path that begins as the pattern says, or nothing.
UriSpan secret_of(std::string_view text, Off at, std::string_view pattern) noexcept {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char p = pattern[i];
    const Off begin = at;
    if (p == '!') {
      std::size_t least = 0;
      for (++i; i < pattern.size() && is_digit(pattern[i]); ++i) {
        least = least * 10 + static_cast<std::size_t>(pattern[i] - '0');
      }
      while (at < text.size() && is_word(text[at])) ++at;
      if (at - begin < least) return {};
      const bool rest = i < pattern.size() && pattern[i] == '+';
      return {begin, rest ? static_cast<Off>(text.size()) : at};
    }
    if (p == '#') {
      while (at < text.size() && is_digit(text[at])) ++at;
      if (at == begin) return {};
    } else if (p == '^') {
      while (at < text.size() && is_capital(text[at])) ++at;
    } else if (p == '*') {
      while (at < text.size() && text[at] != '/') ++at;
      if (at == begin) return {};
    } else if (at < text.size() && text[at] == p) {
      ++at;
    } else {
      return {};
    }
  }
  return {};
}

void find_secret_path(const Input& in, std::string_view path, Facts& facts) {
  const std::string_view host = in.text_of(span_of(in.parts, Component::host));
  for (const tables::SecretPathsRow& row : tables::kSecretPaths) {
    // `Beginnings` holds every pattern to letters here, and the path to enough bytes.
    if (path[in.parts.path_begin + 1] != row.pattern[1]) continue;
    if (!host_fits(host, row.host)) continue;
    const UriSpan secret = secret_of(path, in.parts.path_begin, row.pattern);
    if (secret.empty()) continue;
    const bool whole_host = !row.host.empty() && !row.host.ends_with('.');
    const bool random = randomness_of(in.text_of(secret)) != Randomness::none;
    ValueState state = state_of(in, secret);
    if (is_one_byte(in.raw_of(secret))) state = ValueState::redacted;
    if (!whole_host && !random && state == ValueState::literal) continue;
    facts.add({.kind = row.kind == "session" ? SecretKind::session : SecretKind::path_secret,
               .state = state,
               .value = secret,
               .strength = static_cast<std::uint8_t>(random ? 2 : 1),
               .host = span_of(in.parts, Component::host)});
    return;
  }
}

// A signature in the path (`&sig=…%3D`) ends with the padding of base64. `path` has four bytes.
bool ends_as_base64(std::string_view path) noexcept {
  const char* const last = path.data() + path.size() - 1;
  if (*last == '=') return true;
  return (*last | 0x20) == 'd' && last[-1] == '3' && last[-2] == '%';
}

// The last slash of the first `kShortestToken` bytes, or -1.
[[gnu::always_inline]] inline int last_slash(const char* window) noexcept {
  // The highest bit of each byte that is a slash; exact, so that the last one may be asked for.
  const auto slashes = [](std::uint64_t bytes) {
    constexpr std::uint64_t kLow = 0x7f7f7f7f7f7f7f7fU;
    const std::uint64_t differs = bytes ^ 0x2f2f2f2f2f2f2f2fU;
    return ~(((differs & kLow) + kLow) | differs | kLow);
  };
  static_assert(kShortestToken == 20);
  constexpr int kWord = 64;
  if (const std::uint64_t last = slashes(detail::load_little<8>(window + 12))) {
    return 12 + (kWord - 1 - std::countl_zero(last)) / 8;
  }
  if (const std::uint64_t middle = slashes(detail::load_little<8>(window + 8))) {
    return 8 + (kWord - 1 - std::countl_zero(middle)) / 8;
  }
  const std::uint64_t first = slashes(detail::load_little<8>(window));
  return first == 0 ? -1 : (kWord - 1 - std::countl_zero(first)) / 8;
}

// The segments that are long enough for a token and begin like one. From each place it goes on
// behind the last slash before which none can be, so short segments are never looked at.
template <typename Visit>
bool visit_long_segments(std::string_view text, Off begin, Visit visit) noexcept {
  while (begin + kShortestToken <= text.size()) {
    const int slash = last_slash(text.data() + begin);
    if (slash >= 0) {
      begin += static_cast<Off>(slash) + 1;
      continue;
    }
    if (kTokenBeginnings.has(text.data() + begin) && visit(begin)) return true;
    const std::size_t end = text.find('/', begin + kShortestToken);
    if (end == std::string_view::npos) return false;
    begin = static_cast<Off>(end) + 1;
  }
  return false;
}

[[gnu::noinline]] bool has_long_segment(std::string_view text, Off begin) noexcept {
  return visit_long_segments(text, begin, [](Off) { return true; });
}

}  // namespace

bool may_hold_path_pairs(const UriParts& parts) noexcept {
  // Times in the path of a signed URL that lost its `?`, npm's `/:_authToken=`, and what was broken
  // in copying.
  constexpr std::uint64_t kBroken = bit(Signal::nested) | bit(Signal::pct_bad);
  if ((static_cast<std::uint64_t>(parts.signals) & kBroken) != 0) return true;
  return parts.path_begin + kShortestSecretPath <= parts.path_end &&
         ends_as_base64({parts.data, parts.path_end});
}

std::optional<FoundToken> token_at(std::string_view text, Off at, NameClass name) noexcept {
  if (at + kShortestToken > text.size() || !kTokenBeginnings.has(text.data() + at)) {
    return std::nullopt;
  }
  if (text.compare(at, 3, "eyJ") == 0) return jwt_at(text, at);
  return shape_at(text, at, name);
}

void add_token(const FoundToken& token, UriSpan name, Facts& facts) {
  facts.add({.kind = token.kind,
             .state = token.state,
             .value = token.value,
             .name = name,
             .strength = 2});
}

void find_in_path(const Input& in, Facts& facts) {
  const std::string_view path = in.text.substr(0, in.parts.path_end);
  if (path.size() < in.parts.path_begin + kShortestSecretPath) return;
  const Off begin = in.parts.path_begin + (path[in.parts.path_begin] == '/' ? 1U : 0U);
  if (kPathBeginnings.has(path.data() + begin)) find_secret_path(in, path, facts);
  visit_long_segments(path, begin, [&](Off at) {
    if (!in.holes_in({at, at + kShortestToken}).empty()) return false;
    if (const auto token = token_at(path, at, NameClass::none)) add_token(*token, {at, at}, facts);
    return false;
  });
}

}  // namespace urilint::secrets

namespace urilint {

bool begins_like_secret(const UriParts& parts) noexcept {
  using namespace secrets;
  const std::string_view text = parts.text();
  const auto begins = [text](Off delimiter) {
    return delimiter + 1 + kShortestToken <= text.size() &&
           kTokenBeginnings.has(text.data() + delimiter + 1);
  };
  const auto signals = static_cast<std::uint64_t>(parts.signals);
  // Times in the path of a signed URL that lost its `?`, npm's `/:_authToken=`, and what was broken
  // in copying.
  if ((signals & (bit(Signal::nested) | bit(Signal::pct_bad))) != 0) return true;
  if ((signals & kTailPresent) != 0) {
    if ((signals & kTailHides) != 0) return true;
    if (parts.has(Signal::query_present) && begins(parts.path_end)) return true;
    if (parts.has(Signal::fragment_present) && begins(parts.query_end)) return true;
  }
  Off begin = parts.path_begin;
  if (begin + kShortestSecretPath > parts.path_end) return false;
  if (ends_as_base64({parts.data, parts.path_end})) return true;
  if (parts.data[begin] == '/') ++begin;
  if (kPathBeginnings.has(parts.data + begin)) return true;
  if (begin + kShortestToken > parts.path_end) return false;
  return has_long_segment({parts.data, parts.path_end}, begin);
}

}  // namespace urilint
