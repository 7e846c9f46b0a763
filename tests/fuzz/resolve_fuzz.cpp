// A base and a reference, divided by a line feed. The target has a scheme, is what the components
// say, and is valid if both were; normalising the reference first changes nothing but the form.
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

bool valid(const UriParts& parts) { return !parts.has(Signal::invalid); }

std::string normal(std::string_view text) { return normalize(split(text)); }

void check_target(const UriParts& base, const UriParts& reference, const std::string& target) {
  const UriParts parts = split(target);
  require(parts.has(Component::scheme), "a target has a scheme");
  require(recompose(components_of(parts)) == target, "a target is its components");
  require(!valid(base) || !valid(reference) || valid(parts), "of valid ones, valid");
  require(parts.has(Component::fragment) == reference.has(Component::fragment),
          "the fragment is the reference's");
  const Component authority = Component::authority;
  const bool own = reference.has(Component::scheme) || reference.has(authority);
  require(parts.has(authority) == (own ? reference : base).has(authority),
          "no authority comes or goes");
  require(parts.has(Component::query) || !reference.has(Component::query), "a query does not go");
}

// Dot segments that are encoded are dot segments in the normal form only. A base without a
// hierarchy has no place for `..` to go to (5.2.3, 5.2.4 2A).
void check_normal_first(const UriParts& base, const UriParts& reference,
                        const std::string& target) {
  if (reference.has(Signal::pct_dot)) return;
  const bool hierarchy = base.has(Component::authority) || base.path_kind == PathKind::absolute;
  if (!hierarchy) return;
  const std::string form = normalize(reference);
  const auto indirect = resolve(base, split(form));
  require(indirect && normal(*indirect) == normal(target), "the normal form resolves alike");
}

void check_dot_segments(std::string_view path) {
  const std::string once = remove_dot_segments(path);
  require(once.size() <= path.size(), "dot segments only go");
  require(remove_dot_segments(once) == once, "and all of them at once");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data, size);
  const std::string_view text(block.get(), size);
  check_dot_segments(text);
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos) return 0;
  const UriParts base = split(text.substr(0, line));
  const UriParts reference = split(text.substr(line + 1));
  const auto target = resolve(base, reference);
  require(target.has_value() == base.has(Component::scheme), "a base has a scheme");
  if (!target) return 0;
  check_target(base, reference, *target);
  check_normal_first(base, reference, *target);
  if (reference.has(Component::scheme)) {
    // Once more against anything: a target is absolute.
    require(resolve(split("x://y/z"), split(*target)) == target, "a target is its own target");
  }
  const auto old = resolve(base, reference, Resolution::backward_compatible);
  require(old.has_value(), "both modes resolve");
  require(reference.has(Component::scheme) || old == target, "modes differ with a scheme only");
  (void)is_same_document(base, reference);
  return 0;
}
