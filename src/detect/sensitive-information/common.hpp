// What rules about credentials share: who tells a fact that two URIs of a nest show, and what a
// finding says beside the secret.
#pragma once

#include <span>
#include <string_view>

#include "detect/common/scope.hpp"
#include "engine/detector.hpp"

namespace urilint::detect {

/// The outer URI reports what it sees itself: an inner one that stands in it as it is has the same
/// values again.
class ToldOutside {
 public:
  explicit ToldOutside(const Subject& subject) noexcept {
    if (!shares_outer_bytes(subject)) return;
    offset_ = static_cast<Off>(subject.raw.data() - subject.outer->raw.data());
    facts_ = subject.outer->secrets();
  }
  /// True if the outer URI has a fact about the value that its own rules tell. To be asked in
  /// ascending order.
  [[nodiscard]] bool contains(UriSpan value) noexcept {
    while (!facts_.empty() && facts_.front().value.end <= value.begin + offset_) {
      facts_ = facts_.subspan(1);
    }
    return !facts_.empty() && facts_.front().kind != SecretKind::nested &&
           facts_.front().value.begin <= value.begin + offset_;
  }

 private:
  std::span<const SecretFact> facts_;
  Off offset_ = 0;
};

/// Calls `tell(const SecretFact&)` for each masked fact of the kind that no outer URI tells.
template <typename Tell>
void for_each_secret(const Subject& subject, SecretKind kind, Tell tell) noexcept {
  ToldOutside outside(subject);
  for (const SecretFact& fact : subject.secrets()) {
    if (fact.kind == kind && fact.masked() && !outside.contains(fact.value)) tell(fact);
  }
}

/// The component that holds the secret's first byte.
[[nodiscard]] inline Component component_of(const Subject& subject,
                                            const SecretFact& fact) noexcept {
  return component_at(subject.parts, fact.value.begin);
}

}  // namespace urilint::detect
