// One look-up of `user:password`, percent-decoded, in a table of pairs that manuals publish.
#include <array>

#include "detect/sensitive-information/common.hpp"
#include "tables/default-credentials.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {

void detect_userinfo_default_credentials(const Subject& subject, Sink& sink) noexcept {
  constexpr std::size_t kLongestPair = 64;
  if (!subject.parts.has(Component::userinfo)) return;
  const UriSpan userinfo = subject.span(Component::userinfo);
  std::array<char, kLongestPair> pair;
  std::size_t size = 0;
  for (Off at = userinfo.begin; at < userinfo.end;) {
    const int byte = bytes::pct_byte(subject.text.data() + at, userinfo.end - at);
    if (size == pair.size()) return;
    pair[size++] = byte < 0 ? subject.text[at] : static_cast<char>(byte);
    at += byte < 0 ? 1 : 3;
  }
  const std::string_view text(pair.data(), size);
  const auto* row =
      find_row(tables::kDefaultCredentials, tables::kDefaultCredentialsIndex, hash_lower(text),
               text, [](const tables::DefaultCredentialsRow& r) { return r.pair; });
  if (row == nullptr) return;
  const UserinfoMarks marks(subject, subject.span(Component::host), "the host");
  sink.emit({.component = Component::userinfo,
             .primary = userinfo,
             .args = {userinfo, row->product},
             .more = marks.all()});
}

}  // namespace urilint::detect
