// At each `@`, raw or encoded, what stands before it must be a mail account and what follows a host
// name. Telephone numbers are taken from parameters that are named so.
#include "detect/semantic-attack/common.hpp"
#include "detect/sensitive-information/common.hpp"
#include "tables/phone-parameters.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

constexpr int kMostTold = 8;  // of one URI
constexpr Off kLongestAccount = 64;

constexpr bool is_account_byte(char c) noexcept {
  return (bytes::class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0 || c == '.' || c == '_' ||
         c == '-' || c == '+';
}
constexpr bool is_domain_byte(char c) noexcept {
  return (bytes::class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0 || c == '.' || c == '-';
}

// What may stand right before an account or behind a domain: nothing that belongs to a URI.
bool is_edge(std::string_view text, std::size_t at) noexcept {
  constexpr std::string_view kEdges = "/?&=;#,\"'<>() |";
  return at >= text.size() || kEdges.find(text[at]) != std::string_view::npos || text[at] == '%';
}

bool is_person(std::string_view account) noexcept {
  if (account.empty() || (bytes::class_of(account[0]) & (bytes::kAlpha | bytes::kDigit)) == 0 ||
      account.back() == '.')
    return false;
  return !equals_lower(account, "git") && !equals_lower(account, "hg") &&
         !equals_lower(account, "svn");
}

bool is_mail_domain(std::string_view domain) noexcept {
  while (domain.ends_with('.') || domain.ends_with('-')) domain.remove_suffix(1);
  const HostLook look = look_at_host(domain, 0);
  return look.shape == HostShape::known || look.shape == HostShape::country;
}

// The address around the `@` at [at, behind), or nothing.
UriSpan address_around(const Subject& subject, UriSpan in, UriSpan at) noexcept {
  const std::string_view text = subject.text;
  Off begin = at.begin;
  while (begin > in.begin && at.begin - begin < kLongestAccount &&
         is_account_byte(text[begin - 1])) {
    --begin;
  }
  if (begin > in.begin && text[begin - 1] == '%') {
    // The digits of an escape are no part of the account, and behind `%3A` or `%2F` stands the
    // userinfo of an inner URI.
    const int byte = bytes::pct_byte(text.data() + begin - 1, at.begin - begin + 1);
    if (byte < 0 || byte == ':' || byte == '/' || byte == '%') return {};
    begin = std::min<Off>(begin + 2, at.begin);
  }
  Off end = at.end;
  while (end < in.end && is_domain_byte(text[end])) ++end;
  if (!is_person(subject.view({begin, at.begin})) || !is_edge(text, end)) return {};
  if (begin > in.begin && begin >= 2 && text.substr(begin - 2, 2) == "//") return {};
  // Behind anything else, such as the `:` of an inner URI's userinfo, it is a piece of something.
  const bool escape = begin > in.begin + 2 && text[begin - 3] == '%';
  if (begin > in.begin && !escape && !is_edge(text, begin - 1)) return {};
  if (end < in.end && text[end] == ':') return {};  // `user@host:path`
  return is_mail_domain(subject.view({at.end, end})) ? UriSpan{begin, end} : UriSpan{};
}

bool is_secret(const Subject& subject, UriSpan span) noexcept {
  for (const SecretFact& fact : subject.secrets()) {
    if (fact.value.overlaps(span)) return true;
  }
  return false;
}

void tell_addresses(const Subject& subject, UriSpan in, int& left, Sink& sink) noexcept {
  for (Off at = in.begin; at < in.end && left > 0; ++at) {
    const bool raw = subject.text[at] == '@';
    if (!raw && bytes::pct_byte(subject.text.data() + at, in.end - at) != '@') continue;
    const UriSpan address = address_around(subject, in, {at, at + (raw ? 1U : 3U)});
    if (address.empty() || is_secret(subject, address)) continue;
    --left;
    sink.emit({.component = component_at(subject.parts, address.begin),
               .primary = address,
               .variant = "mail"});
    at = address.end - 1;
  }
}

// 7 to 15 digits (ITU-T E.164) and what people write between them.
bool is_phone_number(std::string_view value) noexcept {
  std::size_t digits = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const int byte = bytes::pct_byte(value.data() + i, value.size() - i);
    const char c = byte < 0 ? value[i] : static_cast<char>(byte);
    if (byte >= 0) i += 2;
    if (c >= '0' && c <= '9') {
      ++digits;
    } else if (std::string_view("+-(). /").find(c) == std::string_view::npos) {
      return false;
    }
  }
  return digits >= 7 && digits <= 15;
}

void tell_phones(const Subject& subject, int& left, Sink& sink) noexcept {
  for_each_pair(subject, Component::query, [&](const Pair& pair) {
    const std::string_view name = subject.view(pair.name);
    if (left <= 0 || pair.value.size() < 7 || subject.touches_hole(pair.value)) return;
    const auto* row =
        find_row(tables::kPhoneParameters, tables::kPhoneParametersIndex, hash_lower(name), name,
                 [](const tables::PhoneParametersRow& r) { return r.name; });
    if (row == nullptr || !is_phone_number(subject.view(pair.value))) return;
    --left;
    sink.emit({.component = Component::query,
               .primary = pair.value,
               .related = {{pair.name, Role::secondary, "the name of the parameter"}},
               .args = {pair.name},
               .variant = "phone"});
  });
}

// People expect their address in a link that takes it off a list.
bool names_unsubscription(std::string_view text) noexcept {
  for (const std::string_view word : {"nsubscribe", "opt-out", "optout"}) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

void detect_pii_in_uri(const Subject& subject, Sink& sink) noexcept {
  if (!has_segments(subject) || shares_outer_bytes(subject)) return;
  if (names_unsubscription(subject.text)) return;
  int left = kMostTold;
  tell_addresses(subject, {subject.parts.path_begin, subject.parts.query_end}, left, sink);
  tell_phones(subject, left, sink);
}

}  // namespace urilint::detect
