// Names of parameters, decoded once, in a small hash table on the stack. What does not fit is left
// out: nobody reviews the 200th parameter.
#include <array>

#include "detect/common/mark_list.hpp"
#include "detect/common/octets.hpp"
#include "detect/common/scope.hpp"

namespace urilint::detect {
namespace query_duplicate_key {

struct Slot {
  Pair pair{};
  std::uint32_t hash = 0;
  bool used = false;
};

class Table {
 public:
  explicit Table(const Subject& subject) noexcept : text_(subject.text) {}

  /// The parameter of this name that was added first, or null after adding this one.
  const Pair* find_or_add(const Pair& pair) noexcept {
    const std::uint32_t hash = hash_of(pair.name);
    for (std::uint32_t at = hash;; ++at) {
      Slot& slot = slots_[at % kSlots];
      if (!slot.used) {
        if (count_ == kMost) return nullptr;
        slot = {pair, hash, true};
        ++count_;
        return nullptr;
      }
      if (slot.hash == hash && equal(slot.pair.name, pair.name)) return &slot.pair;
    }
  }

  /// True if both spans are one text once decoded.
  [[nodiscard]] bool equal(UriSpan a, UriSpan b) const noexcept {
    const std::string_view left = text_.substr(0, a.end);
    const std::string_view right = text_.substr(0, b.end);
    while (a.begin < a.end && b.begin < b.end) {
      const Octet x = octet_at(left, a.begin, 1);
      const Octet y = octet_at(right, b.begin, 1);
      if (x.byte != y.byte) return false;
      a.begin = x.end;
      b.begin = y.end;
    }
    return a.begin >= a.end && b.begin >= b.end;
  }

 private:
  static constexpr std::uint32_t kSlots = 256;
  static constexpr std::uint32_t kMost = 192;

  [[nodiscard]] std::uint32_t hash_of(UriSpan name) const noexcept {
    const std::string_view text = text_.substr(0, name.end);
    std::uint32_t hash = 2166136261U;
    for (Off at = name.begin; at < name.end;) {
      const Octet octet = octet_at(text, at, 1);
      hash = (hash ^ octet.byte) * 16777619U;
      at = octet.end;
    }
    return hash ^ hash >> 16;
  }

  std::string_view text_;
  std::array<Slot, kSlots> slots_{};
  std::uint32_t count_ = 0;
};

// `a[]=1&a[]=2`, `a%5B%5D`: a list by its name.
bool is_list(std::string_view name) noexcept {
  return name.ends_with(']') || name.ends_with("%5D") || name.ends_with("%5d");
}

}  // namespace query_duplicate_key

void detect_query_duplicate_key(const Subject& subject, Sink& sink) noexcept {
  using namespace query_duplicate_key;
  if (shares_outer_bytes(subject)) return;
  constexpr Off kLongestName =
      256;  // beyond, comparing names could cost more than the text is long
  Table table(subject);
  MarkList marks(subject);
  Pair first{};
  for_each_pair(subject, Component::query, [&](const Pair& pair) {
    if (pair.name.empty() || pair.name.size() > kLongestName) return;
    if (is_list(subject.view(pair.name)) || subject.touches_hole(pair.name)) return;
    const Pair* const before = table.find_or_add(pair);
    if (before == nullptr || table.equal(before->value, pair.value)) return;
    if (subject.touches_hole(pair.value) || subject.touches_hole(before->value)) return;
    if (marks.empty()) first = *before;
    marks.add(pair.name);
  });
  marks.emit(sink, {}, {}, {Mark{first.name, Role::secondary, "the first of this name"}});
}

}  // namespace urilint::detect
