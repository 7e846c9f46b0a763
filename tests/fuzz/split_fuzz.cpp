// Any bytes as a URI reference; a line feed and a digit at the end make holes of every so many
// bytes. What is asserted holds for every input: the parts rejoin, the verdict is uriparser's where
// it is linked, violations are sorted, inside their component and away from holes.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#ifdef URILINT_HAVE_URIPARSER
#include <uriparser/Uri.h>
#endif

#include "uri/hash.hpp"
#include "uri/split_paths.hpp"
#include "urilint/uri.hpp"

namespace {

using namespace urilint;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

constexpr Component kLeaves[] = {Component::scheme,  Component::userinfo, Component::host,
                                 Component::port,    Component::path,     Component::query,
                                 Component::fragment};

void check_parts(const UriParts& parts, std::string_view text) {
  require(parts.text() == text, "the parts view the text");
  std::string joined;
  const auto add = [&](std::string_view before, Component which, std::string_view behind) {
    if (parts.has(which)) joined.append(before).append(text_of(parts, which)).append(behind);
  };
  add("", Component::scheme, ":");
  if (parts.has(Component::authority)) joined += "//";
  add("", Component::userinfo, "@");
  add("", Component::host, "");
  add(":", Component::port, "");
  add("", Component::path, "");
  add("?", Component::query, "");
  add("#", Component::fragment, "");
  require(joined == text, "the parts rejoin");
  for (const Component which : kLeaves) {
    const UriSpan span = span_of(parts, which);
    require(span.begin <= span.end && span.end <= text.size(), "spans are inside");
    require(parts.has(which) || span.empty(), "an absent component is empty");
    if (span.empty()) continue;
    require(component_at(parts, span.begin) == which, "component_at knows the first byte");
    require(component_at(parts, span.end - 1) == which, "component_at knows the last byte");
  }
  require(parts.has(Signal::pct) == (text.find('%') != std::string_view::npos), "pct");
  require(parts.has(Signal::backslash) == (text.find('\\') != std::string_view::npos), "backslash");
  if (parts.has(Component::host)) {
    require(parts.host_hash == hash_lower(text_of(parts, Component::host)), "the hash of the host");
  }
}

void check_violations(const UriParts& parts, const std::vector<UriSpan>& holes) {
  const std::size_t count = violations(parts, {}, holes);
  require(parts.has(Signal::invalid) == (count > 0), "invalid means a violation");
  std::vector<Violation> found(count);
  require(violations(parts, found, holes) == count, "the count does not depend on the room");
  Off end = 0;
  for (const Violation& v : found) {
    require(v.span.begin >= end && !v.span.empty(), "violations are sorted and disjoint");
    require(v.span.begin >= parts.first_violation, "none before the first");
    require(span_of(parts, v.component).contains(v.span), "a violation is in its component");
    require(component_at(parts, v.span.begin) == v.component, "and nowhere deeper");
    for (const UriSpan hole : holes) require(!hole.overlaps(v.span), "none touches a hole");
    end = v.span.end;
  }
}

void check_verdict([[maybe_unused]] const UriParts& parts, [[maybe_unused]] std::string_view text) {
#ifdef URILINT_HAVE_URIPARSER
  static constexpr char kNothing[] = "";
  const char* const begin = text.empty() ? kNothing : text.data();
  UriUriA uri;
  const char* error = nullptr;
  const bool accepts =
      uriParseSingleUriExA(&uri, begin, begin + text.size(), &error) == URI_SUCCESS;
  if (accepts) uriFreeUriMembersA(&uri);
  require(accepts != parts.has(Signal::invalid), "the verdict is uriparser's");
#endif
}

std::vector<UriSpan> holes_every(std::size_t step, std::size_t size) {
  std::vector<UriSpan> holes;
  for (std::size_t at = step; at + 2 < size; at += step + 2) {
    holes.push_back({static_cast<Off>(at), static_cast<Off>(at + 2)});
  }
  return holes;
}

void check_with_holes(std::string_view text, std::size_t step) {
  const std::vector<UriSpan> holes = holes_every(step, text.size());
  const std::unique_ptr<char[]> block(new char[text.size()]);
  text.copy(block.get(), text.size());
  mask_holes({block.get(), text.size()}, holes);
  const std::string_view masked(block.get(), text.size());
  const UriParts parts = split(masked, holes);
  require(parts.has(Signal::hole) == !holes.empty(), "holes are a signal");
  check_parts(parts, masked);
  check_violations(parts, holes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // An exactly sized block, so that a sanitizer sees every step behind the end.
  const std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data, size);
  const std::string_view text(block.get(), size);
  const UriParts parts = split(text);
  if (has_masks() && text.size() >= kMasksFrom) {
    const UriParts bytes = split_bytes(text);
    require(bytes.signals == parts.signals && bytes.host_hash == parts.host_hash &&
                bytes.first_violation == parts.first_violation && bytes.port == parts.port,
            "both ways to split say the same");
    for (const Component which : kLeaves) {
      const bool same = span_of(bytes, which).begin == span_of(parts, which).begin &&
                        span_of(bytes, which).end == span_of(parts, which).end;
      require(same && bytes.has(which) == parts.has(which), "both ways to split agree on parts");
    }
  }
  check_parts(parts, text);
  check_violations(parts, {});
  check_verdict(parts, text);
  if (size >= 2 && text[size - 2] == '\n' && text[size - 1] >= '0' && text[size - 1] <= '9') {
    check_with_holes(text, static_cast<std::size_t>(text[size - 1] - '0'));
  }
  return 0;
}
