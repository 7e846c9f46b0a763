// The marks of one finding, counted at run time: the facts in their order, then their context.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

#include "engine/detector.hpp"

namespace urilint::detect {

/// Collects marks and emits them as one finding. The first is the primary; at most sixteen further
/// ones are kept. Marks are added ascending; one that touches or overlaps the one before is joined
/// to it, one that touches a template hole is dropped.
class MarkList {
 public:
  explicit MarkList(const Subject& subject) noexcept : subject_(subject) {}

  void add(UriSpan span) noexcept {
    if (subject_.touches_hole(span)) return;
    if (count_ > 0 && span.begin <= spans_[count_ - 1].end) {
      UriSpan& last = spans_[count_ - 1];
      if (span.end > last.end) last.end = span.end;
    } else if (count_ < kMost) {
      spans_[count_++] = span;
    }
  }
  /// Adds the marks of `other`, which need not be ascending with those here.
  void append(const MarkList& other) noexcept {
    for (std::size_t i = 0; i < other.count_ && count_ < kMost; ++i) {
      spans_[count_++] = other.spans_[i];
    }
  }

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  /// The primary mark; meaningful unless `empty()`.
  [[nodiscard]] UriSpan first() const noexcept { return spans_[0]; }

  /// Emits the finding, if there is a mark. `component` is where the first one begins.
  void emit(Sink& sink, std::string_view variant, std::initializer_list<Arg> args = {},
            std::initializer_list<Mark> context = {}) const noexcept {
    if (empty()) return;
    Emission emission;
    emission.component = component_at(subject_.parts, first().begin);
    emission.primary = first();
    emission.variant = variant;
    emission.args = args;
    std::array<Mark, kMost + kContext> rest;
    std::size_t count = 0;
    for (std::size_t i = 1; i < count_; ++i) rest[count++] = {spans_[i], Role::secondary, {}};
    for (const Mark& mark : context) {
      if (count < rest.size()) rest[count++] = mark;
    }
    emission.more = std::span<const Mark>(rest).first(count);
    sink.emit(emission);
  }

 private:
  static constexpr std::size_t kMost = 17;
  static constexpr std::size_t kContext = 4;

  const Subject& subject_;
  std::array<UriSpan, kMost> spans_{};
  std::size_t count_ = 0;
};

}  // namespace urilint::detect
