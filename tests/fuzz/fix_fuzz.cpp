// Any bytes as a file of the format that the first byte names. Fixing touches no byte outside of
// the URIs, and what was fixed is offered no fix again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "source/charset.hpp"
#include "support/fixing.hpp"

namespace {

using namespace urilint;
using fixing::Shop;

constexpr Format kFormats[] = {
    Format::list, Format::json,       Format::yaml,  Format::toml, Format::ini,
    Format::env,  Format::properties, Format::xml,   Format::html, Format::css,
    Format::csv,  Format::dockerfile, Format::shell, Format::hcl,  Format::markdown,
};

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// Every edit is inside of a URI that was found, and its fix says which.
void check_places(const std::vector<fixing::Offer>& offers, const std::vector<SourceSpan>& uris) {
  for (const fixing::Offer& offer : offers) {
    const SourceSpan uri = offer.fix.uri;
    require(std::find(uris.begin(), uris.end(), uri) != uris.end(), "a fix is about a URI");
    require(!offer.fix.edits.empty(), "a fix has an edit");
    require(offer.fix.edits.size() == offer.fix.changes.size(), "an edit is a change of the URI");
    std::uint64_t at = uri.begin;
    for (const Edit& edit : offer.fix.edits) {
      require(at <= edit.byte_offset, "edits are ascending, and in the URI");
      at = edit.byte_offset + edit.byte_length;
      require(at <= uri.end, "an edit ends in its URI");
    }
  }
}

// What stands outside of the fixed URIs is the same, in the same order.
void check_rest(std::string_view before, std::string_view after,
                const std::vector<fixing::Offer>& offers, bool guess) {
  const std::size_t unit = unit_of(charset_of(before.substr(0, 8192), guess).charset);
  std::size_t old_at = 0;
  std::size_t new_at = 0;
  std::vector<Fix> fixes;
  for (const fixing::Offer& offer : offers) fixes.push_back(offer.fix);
  for (const Edit& edit : merge_fixes(fixes).edits) {
    const std::size_t size = static_cast<std::size_t>(edit.byte_offset) - old_at;
    require(before.substr(old_at, size) == after.substr(new_at, size), "the rest is untouched");
    old_at += size + static_cast<std::size_t>(edit.byte_length);
    new_at += size;
    new_at += edit.text.size() * unit;
  }
  require(new_at <= after.size() && before.substr(old_at) == after.substr(new_at),
          "what follows is untouched");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static Shop shop({{"*"}, false});
  const FileKind kind{"file", kFormats[data[0] % std::size(kFormats)], true};
  const std::unique_ptr<char[]> block(new char[size]);
  std::memcpy(block.get(), data + 1, size - 1);
  const std::string_view bytes(block.get(), size - 1);
  std::vector<SourceSpan> uris;
  const std::vector<fixing::Offer> offers = shop.offers(bytes, kind, &uris);
  check_places(offers, uris);
  const Shop::Result result = shop.fix(bytes, kind);
  if (!result.proved || offers.empty()) return 0;
  check_rest(bytes, result.bytes, offers, kind.format != Format::list);
  // A fix that was left for lack of room may be made now, but none twice.
  if (result.rules.size() != offers.size()) return 0;
  for (const fixing::Offer& again : shop.offers(result.bytes, kind)) {
    for (const fixing::Offer& offer : offers) {
      require(offer.rule != again.rule || changed(offer.uri, offer.fix.changes) != again.uri,
              "a finding that was fixed is offered no fix again");
    }
  }
  return 0;
}
