// An example is one candidate, or a text in which candidates are found with their holes.
#include "engine/example_runner.hpp"

#include <algorithm>
#include <utility>

#include "uri/spans.hpp"

namespace urilint {
namespace {

// `rule[variant] begin-end begin-end …`, comparable and readable.
std::string dump(std::string_view rule, std::string_view variant,
                 const std::vector<ExpectedMark>& marks) {
  std::string out(rule);
  if (!variant.empty()) out += '[' + std::string(variant) + ']';
  for (const ExpectedMark mark : marks) {
    out += mark.shown ? " shown " : " ";
    out += std::to_string(mark.begin) + '-' + std::to_string(mark.end);
  }
  return out;
}

class ExampleRunner {
 public:
  explicit ExampleRunner(std::span<const RuleInfo* const> all) : engines_(all) {}

  // The secrets of the example last run.
  [[nodiscard]] const std::vector<UriSpan>& masks() const noexcept { return masks_; }

  std::string run(const RuleInfo& rule, const Example& example) {
    masks_.clear();
    std::vector<std::string> found = findings(rule, example);
    std::vector<std::string> expected;
    for (const ExpectedFinding& finding : example.findings) {
      std::string_view variant = finding.variant;
      expected.push_back(dump(finding.rule, variant, {finding.marks.begin(), finding.marks.end()}));
      // An example that names no variant accepts any.
      if (variant.empty()) forget_variant(found, expected.back());
    }
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    if (found == expected) return {};
    std::string out;
    for (const std::string& line : expected) {
      if (std::find(found.begin(), found.end(), line) == found.end())
        out += "missing: " + line + '\n';
    }
    for (const std::string& line : found) {
      if (std::find(expected.begin(), expected.end(), line) == expected.end()) {
        out += "unexpected: " + line + '\n';
      }
    }
    return out.empty() ? "the same finding a different number of times\n" : out;
  }

 private:
  static void forget_variant(std::vector<std::string>& found, const std::string& expected) {
    const std::string_view rule = std::string_view(expected).substr(0, expected.find(' '));
    for (std::string& line : found) {
      const std::size_t open = line.find('[');
      if (open == std::string::npos || std::string_view(line).substr(0, open) != rule) continue;
      std::string plain = line.substr(0, open) + line.substr(line.find(']') + 1);
      if (plain == expected) {
        line = std::move(plain);
        return;
      }
    }
  }

  // Whether an example of `rule` has to list what `other` says.
  static bool counts(const RuleInfo& rule, const Example& example, const RuleInfo& other) {
    return !other.ambient || other.id == rule.id ||
           std::any_of(example.findings.begin(), example.findings.end(),
                       [&other](const ExpectedFinding& f) { return f.rule == other.id; });
  }

  std::vector<std::string> findings(const RuleInfo& rule, const Example& example) {
    Document document;
    document.add({example.uri, {}, Layer::raw});
    const Engine& engine = engines_.engine_for(example);
    std::vector<std::string> out;
    for_each_candidate(document, example, [&](const Candidate& candidate) {
      const Judgement judgement = engine.judge(document, candidate, scratch_);
      for (const Finding& finding : judgement.findings) {
        if (counts(rule, example, *finding.rule->info))
          out.push_back(line(document, judgement, finding));
      }
      add_secrets(document, judgement.texts.front(), masks_);
      engine.release(document, scratch_);
      return true;
    });
    if (!example.shown.empty()) {
      judge_link(document, example, engine, scratch_, [&](const Judgement& judgement) {
        for (const Finding& finding : judgement.findings) {
          if (counts(rule, example, *finding.rule->info))
            out.push_back(line(document, judgement, finding));
        }
      });
    }
    add_declared_secrets(example, masks_);
    merge_spans(masks_);
    return out;
  }

  static std::string line(const Document& document, const Judgement& judgement,
                          const Finding& finding) {
    const NestedText& text = judgement.texts[finding.text];
    std::vector<ExpectedMark> marks;
    for (const Mark& mark : finding.marks) {
      if (mark.role == Role::link_text) {
        marks.push_back({mark.span.begin, mark.span.end, true});
        continue;
      }
      const TextSpan span{text.where.text, text.where.begin + mark.span.begin,
                          text.where.begin + mark.span.end};
      const SourceSpan source = document.to_source(span);
      marks.push_back({static_cast<Off>(source.begin), static_cast<Off>(source.end), false});
    }
    return dump(finding.rule->info->id, finding.rule->info->variants[finding.variant].name, marks);
  }

  ExampleEngines engines_;
  Scratch scratch_;
  std::vector<UriSpan> masks_;
};

// The place of an example among the bad or good ones, from 1.
std::size_t number_of(std::span<const Example> examples, std::size_t index) {
  const auto end = examples.begin() + static_cast<std::ptrdiff_t>(index);
  const auto before =
      std::count_if(examples.begin(), end,
                    [bad = examples[index].bad](const Example& one) { return one.bad == bad; });
  return static_cast<std::size_t>(before) + 1;
}

std::shared_ptr<const ProtectedNames> names_of(const Example& example) {
  if (example.protected_names.empty()) return nullptr;
  const auto names = std::make_shared<ProtectedNames>();
  for (const std::string_view name : example.protected_names) {
    if (!names->add(name)) return nullptr;
  }
  return names;
}

std::shared_ptr<const Policy> policy_of(const ExamplePolicy& policy) {
  PolicyBuilder builder;
  using Add = std::optional<std::string> (PolicyBuilder::*)(std::string_view);
  const std::pair<std::span<const std::string_view>, Add> lists[] = {
      {policy.allow_schemes, &PolicyBuilder::allow_scheme},
      {policy.deny_schemes, &PolicyBuilder::deny_scheme},
      {policy.allow_hosts, &PolicyBuilder::allow_host},
      {policy.deny_hosts, &PolicyBuilder::deny_host},
      {policy.allow_ports, &PolicyBuilder::allow_port},
      {policy.deny_ports, &PolicyBuilder::deny_port},
  };
  for (const auto& [entries, add] : lists) {
    for (const std::string_view entry : entries) {
      if ((builder.*add)(entry)) return nullptr;
    }
  }
  return builder.build();
}

EngineOptions options_for(const Example& example) {
  EngineOptions options;
  options.protected_names = names_of(example);
  options.policy = policy_of(example.policy);
  return options;
}

}  // namespace

ExampleEngines::ExampleEngines(std::span<const RuleInfo* const> rules) : rules_(rules) {
  for (std::size_t i = 0; i < kProfiles; ++i) {
    engines_[i] = make_engine(static_cast<Profile>(i), EngineOptions{});
  }
}

const Engine& ExampleEngines::engine_for(const Example& example) {
  EngineOptions options = options_for(example);
  if (options.protected_names == nullptr && options.policy == nullptr) {
    return *engines_[static_cast<std::size_t>(example.profile)];
  }
  watching_ = make_engine(example.profile, std::move(options));
  return *watching_;
}

std::unique_ptr<Engine> ExampleEngines::make_engine(Profile profile, EngineOptions options) const {
  Selection selection;
  selection.profile = profile;
  return std::make_unique<Engine>(*select_rules(rules_, selection), std::move(options));
}

void for_each_candidate(Document& document, const Example& example, const CandidateSink& visit) {
  const TextSpan whole{kRawText, 0, static_cast<Off>(example.uri.size())};
  if (!example.text) {
    Candidate candidate;
    candidate.where = whole;
    candidate.strict_list = true;
    visit(candidate);
    return;
  }
  Segment segment;
  segment.where = whole;
  find_uris(document, segment, {example.profile == Profile::repo}, visit);
}

void judge_link(Document& document, const Example& example, const Engine& engine, Scratch& scratch,
                const std::function<void(const Judgement&)>& visit) {
  const std::uint32_t before = document.count();
  const TextId shown = document.add({example.shown, {}, Layer::raw});
  Candidate target;
  target.where = {kRawText, 0, static_cast<Off>(example.uri.size())};
  target.strict_list = true;
  visit(engine.judge_link(document, target, {shown, 0, static_cast<Off>(example.shown.size())},
                          scratch));
  engine.release(document, scratch);
  document.truncate(before);
}

void add_secrets(const Document& document, const NestedText& text, std::vector<UriSpan>& masks) {
  for (const UriSpan mask : text.masks) {
    const TextSpan span{text.where.text, text.where.begin + mask.begin,
                        text.where.begin + mask.end};
    const SourceSpan source = document.to_source(span);
    masks.push_back({static_cast<Off>(source.begin), static_cast<Off>(source.end)});
  }
}

void add_declared_secrets(const Example& example, std::vector<UriSpan>& masks) {
  for (const std::string_view secret : example.secrets) {
    if (secret.empty()) continue;
    for (std::size_t at = example.uri.find(secret); at != std::string_view::npos;
         at = example.uri.find(secret, at + secret.size())) {
      masks.push_back({static_cast<Off>(at), static_cast<Off>(at + secret.size())});
    }
  }
}

ExampleReport run_examples(std::span<const RuleInfo* const> all,
                           std::span<const RuleInfo* const> tested) {
  ExampleReport report;
  ExampleRunner runner(all);
  for (const RuleInfo* rule : tested) {
    ++report.rules;
    for (std::size_t i = 0; i < rule->examples.size(); ++i) {
      ++report.examples;
      std::string what = runner.run(*rule, rule->examples[i]);
      if (what.empty()) continue;
      const Example& example = rule->examples[i];
      report.failures.push_back({.rule = std::string(rule->id),
                                 .file = std::string(rule->file),
                                 .example = i,
                                 .bad = example.bad,
                                 .number = number_of(rule->examples, i),
                                 .uri = std::string(example.uri),
                                 .masks = runner.masks(),
                                 .what = std::move(what)});
    }
  }
  return report;
}

}  // namespace urilint
