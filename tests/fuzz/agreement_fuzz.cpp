// Any bytes: without a gating signal, RFC 3986 and the URL Standard read the same.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "fuzz/readings.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // An exactly sized block, so that a sanitizer sees every step behind the end.
  const std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data, size);
  const char* const fault = urilint::testing::broken_agreement(std::string_view(block.get(), size));
  if (fault == nullptr) return 0;
  std::fprintf(stderr, "does not hold: %s\n", fault);
  std::abort();
}
