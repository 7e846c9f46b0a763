// Every short string over the bytes that matter, behind prefixes that lead into each production:
// the verdict is the grammar's and uriparser's, the components are appendix B's.
#include <catch2/catch.hpp>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "conformance/oracles.hpp"
#include "urilint/uri.hpp"

using namespace urilint;
using urilint::testing::abnf_accepts;
using urilint::testing::appendix_b_reads;
using urilint::testing::Reading;
using urilint::testing::uriparser_accepts;
using urilint::testing::uriparser_reads;

namespace {

std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c > ' ' && c <= '~' && c != '\\') {
      out += c;
    } else {
      constexpr std::string_view kHex = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

std::optional<std::string_view> component(const UriParts& parts, Component which) {
  if (!parts.has(which)) return std::nullopt;
  return text_of(parts, which);
}

// What is wrong with our reading of `text`, or nothing.
std::string_view fault_of(std::string_view text, bool& valid) {
  const UriParts parts = split(text);
  valid = !parts.has(Signal::invalid);
  if (valid != abnf_accepts(text)) return "verdict differs from appendix A";
  if (valid != (violations(parts, {}) == 0)) return "violations differ from the verdict";
  Reading wanted;
  appendix_b_reads(text, wanted);
  if (component(parts, Component::scheme) != wanted[0] ||
      component(parts, Component::authority) != wanted[2] ||
      component(parts, Component::path) != wanted[4] ||
      component(parts, Component::query) != wanted[5] ||
      component(parts, Component::fragment) != wanted[6]) {
    return "components differ from appendix B";
  }
  Reading other;
  if (uriparser_reads(text, other) != valid) return "verdict differs from uriparser";
  if (!valid || !parts.has(Component::authority)) return {};
  if (component(parts, Component::userinfo) != other[1] ||
      component(parts, Component::host) != other[2] ||
      component(parts, Component::port) != other[3]) {
    return "authority differs from uriparser";
  }
  return {};
}

struct Space {
  std::string_view name;
  std::string_view prefix;
  std::vector<std::string> tokens;
  std::size_t longest;
  std::string_view suffix;
};

struct Tally {
  std::uint64_t inputs = 0;
  std::uint64_t valid = 0;
  std::uint64_t faults = 0;
};

void judge(const std::string& text, Tally& tally) {
  bool valid = false;
  const std::string_view fault = fault_of(text, valid);
  ++tally.inputs;
  tally.valid += valid ? 1U : 0U;
  if (fault.empty()) return;
  if (++tally.faults <= 10) UNSCOPED_INFO(shown(text) << ": " << fault);
}

// Counts in base `tokens.size()`, one digit a place.
Tally run(const Space& space) {
  Tally tally;
  std::vector<std::size_t> digits;
  for (;;) {
    std::string text(space.prefix);
    for (const std::size_t digit : digits) text += space.tokens[digit];
    text += space.suffix;
    judge(text, tally);
    std::size_t place = 0;
    while (place < digits.size() && ++digits[place] == space.tokens.size()) digits[place++] = 0;
    if (place < digits.size()) continue;
    if (digits.size() == space.longest) return tally;
    digits.assign(digits.size() + 1, 0);
  }
}

std::vector<std::string> bytes_of(std::string_view bytes) {
  std::vector<std::string> out;
  for (const char c : bytes) out.emplace_back(1, c);
  return out;
}

}  // namespace

TEST_CASE("conformance: every short string is judged as appendix A judges it") {
  const std::vector<std::string> all_bytes = [] {
    std::vector<std::string> out;
    for (int c = 0; c < 256; ++c) out.emplace_back(1, static_cast<char>(c));
    return out;
  }();
  const Space spaces[] = {
      {"every two bytes", "", all_bytes, 2, ""},
      {"a byte in the scheme", "a", all_bytes, 1, "b:c"},
      {"a byte in the userinfo", "//u", all_bytes, 1, "u@h"},
      {"a byte in the host", "//h", all_bytes, 1, "h/"},
      {"a byte in the port", "//h:8", all_bytes, 1, "0/"},
      {"a byte in IPvFuture", "//[v1.a", all_bytes, 1, "b]"},
      {"a byte in the version", "//[v", all_bytes, 1, ".b]"},
      {"a byte in IPv6address", "//[::", all_bytes, 1, "]"},
      {"a byte in the path", "/", all_bytes, 1, "/"},
      {"a byte in the query", "?", all_bytes, 1, ""},
      {"a byte in the fragment", "#", all_bytes, 1, ""},
      {"two bytes behind %", "/%", all_bytes, 2, ""},
      {"general", "", bytes_of("a1:/?#[]@%.v\\ \xc3-"), 5, ""},
      {"behind a scheme", "s:", bytes_of("a/?#:@%1[\\"), 5, ""},
      {"authority", "//", bytes_of("a1:@[]%./v\\"), 5, ""},
      {"authority between", "http://", bytes_of("a:@[]%1"), 6, "/?#"},
      {"IP-literal", "//[", bytes_of(":1fv.%g"), 6, "]"},
      {"IPv6address groups", "//[", {"1:", ":", "abcd", "1.2.3.4"}, 9, "]"},
      {"dec-octet", "//[::", bytes_of("0125.9"), 4, ".1.1]"},
      {"dec-octets behind a dot", "//[::1.1.1", bytes_of("0125.9"), 5, "]"},
      {"path first segment", "", bytes_of("a:/.;%"), 6, ""},
      {"query and fragment", "a", bytes_of("?#/%41@"), 6, ""},
  };
  std::cout << "every short string: inputs, valid, faults\n";
  for (const Space& space : spaces) {
    const Tally tally = run(space);
    std::cout << "  " << space.name << ": " << tally.inputs << ", " << tally.valid << ", "
              << tally.faults << '\n';
    CAPTURE(space.name);
    CHECK(tally.faults == 0);
    CHECK(tally.inputs > 0);
  }
}
