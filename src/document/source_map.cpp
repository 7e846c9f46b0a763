// A layer is a list of runs; both directions find the runs at the two edges by bisection and take
// the hull. Run `i` ends where run `i + 1` begins; a gap in the parent is an atom without text.
#include <algorithm>

#include "document/document.hpp"

namespace urilint {
namespace {

struct Extent {
  Off text_end;
  Off source_end;
};

/// Where run `i` ends on both sides. Verbatim text may end before its slot in the parent does.
Extent extent_of(const SourceMap& map, std::size_t i) noexcept {
  const Run& run = map.runs[i];
  const bool last = i + 1 == map.runs.size();
  const Off text_end = std::max(run.text, last ? map.text_end : map.runs[i + 1].text);
  Off source_end = std::max(run.source, last ? map.source_end : map.runs[i + 1].source);
  if (!run.atom) {
    const std::uint64_t units = (std::uint64_t{text_end} - run.text + run.text_unit - 1) /
                                std::max<std::uint64_t>(run.text_unit, 1);
    const std::uint64_t exact = run.source + units * run.source_unit;
    source_end = static_cast<Off>(std::min<std::uint64_t>(source_end, exact));
  }
  return {text_end, source_end};
}

/// The last run that begins at or before `offset`; 0 if none does.
template <typename Key>
std::size_t run_at(const std::vector<Run>& runs, Off offset, Key key) noexcept {
  const auto after = std::upper_bound(runs.begin(), runs.end(), offset,
                                      [key](Off o, const Run& run) { return o < run.*key; });
  return after == runs.begin() ? 0 : static_cast<std::size_t>(after - runs.begin()) - 1;
}

Off source_begin_of(const Run& run, Extent extent, Off text) noexcept {
  if (run.atom || text <= run.text) return run.source;
  const Off units = (text - run.text) / std::max<Off>(run.text_unit, 1);
  return std::min(run.source + units * run.source_unit, extent.source_end);
}

Off source_end_of(const Run& run, Extent extent, Off text) noexcept {
  if (run.atom) return extent.source_end;
  const Off unit = std::max<Off>(run.text_unit, 1);
  const Off units = (text - run.text + unit - 1) / unit;
  return std::min(run.source + units * run.source_unit, extent.source_end);
}

Off text_begin_of(const Run& run, Extent extent, Off source) noexcept {
  if (run.atom || source <= run.source) return run.text;
  const Off units = (source - run.source) / std::max<Off>(run.source_unit, 1);
  return std::min(run.text + units * run.text_unit, extent.text_end);
}

Off text_end_of(const Run& run, Extent extent, Off source) noexcept {
  if (run.atom) return extent.text_end;
  const Off unit = std::max<Off>(run.source_unit, 1);
  const Off units = (source - run.source + unit - 1) / unit;
  return std::min(run.text + units * run.text_unit, extent.text_end);
}

}  // namespace

void SourceMap::add_verbatim(Off source, Off length) { add_units(source, length, 1, 1); }

void SourceMap::add_atom(Off source, Off source_length, Off text_length) {
  const bool gap = !runs.empty() && source != source_end;
  if (gap && runs.back().atom) runs.push_back({text_end, source_end, 1, 1, true});
  runs.push_back({text_end, source, 1, 1, true});
  text_end += text_length;
  source_end = source + source_length;
}

void SourceMap::add_units(Off source, Off units, std::uint8_t text_unit, std::uint8_t source_unit) {
  if (units == 0) return;
  const bool gap = !runs.empty() && source != source_end;
  if (gap && runs.back().atom) runs.push_back({text_end, source_end, 1, 1, true});
  const bool joins = !runs.empty() && !gap && !runs.back().atom &&
                     runs.back().text_unit == text_unit && runs.back().source_unit == source_unit;
  if (!joins) runs.push_back({text_end, source, text_unit, source_unit, false});
  text_end += units * text_unit;
  source_end = source + units * source_unit;
}

SourceSpan SourceMap::to_parent(Off begin, Off end) const noexcept {
  if (runs.empty()) return {base + begin, base + std::max(begin, end)};
  begin = std::min(begin, text_end);
  end = std::clamp(end, begin, text_end);
  const std::size_t first = run_at(runs, begin, &Run::text);
  const Extent first_extent = extent_of(*this, first);
  if (begin == end) {
    // Behind the last byte there is no run that begins: it is the end of the last one.
    const Off place = begin >= first_extent.text_end && begin == text_end
                          ? source_end
                          : source_begin_of(runs[first], first_extent, begin);
    return {base + place, base + place};
  }
  const std::size_t last = run_at(runs, end - 1, &Run::text);
  const Off from = source_begin_of(runs[first], first_extent, begin);
  const Off to = source_end_of(runs[last], extent_of(*this, last), end);
  return {base + from, base + std::max(from, to)};
}

UriSpan SourceMap::from_parent(Off begin, Off end) const noexcept {
  if (runs.empty()) return {begin, std::max(begin, end)};
  end = std::max(begin, end);
  std::size_t first = run_at(runs, begin, &Run::source);
  Extent extent = extent_of(*this, first);
  if (begin >= extent.source_end) {  // in a gap, or behind the run: the next one begins there
    if (first + 1 == runs.size()) return {extent.text_end, extent.text_end};
    extent = extent_of(*this, ++first);
  }
  const Off from = text_begin_of(runs[first], extent, begin);
  if (begin == end || end <= runs[first].source) return {from, from};
  const std::size_t last = run_at(runs, end - 1, &Run::source);
  return {from, std::max(from, text_end_of(runs[last], extent_of(*this, last), end))};
}

}  // namespace urilint
