// Looks for `${prefix:` raw and after one or two decodings, in the text with its template holes,
// and takes the prefix from a table. Each lookup is read at most twice as far as its prefix is
// long.
#include <algorithm>
#include <array>

#include "detect/common/octets.hpp"
#include "detect/common/scope.hpp"
#include "tables/lookup-prefixes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace jndi_lookup {

constexpr std::size_t kLongestPrefix = 16;
constexpr std::size_t kLongestLookup = 512;  // characters that are searched for the closing brace
constexpr std::size_t kMost = 17;            // marks

enum Class : std::size_t { kFetch, kCode, kDisguise, kValue, kClasses, kNone };
constexpr std::array<std::string_view, kClasses> kNames = {"fetch", "code", "disguise", "value"};

Class class_of_prefix(std::string_view prefix) noexcept {
  if (prefix.empty()) return kDisguise;  // `${:…` and `${::-j}`: a default for no name
  const auto* row =
      find_row(tables::kLookupPrefixes, tables::kLookupPrefixesIndex, hash_lower(prefix), prefix,
               [](const tables::LookupPrefixesRow& r) { return r.prefix; });
  if (row == nullptr) return kNone;
  const auto* const name = std::find(kNames.begin(), kNames.end(), row->kind);
  return name == kNames.end() ? kNone : static_cast<Class>(name - kNames.begin());
}

struct Lookup {
  Class kind = kNone;
  Off end = 0;
};

// The lookup that begins at `at`, where a `$` stands after `times` decodings.
Lookup lookup_at(std::string_view text, Off at, int times) noexcept {
  Octet octet = octet_at(text, at, times);
  if (octet.byte != '$' || octet.end >= text.size()) return {};
  octet = octet_at(text, octet.end, times);
  if (octet.byte != '{') return {};
  std::array<char, kLongestPrefix> prefix;
  std::size_t size = 0;
  while (true) {
    if (octet.end >= text.size()) return {};
    octet = octet_at(text, octet.end, times);
    if (octet.byte == ':') break;
    if (size == prefix.size()) return {};
    prefix[size++] = static_cast<char>(octet.byte);
  }
  Lookup lookup{class_of_prefix({prefix.data(), size}), octet.end};
  if (lookup.kind == kNone) return lookup;
  // Up to the brace that closes it, if there is one.
  std::size_t depth = 1;
  for (std::size_t i = 0; i < kLongestLookup && octet.end < text.size(); ++i) {
    octet = octet_at(text, octet.end, times);
    if (octet.byte == '{') ++depth;
    if (octet.byte == '}' && --depth == 0) {
      lookup.end = octet.end;
      break;
    }
  }
  return lookup;
}

// The marks of each class, ascending.
struct Found {
  std::array<std::array<Mark, kMost>, kClasses> marks{};
  std::array<std::size_t, kClasses> count{};

  void add(Class kind, UriSpan span) noexcept {
    if (count[kind] < kMost) marks[kind][count[kind]++] = {span};
  }
};

void search(const Subject& subject, Found& found) noexcept {
  const std::string_view text = subject.raw;
  // Looking for the closing brace is costly where there is none: so many lookups are enough.
  std::size_t count = 0;
  for (Off at = 0; at < text.size() && count < kMost;) {
    if (text[at] != '$' && text[at] != '%') {
      ++at;
      continue;
    }
    Off next = at + 1;
    // A `%` that stands for itself, as octet_at reads it, begins no lookup.
    if (text[at] == '%' && octet_at(text, at, 2).end == next) {
      at = next;
      continue;
    }
    for (int times = 0; times <= 2; ++times) {
      const Lookup lookup = lookup_at(text, at, times);
      if (lookup.kind == kNone) continue;
      found.add(lookup.kind, {at, lookup.end});
      ++count;
      next = lookup.end;
      break;
    }
    at = next;
  }
}

}  // namespace jndi_lookup

void detect_jndi_lookup(const Subject& subject, Sink& sink) noexcept {
  using namespace jndi_lookup;
  if (subject.depth > 0) return;
  Found found;
  search(subject, found);
  for (std::size_t kind = 0; kind < kClasses; ++kind) {
    if (found.count[kind] == 0) continue;
    const std::span<const Mark> marks = std::span(found.marks[kind]).first(found.count[kind]);
    sink.emit({.component = component_at(subject.parts, marks.front().span.begin),
               .primary = marks.front().span,
               .variant = kNames[kind],
               .more = marks.subspan(1),
               .certain_despite_hole = true});
  }
}

}  // namespace urilint::detect
