// Any bytes: candidates ascend, do not overlap, stay in their text, map back into the input; holes
// ascend inside their candidate. Decoded texts hold what the input spells.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include "find/finder.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_holes(std::span<const urilint::UriSpan> holes, urilint::Off size) {
  urilint::Off floor = 0;
  for (const urilint::UriSpan hole : holes) {
    require(floor <= hole.begin && hole.begin < hole.end && hole.end <= size);
    floor = hole.end;
  }
}

void check_text(std::string_view text, urilint::Segment::Context context, bool holes) {
  using namespace urilint;
  Document document;
  document.add({text, {}, Layer::raw});
  Segment segment;
  segment.where = {kRawText, 0, static_cast<Off>(text.size())};
  segment.context = context;
  std::uint64_t source_floor = 0;
  TextSpan last{};
  find_uris(document, segment, {holes}, [&](const Candidate& candidate) {
    const TextSpan where = candidate.where;
    require(where.begin < where.end && where.end <= document.text(where.text).bytes.size());
    if (where.text == last.text) require(last.end <= where.begin);
    require(candidate.kind == CandidateKind::network_path ||
            document.bytes(where).find(':') != std::string_view::npos);
    const SourceSpan source = document.to_source(where);
    require(source_floor <= source.begin && source.begin < source.end && source.end <= text.size());
    source_floor = source.end;
    last = where;
    require(holes || candidate.holes.empty());
    check_holes(candidate.holes, where.size());
    // What was not decoded is the same byte on both sides.
    for (Off i = where.begin; i < where.end; ++i) {
      const SourceSpan byte = document.to_source({where.text, i, i + 1});
      require(source.begin <= byte.begin && byte.end <= source.end);
      if (byte.size() == 1) {
        require(text[byte.begin] == document.text(where.text).bytes[i]);
      }
      if (i - where.begin > 2048) break;
    }
    return true;
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using Context = urilint::Segment::Context;
  // A block of exactly this size, so that a sanitizer sees every byte read too far.
  const auto block = std::make_unique<char[]>(size);
  for (std::size_t i = 0; i < size; ++i) block[i] = static_cast<char>(data[i]);
  const std::string_view text(block.get(), size);
  check_text(text, Context::prose, true);
  check_text(text, Context::prose, false);
  check_text(text, Context::value, true);
  std::vector<urilint::UriSpan> holes;
  urilint::find_holes(text, holes);
  check_holes(holes, static_cast<urilint::Off>(size));
  return 0;
}
