// Any bytes as a message and as a mailbox, through the mail module: the invariants of
// support/reader_invariants.hpp.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "document/mail_structure.hpp"
#include "support/reader_invariants.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace urilint;
  if (!why_no_mail().empty()) {
    std::fprintf(stderr, "%s\n", why_no_mail().c_str());
    std::abort();
  }
  // A block of exactly this size, so that a sanitizer sees every byte read too far.
  const auto block = std::make_unique<char[]>(size);
  for (std::size_t i = 0; i < size; ++i) block[i] = static_cast<char>(data[i]);
  const std::string_view text(block.get(), size);
  for (const Format format : {Format::eml, Format::mbox}) {
    const std::string fault = testing::reader_fault(format, text);
    if (fault.empty()) continue;
    std::fprintf(stderr, "%s: %s\n", std::string(name_of(format)).c_str(), fault.c_str());
    std::abort();
  }
  return 0;
}
