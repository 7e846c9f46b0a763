// One walk over query and fragment. `&`, `;`, `?` and `#` begin a name; a secret value ends only at
// `&` or at a `;` that begins another pair, since a password may hold the rest.
#include <algorithm>

#include "engine/secrets_steps.hpp"

namespace urilint::secrets {
namespace {

struct Pairs {
  const Input& in;
  Facts& facts;
  UriSpan region;
  SecretKind kind;
  // Values that begin in `known` end where it ends; keeps the walk linear.
  UriSpan known{};

  [[nodiscard]] char at(Off i) const noexcept { return in.text[i]; }

  static bool begins_name(char c) noexcept { return c == '&' || c == ';' || c == '?' || c == '#'; }

  // True if `;` at `i` is followed by a name and `=`.
  [[nodiscard]] bool begins_pair(Off i) const noexcept {
    constexpr Off kLongestName = 64;
    const Off limit = std::min<Off>(region.end, i + 1 + kLongestName);
    for (Off j = i + 1; j < limit; ++j) {
      if (at(j) == '=') return j > i + 1;
      if (begins_name(at(j)) || at(j) == ' ') return false;
    }
    return false;
  }

  [[nodiscard]] Off end_of_value(Off begin) noexcept {
    if (known.begin <= begin && begin < known.end) return known.end;
    Off end = begin;
    while (end < region.end && at(end) != '&' && !(at(end) == ';' && begins_pair(end))) ++end;
    known = {begin, end};
    return end;
  }

  void walk() {
    Off name = nameless(region.begin);
    bool in_name = name == region.begin;
    for (Off i = name; i < region.end; ++i) {
      const char c = at(i);
      if (begins_name(c)) {
        name = i + 1;
        in_name = true;
      } else if (c == '/') {
        name = i + 1;
      } else if (c == '=' && in_name) {
        in_name = false;
        i = value_of({name, i}) - 1;
      }
    }
  }

  // Judges the value behind a name; returns where to go on. A token is one whatever its name says.
  Off value_of(UriSpan name) {
    const Off begin = name.end + 1;
    const NameClass promise = class_of_name(in.text_of(name));
    const std::string_view text = in.text.substr(0, region.end);
    if (const auto token = token_at(text, begin, promise); token && bare(token->value)) {
      add_token(of_region(*token), name, facts);
      return token->value.end;
    }
    if (!promises(promise)) return begin;
    const UriSpan value{begin, end_of_value(begin)};
    const auto fact = judge_parameter(in, name, value, kind);
    if (fact) facts.add(*fact);
    return fact ? value.end : begin;
  }

  // A token alone, without a name: `?eyJ…`, `#ghp_…`.
  Off nameless(Off begin) {
    const auto token = token_at(in.text.substr(0, region.end), begin, NameClass::none);
    if (!token || !bare(token->value)) return begin;
    add_token(of_region(*token), {begin, begin}, facts);
    return token->value.end;
  }

  // Nothing is known of what a hole covers, and what follows a token may belong to it.
  [[nodiscard]] bool bare(UriSpan token) const noexcept {
    if (!in.holes_in(token).empty()) return false;
    return token.end >= region.end || begins_name(at(token.end)) || at(token.end) == '/';
  }

  // The fragment has a rule of its own.
  [[nodiscard]] FoundToken of_region(FoundToken token) const noexcept {
    if (kind != SecretKind::query_value) token.kind = kind;
    return token;
  }
};

// `/container/blob&sv=…&sig=…`: somebody lost the `?`, and the server still gets the signature.
void find_in_path_pairs(const Input& in, Facts& facts) {
  const UriSpan path = span_of(in.parts, Component::path);
  const std::string_view text = in.text.substr(0, path.end);
  std::size_t at = text.find('&', path.begin);
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(text.find('&', at + 1), text.size());
    const std::size_t equals = text.substr(0, end).find('=', at);
    if (equals != std::string_view::npos) {
      const UriSpan name{static_cast<Off>(at) + 1, static_cast<Off>(equals)};
      const UriSpan value{static_cast<Off>(equals) + 1, static_cast<Off>(end)};
      const auto fact = judge_parameter(in, name, value, SecretKind::query_value);
      if (fact && fact->kind == SecretKind::signature) facts.add(*fact);
    }
    at = end < text.size() ? end : std::string_view::npos;
  }
}

}  // namespace

void find_in_pairs(const Input& in, Facts& facts) {
  const UriParts& parts = in.parts;
  if (!parts.has(Component::query) && may_hold_path_pairs(parts)) find_in_path_pairs(in, facts);
  if (!parts.has(Signal::pair) && !may_hold_bare_secret(parts)) return;
  const UriSpan query = span_of(parts, Component::query);
  // What a driver reads as properties is no query of a hierarchical URI.
  const bool driver =
      !parts.has(Signal::scheme_special) && (in.scheme_is("jdbc") || in.scheme_is("r2dbc"));
  const SecretKind kind = driver ? SecretKind::property_value : SecretKind::query_value;
  if (!query.empty()) Pairs{in, facts, query, kind, {}}.walk();
  const UriSpan fragment = span_of(parts, Component::fragment);
  if (!fragment.empty()) Pairs{in, facts, fragment, SecretKind::fragment_value, {}}.walk();
}

}  // namespace urilint::secrets
