// Whether the value of a parameter is binary data rather than text.
#pragma once

#include "detect/common/octets.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {

/// Parameters of BitTorrent trackers, whose values are hashes.
[[nodiscard]] inline bool is_binary_parameter(std::string_view name) noexcept {
  return equals_lower(name, "info_hash") || equals_lower(name, "peer_id");
}

/// The end of the UTF-8 sequence at `at`, decoded once; 0 if it is none.
[[nodiscard]] inline Off utf8_end(std::string_view text, Off at) noexcept {
  const Octet lead = octet_at(text, at, 1);
  const int more = lead.byte >= 0xf0 && lead.byte < 0xf5   ? 3
                   : lead.byte >= 0xe0 && lead.byte < 0xf0 ? 2
                   : lead.byte >= 0xc2 && lead.byte < 0xe0 ? 1
                                                           : 0;
  if (more == 0) return 0;
  Off end = lead.end;
  for (int i = 0; i < more; ++i) {
    if (end >= text.size()) return 0;
    const Octet next = octet_at(text, end, 1);
    if (next.byte < 0x80 || next.byte >= 0xc0) return 0;
    end = next.end;
  }
  return end;
}

/// Two bytes that no text holds, or four NULs, from `at` on make a value binary.
[[nodiscard]] inline bool is_binary_text(std::string_view text, Off at) noexcept {
  int strange = 0;
  int nuls = 0;
  while (at < text.size()) {
    const Octet octet = octet_at(text, at, 1);
    Off end = octet.end;
    if (octet.byte == 0) {
      ++nuls;
    } else if (octet.byte >= 0x80) {
      const Off sequence = utf8_end(text, at);
      if (sequence == 0) ++strange;
      if (sequence != 0) end = sequence;
    } else if (octet.byte < 0x20 || octet.byte == 0x7f) {
      if (octet.byte != '\t' && octet.byte != '\n' && octet.byte != '\r') ++strange;
    }
    if (strange >= 2 || nuls >= 4) return true;
    at = end;
  }
  return false;
}

}  // namespace urilint::detect
