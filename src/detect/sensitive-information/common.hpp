// What rules about credentials share: who tells a fact that two URIs of a nest show, and what a
// finding says beside the secret.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "detect/common/scope.hpp"
#include "detect/transport/common.hpp"
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

/// True if what stands in the userinfo goes over the network unencrypted. userinfo-plaintext is
/// silent beside the rules about the userinfo; they mark the scheme.
[[nodiscard]] inline bool is_sent_in_the_clear(const Subject& subject) noexcept {
  const auto* row = cleartext_row(subject);
  return row != nullptr && row->login && !is_loopback(subject) &&
         !subject.has_hole(Component::scheme);
}

/// The marks beside a secret of the userinfo: its host, and a scheme that does not encrypt it.
class UserinfoMarks {
 public:
  UserinfoMarks(const Subject& subject, UriSpan host, std::string_view label) noexcept {
    if (!host.empty()) add({host, Role::secondary, label});
    if (is_sent_in_the_clear(subject)) {
      add({subject.span(Component::scheme), Role::secondary, "not encrypted"});
    }
  }
  void add(const Mark& mark) noexcept {
    if (count_ < marks_.size()) marks_[count_++] = mark;
  }
  [[nodiscard]] std::span<const Mark> all() const noexcept {
    return std::span<const Mark>(marks_).first(count_);
  }

 private:
  std::array<Mark, 4> marks_;
  std::size_t count_ = 0;
};

}  // namespace urilint::detect
