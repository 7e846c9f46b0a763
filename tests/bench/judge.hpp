// All rules of a profile, run on one text after the other as `check --as list` does.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "bench/inputs.hpp"
#include "urilint/severity.hpp"

namespace urilint::bench {

/// An engine with its memory, kept warm from text to text. `blocks` must outlive it.
class Judge {
 public:
  Judge(const std::vector<Block>& blocks, Profile profile);
  ~Judge();

  /// Splits and judges text number `index`; how many findings there are, shown or not.
  [[nodiscard]] std::size_t findings(std::size_t index);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Leaves the texts without any finding, whatever its severity.
[[nodiscard]] std::vector<Block> without_findings(std::vector<Block> blocks, Profile profile);

}  // namespace urilint::bench
