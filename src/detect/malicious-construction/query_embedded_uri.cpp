// Each value is decoded once at its beginning: `scheme://host` or two slashes of either kind and a
// name with a dot. In a path only `scheme://` counts. Hosts of one registrable domain are one site,
// and links of gateways and redirectors have rules of their own.
#include <array>
#include <optional>
#include <string>

#include "detect/common/octets.hpp"
#include "detect/common/scope.hpp"
#include "detect/common/wrapped.hpp"
#include "uri/bytes.hpp"
#include "urilint/names.hpp"

namespace urilint::detect {
namespace embedded_uri {

constexpr std::size_t kLongestScheme = 24;
constexpr std::size_t kLongestHost = 253;
constexpr std::size_t kMostJudged = 16;  // values of one URI whose sites are compared

// What a value names: the URI up to the end of its host.
struct Inner {
  UriSpan place;
  UriSpan host_place;
  std::array<char, kLongestHost> host{};
  std::size_t size = 0;
  [[nodiscard]] std::string_view name() const noexcept { return {host.data(), size}; }
};

bool ends_authority(unsigned char byte) noexcept {
  return byte == '/' || byte == '\\' || byte == '?' || byte == '#' || byte == '&' || byte <= ' ';
}

// Behind `scheme:`, or `at` where none stands.
Off skip_scheme(std::string_view text, Off at) noexcept {
  const Off begin = at;
  for (std::size_t i = 0; i < kLongestScheme && at < text.size(); ++i) {
    const Octet octet = octet_at(text, at, 1);
    const auto c = static_cast<char>(octet.byte);
    if (c == ':' && i > 1) return octet.end;
    const std::uint32_t unfit = i == 0 ? 0U : bytes::class_of(c) & bytes::kNotScheme;
    if (unfit != 0 || (i == 0 && (bytes::class_of(c) & bytes::kAlpha) == 0)) return begin;
    at = octet.end;
  }
  return begin;
}

// Behind two slashes, `/` or `\`; 0: they are not there.
Off skip_slashes(std::string_view text, Off at) noexcept {
  for (int i = 0; i < 2; ++i) {
    if (at >= text.size()) return 0;
    const Octet octet = octet_at(text, at, 1);
    if (octet.byte != '/' && octet.byte != '\\') return 0;
    at = octet.end;
  }
  return at;
}

// The host behind the slashes, without userinfo and port.
bool read_host(std::string_view text, Off at, Inner& inner) noexcept {
  inner.host_place.begin = at;
  bool port = false;
  while (at < text.size()) {
    const Octet octet = octet_at(text, at, 1);
    if (ends_authority(octet.byte)) break;
    if (octet.byte == '@') {
      inner.size = 0;
      inner.host_place.begin = octet.end;
      port = false;
    } else if (octet.byte == ':' && (inner.size == 0 || inner.host[0] != '[')) {
      port = true;
    } else if (!port) {
      if (inner.size == inner.host.size()) return false;
      inner.host[inner.size++] = static_cast<char>(octet.byte);
      inner.host_place.end = octet.end;
    }
    at = octet.end;
  }
  inner.place.end = at;
  return inner.size > 0;
}

std::optional<Inner> read(std::string_view text, UriSpan value) noexcept {
  const std::string_view upto = text.substr(0, value.end);
  Inner inner;
  inner.place.begin = value.begin;
  const Off behind_scheme = skip_scheme(upto, value.begin);
  const Off begin = skip_slashes(upto, behind_scheme);
  if (begin == 0 || !read_host(upto, begin, inner)) return std::nullopt;
  const bool has_scheme = behind_scheme != value.begin;
  if (!has_scheme && inner.name().find('.') == std::string_view::npos) return std::nullopt;
  return inner;
}

bool is_other_site(std::string_view inner, std::string_view outer) {
  const auto there = canonical_host(inner);
  const auto here = canonical_host(outer);
  if (!there || !here) return false;
  if (*there == *here) return false;
  const auto site = registrable_domain(inner);
  return !site || site != registrable_domain(outer);
}

class Judge {
 public:
  Judge(const Subject& subject, Sink& sink) noexcept
      : subject_(subject), sink_(sink), wrapped_(wrapped_span(subject)) {}

  void pairs(Component component) noexcept {
    for_each_pair(subject_, component, [&](const Pair& pair) { value(component, pair.value); });
  }

  // `/web/2020/http://…`
  void path() noexcept {
    const UriSpan span = subject_.span(Component::path);
    const std::string_view text = subject_.text.substr(0, span.end);
    const std::size_t found = text.find("://", span.begin);
    if (found == std::string_view::npos) return;
    auto begin = static_cast<Off>(found);
    while (begin > span.begin && found - begin < kLongestScheme &&
           (bytes::class_of(text[begin - 1]) & bytes::kNotScheme) == 0) {
      --begin;
    }
    value(Component::path, {begin, span.end});
  }

 private:
  void value(Component component, UriSpan span) noexcept {
    if (told_ || span.empty() || span.overlaps(wrapped_) || subject_.touches_hole(span)) return;
    const std::optional<Inner> inner = read(subject_.text, span);
    if (!inner || ++judged_ > kMostJudged) return;
    if (!is_other_site(inner->name(), subject_.view(Component::host))) return;
    told_ = true;
    sink_.emit({.component = component,
                .primary = inner->place,
                .args = {name_of(component), DecodedSpan{inner->host_place, 1}}});
  }

  const Subject& subject_;
  Sink& sink_;
  UriSpan wrapped_;
  std::size_t judged_ = 0;
  bool told_ = false;
};

}  // namespace embedded_uri

void detect_query_embedded_uri(const Subject& subject, Sink& sink) noexcept {
  if (subject.depth > 0 || subject.has_hole(Component::host)) return;
  embedded_uri::Judge judge(subject, sink);
  judge.path();
  judge.pairs(Component::query);
  judge.pairs(Component::fragment);
}

}  // namespace urilint::detect
