// Any bytes: normal forms are idempotent, keep the components and the validity, and the ladder of
// comparison holds together.
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

std::string normal(std::string_view text, Normalization how) { return normalize(split(text), how); }

void check_syntax(const UriParts& parts, const std::string& form) {
  const UriParts again = split(form);
  require(again.present == parts.present, "components stay");
  require(normal(form, Normalization::syntax) == form, "6.2.2 is idempotent");
  require(parts.has(Signal::invalid) || !again.has(Signal::invalid), "valid stays valid");
  require(text_of(again, Component::port) == text_of(parts, Component::port), "the port stays");
  require((again.host_kind == HostKind::empty) == (parts.host_kind == HostKind::empty),
          "a host is empty or is not");
  require(!again.has(Signal::scheme_upper) || parts.has(Signal::invalid), "no upper-case scheme");
  require(!again.has(Signal::pct_unreserved) || parts.has(Signal::invalid), "nothing needless");
  const bool segments = parts.has(Component::authority) || parts.path_kind == PathKind::absolute;
  require(!segments || !again.has(Signal::dotdot_segment), "no dot segments");
  if (!parts.has(Component::scheme) && !parts.has(Component::authority)) {
    require((parts.path_kind == PathKind::absolute) == (again.path_kind == PathKind::absolute) &&
                (parts.path_kind == PathKind::empty) == (again.path_kind == PathKind::empty),
            "a relative path stays one");
  }
}

void check_scheme(const UriParts& parts, const std::string& form, const std::string& by_scheme) {
  require(normal(by_scheme, Normalization::scheme) == by_scheme, "6.2.3 is idempotent");
  require(normal(form, Normalization::scheme) == by_scheme, "6.2.3 stands on 6.2.2");
  require(normal(by_scheme, Normalization::syntax) == by_scheme, "and stays in it");
  const UriParts again = split(by_scheme);
  require(parts.has(Signal::invalid) || !again.has(Signal::invalid), "valid stays valid");
  const auto without_port = [](const UriParts& p) {
    return p.present & ~(1U << static_cast<unsigned>(Component::port));
  };
  require(without_port(again) == without_port(parts), "only a port goes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data, size);
  const std::string_view text(block.get(), size);
  const UriParts parts = split(text);
  const std::string form = normalize(parts);
  const std::string by_scheme = normalize(parts, Normalization::scheme);
  check_syntax(parts, form);
  check_scheme(parts, form, by_scheme);
  require(compare(parts, parts) == Rung::identical, "a URI is itself");
  require(compare(parts, split(form)) <= Rung::syntax, "and its normal form");
  require(compare(parts, split(by_scheme)) <= Rung::scheme, "and its scheme's");
  require(compare(split(by_scheme), parts) == compare(parts, split(by_scheme)), "both ways");
  return 0;
}
