// What must hold between the rules of one set: names are unique, `yields_to` names rules and makes
// no circle. Ids are looked up in a sorted map; circles are found by a walk with an own stack.
#include <algorithm>
#include <map>

#include "engine/rule_file.hpp"
#include "engine/rule_file_words.hpp"

namespace urilint {
namespace {

using Rules = std::span<const std::unique_ptr<RuleFile>>;

class SetChecker {
 public:
  SetChecker(Rules rules, std::span<const KnownRule> known, std::vector<RuleFileError>& errors)
      : rules_(rules), errors_(errors) {
    for (const KnownRule& rule : known) {
      names_.emplace(rule.id, kKnown);
      for (const std::string_view alias : rule.aliases) names_.emplace(alias, kKnown);
      ids_.emplace(rule.id, kKnown);
    }
  }

  void run() {
    for (std::size_t i = 0; i < rules_.size(); ++i) take_names(i);
    for (const auto& rule : rules_) check_yields_to(*rule);
    find_circles();
  }

 private:
  static constexpr std::size_t kKnown = static_cast<std::size_t>(-1);

  void fail(const RuleFile& rule, std::uint32_t line, std::string key, RuleFault code,
            std::string words) {
    errors_.push_back({std::string(rule.info.file), line, std::move(key), code, std::move(words)});
  }

  void take(std::size_t index, std::string_view name, std::uint32_t line, std::string key) {
    const auto [at, is_new] = names_.emplace(name, index);
    if (is_new) return;
    const std::string owner = at->second == kKnown ? std::string("a rule that is there already")
                                                   : std::string(rules_[at->second]->info.file);
    fail(*rules_[index], line, std::move(key), RuleFault::duplicate_id,
         quoted(name) + " is taken by " + owner);
  }

  void take_names(std::size_t index) {
    const RuleFile& rule = *rules_[index];
    take(index, rule.info.id, 1, {});
    ids_.emplace(rule.info.id, index);
    for (std::size_t i = 0; i < rule.info.aliases.size(); ++i) {
      take(index, rule.info.aliases[i], rule.aliases_line, "aliases[" + std::to_string(i) + ']');
    }
  }

  void check_yields_to(const RuleFile& rule) {
    for (std::size_t i = 0; i < rule.info.yields_to.size(); ++i) {
      const std::string_view other = rule.info.yields_to[i];
      if (ids_.contains(other) || errors_.size() >= kRuleErrorsMax) continue;
      std::vector<std::string_view> names;
      for (const auto& [id, index] : ids_) names.push_back(id);
      fail(rule, rule.yields_to_line, "yields_to[" + std::to_string(i) + ']',
           RuleFault::unknown_rule, "no rule " + quoted(other) + suggestion(other, names));
    }
  }

  // Depth first; a rule that is met again while it is open closes a circle.
  void find_circles() {
    std::vector<State> states(rules_.size(), State::fresh);
    for (std::size_t start = 0; start < rules_.size(); ++start) {
      if (states[start] == State::fresh) walk(start, states);
    }
  }

  enum class State : std::uint8_t { fresh, open, done };
  struct Step {
    std::size_t rule;
    std::size_t next = 0;
  };

  void walk(std::size_t start, std::vector<State>& states) {
    std::vector<Step> steps{{start}};
    states[start] = State::open;
    while (!steps.empty()) {
      Step& step = steps.back();
      const RuleFile& rule = *rules_[step.rule];
      if (step.next == rule.info.yields_to.size()) {
        states[step.rule] = State::done;
        steps.pop_back();
        continue;
      }
      const auto target = ids_.find(rule.info.yields_to[step.next++]);
      if (target == ids_.end() || target->second == kKnown) continue;
      State& state = states[target->second];
      if (state == State::open) {
        fail(rule, rule.yields_to_line, "yields_to", RuleFault::yields_cycle,
             quoted(target->first) + " yields to this rule in turn");
      } else if (state == State::fresh) {
        state = State::open;
        steps.push_back({target->second});
      }
    }
  }

  Rules rules_;
  std::vector<RuleFileError>& errors_;
  std::map<std::string_view, std::size_t> names_;  // ids and aliases
  std::map<std::string_view, std::size_t> ids_;
};

}  // namespace

void check_rule_set(Rules rules, std::span<const KnownRule> known,
                    std::vector<RuleFileError>& errors) {
  SetChecker(rules, known, errors).run();
}

}  // namespace urilint
