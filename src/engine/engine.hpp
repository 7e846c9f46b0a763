// Judges one candidate: splits it, marks secrets, undoes nesting, wakes rules, settles who speaks.
// An Engine is immutable and shared by threads; each thread has a Scratch of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "document/document.hpp"
#include "engine/conditions.hpp"
#include "engine/link_text.hpp"
#include "engine/policy.hpp"
#include "engine/selection.hpp"
#include "engine/subject.hpp"
#include "engine/wake.hpp"
#include "find/finder.hpp"

namespace urilint {

/// What a finding weighs by the host that it is about: a configuration's say, after the rule's.
class SeverityTuning {
 public:
  virtual ~SeverityTuning() = default;
  /// `rule` is one of the engine's; off: the finding is not made. Called for findings only.
  [[nodiscard]] virtual Severity severity(const ActiveRule& rule, std::size_t variant,
                                          const Subject& subject) const = 0;
};

struct EngineOptions {
  std::uint8_t max_depth = 3;      ///< how many layers deep nested URIs are looked for
  std::size_t max_texts = 16;      ///< how many URIs one candidate may hold, itself included
  std::size_t max_findings = 256;  ///< for one candidate; more are counted, not kept
  /// What all findings of a candidate may repeat of its text: fewer are kept of a very long one, at
  /// least four, the gravest.
  std::size_t max_repeated_bytes = std::size_t{16} << 20;
  /// Names that hosts may pass for; outlives the engine's last judgement.
  std::shared_ptr<const ProtectedNames> protected_names = nullptr;
  /// What the user allows; without it, rules with `policy = true` are left out.
  std::shared_ptr<const Policy> policy = nullptr;
  std::optional<std::int64_t> as_of;  ///< seconds since 1970-01-01 UTC; none: nothing expires
  std::shared_ptr<const SeverityTuning> tuning = nullptr;
  bool ignore_wake = false;  ///< run every rule on everything (a test of `wake`)
};

/// What a rule said about one URI of a nest. Spans are offsets into that URI's text.
struct Finding {
  const ActiveRule* rule = nullptr;
  std::uint8_t variant = 0;
  Severity severity{};
  Confidence confidence{};
  Component component{};
  std::uint16_t text = 0;   ///< index into `Judgement::texts`
  std::vector<Mark> marks;  ///< primary first
  std::vector<Arg> args;
  std::optional<Address> address;  ///< what the finding is about, if that is one
};

/// One URI of a nest: the candidate itself, or one found inside another.
struct NestedText {
  TextSpan where;            ///< its bytes
  std::uint16_t outer = 0;   ///< index of the URI that holds it; itself for the candidate
  Layer layer = Layer::raw;  ///< how it was made from the outer one
  TextSpan slice;            ///< the bytes of the outer URI that it was made from, if there is one
  UriSpan extras;            ///< bytes of the outer URI that it took characters from, too
  bool replaced = false;  ///< a further text stands for it: only `kDefangRule` speaks of this one
  Subject subject;
  /// Of the subject.
  std::unique_ptr<Subject::Cache> cache = std::make_unique<Subject::Cache>();
  std::vector<UriSpan> masks;  ///< everything to mask in it, ascending, disjoint
  bool pristine = false;       ///< nothing to reset but what every candidate sets anyway
};

/// The URIs of one nest, the candidate first. What it holds keeps its address and its memory from
/// candidate to candidate: subjects point at each other, and one text is nearly always all.
class NestedTexts {
 public:
  NestedTexts() { grow(); }
  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] NestedText& operator[](std::size_t index) noexcept { return *texts_[index]; }
  [[nodiscard]] const NestedText& operator[](std::size_t index) const noexcept {
    return *texts_[index];
  }
  [[nodiscard]] NestedText& front() noexcept { return *texts_.front(); }
  [[nodiscard]] const NestedText& front() const noexcept { return *texts_.front(); }

  /// Keeps the first text, as an earlier candidate left it.
  [[nodiscard]] NestedText& restart() noexcept {
    count_ = 1;
    return front();
  }
  /// The next text, as an earlier candidate left it.
  [[nodiscard]] NestedText& add() {
    if (count_ == texts_.size()) grow();
    return *texts_[count_++];
  }

 private:
  void grow() { texts_.push_back(std::make_unique<NestedText>()); }

  std::vector<std::unique_ptr<NestedText>> texts_;
  std::size_t count_ = 0;
};

/// All about one candidate. Views live until the next call with the same Scratch.
struct Judgement {
  const NestedTexts& texts;
  std::span<const Finding> findings;  ///< by text, then primary offset, then rule id
  std::size_t dropped = 0;            ///< findings beyond `max_findings`
  bool cut = false;                   ///< URIs inside were left out: `max_depth`, `max_texts`
  const LinkText* shown = nullptr;    ///< of a link: the text that was read
  TextSpan shown_where{};             ///< … and where it stands
};

/// Memory that is reused from candidate to candidate. Not shared between threads.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

 private:
  friend class Engine;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

class Engine {
 public:
  Engine(std::vector<ActiveRule> rules, EngineOptions options);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Judges a candidate. Decoded inner texts are added to `document` until `release`. Does not
  /// throw but for lack of memory.
  [[nodiscard]] Judgement judge(Document& document, const Candidate& candidate,
                                Scratch& scratch) const;
  /// Judges a link by the text that is shown for its target, and says nothing else of the target:
  /// that is a candidate of its own.
  [[nodiscard]] Judgement judge_link(Document& document, const Candidate& target, TextSpan shown,
                                     Scratch& scratch) const;
  /// False: `judge_link` never finds anything.
  /// A candidate of kind scp is judged by the rules about a policy only.
  [[nodiscard]] bool judges_policy() const noexcept { return options_.policy != nullptr; }
  [[nodiscard]] bool judges_links() const noexcept { return !link_rules_.empty(); }
  /// Removes the inner texts of the last judgement, which ends with this.
  void release(Document& document, Scratch& scratch) const;

  [[nodiscard]] std::span<const ActiveRule> rules() const noexcept { return rules_; }

 private:
  class Run;

  std::vector<ActiveRule> rules_;
  EngineOptions options_;
  bool by_memo_;  // which rules run is decided by signals, and a WakeMemo knows them all
  std::shared_ptr<const WakeTable> wakes_;
  std::unique_ptr<Patterns> patterns_;
  std::vector<std::uint32_t> link_rules_;           // rules that `judge` never asks
  std::vector<std::vector<std::uint32_t>> yields_;  // by rule: indices of those that silence it
};

}  // namespace urilint
