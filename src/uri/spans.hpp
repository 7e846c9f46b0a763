// Sets of byte ranges of one text.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "urilint/uri.hpp"

namespace urilint {

/// Makes `spans` ascending and disjoint; those that touch or overlap become one.
inline void merge_spans(std::vector<UriSpan>& spans) {
  if (spans.size() < 2) return;
  std::sort(spans.begin(), spans.end(), [](UriSpan a, UriSpan b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < spans.size(); ++i) {
    if (spans[i].begin <= spans[kept].end) {
      spans[kept].end = std::max(spans[kept].end, spans[i].end);
    } else {
      spans[++kept] = spans[i];
    }
  }
  spans.resize(kept + 1);
}

}  // namespace urilint
