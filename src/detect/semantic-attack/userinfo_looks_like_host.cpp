// How the beginning of the userinfo looks, what follows it and where the URI is used decide: a name
// that may be an account's needs something that no account has, such as `www.`, a port or a path.
#include <algorithm>

#include "detect/semantic-attack/common.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

enum class Certainty : std::uint8_t { none, maybe, sure };

// What stands behind the first colon of the userinfo.
enum class AfterUser : std::uint8_t { nothing, port, password };

// Ports that a disguised host is followed by; other numbers are passwords as well.
constexpr std::string_view kDecoyPorts[] = {"80", "443", "8080", "8443"};

// Behind the host: nothing, `:443` alone or with URL text behind it, or a password.
AfterUser after_user(std::string_view rest, bool& url_text) noexcept {
  const std::size_t colon = rest.find(':');
  if (colon == std::string_view::npos) return AfterUser::nothing;
  rest.remove_prefix(colon + 1);
  if (rest.empty()) return AfterUser::nothing;
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  const std::string_view port = rest.substr(0, digits);
  const bool known =
      std::find(std::begin(kDecoyPorts), std::end(kDecoyPorts), port) != std::end(kDecoyPorts);
  if (known && digits == rest.size()) return AfterUser::port;
  const std::string_view more = rest.substr(digits);
  const bool goes_on = more.find_first_of("%&\\") == 0;
  if (!known || !goes_on) return AfterUser::password;
  url_text = true;
  return AfterUser::port;
}

struct Evidence {
  bool web = false;       // people look at it in a browser
  bool url_text = false;  // a path, a query or padding follows
  AfterUser after = AfterUser::nothing;
};

Certainty judge_plain_name(const HostLook& look, const Evidence& evidence) noexcept {
  // Programs log in with domains (`ssh://example.com@ssh.example.net/`).
  if (!evidence.web) return Certainty::none;
  if (evidence.after == AfterUser::password) {
    return look.shape == HostShape::known ? Certainty::maybe : Certainty::none;
  }
  switch (look.shape) {
    case HostShape::known:
      return Certainty::sure;
    case HostShape::country:
      return Certainty::maybe;
    case HostShape::word:
      return look.labels > 2 ? Certainty::maybe : Certainty::none;
    default:
      return Certainty::none;
  }
}

Certainty judge_look(const HostLook& look, const Evidence& evidence) noexcept {
  if (look.shape == HostShape::url || look.shape == HostShape::address) return Certainty::sure;
  if (look.www) return Certainty::sure;
  // `first.last@example.com` and `corp.example.com\svc` are logins.
  if (look.stop == HostStop::at || look.stop == HostStop::account) return Certainty::none;
  if (look.shape < HostShape::word) return Certainty::none;
  if (evidence.url_text) return Certainty::sure;
  if (evidence.after == AfterUser::port && evidence.web) {
    return look.shape == HostShape::word ? Certainty::maybe : Certainty::sure;
  }
  return judge_plain_name(look, evidence);
}

// FTP accounts with a password are often named after a domain.
bool is_looked_at(const Subject& subject, AfterUser after) noexcept {
  const bool ftp = equals_lower(subject.view(Component::scheme), "ftp");
  return is_web(subject) || (ftp && after != AfterUser::password);
}

}  // namespace

void detect_userinfo_looks_like_host(const Subject& subject, Sink& sink) noexcept {
  const UriSpan host = subject.span(Component::host);
  if (!subject.parts.has(Component::userinfo) || host.empty()) return;
  const UriSpan userinfo = subject.span(Component::userinfo);
  const HostLook look = look_at_host(subject.view(userinfo), userinfo.begin);
  if (look.shape == HostShape::none) return;
  Evidence evidence;
  evidence.url_text = look.padded || look.stop == HostStop::url_text;
  if (look.shape != HostShape::url) {
    evidence.after = after_user(subject.view({look.head.end, userinfo.end}), evidence.url_text);
  }
  evidence.web = is_looked_at(subject, evidence.after);
  const Certainty certainty = judge_look(look, evidence);
  if (certainty == Certainty::none || subject.has_hole(Component::host)) return;
  if (is_same_site(look, subject.view(host))) return;
  UriSpan marked = userinfo;
  if (evidence.after == AfterUser::password) {
    const std::string_view rest = subject.view({look.head.end, userinfo.end});
    marked.end = look.head.end + static_cast<Off>(rest.find(':'));
  }
  sink.emit({.component = Component::userinfo,
             .primary = marked,
             .related = {{host, Role::secondary, "the host"}},
             .args = {look.head},
             .variant = certainty == Certainty::sure ? "host" : "perhaps"});
}

}  // namespace urilint::detect
