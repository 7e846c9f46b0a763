// Secret-named parameters of the query, with the surer of what name and value promise.
#include "engine/detector.hpp"

namespace urilint::detect {
namespace {

std::string_view variant_of(const Subject& subject, const SecretFact& fact) noexcept {
  if (fact.state == ValueState::example_word) return "example-word";
  if (fact.strength == 0) return "doubtful";
  if (has_token_shape(subject.view(fact.value))) return "known-shape";
  return fact.strength == 2 ? "literal" : "random";
}

// The outer URI reports what it sees itself: an inner one that stands in it as it is has the same
// parameters again.
class ToldOutside {
 public:
  explicit ToldOutside(const Subject& subject) noexcept {
    if (subject.outer == nullptr) return;
    const std::size_t at = subject.outer->text.find(subject.text);
    if (at == std::string_view::npos) return;
    offset_ = static_cast<Off>(at);
    facts_ = subject.outer->secrets();
  }
  /// To be asked in ascending order.
  [[nodiscard]] bool contains(UriSpan value) noexcept {
    while (!facts_.empty() && facts_.front().value.end <= value.begin + offset_) {
      facts_ = facts_.subspan(1);
    }
    return !facts_.empty() && facts_.front().kind == SecretKind::query_value &&
           facts_.front().value.begin <= value.begin + offset_;
  }

 private:
  std::span<const SecretFact> facts_;
  Off offset_ = 0;
};

}  // namespace

void detect_query_secret_name(const Subject& subject, Sink& sink) noexcept {
  ToldOutside outside(subject);
  for (const SecretFact& fact : subject.secrets()) {
    if (fact.kind != SecretKind::query_value || !fact.masked()) continue;
    if (outside.contains(fact.value)) continue;
    sink.emit({.component = Component::query,
               .primary = fact.value,
               .related = {{fact.name, Role::secondary, "the name of the parameter"}},
               .args = {fact.name},
               .variant = variant_of(subject, fact),
               .certain_despite_hole = true});
  }
}

}  // namespace urilint::detect
