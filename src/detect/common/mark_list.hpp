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
    if (count_ > 0 && span.begin <= marks_[count_ - 1].span.end) {
      Mark& last = marks_[count_ - 1];
      if (span.end > last.span.end) last.span.end = span.end;
    } else if (count_ < kMost) {
      marks_[count_++] = {span, Role::secondary, {}};
    }
  }
  /// Adds the marks of `other`, which need not be ascending with those here.
  void append(const MarkList& other) noexcept {
    for (const Mark& mark : other.marks()) {
      if (count_ < kMost) marks_[count_++] = mark;
    }
  }

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  /// The primary mark; meaningful unless `empty()`.
  [[nodiscard]] UriSpan first() const noexcept { return marks_[0].span; }

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
    for (std::size_t i = 1; i < count_; ++i) rest[count++] = marks_[i];
    for (const Mark& mark : context) {
      if (count < rest.size()) rest[count++] = mark;
    }
    emission.more = std::span<const Mark>(rest).first(count);
    sink.emit(emission);
  }

 private:
  static constexpr std::size_t kMost = 17;
  static constexpr std::size_t kContext = 4;

  [[nodiscard]] std::span<const Mark> marks() const noexcept {
    return std::span<const Mark>(marks_).first(count_);
  }

  const Subject& subject_;
  std::array<Mark, kMost> marks_{};
  std::size_t count_ = 0;
};

}  // namespace urilint::detect
