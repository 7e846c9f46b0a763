// Judges every URI for its masks, then looks for strays between them.
#include "report/file_secrets.hpp"

#include <algorithm>

#include "report/strays.hpp"
#include "uri/spans.hpp"

namespace urilint {
namespace {

class Masks final : public SegmentSink {
 public:
  Masks(Document& document, const FileKind& kind, const Engine& engine, Scratch& scratch)
      : document_(document), kind_(kind), engine_(engine), scratch_(scratch) {}

  bool segment(const Segment& segment) override {
    find_uris(document_, segment, {kind_.holes}, [this](const Candidate& candidate) {
      add(candidate);
      return true;
    });
    return true;
  }
  // The text that is shown may spell a secret that its tags hide.
  bool link(const Link& link) override {
    if (!engine_.judges_links()) return true;
    Candidate target;
    target.where = link.target.where;
    const Judgement judgement = engine_.judge_link(document_, target, link.shown.where, scratch_);
    if (judgement.shown != nullptr) {
      for (const UriSpan mask : judgement.shown->masks) put(link.shown.where, mask, masks);
    }
    engine_.release(document_, scratch_);
    return true;
  }

  std::vector<UriSpan> candidates;
  std::vector<UriSpan> masks;

 private:
  void add(const Candidate& candidate) {
    put(candidate.where, {0, candidate.where.size()}, candidates);
    const Judgement judgement = engine_.judge(document_, candidate, scratch_);
    for (const UriSpan mask : judgement.texts.front().masks) put(candidate.where, mask, masks);
    engine_.release(document_, scratch_);
  }
  void put(TextSpan where, UriSpan span, std::vector<UriSpan>& out) const {
    const auto base = document_.to_ancestor(
        {where.text, where.begin + span.begin, where.begin + span.end}, document_.base_text);
    if (base) out.push_back({base->begin, base->end});
  }

  Document& document_;
  const FileKind& kind_;
  const Engine& engine_;
  Scratch& scratch_;
};

}  // namespace

std::vector<UriSpan> secrets_of_file(std::string_view file, const FileKind& kind,
                                     const Engine& engine, Scratch& scratch) {
  const auto size = static_cast<Off>(file.size());
  Document document;
  Masks found(document, kind, engine, scratch);
  read_bytes(document, file, kind, found);
  if (document.base_text != kRawText) return {{0, size}};
  const std::string_view base = document.text(document.base_text).bytes;
  const auto bom = static_cast<Off>(file.size() - base.size());
  std::sort(found.candidates.begin(), found.candidates.end(),
            [](UriSpan a, UriSpan b) { return a.begin < b.begin; });
  std::sort(found.masks.begin(), found.masks.end(),
            [](UriSpan a, UriSpan b) { return a.begin < b.begin; });
  std::vector<UriSpan> all = found.masks;
  mask_strays({base, found.candidates, found.masks}, {0, static_cast<Off>(base.size())}, all);
  std::erase_if(all, [](UriSpan span) { return span.begin >= span.end; });
  merge_spans(all);
  for (UriSpan& span : all) span = {span.begin + bom, span.end + bom};
  return all;
}

}  // namespace urilint
