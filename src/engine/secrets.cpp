// Each step adds its facts; then they are sorted, and overlapping ones become one that masks all
// that any of them masks.
#include "engine/secrets.hpp"

#include <algorithm>

#include "engine/secrets_steps.hpp"
#include "uri/table_lookup.hpp"

namespace urilint {
namespace secrets {

std::span<const UriSpan> Input::holes_in(UriSpan span) const noexcept {
  const auto first = std::lower_bound(holes.begin(), holes.end(), span.begin,
                                      [](UriSpan hole, Off at) { return hole.end <= at; });
  auto last = first;
  while (last != holes.end() && last->begin < span.end) ++last;
  return {first, last};
}

bool Input::scheme_equals(std::string_view lower) const noexcept {
  return equals_lower(text.substr(0, lower.size()), lower);
}

void Facts::add(const SecretFact& fact) {
  if (fact.value.empty() || full()) return;
  --left_;
  out_.push_back(fact);
  if (!full()) return;
  out_.back().value.end = size_;
  out_.back().state = ValueState::literal;
}

}  // namespace secrets

namespace {

// Which of two facts about the same bytes is told: the masked one, the one that covers the other,
// the surer one.
bool stronger(const SecretFact& a, const SecretFact& b) noexcept {
  if (a.masked() != b.masked()) return a.masked();
  const bool covers = a.value.contains(b.value);
  if (covers != b.value.contains(a.value)) return covers;
  if (a.strength != b.strength) return a.strength > b.strength;
  if (a.state != b.state) return a.state < b.state;
  return a.kind < b.kind;
}

void join(SecretFact& into, const SecretFact& other) noexcept {
  const Off begin = std::min(into.value.begin, other.value.begin);
  const Off end = std::max(into.value.end, other.value.end);
  if (stronger(other, into)) into = other;
  into.value = {begin, end};
}

void sort_and_join(std::vector<SecretFact>& facts, std::size_t first, Off size) {
  const auto begin = facts.begin() + static_cast<std::ptrdiff_t>(first);
  std::stable_sort(begin, facts.end(), [](const SecretFact& a, const SecretFact& b) {
    return a.value.begin < b.value.begin;
  });
  std::size_t kept = first;
  for (std::size_t i = first; i < facts.size(); ++i) {
    if (kept > first && facts[i].value.begin < facts[kept - 1].value.end) {
      join(facts[kept - 1], facts[i]);
    } else {
      facts[kept++] = facts[i];
    }
  }
  facts.resize(kept);
  if (kept - first <= kMaxSecretFacts) return;
  facts.resize(first + kMaxSecretFacts);
  facts.back().value.end = size;
  facts.back().state = ValueState::literal;
}

}  // namespace

void classify_secrets(const UriParts& parts, std::string_view raw, std::span<const UriSpan> holes,
                      std::vector<SecretFact>& out) {
  if (!may_hold_secrets(parts)) return;
  const secrets::Input in{parts, parts.text(), raw, holes};
  const std::size_t first = out.size();
  secrets::Facts facts(out, in.size());
  for (const auto step : {secrets::find_in_userinfo, secrets::find_malformed,
                          secrets::find_in_pairs, secrets::find_in_properties,
                          secrets::find_in_path, secrets::find_nested, secrets::find_in_holes}) {
    facts.begin_step();
    step(in, facts);
  }
  if (out.size() > first + 1) sort_and_join(out, first, in.size());
}

}  // namespace urilint
