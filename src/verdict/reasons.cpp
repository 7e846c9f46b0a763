// When there are too many, a graver one takes the place of the last one of the least.
#include "verdict/reasons.hpp"

#include <algorithm>

namespace urilint {

bool Reasons::wants(Verdict verdict) noexcept {
  decision_.verdict = std::max(decision_.verdict, verdict);
  std::size_t& count = verdict == Verdict::block ? blocks_ : flags_;
  if (flags_ + blocks_ < most_) {
    ++count;
    return true;
  }
  ++decision_.more;
  if (verdict != Verdict::block || flags_ == 0) return false;
  --flags_;
  ++blocks_;
  return true;
}

void Reasons::add(Reason reason) {
  auto& kept = decision_.reasons;
  if (kept.size() < most_ + limits_) {
    kept.push_back(std::move(reason));
    return;
  }
  auto least = kept.end();
  for (auto it = kept.begin(); it != kept.end(); ++it) {
    if (it->record && (least == kept.end() || it->verdict <= least->verdict)) least = it;
  }
  if (least == kept.end() || least->verdict >= reason.verdict) return;
  kept.erase(least);
  kept.push_back(std::move(reason));
}

void Reasons::add_limit(std::string_view code, std::string message) {
  if (has(code)) return;
  decision_.verdict = std::max(decision_.verdict, Verdict::flag);
  // Few in number, and of use to whoever wonders why more is missing: never left out.
  decision_.reasons.push_back({Verdict::flag, code, std::move(message), std::nullopt});
  ++limits_;
}

bool Reasons::has(std::string_view code) const noexcept {
  const auto& kept = decision_.reasons;
  return std::any_of(kept.begin(), kept.end(),
                     [code](const Reason& reason) { return reason.code == code; });
}

Decision Reasons::take() {
  Decision out = std::move(decision_);
  decision_ = {};
  flags_ = blocks_ = limits_ = 0;
  std::stable_sort(out.reasons.begin(), out.reasons.end(),
                   [](const Reason& a, const Reason& b) { return a.verdict > b.verdict; });
  return out;
}

}  // namespace urilint
