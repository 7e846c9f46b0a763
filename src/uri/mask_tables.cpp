// The tables are made at compile time from the classes of uri/bytes.hpp.
#include "uri/mask_tables.hpp"

#include "uri/bytes.hpp"

namespace urilint {
namespace {

using namespace bytes;

consteval VectorTable repeat(char c) {
  VectorTable table{};
  table.bytes.fill(static_cast<std::uint8_t>(c));
  return table;
}

consteval VectorTable high_bits() {
  VectorTable table{};
  for (unsigned i = 0; i < 8; ++i) {
    table.bytes[i] = table.bytes[i + 16] = static_cast<std::uint8_t>(1U << i);
  }
  return table;
}

consteval VectorTable set_of(std::uint32_t classes) {
  VectorTable table{};
  for (unsigned c = 0; c < 0x80; ++c) {
    if ((kClass[c] & classes) == 0) continue;
    const unsigned row = c & 0x0fU;
    const auto bits = static_cast<std::uint8_t>(table.bytes[row] | 1U << (c >> 4));
    table.bytes[row] = table.bytes[row + 16] = bits;
  }
  return table;
}

}  // namespace

constinit const MaskTables kMaskTables = {
    repeat('/'),
    repeat('?'),
    repeat('#'),
    repeat('.'),
    repeat(0x0f),
    high_bits(),
    set_of(kColon | kAt | kPct | kBracket | kSemicolon | kEquals | kNever),
    set_of(kNotLdh | kUpper | kHyphen),
};

}  // namespace urilint
