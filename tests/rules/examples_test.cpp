// The examples of the built-in rules are their tests.
#include <catch2/catch.hpp>
#include <map>

#include "engine/example_runner.hpp"
#include "engine/rules.hpp"
#include "rules/judging.hpp"

using namespace urilint;

namespace {
std::vector<const RuleInfo*> all_rules() {
  std::vector<const RuleInfo*> out;
  for (const RuleInfo& rule : builtin_rules()) out.push_back(&rule);
  return out;
}

// True if what the rule marks in the example is a secret, so that no output may show it.
bool marks_a_secret(Engine& engine, const RuleInfo& rule, const Example& example) {
  Scratch scratch;
  Document document;
  document.add({example.uri, {}, Layer::raw});
  bool masked = false;
  const auto judge = [&](const Candidate& candidate) {
    const Judgement judgement = engine.judge(document, candidate, scratch);
    for (const Finding& finding : judgement.findings) {
      if (finding.rule->info->id != rule.id) continue;
      const UriSpan mark = finding.marks.front().span;
      for (const UriSpan mask : judgement.texts[finding.text].masks) {
        masked = masked || mask.overlaps(mark);
      }
    }
    engine.release(document, scratch);
    return true;
  };
  for_each_candidate(document, example, judge);
  return masked;
}

}  // namespace

TEST_CASE("rules: every example gives the whole set of findings it declares") {
  const auto rules = all_rules();
  REQUIRE_FALSE(rules.empty());
  const ExampleReport report = run_examples(rules, rules);
  for (const ExampleFailure& failure : report.failures) {
    const RuleInfo& rule =
        **std::find_if(rules.begin(), rules.end(),
                       [&failure](const RuleInfo* r) { return r->id == failure.rule; });
    FAIL_CHECK(failure.file << ": example " << failure.example + 1 << ' '
                            << (rule.examples[failure.example].bad ? "(bad) " : "(good) ")
                            << rule.examples[failure.example].uri << '\n'
                            << failure.what);
  }
  CHECK(report.rules == rules.size());
}

TEST_CASE("rules: each has bad and good examples from different angles, and words for people") {
  for (const RuleInfo* rule : all_rules()) {
    CAPTURE(rule->id);
    std::map<bool, std::size_t> count;
    for (const Example& example : rule->examples) ++count[example.bad];
    CHECK(count[true] >= 3);
    CHECK(count[false] >= 3);
    CHECK(rule->why.size() > 60);
    CHECK(rule->instead.size() > 20);
    CHECK_FALSE(rule->references.empty());
  }
}

TEST_CASE("rules: an example that marks a secret declares it") {
  Engine engine(judging::all_rules(Profile::review), EngineOptions{});
  std::size_t secret = 0;
  for (const RuleInfo* rule : all_rules()) {
    if (rule->family != "sensitive-information") continue;
    for (const Example& example : rule->examples) {
      if (!example.bad || !marks_a_secret(engine, *rule, example)) continue;
      ++secret;
      CAPTURE(rule->id, example.uri);
      CHECK_FALSE(example.secrets.empty());
    }
  }
  CHECK(secret > 40);
}
