// What split_masks.cpp compares bytes with. In memory, in a unit of its own: a compiler that sees
// the values makes them anew for every text, at three times the instructions.
#pragma once

#include <array>
#include <cstdint>

namespace urilint {

struct alignas(32) VectorTable {
  std::array<std::uint8_t, 32> bytes;
};

/// A set of ASCII bytes is 16 rows by low nibble, twice, with one bit a high nibble.
struct MaskTables {
  VectorTable slashes, questions, hashes, dots, nibbles;  ///< one byte, 32 times
  VectorTable high_bits;  ///< the bit of each high nibble; none from 8 up
  VectorTable odd;        ///< what has a meaning in path, query or fragment, or none anywhere
  VectorTable host_odd;   ///< outside lower-case letters, digits and `.`
};
extern const MaskTables kMaskTables;

}  // namespace urilint
