// Any bytes: what is encoded is valid in its component and decodes to itself; form pairs survive
// a round trip; decoders never grow a text beyond what UTF-8 needs.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "urilint/reference.hpp"

namespace {

using namespace urilint;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

struct Place {
  Component component;
  std::string_view before;
  std::string_view behind;
};
constexpr Place kPlaces[] = {
    {Component::userinfo, "//", "@"}, {Component::host, "//", ""},    {Component::path, "//h/", ""},
    {Component::query, "?", ""},      {Component::fragment, "#", ""},
};

void check_place(std::string_view text, const Place& place) {
  const std::string encoded = pct_encode(text, place.component);
  require(pct_decode(encoded) == text || encoded == text, "encoding is undone by decoding");
  const std::string kept = pct_encode_keeping(text, place.component);
  require(pct_encode_keeping(kept, place.component) == kept, "keeping is idempotent");
  require(pct_decode(kept) == pct_decode(text), "keeping changes only the form");
  for (const std::string& form : {encoded, kept}) {
    const std::string whole = std::string(place.before).append(form).append(place.behind);
    const UriParts parts = split(whole);
    require(!parts.has(Signal::invalid), "what is encoded is valid");
    require(text_of(parts, place.component).ends_with(form), "and stays in its component");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data, size);
  const std::string_view text(block.get(), size);
  for (const Place& place : kPlaces) check_place(text, place);
  require(pct_decode(text).size() <= size, "decoding does not grow");
  require(pct_decode_u(text).size() <= size, "nor does %u");
  const auto pairs = form_decode(text);
  require(form_decode(form_encode(pairs)) == pairs, "pairs survive");
  return 0;
}
