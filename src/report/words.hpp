// Numbers in what is printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace urilint {

/// `1 finding`, `2 findings`.
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view word) {
  std::string out = std::to_string(count) + ' ';
  out += word;
  if (count != 1) out += 's';
  return out;
}

/// Appends the last `digits` hexadecimal digits, in lower case.
inline void append_hex(std::string& out, std::uint64_t number, std::size_t digits) {
  for (std::size_t i = digits; i-- > 0;) out += "0123456789abcdef"[number >> (4 * i) & 15U];
}

}  // namespace urilint
