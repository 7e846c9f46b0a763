// An entry says how many like findings stood before its own. A line that is new moves those behind
// it on, so what is on old lines is counted first, and new lines get what these leave.
#include "silence/known_entries.hpp"

#include <algorithm>

namespace urilint {

void OldFindings::add(const Sameness& same, std::optional<std::uint16_t> tag, Line line) {
  Same& all = same_[same];
  ++all.occurrences;
  if (line == Line::changed) {
    all.changed = true;
  } else {
    ++all.old[tag];
  }
}

void OldFindings::finish() {
  std::erase_if(
      same_, [](const auto& entry) { return !entry.second.changed || entry.second.old.empty(); });
}

const OldFindings::Same* OldFindings::find(const Sameness& same) const {
  const auto found = same_.find(same);
  return found != same_.end() ? &found->second : nullptr;
}

bool KnownEntries::give(Baseline& baseline, Fingerprints& signed_last,
                        std::optional<std::uint16_t> tag, const OldFindings* old,
                        OldFindings::Line line) {
  const std::uint32_t own = signed_last.occurrence();
  const OldFindings::Same* const both =
      old != nullptr ? old->find(signed_last.sameness()) : nullptr;
  Same& same = same_[signed_last.sameness()];
  const std::uint32_t end = std::max(own + 1, both != nullptr ? both->occurrences : 0);
  for (; same.looked_up < end; ++same.looked_up) {
    for (const auto& known : baseline.tags_of(signed_last.with(same.looked_up))) {
      same.by_tag[known].left.insert(same.looked_up);
    }
  }
  const auto found = same.by_tag.find(tag);
  // There is none; the baseline notes if that is for another secret.
  if (found == same.by_tag.end()) return baseline.matches(signed_last.with(own), tag);
  OfTag& entries = found->second;
  if (both != nullptr) {
    const auto before = both->old.find(tag);
    const std::uint32_t all_old = before != both->old.end() ? before->second : 0;
    const std::uint32_t due = all_old - std::min(all_old, entries.old);
    if (line == OldFindings::Line::old) {
      ++entries.old;
    } else if (entries.left.size() <= due) {
      return false;
    }
  }
  if (entries.left.empty()) return false;
  const auto exact = entries.left.find(own);
  const auto given = exact != entries.left.end() ? exact : entries.left.begin();
  const bool matched = baseline.matches(signed_last.with(*given), tag);
  entries.left.erase(given);
  return matched;
}

}  // namespace urilint
