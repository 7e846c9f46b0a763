// What comes from a URI is hostile: a terminal obeys control characters, and a log is read by
// programs. The library masks secrets and repairs UTF-8; this makes one line of ASCII of the rest.
#pragma once

#include <string>
#include <string_view>

inline std::string printable(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += "\\x";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  return out;
}
