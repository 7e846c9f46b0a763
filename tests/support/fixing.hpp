// Finds, judges and fixes what stands in bytes, as `check --fix` does with a file.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "fix/apply.hpp"
#include "fix/fixer.hpp"
#include "fix/load.hpp"
#include "rules/judging.hpp"

namespace urilint::fixing {

/// A finding and what may be done about it.
struct Offer {
  std::string rule;
  std::string uri;
  Fix fix;
};

/// The rules whose findings can be fixed, in one profile. Others would silence them.
class Shop {
 public:
  explicit Shop(FixOptions options = {}, Profile profile = Profile::repo)
      : engine_(fixed_rules(profile), {}), fixer_(std::move(options)) {}

  /// The fixes of all findings, in the order of the URIs. `uris`: places of all that were found.
  [[nodiscard]] std::vector<Offer> offers(std::string_view bytes, const FileKind& kind,
                                          std::vector<SourceSpan>* uris = nullptr) {
    Document document;
    Sink sink(*this, document, kind, uris);
    read_bytes(document, bytes, kind, sink);
    return std::move(sink.offers);
  }

  struct Result {
    std::string bytes;
    std::vector<std::string> rules;  ///< whose findings were fixed
    bool proved = true;
  };
  /// What `--fix` makes of the bytes.
  [[nodiscard]] Result fix(std::string_view bytes, const FileKind& kind) {
    std::vector<Fix> fixes;
    std::vector<std::string> rules;
    for (Offer& offer : offers(bytes, kind)) {
      fixes.push_back(std::move(offer.fix));
      rules.push_back(offer.rule);
    }
    const MergedFixes merged = merge_fixes(fixes);
    Result result{std::string(bytes), {}, true};
    for (const Fix* one : merged.taken) {
      result.rules.push_back(rules[static_cast<std::size_t>(one - fixes.data())]);
    }
    if (fixes.empty()) return result;
    const auto after = edited(bytes, merged.edits, kind.format != Format::list);
    result.proved = after && proves(bytes, *after, kind, merged.taken);
    if (result.proved) result.bytes = *after;
    return result;
  }

 private:
  static std::vector<ActiveRule> fixed_rules(Profile profile) {
    std::vector<const RuleInfo*> infos;
    for (const RuleInfo& rule : builtin_rules()) infos.push_back(&rule);
    Selection selection;
    selection.profile = profile;
    for (const FixRow& row : fix_rows()) selection.select.emplace_back(row.rule);
    return *select_rules(infos, selection);
  }

  struct Sink final : SegmentSink {
    Sink(Shop& shop, Document& of, const FileKind& as, std::vector<SourceSpan>* places)
        : shop_(shop), document_(of), kind_(as), uris_(places) {}
    bool segment(const Segment& segment) override {
      find_uris(document_, segment, {kind_.holes}, [this](const Candidate& candidate) {
        if (uris_ != nullptr) uris_->push_back(document_.to_source(candidate.where));
        const Judgement judgement = shop_.engine_.judge(document_, candidate, shop_.scratch_);
        for (const Finding& finding : judgement.findings) {
          auto fix = shop_.fixer_.fix(document_, candidate, judgement, finding);
          if (!fix) continue;
          offers.push_back({std::string(finding.rule->info->id),
                            std::string(document_.bytes(candidate.where)), std::move(*fix)});
        }
        shop_.engine_.release(document_, shop_.scratch_);
        return true;
      });
      return true;
    }
    bool link(const Link& /*link*/) override { return true; }

    std::vector<Offer> offers;

   private:
    Shop& shop_;
    Document& document_;
    const FileKind& kind_;
    std::vector<SourceSpan>* uris_;
  };

  Engine engine_;
  Fixer fixer_;
  Scratch scratch_;
};

}  // namespace urilint::fixing
