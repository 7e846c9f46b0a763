// The name comes from the data of ICU, which holds those of all assigned characters.
#include "host/char_name.hpp"

#include <unicode/uchar.h>

#include <array>
#include <cstddef>

namespace urilint {

std::string char_name(char32_t code) {
  constexpr std::size_t kLeastDigits = 4;
  std::string out = "U+";
  std::size_t digits = kLeastDigits;
  while (digits < 6 && code >> (4 * digits) != 0) ++digits;
  while (digits > 0) out += "0123456789ABCDEF"[code >> (4 * --digits) & 0xfU];
  std::array<char, 128> name;  // the longest of Unicode 15 has 88 bytes
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t size = u_charName(static_cast<UChar32>(code), U_UNICODE_CHAR_NAME, name.data(),
                                       static_cast<std::int32_t>(name.size()), &status);
  if (U_FAILURE(status) != 0 || size <= 0) return out;
  return out.append(" ").append(name.data(), static_cast<std::size_t>(size));
}

}  // namespace urilint
