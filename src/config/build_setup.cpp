// Each level says what every rule weighs: profile, then the files from what is extended on, then
// overrides in order. A rule that a level above locks weighs the most of what they say.
#include <algorithm>

#include "config/resolved_config.hpp"
#include "host/protected_names.hpp"

namespace urilint {
namespace {

using Level = ResolvedConfig::Level;

// What one rule weighs.
struct RuleState {
  bool active = false;
  bool named = false;
  std::vector<Severity> severity;  // by variant
};

RuleState state_in(const RuleInfo& rule, Profile profile) {
  return {in_profile(rule, profile), false, activate(rule, profile, false).severity};
}

RuleMatch best_match(const RuleInfo& rule, const ConfigWords& words) noexcept {
  RuleMatch best = RuleMatch::no;
  for (const ConfigWord& word : words) best = std::max(best, match_rule(rule, word.text));
  return best;
}
RuleMatch best_match(const RuleInfo& rule, const std::vector<std::string>& words) noexcept {
  RuleMatch best = RuleMatch::no;
  for (const std::string& word : words) best = std::max(best, match_rule(rule, word));
  return best;
}

void wake_up(RuleState& state, RuleMatch match) noexcept {
  state.active = true;
  state.named = state.named || match == RuleMatch::name;
}

// A case that is off in an active rule stays so: it is told apart as harmless.
void set_severity(RuleState& state, Severity severity) noexcept {
  if (severity == Severity::off) {
    state.active = false;
    return;
  }
  for (Severity& variant : state.severity) {
    if (!state.active || variant != Severity::off) variant = severity;
  }
  state.active = true;
}

enum class Selecting : std::uint8_t { by_configuration, by_command_line };

void apply(const RuleChanges& changes, const RuleInfo& rule, Selecting selecting,
           RuleState& state) {
  if (selecting == Selecting::by_configuration) {
    if (changes.select) {
      const RuleMatch match = best_match(rule, *changes.select);
      state.active = false;
      if (match != RuleMatch::no) wake_up(state, match);
    }
    const RuleMatch more = best_match(rule, changes.extend_select);
    if (more != RuleMatch::no) wake_up(state, more);
  }
  for (const RuleChanges::Level& level : changes.severity) {
    if (match_rule(rule, level.rule.text) == RuleMatch::no) continue;
    if (state.active || selecting == Selecting::by_configuration) {
      set_severity(state, level.severity);
    }
  }
  if (best_match(rule, changes.ignore) != RuleMatch::no) state.active = false;
}

// One level at one place.
class Weights {
 public:
  Weights(const ResolvedConfig& config, std::size_t level, const std::vector<bool>& matched)
      : config_(config), options_(*config.options), level_(config.levels[level]) {
    for (std::size_t i = 0; i < config.overrides.size(); ++i) {
      if (matched[i] && config.overrides[i].level == level) {
        (config.overrides[i].what->hosts.empty() ? here_ : by_host_)
            .push_back(config.overrides[i].what);
      }
    }
    left_out_ = level == 0 && matched.back();
    selecting_ = options_.select.empty() ? Selecting::by_configuration : Selecting::by_command_line;
  }

  [[nodiscard]] Profile profile() const {
    if (options_.profile) return *options_.profile;
    Profile profile = Profile::repo;
    for (const auto& file : level_.files) profile = file->rules.profile.value_or(profile);
    for (const ConfigOverride* change : here_) profile = change->rules.profile.value_or(profile);
    return profile;
  }

  [[nodiscard]] Thresholds thresholds() const {
    Thresholds out;
    out.profile = profile();
    for (const auto& file : level_.files) {
      if (file->min_severity) out.min_severity = file->min_severity;
      out.min_confidence = file->min_confidence.value_or(out.min_confidence);
      if (file->fail_never) out.fail_on.reset();
      if (file->fail_on) out.fail_on = file->fail_on;
    }
    if (options_.min_severity) out.min_severity = options_.min_severity;
    out.min_confidence = options_.min_confidence.value_or(out.min_confidence);
    if (options_.fail_never) out.fail_on.reset();
    if (options_.fail_on) out.fail_on = options_.fail_on;
    return out;
  }

  [[nodiscard]] RuleState state_of(const RuleInfo& rule, Profile profile) const {
    RuleState state = state_in(rule, profile);
    if (selecting_ == Selecting::by_command_line) {
      const RuleMatch match = best_match(rule, options_.select);
      state.active = false;
      if (match != RuleMatch::no) wake_up(state, match);
    }
    for (const auto& file : level_.files) apply(file->rules, rule, selecting_, state);
    const RuleMatch more = best_match(rule, options_.extend_select);
    if (more != RuleMatch::no) wake_up(state, more);
    for (const ConfigOverride* change : here_) apply(change->rules, rule, selecting_, state);
    if (left_out_ || best_match(rule, options_.ignore) != RuleMatch::no) state.active = false;
    return state;
  }

  [[nodiscard]] const std::vector<const ConfigOverride*>& here() const noexcept { return here_; }
  [[nodiscard]] const Level& level() const noexcept { return level_; }

 private:
  const ResolvedConfig& config_;
  const SetupOptions& options_;
  const Level& level_;
  std::vector<const ConfigOverride*> here_;     // that hold, whatever the host
  std::vector<const ConfigOverride*> by_host_;  // that hold for some hosts
  bool left_out_ = false;
  Selecting selecting_{};
};

// The severities of a rule that is off where its level has it so.
Severity severity_of(const RuleState& state, std::size_t variant) noexcept {
  return state.active ? state.severity[variant] : Severity::off;
}

std::optional<Severity> milder(std::optional<Severity> a, std::optional<Severity> b) noexcept {
  return a && b ? std::min(*a, *b) : a ? a : b;
}

std::shared_ptr<const ProtectedNames> names_of(const std::vector<Weights>& all,
                                               const SetupOptions& options) {
  const auto names = std::make_shared<ProtectedNames>();
  const auto add = [&names](const ConfigWords& words) {
    for (const ConfigWord& word : words) static_cast<void>(names->add(word.text));
  };
  for (const std::string& name : options.protected_names) static_cast<void>(names->add(name));
  for (const Weights& weights : all) {
    for (const auto& file : weights.level().files) add(file->protected_names);
    for (const ConfigOverride* change : weights.here()) add(change->protected_names);
  }
  return names->empty() ? nullptr : names;
}

}  // namespace

std::unique_ptr<const Setup> build_setup(const ResolvedConfig& config,
                                         const std::vector<bool>& matched) {
  auto setup = std::make_unique<Setup>();
  setup->config = &config;
  std::vector<Weights> levels;
  for (std::size_t i = 0; i < config.levels.size(); ++i) levels.emplace_back(config, i, matched);

  setup->thresholds = levels.front().thresholds();
  setup->locked_thresholds = setup->thresholds;
  for (const Weights& weights : levels) {
    const Thresholds here = weights.thresholds();
    Thresholds& all = setup->locked_thresholds;
    all.min_severity = milder(all.min_severity, here.min_severity);
    all.min_confidence = std::min(all.min_confidence, here.min_confidence);
    all.fail_on = milder(all.fail_on, here.fail_on);
    setup->locked.insert(weights.level().locked.begin(), weights.level().locked.end());
  }

  setup->gate = Gate(setup->thresholds);
  setup->locked_gate = Gate(setup->locked_thresholds);

  std::vector<ActiveRule> active;
  for (const RuleInfo* rule : config.rules) {
    const Profile own = levels.front().profile();
    const RuleState state = levels.front().state_of(*rule, own);
    ActiveRule out = activate(*rule, own, state.named);
    for (std::size_t v = 0; v < out.severity.size(); ++v) out.severity[v] = severity_of(state, v);
    for (std::size_t i = 1; i < levels.size(); ++i) {
      if (!levels[i].level().locked.contains(rule->id)) continue;
      const RuleState above = levels[i].state_of(*rule, levels[i].profile());
      for (std::size_t v = 0; v < out.severity.size(); ++v) {
        out.severity[v] = std::max(out.severity[v], severity_of(above, v));
      }
    }
    if (std::any_of(out.severity.begin(), out.severity.end(),
                    [](Severity severity) { return severity != Severity::off; })) {
      active.push_back(std::move(out));
    }
  }

  EngineOptions engine;
  engine.as_of = config.options->as_of;
  engine.protected_names = names_of(levels, *config.options);
  setup->engine = std::make_unique<Engine>(std::move(active), std::move(engine));

  const auto add_hosts = [&setup](const ConfigWords& words) {
    for (const ConfigWord& word : words) setup->https_hosts.push_back(word.text);
  };
  setup->https_hosts = config.options->https_hosts;
  for (const auto& file : levels.front().level().files) add_hosts(file->https_hosts);
  for (const ConfigOverride* change : levels.front().here()) add_hosts(change->https_hosts);
  return setup;
}

}  // namespace urilint
