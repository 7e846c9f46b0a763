// Each level says what every rule weighs: profile, then the files from what is extended on, then
// overrides in order. A rule that a level above locks weighs the most of what they say.
#include <algorithm>

#include "config/policy_words.hpp"
#include "config/resolved_config.hpp"
#include "detect/policy/common.hpp"
#include "engine/policy.hpp"
#include "engine/subject.hpp"
#include "host/protected_names.hpp"
#include "urilint/names.hpp"

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
      : options_(*config.options), level_(config.levels[level]) {
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
    Profile profile = options_.default_profile;
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

  [[nodiscard]] PolicyWords policy() const {
    PolicyWords out;
    for (const auto& file : level_.files) lay_over(file->policy, out);
    for (const ConfigOverride* change : here_) lay_over(change->policy, out);
    return out;
  }

  [[nodiscard]] const std::vector<const ConfigOverride*>& here() const noexcept { return here_; }
  [[nodiscard]] const std::vector<const ConfigOverride*>& by_host() const noexcept {
    return by_host_;
  }
  [[nodiscard]] Selecting selecting() const noexcept { return selecting_; }
  [[nodiscard]] const Level& level() const noexcept { return level_; }

 private:
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

// Allow lists of what is nearer replace those before, deny lists add up. What a level above locks
// stands: a list of a level below it can only be another one.
std::shared_ptr<const Policy> policy_of(const std::vector<Weights>& all) {
  PolicyWords own = all.front().policy();
  for (const Weights& weights : all) {
    if (&weights == &all.front()) continue;
    PolicyWords above = weights.policy();
    const auto& locked = weights.level().locked;
    const auto hold = [&locked](std::string_view rule, const ConfigWords& list, ConfigWords& mine) {
      if (locked.contains(rule) && !list.empty()) mine = list;
    };
    const auto deny = [&locked](std::string_view rule, const ConfigWords& list, ConfigWords& mine) {
      if (locked.contains(rule)) mine.insert(mine.end(), list.begin(), list.end());
    };
    hold("policy-scheme", above.schemes, own.schemes);
    hold("policy-host", above.hosts, own.hosts);
    hold("policy-port", above.ports, own.ports);
    deny("policy-scheme", above.deny_schemes, own.deny_schemes);
    deny("policy-host", above.deny_hosts, own.deny_hosts);
    deny("policy-port", above.deny_ports, own.deny_ports);
  }
  return build_policy(own, [](const ConfigWord&, const std::string&) {});
}

// Severities by the host of the URI that a finding is about.
class HostTuning final : public SeverityTuning {
 public:
  struct Change {
    const RuleChanges* rules = nullptr;
    PolicyHosts hosts;
  };
  struct Level {
    std::vector<RuleState> states;  // by rule
    std::vector<Change> changes;
    const std::set<std::string_view>* locked = nullptr;  // null: it says of every rule
  };
  HostTuning(std::vector<const RuleInfo*> rules, std::vector<Level> levels, Selecting selecting)
      : rules_(std::move(rules)), levels_(std::move(levels)), selecting_(selecting) {}

  [[nodiscard]] Severity severity(const ActiveRule& rule, std::size_t variant,
                                  const Subject& subject) const override {
    const auto place =
        std::lower_bound(rules_.begin(), rules_.end(), rule.info,
                         [](const RuleInfo* a, const RuleInfo* b) { return a->id < b->id; });
    const auto index = static_cast<std::size_t>(place - rules_.begin());
    Severity gravest = severity_for(policy_host_of(subject), rule, index, variant);
    // A host that only some programs read must not silence what leads others elsewhere.
    if (const auto url = detect::browsers_reading(subject)) {
      gravest = std::max(gravest, severity_for(owned(*url->host), rule, index, variant));
    }
    return gravest;
  }

 private:
  using Host = std::optional<detect::OwnedHost>;

  [[nodiscard]] Severity severity_for(const Host& host, const ActiveRule& rule, std::size_t index,
                                      std::size_t variant) const {
    Severity gravest = Severity::off;
    for (const Level& level : levels_) {
      if (level.locked != nullptr && !level.locked->contains(rule.info->id)) continue;
      RuleState state = level.states[index];
      for (const Change& change : level.changes) {
        if (host && names(change.hosts, *host)) apply(*change.rules, *rule.info, selecting_, state);
      }
      gravest = std::max(gravest, severity_of(state, variant));
    }
    return gravest;
  }
  static bool names(const PolicyHosts& hosts, const detect::OwnedHost& host) noexcept {
    const PolicyPath path("/");
    return hosts.find(host.view(), path, PolicyHosts::Forms::any) == PolicyMatch::whole;
  }
  // By what RFC 3986 reads; a host with a hole is none.
  static Host policy_host_of(const Subject& subject) {
    if (!subject.parts.has(Component::host) || subject.has_hole(Component::host)) {
      return std::nullopt;
    }
    return owned(subject.view(Component::host));
  }
  static Host owned(std::string_view host) {
    auto name = canonical_host(host);
    if (!name) return std::nullopt;
    return detect::OwnedHost(std::move(*name));
  }

  std::vector<const RuleInfo*> rules_;
  std::vector<Level> levels_;
  Selecting selecting_;
};

// Whether some change by host may wake the rule.
bool may_wake(const std::vector<const ConfigOverride*>& changes, const RuleInfo& rule) {
  return std::any_of(changes.begin(), changes.end(), [&rule](const ConfigOverride* change) {
    const auto& levels = change->rules.severity;
    return best_match(rule, change->rules.extend_select) != RuleMatch::no ||
           std::any_of(levels.begin(), levels.end(), [&rule](const RuleChanges::Level& level) {
             return level.severity != Severity::off &&
                    match_rule(rule, level.rule.text) != RuleMatch::no;
           });
  });
}

std::shared_ptr<const SeverityTuning> tuning_of(const std::vector<Weights>& all,
                                                const std::vector<const RuleInfo*>& rules) {
  if (std::all_of(all.begin(), all.end(),
                  [](const Weights& weights) { return weights.by_host().empty(); })) {
    return nullptr;
  }
  std::vector<HostTuning::Level> levels;
  for (const Weights& weights : all) {
    HostTuning::Level& level = levels.emplace_back();
    if (&weights != &all.front()) level.locked = &weights.level().locked;
    for (const RuleInfo* rule : rules) {
      level.states.push_back(weights.state_of(*rule, weights.profile()));
    }
    for (const ConfigOverride* change : weights.by_host()) {
      HostTuning::Change& out = level.changes.emplace_back();
      out.rules = &change->rules;
      for (const ConfigWord& word : change->hosts) static_cast<void>(out.hosts.add(word.text));
      out.hosts.finish();
    }
  }
  return std::make_shared<HostTuning>(rules, std::move(levels), all.front().selecting());
}

void lay_over(const VerdictWords& words, VerdictPolicy& policy, VerdictLimits& limits) {
  if (words.flag_on) policy.flag_on = words.flag_on->severity;
  if (words.block_on) policy.block_on = words.block_on->severity;
  policy.min_confidence = words.min_confidence.value_or(policy.min_confidence);
  if (words.max_size) limits.size = words.max_size;
  limits.links = words.max_links.value_or(limits.links);
  if (words.max_seconds) limits.time = std::chrono::seconds(*words.max_seconds);
}

VerdictPolicy verdict_in(const Weights& weights, const VerdictWords& given,
                         const std::vector<const RuleInfo*>& rules, VerdictLimits& limits) {
  VerdictPolicy out;
  for (const auto& file : weights.level().files) lay_over(file->verdict, out, limits);
  lay_over(given, out, limits);
  for (const RuleInfo* rule : rules) {
    std::optional<Verdict> own;
    for (const auto& file : weights.level().files) {
      for (const VerdictWords::Rule& entry : file->verdict.rules) {
        if (match_rule(*rule, entry.rule.text) != RuleMatch::no) own = entry.verdict;
      }
    }
    if (own) out.rules.emplace_back(rule->id, *own);
  }
  return out;
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
    bool speaks = std::any_of(out.severity.begin(), out.severity.end(),
                              [](Severity severity) { return severity != Severity::off; });
    for (const Weights& weights : levels) speaks = speaks || may_wake(weights.by_host(), *rule);
    if (speaks) {
      active.push_back(std::move(out));
    }
  }

  EngineOptions engine = config.options->bounds;
  engine.as_of = config.options->as_of;
  engine.protected_names = names_of(levels, *config.options);
  engine.policy = policy_of(levels);
  engine.tuning = tuning_of(levels, config.rules);
  setup->engine = std::make_unique<Engine>(std::move(active), std::move(engine));

  setup->verdict = verdict_in(levels.front(), config.options->verdict, config.rules, setup->limits);
  for (const Weights& weights : levels) {
    if (&weights == &levels.front()) continue;
    VerdictLimits unused;
    setup->locked_verdicts.emplace_back(weights.level().locked,
                                        verdict_in(weights, {}, config.rules, unused));
  }

  const auto add_hosts = [&setup](const ConfigWords& words) {
    for (const ConfigWord& word : words) setup->https_hosts.push_back(word.text);
  };
  setup->https_hosts = config.options->https_hosts;
  for (const auto& file : levels.front().level().files) add_hosts(file->https_hosts);
  for (const ConfigOverride* change : levels.front().here()) add_hosts(change->https_hosts);
  return setup;
}

}  // namespace urilint
