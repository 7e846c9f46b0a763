// Any bytes, in every format that can be read: the invariants of support/reader_invariants.hpp.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "support/reader_invariants.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace urilint;
  // A block of exactly this size, so that a sanitizer sees every byte read too far.
  const auto block = std::make_unique<char[]>(size);
  for (std::size_t i = 0; i < size; ++i) block[i] = static_cast<char>(data[i]);
  const std::string_view text(block.get(), size);
  for (const std::string_view name : format_names()) {
    const Format format = format_named(name).value_or(Format::text);
    if (format == Format::automatic || format == Format::list) continue;
    const std::string fault = testing::reader_fault(format, text);
    if (fault.empty()) continue;
    std::fprintf(stderr, "%s: %s\n", std::string(name).c_str(), fault.c_str());
    std::abort();
  }
  static_cast<void>(format_of("stdin", text));
  return 0;
}
