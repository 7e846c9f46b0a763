// Any bytes as one candidate, under every profile, with its template holes where the profile has
// them. What is asserted holds for every input; `wake` must not change what is found.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "rules/judging.hpp"

namespace {

using namespace urilint;
using judging::Judge;

void require(bool holds, const char* what, Profile profile) {
  if (holds) return;
  std::fprintf(stderr, "does not hold in profile %s: %s\n", std::string(name_of(profile)).c_str(),
               what);
  std::abort();
}

EngineOptions options(bool ignore_wake) {
  EngineOptions out;
  out.ignore_wake = ignore_wake;
  return out;
}

struct Pair {
  explicit Pair(Profile of) : profile(of), woken(of, options(false)), asked(of, options(true)) {}

  void check(std::string_view text, std::span<const UriSpan> holes) {
    const Judge::Result some = woken.judge(text, holes);
    const Judge::Result all = asked.judge(text, holes);
    require(some.broken == nullptr, some.broken, profile);
    require(all.broken == nullptr, all.broken, profile);
    require(some.lines == all.lines, "no rule that sleeps would have spoken", profile);
    require(some.dropped == all.dropped, "as many findings were dropped", profile);
    const Judge::Result again = woken.judge(text, holes);
    require(some.lines == again.lines, "a used scratch gives the same findings", profile);
  }

  Profile profile;
  Judge woken;
  Judge asked;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static std::array<Pair, kProfiles> pairs = {Pair(Profile::repo), Pair(Profile::mail),
                                              Pair(Profile::proxy), Pair(Profile::review)};
  // An exactly sized block, so that a sanitizer sees every step behind the end.
  const std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data, size);
  const std::string_view text(block.get(), size);
  std::vector<UriSpan> holes;
  find_holes(text, holes);
  for (Pair& pair : pairs) {
    pair.check(text, {});
    if (pair.profile == Profile::repo && !holes.empty()) pair.check(text, holes);
  }
  return 0;
}
