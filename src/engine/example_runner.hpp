// Runs the examples of rules: the whole set of findings and their marks must be as declared.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/rule.hpp"
#include "find/finder.hpp"

namespace urilint {

struct ExampleFailure {
  std::string rule;
  std::string file;
  std::size_t example = 0;     ///< index into the rule's examples
  bool bad = false;            ///< which of both lists it is in
  std::size_t number = 1;      ///< its place in that list, from 1
  std::string uri;             ///< bytes, or the text; not redacted
  std::vector<UriSpan> masks;  ///< the secrets in it, ascending
  std::string what;            ///< expected and found, one a line
};

struct ExampleReport {
  std::size_t rules = 0;
  std::size_t examples = 0;
  std::vector<ExampleFailure> failures;
};

/// The engines that examples are judged by, with all of `rules` active. Not shared between threads.
class ExampleEngines {
 public:
  explicit ExampleEngines(std::span<const RuleInfo* const> rules);
  /// That of the example's profile, which watches over the names that the example protects and
  /// judges by its policy. Valid until the next call.
  [[nodiscard]] const Engine& engine_for(const Example& example);

 private:
  [[nodiscard]] std::unique_ptr<Engine> make_engine(Profile profile, EngineOptions options) const;

  std::span<const RuleInfo* const> rules_;
  std::array<std::unique_ptr<Engine>, kProfiles> engines_;
  std::unique_ptr<Engine> watching_;
};

/// Calls `visit` with the one candidate of the example, which is the raw text of `document`, or
/// with those found in it.
void for_each_candidate(Document& document, const Example& example, const CandidateSink& visit);

/// Judges the example, which is the raw text of `document`, as the target of a link with the text
/// that the example shows for it.
void judge_link(Document& document, const Example& example, const Engine& engine, Scratch& scratch,
                const std::function<void(const Judgement&)>& visit);

/// Adds the secrets of a candidate to `masks`, as spans of the example.
void add_secrets(const Document& document, const NestedText& text, std::vector<UriSpan>& masks);
/// Adds what the example itself calls a secret: also where it stands beside the URIs of a text.
void add_declared_secrets(const Example& example, std::vector<UriSpan>& masks);

/// Runs every example of `tested` with all of `all` active (in the example's profile).
[[nodiscard]] ExampleReport run_examples(std::span<const RuleInfo* const> all,
                                         std::span<const RuleInfo* const> tested);

}  // namespace urilint
