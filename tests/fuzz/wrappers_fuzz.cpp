// Any bytes as a URI: a wrapped link stands inside of it, is undone into no more than it holds,
// each stretch from the bytes that the map says, and is none any more on another host.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "document/document.hpp"
#include "engine/wrappers.hpp"
#include "support/layer_invariants.hpp"
#include "uri/bytes.hpp"

namespace {

using namespace urilint;

constexpr std::string_view kBefore = "see ";  // the URI does not begin its text
constexpr std::size_t kLongestScheme = 8;     // `https://`, for the `/` of an AMP viewer

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// `%HH`, or `-HH` and `_` of Proofpoint; everything else is itself.
std::string respell_hex(std::string_view source, char mark) {
  std::string out;
  for (std::size_t at = 0; at < source.size();) {
    const bool hex = source[at] == mark && source.size() - at > 2 &&
                     bytes::is_hex(source[at + 1]) && bytes::is_hex(source[at + 2]);
    if (hex) {
      out += static_cast<char>(bytes::hex_value(source[at + 1]) << 4 |
                               bytes::hex_value(source[at + 2]));
    } else {
      out += mark == '-' && source[at] == '_' ? '/' : source[at];
    }
    at += hex ? 3 : 1;
  }
  return out;
}

// Bit by bit, where the decoder goes by groups.
std::string respell_base64(std::string_view source) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : source) {
    std::size_t digit = kDigits.find(c);
    if (c == '+' || c == '-') digit = 62;
    if (c == '/' || c == '_') digit = 63;
    require(digit < 64, "only digits of base64 spell bytes");
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xff);
  }
  return out;
}

std::string respell_amp(std::string_view source) {
  return source == "s/" ? "https://" : source == "/" ? "http://" : std::string(source);
}

testing::Respell respell_of(Wrapping wrapping) {
  switch (wrapping) {
    case Wrapping::percent:
      return [](std::string_view source) { return respell_hex(source, '%'); };
    case Wrapping::proofpoint_2:
      return [](std::string_view source) { return respell_hex(source, '-'); };
    case Wrapping::base64:
      return respell_base64;
    case Wrapping::amp:
      return respell_amp;
    case Wrapping::none:
    case Wrapping::proofpoint_3:  // characters that stand elsewhere
      break;
  }
  return {};
}

void check_undone(std::string_view uri, const WrappedLink& link) {
  const std::string text = std::string(kBefore).append(uri);
  Document document;
  const TextId raw = document.add({text, {}, Layer::raw});
  const auto base = static_cast<Off>(kBefore.size());
  SourceMap map;
  map.parent = raw;
  std::string inner = unwrap(uri, link, base, map);
  require(inner.size() <= link.span.size() + link.extras.size() + kLongestScheme,
          "a link grows by no more than its extra characters");
  require(map.source_end <= base + link.span.end, "the map ends inside");
  require(map.runs.empty() || map.runs.front().source >= base + link.span.begin,
          "and begins inside");
  const TextId undone = document.add_owned(std::move(inner), std::move(map), Layer::wrapper);
  const std::string fault = testing::layer_fault(document, undone, respell_of(link.wrapping));
  require(fault.empty(), fault.c_str());
}

// Every listed host becomes one of examples.
void check_other_host(std::string_view uri, const UriParts& parts) {
  std::string other(uri);
  other.insert(span_of(parts, Component::host).end, ".example");
  const UriParts moved = split(other);
  require(!wrapped_link(moved), "another host has no wrapped links");
}

void check(std::string_view uri) {
  const UriParts parts = split(uri);
  const std::optional<WrappedLink> link = wrapped_link(parts);
  if (!link) return;
  check_other_host(uri, parts);
  require(!link->service.empty(), "a service has a name");
  if (link->opaque) return require(link->span.empty(), "what is opaque is nowhere");
  const UriSpan host = span_of(parts, Component::host);
  require(link->span.begin >= host.end && link->span.begin < link->span.end &&
              link->span.end <= uri.size(),
          "the original is behind the host, and inside");
  require(link->extras.empty() ||
              (link->extras.begin >= link->span.end && link->extras.end <= uri.size()),
          "and so is what belongs to it");
  if (link->wrapping != Wrapping::none) check_undone(uri, *link);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data, size);
  check({block.get(), size});
  return 0;
}
