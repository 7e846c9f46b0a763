// An address as the number that the tables of data/ are sorted by.
#pragma once

#include <cstddef>

#include "host/prefix.hpp"
#include "urilint/host.hpp"

namespace urilint::host_tables {

[[nodiscard]] constexpr Key key_of(const Address& address) noexcept {
  if (!address.is_v6) return {0, address.v4_value()};
  Key key;
  for (std::size_t i = 0; i < 8; ++i) {
    key.high = key.high << 8 | address.bytes[i];
    key.low = key.low << 8 | address.bytes[i + 8];
  }
  return key;
}

}  // namespace urilint::host_tables
