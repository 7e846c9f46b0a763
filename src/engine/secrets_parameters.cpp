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
    Off name = region.begin;
    bool in_name = true;
    for (Off i = region.begin; i < region.end; ++i) {
      const char c = at(i);
      if (begins_name(c)) {
        name = i + 1;
        in_name = true;
      } else if (c == '/') {
        name = i + 1;
      } else if (c == '=' && in_name) {
        in_name = false;
        const UriSpan value{i + 1, end_of_value_if_secret(name, i)};
        if (value.empty()) continue;
        if (const auto fact = judge_parameter(in, {name, i}, value, kind)) {
          facts.add(*fact);
          i = value.end - 1;
        }
      }
    }
  }

  // Names that promise nothing need no end.
  [[nodiscard]] Off end_of_value_if_secret(Off name, Off equals) noexcept {
    const bool secret = class_of_name(in.text_of({name, equals})) != NameClass::none;
    return secret ? end_of_value(equals + 1) : equals + 1;
  }
};

}  // namespace

void find_in_pairs(const Input& in, Facts& facts) {
  const UriParts& parts = in.parts;
  if (!parts.has(Signal::pair)) return;
  const UriSpan query = span_of(parts, Component::query);
  if (!query.empty()) Pairs{in, facts, query, SecretKind::query_value, {}}.walk();
  const UriSpan fragment = span_of(parts, Component::fragment);
  if (!fragment.empty()) Pairs{in, facts, fragment, SecretKind::fragment_value, {}}.walk();
}

}  // namespace urilint::secrets
