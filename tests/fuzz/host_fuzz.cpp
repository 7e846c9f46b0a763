// Any bytes as a host and as the text between brackets. What is asserted holds for every input:
// spans stay inside, canonical text reads back, strict syntax is a part of what the readers take.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "uri/ip_literal.hpp"
#include "urilint/host.hpp"

namespace {

using namespace urilint;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

bool inside(UriSpan span, std::string_view text) {
  return span.begin <= span.end && span.end <= text.size();
}

void check_address(const Address& address) {
  const AddressText text = to_text(address);
  require(text.size <= kAddressTextMax, "an address text fits");
  if (address.is_v6) {
    const Ipv6Reading again = read_ipv6(text.view());
    require(again.valid && again.address == address, "read_ipv6(to_text(a)) == a");
    require(is_ipv6_address(text.view()), "canonical text is strict");
  } else {
    const Ipv4Reading again = read_ipv4(text.view());
    require(again.status == Ipv4Status::address && again.address == address.v4_value(),
            "read_ipv4(to_text(a)) == a");
    require(again.spelling == 0 && again.parts == 4 && !again.decimal && again.odd.empty(),
            "canonical text has no odd spelling");
  }
  const std::string_view name = class_of(address);
  require(!name.empty(), "every address has a class");
  require(name != "global" || is_global(address), "`global` is global");
  require(metadata_service(address) == nullptr || !metadata_service(address)->provider.empty(),
          "a metadata service has a provider");
}

void check_ipv4(std::string_view host) {
  const Ipv4Reading reading = read_ipv4(host);
  require(inside(reading.odd, host), "odd is inside the host");
  require(reading.parts <= 4, "at most four parts");
  require(!reading.decimal || reading.spelt(Ipv4Spelling::octal), "decimal only with octal");
  if (reading.status == Ipv4Status::name) {
    require(reading.spelling == 0 && reading.odd.empty(), "a name has no spelling");
  }
  if (reading.status == Ipv4Status::address) {
    require(reading.parts >= 1, "an address has parts");
    require(reading.decimal != reading.address, "the other reading is another address");
    check_address(Address::v4(reading.address));
  }
  require(reading.status != Ipv4Status::overflow || !reading.odd.empty(),
          "an overflow has a part that is too large");
}

void check_ipv6(std::string_view text) {
  const Ipv6Reading reading = read_ipv6(text);
  require(inside(reading.zone, text), "zone is inside the text");
  require(is_ipv6_address(text) == (reading.valid && reading.zone.empty()),
          "strict is valid without a zone");
  require(!(reading.valid && is_ipvfuture(text)), "IPvFuture is not IPv6");
  if (!reading.valid) return;
  check_address(reading.address);
  if (reading.inside != Ipv4Inside::none) check_address(Address::v4(reading.ipv4));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // An exactly sized block, so that a sanitizer sees every step behind the end.
  const std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data, size);
  const std::string_view text(block.get(), size);
  check_ipv4(text);
  check_ipv6(text);
  static_cast<void>(metadata_service(text));
  if (size >= 16) {
    Address address;
    std::memcpy(address.bytes.data(), data, 16);
    address.is_v6 = true;
    check_address(address);
  }
  return 0;
}
