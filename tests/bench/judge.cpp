// Every text is a text of one document, so that judging one costs nothing but the judgement.
#include "bench/judge.hpp"

#include <utility>

#include "engine/engine.hpp"
#include "engine/rules.hpp"

namespace urilint::bench {
namespace {

std::vector<ActiveRule> rules_of(Profile profile) {
  std::vector<const RuleInfo*> all;
  for (const RuleInfo& rule : builtin_rules()) all.push_back(&rule);
  Selection selection;
  selection.profile = profile;
  return std::move(*select_rules(all, selection));
}

}  // namespace

struct Judge::Impl {
  explicit Impl(Profile profile) : engine(rules_of(profile), EngineOptions{}) {}

  Engine engine;
  Document document;
  Scratch scratch;
  std::vector<Candidate> candidates;
};

Judge::Judge(const std::vector<Block>& blocks, Profile profile)
    : impl_(std::make_unique<Impl>(profile)) {
  for (const Block& block : blocks) {
    Candidate candidate;
    candidate.where.text = impl_->document.add({block.view(), {}, Layer::raw});
    candidate.where.end = static_cast<Off>(block.size);
    candidate.context = Segment::Context::line;
    candidate.strict_list = true;
    impl_->candidates.push_back(candidate);
  }
}

Judge::~Judge() = default;

std::size_t Judge::findings(std::size_t index) {
  const Judgement judgement =
      impl_->engine.judge(impl_->document, impl_->candidates[index], impl_->scratch);
  const std::size_t count = judgement.findings.size() + judgement.dropped;
  impl_->engine.release(impl_->document, impl_->scratch);
  return count;
}

std::vector<Block> without_findings(std::vector<Block> blocks, Profile profile) {
  Judge judge(blocks, profile);
  std::vector<Block> out;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    // The document still views a block that has moved, whose bytes stay where they are.
    if (judge.findings(i) == 0) out.push_back(std::move(blocks[i]));
  }
  return out;
}

}  // namespace urilint::bench
