// A `:` or `@` that is percent-encoded, or that compatibility folding makes of another character,
// hides the userinfo from parsers of RFC 3986 and shows it to programs that decode or fold first.
#include <algorithm>
#include <array>

#include "engine/secrets_steps.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::secrets {
namespace {

struct Spelling {
  std::string_view text;  // in lower case
  char means;
};
constexpr std::array<Spelling, 9> kSpellings = {{
    {":", ':'},
    {"@", '@'},
    {"%3a", ':'},
    {"%40", '@'},
    {"\xef\xbc\x9a", ':'},  // U+FF1A
    {"\xef\xb9\x95", ':'},  // U+FE55
    {"\xef\xb8\x93", ':'},  // U+FE13
    {"\xef\xbc\xa0", '@'},  // U+FF20
    {"\xef\xb9\xab", '@'},  // U+FE6B
}};

// `:80`, and what else may stand before an `@` to make it look like the end of an authority.
bool is_port(std::string_view text) noexcept {
  return text.size() <= 5 && std::all_of(text.begin(), text.end(), [](char c) {
           return (bytes::class_of(c) & bytes::kDigit) != 0;
         });
}

}  // namespace

Delimiter delimiter_at(std::string_view text, std::size_t at) noexcept {
  const char c = text[at];
  if (c != ':' && c != '@' && c != '%' && c != '\xef') return {};
  for (const Spelling& spelling : kSpellings) {
    if (equals_lower(text.substr(at, spelling.text.size()), spelling.text)) {
      return {spelling.means, static_cast<Off>(spelling.text.size())};
    }
  }
  return {};
}

// In a userinfo only the colon is looked for: its `@` is raw.
void find_hidden_delimiters(const Input& in, Facts& facts) {
  constexpr std::uint64_t kHiding = bit(Signal::non_ascii) | bit(Signal::pct_delim);
  if ((static_cast<std::uint64_t>(in.parts.signals) & kHiding) == 0) return;
  const bool userinfo = in.parts.has(Component::userinfo);
  const UriSpan authority =
      span_of(in.parts, userinfo ? Component::userinfo : Component::authority);
  const std::string_view text = in.text.substr(0, authority.end);
  UriSpan colon{};
  UriSpan at = userinfo ? UriSpan{authority.end, authority.end + 1} : UriSpan{};
  for (Off i = authority.begin; i < authority.end;) {
    const Delimiter delimiter = delimiter_at(text, i);
    const Off next = i + std::max<Off>(delimiter.size, 1);
    if (delimiter.means == ':' && colon.empty()) colon = {i, next};
    if (delimiter.means == '@' && !userinfo) at = {i, next};
    i = next;
  }
  if (colon.empty() || at.empty() || colon.end >= at.begin) return;
  if (userinfo && colon.size() == 1) return;  // a raw one: find_in_userinfo has it
  const UriSpan password{colon.end, at.begin};
  if (is_port(in.text_of(password)) || !in.holes_in({colon.begin, at.end}).empty()) return;
  facts.add(
      {.kind = SecretKind::malformed_password,
       .state = state_of(in, password),
       .value = password,
       .name = {authority.begin, colon.begin},
       .strength = 2,
       .host = userinfo ? span_of(in.parts, Component::host) : UriSpan{at.end, authority.end}});
}

}  // namespace urilint::secrets
