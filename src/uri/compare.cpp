// The ladder of RFC 3986 section 6.2: each rung compares normal forms of its kind as bytes. Nothing
// here looks behind a URI, so two that differ may still name one resource (6.1).
#include <array>

#include "urilint/reference.hpp"

namespace urilint {
namespace {

std::string without_fragment(UriComponents components) {
  components.fragment.reset();
  return recompose(components);
}

}  // namespace

std::string_view name_of(Rung rung) noexcept {
  constexpr std::array<std::string_view, 4> kNames = {"identical", "syntax", "scheme", "none"};
  return kNames[static_cast<std::size_t>(rung)];
}

Rung compare(const UriParts& a, const UriParts& b) {
  if (a.text() == b.text()) return Rung::identical;
  if (normalize(a) == normalize(b)) return Rung::syntax;
  if (normalize(a, Normalization::scheme) == normalize(b, Normalization::scheme)) {
    return Rung::scheme;
  }
  return Rung::none;
}

bool is_same_document(const UriParts& base, const UriParts& reference) {
  const std::optional<std::string> target = resolve(base, reference);
  if (!target) return false;
  const std::string a = without_fragment(components_of(base));
  const std::string b = without_fragment(components_of(split(*target)));
  // A base may hold dot segments that its resolved repetition has not (4.4 allows 6.2.2).
  return a == b || normalize(split(a)) == normalize(split(b));
}

}  // namespace urilint
