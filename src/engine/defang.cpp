// The scheme and `://` are read at once; behind them one pass looks for brackets that hold a single
// delimiter or its name.
#include "engine/defang.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "find/defanged.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint {
namespace {

struct Spelling {
  std::string_view written;  // in lower case
  std::string_view meant;
};

constexpr Spelling kSchemes[] = {
    {"hxxp", "http"}, {"hxxps", "https"}, {"fxp", "ftp"}, {"fxps", "ftps"}};
constexpr Spelling kBracketed[] = {{".", "."}, {"dot", "."}, {":", ":"}, {"@", "@"}, {"at", "@"}};

constexpr std::string_view kSlashes = "://";
constexpr std::size_t kLongestScheme = 16;

char closer_of(char opener) noexcept {
  switch (opener) {
    case '[':
      return ']';
    case '(':
      return ')';
    case '{':
      return '}';
    default:
      return '\0';
  }
}

bool starts_lower(std::string_view text, std::string_view lower) noexcept {
  return text.size() >= lower.size() && equals_lower(text.substr(0, lower.size()), lower);
}

// `[.]`, `(dot)`, `{@}` at `at`.
std::optional<Fang> bracketed_at(std::string_view text, Off at) noexcept {
  const char closer = closer_of(text[at]);
  if (closer == '\0') return std::nullopt;
  const std::string_view rest = text.substr(at + 1);
  for (const Spelling& spelling : kBracketed) {
    const std::size_t size = spelling.written.size();
    if (starts_lower(rest, spelling.written) && rest.size() > size && rest[size] == closer) {
      return Fang{{at, at + static_cast<Off>(size) + 2}, spelling.meant};
    }
  }
  return std::nullopt;
}

bool is_host_byte(char c) noexcept {
  return (bytes::class_of(c) & bytes::kNotLdh) == 0 || c == '_' || c == ':' || c == '@';
}

}  // namespace

FangReader::FangReader(std::string_view text) noexcept : text_(text) {
  Off end = 0;
  while (end < text.size() && end < kLongestScheme &&
         (bytes::class_of(text[end]) & bytes::kAlpha) != 0) {
    ++end;
  }
  if (end == 0) return;
  for (const Spelling& scheme : kSchemes) {
    if (equals_lower(text.substr(0, end), scheme.written)) scheme_ = Fang{{0, end}, scheme.meant};
  }
  const std::string_view rest = text.substr(end);
  std::string_view slashes = kSlashes;
  if (!rest.starts_with(slashes)) {
    const auto* written =
        std::find_if(std::begin(find::kDefangedSlashes), std::end(find::kDefangedSlashes),
                     [rest](std::string_view one) { return rest.starts_with(one); });
    if (written == std::end(find::kDefangedSlashes)) return;
    slashes = *written;
  }
  at_ = end + static_cast<Off>(slashes.size());
  if (slashes != kSlashes) colon_ = Fang{{end, at_}, kSlashes};
  any_ = scheme_ || colon_;
  if (any_ || is_plain_host(at_)) zone_ = Zone::scheme;
}

bool FangReader::is_plain_host(Off begin) const noexcept {
  constexpr std::uint32_t kNaming = bytes::kAlpha | bytes::kDigit;
  bool named = false;  // a host of `[:]` alone is a broken IPv6 address
  bool port = false;
  for (Off at = begin; at < text_.size();) {
    const char c = text_[at];
    if (c == '/' || c == '?' || c == '#') break;
    const auto fang = bracketed_at(text_, at);
    if (!fang && !is_host_byte(c)) return false;
    port = port || c == ':';
    named = named || (!fang && !port && (bytes::class_of(c) & kNaming) != 0);
    at = fang ? fang->span.end : at + 1;
  }
  return named;
}

std::optional<Fang> FangReader::next() noexcept {
  if (zone_ == Zone::end) return std::nullopt;
  if (zone_ == Zone::scheme) {
    if (scheme_) return std::exchange(scheme_, std::nullopt);
    zone_ = Zone::authority;
    if (colon_) return colon_;
  }
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '?' || c == '#') break;
    if (c == '/' && zone_ == Zone::authority) {
      // Brackets in the path of an ordinary URI are none of ours.
      if (!any_) break;
      zone_ = Zone::path;
    }
    const auto fang = bracketed_at(text_, at_);
    if (fang && (zone_ == Zone::authority || fang->meant == ".")) {
      any_ = true;
      at_ = fang->span.end;
      return fang;
    }
    ++at_;
  }
  zone_ = Zone::end;
  return std::nullopt;
}

bool is_defanged(const UriParts& parts, std::string_view text) noexcept {
  return may_be_defanged(parts) && FangReader(text).next().has_value();
}

std::string refang(std::string_view text, Off base, SourceMap& map) {
  std::string out;
  out.reserve(text.size());
  Off at = 0;
  const auto copy_to = [&](Off end) {
    if (end == at) return;
    map.add_verbatim(base + at, end - at);
    out.append(text.substr(at, end - at));
  };
  FangReader reader(text);
  while (const auto fang = reader.next()) {
    copy_to(fang->span.begin);
    map.add_atom(base + fang->span.begin, fang->span.size(), static_cast<Off>(fang->meant.size()));
    out.append(fang->meant);
    at = fang->span.end;
  }
  copy_to(static_cast<Off>(text.size()));
  return out;
}

}  // namespace urilint
