// Runs the examples of rules: the whole set of findings and their marks must be as declared.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/rule.hpp"

namespace urilint {

struct ExampleFailure {
  std::string rule;
  std::string file;
  std::size_t example = 0;  ///< index into the rule's examples
  std::string what;         ///< expected and found, one a line
};

struct ExampleReport {
  std::size_t rules = 0;
  std::size_t examples = 0;
  std::vector<ExampleFailure> failures;
};

/// What an engine is told of the names that an example protects.
[[nodiscard]] EngineOptions options_for(const Example& example);

/// Runs every example of `tested` with all of `all` active (in the example's profile).
[[nodiscard]] ExampleReport run_examples(std::span<const RuleInfo* const> all,
                                         std::span<const RuleInfo* const> tested);

}  // namespace urilint
